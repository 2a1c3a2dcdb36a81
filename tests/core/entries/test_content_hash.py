"""The hash sees what an entry says, not its layout and not the noise around it."""

import hashlib
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.entries.boilerplate import is_boilerplate
from tidings.core.entries.content_hash import clean_text, content_hash

EXAMPLES = settings(max_examples=50)

STORY = "The council met on Tuesday.\nIt decided nothing."


@pytest.mark.parametrize(
    "text",
    [
        "The council  met\ton Tuesday.\n\n\nIt decided nothing.  ",
        "The council met\non Tuesday. It decided\u00a0nothing.",
        "2024-05-01 12:30\n" + STORY,
        "Read more\n" + STORY + "\nShare",
        STORY + "\n1,234 views\n17 comments",
        "The council met on Tuesday.\nContinua após publicidade\nIt decided nothing.",
        "The council met on Tuesday.\r\nIt decided nothing.\0",
    ],
)
def test_layout_and_noise_do_not_change_the_hash(text: str) -> None:
    assert content_hash("Title", text) == content_hash(" Title\n", STORY)


@pytest.mark.parametrize(
    "text",
    [
        STORY.upper(),
        STORY.replace("nothing", "something"),
        STORY + " More follows.",
        STORY.replace("Tuesday", "Wednesday"),
        "",
    ],
)
def test_other_words_change_the_hash(text: str) -> None:
    assert content_hash("Title", text) != content_hash("Title", STORY)


def test_title_counts_and_cannot_be_confused_with_the_text() -> None:
    assert content_hash("A", "B C") != content_hash("A B", "C")
    assert content_hash("A", "") != content_hash("", "A")
    assert content_hash("2024-05-01", STORY) != content_hash("2024-05-02", STORY)


def test_composed_and_decomposed_letters_are_the_same() -> None:
    composed = "Coração, żółw"
    decomposed = unicodedata.normalize("NFD", composed)
    assert content_hash("", decomposed) == content_hash("", composed)


def test_hash_is_sha256_of_all_up_to_the_limit_and_of_both_ends_beyond() -> None:
    kilobyte = 1024
    whole = "x" * (200 * kilobyte - 1)
    assert content_hash("", whole) == hashlib.sha256(f"\n{whole}".encode()).digest()
    start, end = "s" * (100 * kilobyte - 1), "e" * (100 * kilobyte)
    expected = hashlib.sha256(f"\n{start}{end}".encode()).digest()
    assert content_hash("", start + "middle" + end) == expected
    assert content_hash("", start + "centre" + end) == expected
    assert content_hash("", "!" + start + "middle" + end) != expected


def test_limit_counts_bytes_and_may_cut_a_letter() -> None:
    text = "ż" * (101 * 1024)
    data = b"\n" + text.encode()
    ends = data[: 100 * 1024] + data[-100 * 1024 :]
    assert content_hash("", text) == hashlib.sha256(ends).digest()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\0b", "ab"),
        ("a\ud83d\ude00b", "ab"),
        ("\udfff", ""),
        ("żółw 😀\n\t", "żółw 😀\n\t"),
    ],
)
def test_cleaning_removes_only_what_cannot_be_stored(text: str, expected: str) -> None:
    assert clean_text(text) == expected


@EXAMPLES
@given(st.text(st.characters()), st.text(st.characters()))
def test_no_text_raises(title: str, text: str) -> None:
    assert len(content_hash(title, text)) == 32
    clean_text(text).encode()
    assert content_hash(title, clean_text(text)) == content_hash(title, text)


@pytest.mark.parametrize(
    "text",
    [
        "a\u0301\u0323" * 150_000,
        "a" + "\u0301\u0323" * 150_000,
        "1 " * 100_000,
        "1\n" * 20_000,
        "read more " * 50_000,
        " " * 1_000_000,
    ],
)
def test_hostile_text_costs_no_more_than_its_length(text: str) -> None:
    started = time.process_time()
    content_hash(text, text)
    assert time.process_time() - started < 2


def test_the_middle_of_a_text_of_countless_lines_is_not_looked_at() -> None:
    """Each of millions of short lines would have to be judged."""
    noise = "1:30\n" * 110_000
    assert content_hash("", f"A\n{noise}news\n{noise}B") == content_hash("", "A B")
    assert content_hash("", f"A\n{noise}B") == content_hash("", "A B")
    assert content_hash("", f"A\n{noise}news\nB") != content_hash("", "A B")


LINES = st.lists(
    st.sampled_from(
        ["a", "ż" * 40_000, "b" * 30_000, "Read more", "12:30", "", "\u0301"]
    ),
    max_size=12,
)


@EXAMPLES
@given(st.sampled_from(["", "t", "ż" * 60_000]), LINES)
def test_hash_is_that_of_all_that_is_said(title: str, lines: list[str]) -> None:
    said = " ".join(line for line in lines if line and not is_boilerplate(line))
    data = f"{title}\n{said}".encode()
    if len(data) > 200 * 1024:
        data = data[: 100 * 1024] + data[-100 * 1024 :]
    expected = hashlib.sha256(data).digest()
    assert content_hash(title, "\n".join(lines)) == expected


NOISE = """
2024-05-01
2024-05-01T12:30:00+02:00
2024-05-01 12:30:00 UTC
01/05/2024
01/05/24 14h30
01.05.2024, 14:30
May 5, 2024
5 May 2024 at 10:15 am
Wed, 1st May 2024
Updated: May 5, 2024 10:15
Published 2 hours ago
5 min ago
12:45
5 de maio de 2024 às 14h30
Atualizado em 05/05/2024 às 14:30
Publicado há 2 horas
há 3 dias
sexta-feira, 10 de maio de 2024
5 maja 2024 r.
środa, 5 czerwca 2024, godz. 12.30
Opublikowano: 05.05.2024
2 godziny temu
Aktualizacja: wczoraj, 10:20
Read more
READ MORE…
Read more »
Continue reading →
Leia mais
Leia também
Continua após publicidade
Continua após a publicidade
Czytaj więcej
Czytaj też: Inna sprawa, o której mowa
Leia mais: Outra notícia
Reklama
Publicidade
Advertisement
Share this
Udostępnij
Compartilhe
Comments
Comments (12)
12 comments
1,234 views
1.2K shares
5 likes, 2 shares
Points: 12
# Comments: 3
12 comentários
1.234 visualizações
1,5 mil curtidas
12 komentarzy
2 tys. wyświetleń
5 min read
Leitura de 5 minutos
5 min czytania
Tempo de leitura: 4 min
May 5, 2024 · 5 min read · 3 comments
12 views | Share
""".strip().splitlines()


@pytest.mark.parametrize("line", NOISE)
def test_line_of_noise_is_dropped(line: str) -> None:
    assert is_boilerplate(line)


CONTENT = """
The council met on Tuesday.
2024-05-01 was the day on which everything changed
On 5 May 2024 the law was passed
Read more books
I have read more than 12 books
Comments by the minister
12 people commented
Share prices fell by 5
May
Monday
2024
42
12.30
1.2.3
v2.0.1
2:1
Chapter 5
Prices: 12.30, 14.50
Leia mais livros
Czytaj więcej książek
Twelve views of Mount Fuji
Views of 12 cities
5 minutes of silence
* * *
|
Ago
há
10 Downing Street
""".strip().splitlines()


@pytest.mark.parametrize("line", CONTENT)
def test_line_that_says_something_is_kept(line: str) -> None:
    assert not is_boilerplate(line)


def test_long_line_is_never_noise() -> None:
    assert is_boilerplate("12 views " * 3)
    assert not is_boilerplate("12 views " * 30)
