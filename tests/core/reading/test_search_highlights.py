"""Hits are shown where they stand, and nothing of the text is lost or turned to markup."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.reading.search_highlights import (
    excerpt_pieces,
    hit_pattern,
    hits,
    in_pieces,
)
from tidings.core.reading.search_leaves import TextField, Words
from tidings.core.reading.search_terms import leaves_of, search_terms
from tidings.core.reading.search_words import words_of

EXAMPLES = settings(max_examples=100)


def found(query: str, text: str, field: TextField = TextField.ANYWHERE) -> list[str]:
    pattern = hit_pattern(search_terms(query).terms, field)
    return [] if pattern is None else in_pieces(text, hits(pattern, text))[1::2]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("walk", "A walk. Walks? WALK!", ["walk", "WALK"]),
        ("cafe", "Le Café, le cafe\u0301", ["Café", "cafe\u0301"]),
        ("café", "Le CAFE", ["CAFE"]),
        ('"red fox"', "a red, FOX and a fox red", ["red, FOX"]),
        ("red fox", "a red fox", ["red", "fox"]),
        ("istanbul", "İstanbul", ["İstanbul"]),
        ("οδος", "ΟΔΟΣ και οδός", ["ΟΔΟΣ"]),
        ("well-known", "a well-known snake_case", ["well-known"]),
        ("case", "a snake_case", ["case"]),
        ("мой", "мои мой", ["мой"]),
        ("-walk park", "walk in the park", ["park"]),
        ("wal*", "a walk, Wálking, sidewalk", ["walk", "Wálking"]),
        ('"red fo*"', "a red fox and red", ["red fox"]),
        ("fox OR (den -red)", "a red fox in its den", ["fox", "den"]),
        ("title:walk", "a walk", []),
        ("is:unread", "is unread", []),
        ("समाचार", "में समाचार है", ["समाचार"]),
        ("<b>", "1 <b>2</b>", ["b", "b"]),
    ],
)
def test_hits_are_found_in_the_text_itself(
    query: str, text: str, expected: list[str]
) -> None:
    assert found(query, text) == expected


def test_words_of_a_field_are_shown_in_that_field_only() -> None:
    assert found("title:walk dog", "walk dog", TextField.TITLE) == ["walk", "dog"]
    assert found("title:walk dog", "walk dog") == ["dog"]


def test_excerpt_shows_thirty_words_around_the_first_hit() -> None:
    text = " ".join(f"w{n}" for n in range(100)) + " fox " + "end " * 100
    pattern = hit_pattern(search_terms("fox").terms, TextField.ANYWHERE)
    assert pattern is not None
    pieces = excerpt_pieces(text, hits(pattern, text))
    assert pieces[0].startswith("…w92 ")
    assert pieces[1] == "fox"
    assert pieces[2].endswith("end…")
    assert len("".join(pieces).split()) == 30


def test_excerpt_without_hits_is_the_beginning() -> None:
    assert excerpt_pieces("some  words\nhere", []) == ["some words here"]
    assert excerpt_pieces("", []) == [""]


LETTERS = st.sampled_from(list("aáb E\u0301İßΣς_-.,<&\U0001d518\U00020000йи \n\u0300"))
TEXTS = st.lists(LETTERS, max_size=60).map("".join)


@EXAMPLES
@given(TEXTS, st.lists(st.integers(0, 60), max_size=6))
def test_pieces_joined_are_the_text(text: str, places: list[int]) -> None:
    edges = sorted(place for place in places if place <= len(text))
    spans = list(zip(edges[::2], edges[1::2], strict=False))
    assert "".join(in_pieces(text, spans)) == text
    assert len(in_pieces(text, spans)) % 2 == 1


@EXAMPLES
@given(TEXTS, st.data())
def test_every_word_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    words = words_of(text)
    if words:
        word = data.draw(st.sampled_from(words))
        assert any(words_of(hit) == [word] for hit in found(word, text))


@EXAMPLES
@given(TEXTS, TEXTS)
def test_every_hit_holds_the_words_that_were_asked_for(query: str, text: str) -> None:
    plain = re.sub(r"[-*:()]", " ", query)
    wanted = [
        words_of(" ".join(t.words))
        for t in leaves_of(search_terms(plain).terms)
        if isinstance(t, Words)
    ]
    for hit in found(plain, text):
        assert words_of(hit) in wanted


@pytest.mark.parametrize(
    "text",
    ["a" + "\u0301" * 200_000, "a" + " " * 200_000, "a " * 100_000, "a_" * 100_000],
)
def test_no_text_takes_long_to_look_through(text: str) -> None:
    begin = time.process_time()
    assert found('"a b" "a a b" c', text) == []
    assert time.process_time() - begin < 2
