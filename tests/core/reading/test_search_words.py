"""Words are cut as SQLite's tokenizer cuts them, and known by their places."""

import pytest

from tidings.core.reading.search_words import search_vector, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("  -- ", []),
        ("A walk, in the PARK", ["a", "walk", "in", "the", "park"]),
        (
            "snake_case e-mail@example.org",
            ["snake", "case", "e", "mail", "example", "org"],
        ),
        ("Le cafe\u0301 est fermé", ["le", "cafe", "est", "ferme"]),
        ("İstanbul", ["istanbul"]),
        ("мой ёж", ["мой", "ёж"]),
        ("ΟΔΟΣ οδος", ["οδοσ", "οδοσ"]),
        ("µ ſ great🤖robot", ["μ", "s", "great", "robot"]),
        ("2.10 – ½", ["2", "10", "½"]),
        ("quote' back\\slash :colon", ["quote", "back", "slash", "colon"]),
    ],
)
def test_a_text_is_cut_into_words(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_a_vector_tells_the_places_of_words_and_where_they_stand() -> None:
    vector = search_vector("red fox", "Red", "the fox")
    assert vector == "red:1A,1001B fox:2A,2002 the:2001"


def test_no_phrase_reaches_from_one_part_into_the_next() -> None:
    assert search_vector("one", "", "two") == "one:1A two:2001"


def test_words_far_down_all_stand_at_the_last_place() -> None:
    vector = search_vector("", "", "far " * 20_000 + "end")
    assert vector.endswith("end:16383")


def test_a_word_too_long_for_anybody_is_left_out() -> None:
    assert search_vector("", "", f"a {'b' * 3000} c") == "a:2001 c:2003"
