"""Entries are known by the words that tell something, whatever their endings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.stories.words import address_key, story_words

ENGLISH = "The council has decided that it will build a bridge over the river."


@pytest.mark.parametrize(
    ("text", "declared", "language"),
    [
        (ENGLISH, None, "en"),
        (ENGLISH, "pl-PL", "en"),  # the words know better than the feed
        ("O fogo começou na segunda-feira e já atingiu o parque", "en", "pt"),
        ("Nie wiadomo jeszcze, co się stało na rynku w nocy", None, "pl"),
        ("Die Stadt hat sich für eine neue Brücke entschieden", "en-US", "de"),
        ("Kort nieuws", "nl_NL", "nl"),  # too little to tell: the feed is believed
        ("ニュース", "ja", "ja"),
        ("", None, ""),
    ],
)
def test_language_is_what_the_words_show(
    text: str, declared: str | None, language: str
) -> None:
    assert story_words("", text, declared).language == language


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Evacuated", "evacuation"),
        ("São Lourenço", "SAO LOURENCO"),
        ("Łódź", "lodz"),
        ("13,75%", "13.75 %"),
        ("flood", "floods in the and of"),
    ],
)
def test_endings_accents_and_small_words_do_not_tell_words_apart(
    one: str, other: str
) -> None:
    mine, theirs = story_words(one, "", "en"), story_words(other, "", "en")
    assert mine.words.keys() & theirs.words.keys()


def test_the_same_word_of_two_languages_is_two_words() -> None:
    mine, theirs = story_words("Bremen", "", "en"), story_words("Bremen", "", "de")
    assert not mine.words.keys() & theirs.words.keys()


def test_words_know_whether_they_are_in_the_title() -> None:
    told = story_words("Bridge", "A tunnel beside the bridge", "en")
    assert sorted(told.words.values()) == [False, False, True]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a.example/x?utm_source=feed", "https://a.example/x/", True),
        ("https://a.example/x", "https://a.example/y", False),
        ("https://a.example/x?id=1", "https://a.example/x?id=2", False),
    ],
)
def test_addresses_are_compared_without_noise(one: str, other: str, same: bool) -> None:
    assert (address_key(one) == address_key(other)) is same


@pytest.mark.parametrize("url", [None, "", "https://a.example", "https://a.example/"])
def test_a_home_page_tells_nothing(url: str | None) -> None:
    assert address_key(url) is None


@given(st.text(max_size=200), st.text(max_size=400), st.text(max_size=8))
def test_any_text_has_words_that_fit_the_database(
    title: str, text: str, declared: str
) -> None:
    told = story_words(title, text, declared)
    assert all(-(2**63) <= word < 2**63 for word in told.words)
    assert told == story_words(title, text, declared)
