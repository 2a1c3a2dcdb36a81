"""What people type becomes safe terms, and only an impossible date is refused."""

import unicodedata
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.clock import from_datetime
from tidings.core.errors import Invalid
from tidings.core.reading.search_terms import (
    LONGEST_QUERY,
    MOST_TERMS,
    Before,
    InLanguage,
    InPlace,
    InState,
    PlaceKind,
    SearchTerms,
    Since,
    State,
    Term,
    TextField,
    Words,
    search_terms,
)

EXAMPLES = settings(max_examples=50)


def at(year: int, month: int = 1, day: int = 1) -> int:
    return from_datetime(datetime(year, month, day, tzinfo=UTC))


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("", []),
        ("   ", []),
        ("climate", [Words(("climate",))]),
        ("climate change", [Words(("climate",)), Words(("change",))]),
        ("climate climate", [Words(("climate",))]),
        ('"climate change"', [Words(("climate", "change"))]),
        ("“climate change”", [Words(("climate", "change"))]),
        ("„zmiana klimatu”", [Words(("zmiana", "klimatu"))]),
        ('"never closed', [Words(("never", "closed"))]),
        ('a"b c"d', [Words(("a",)), Words(("b", "c")), Words(("d",))]),
        ("-sports", [Words(("sports",), negated=True)]),
        ('-"big sports"', [Words(("big", "sports"), negated=True)]),
        ("- sports", [Words(("sports",))]),
        ("well-known", [Words(("well", "known"))]),
        ("title:election", [Words(("election",), TextField.TITLE)]),
        ('TITLE:"the vote"', [Words(("the", "vote"), TextField.TITLE)]),
        ("-author:smith", [Words(("smith",), TextField.AUTHOR, negated=True)]),
        ('feed:"Hacker  News"', [InPlace(PlaceKind.FEED, "Hacker News")]),
        ("folder:Tech", [InPlace(PlaceKind.FOLDER, "Tech")]),
        ("-tag:later", [InPlace(PlaceKind.TAG, "later", negated=True)]),
        ("tag:c++", [InPlace(PlaceKind.TAG, "c++")]),
        ("is:unread", [InState(State.UNREAD)]),
        ("IS:Starred -is:read", [InState(State.STARRED), InState(State.READ, True)]),
        ("lang:pt_BR", [InLanguage("pt-br")]),
        ("-lang:en", [InLanguage("en", negated=True)]),
        ("after:2024-05-31", [Since(at(2024, 5, 31))]),
        ("after:2024-5", [Since(at(2024, 5))]),
        ("before:2024", [Before(at(2024))]),
        ("-after:2024", [Before(at(2024))]),
        ("-before:2024", [Since(at(2024))]),
        # not understood: searched for as text
        ("is:banana", [Words(("is", "banana"))]),
        ("lang:!", [Words(("lang",))]),
        ("title:", [Words(("title",))]),
        ('tag:""', [Words(("tag",))]),
        ("size:5", [Words(("size", "5"))]),
        ("https://example.com/a", [Words(("https", "example", "com", "a"))]),
        ("12:30", [Words(("12", "30"))]),
        # nothing that an engine could take for its own language is left
        ("foo* OR (bar NEAR/3 baz)", [Words((w,)) for w in ("foo", "OR")]
         + [Words(("bar",)), Words(("NEAR", "3")), Words(("baz",))]),
        ("'; drop table entries --", [Words((w,)) for w in ("drop", "table", "entries")]),
        ("!&|<>:*()^~", []),
        ("-", []),
        ('""', []),
        ("हिन्दी 日本語 żółw", [Words((w,)) for w in ("हिन्दी", "日本語", "żółw")]),
        ("a\0b", [Words(("ab",))]),
        ("\ud800", []),
    ],
)  # fmt: skip
def test_query_is_read(query: str, terms: list[Term]) -> None:
    assert search_terms(query) == SearchTerms(tuple(terms))


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("after:2024-02-30", "after"),
        ("before:2024-13", "before"),
        ("x BEFORE:yesterday", "before"),
        ("-after:0000-01-01", "after"),
        ("after:20240101", "after"),
        ("after:٢٠٢٤", "after"),
    ],
)
def test_impossible_date_is_refused_and_its_field_named(query: str, field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        search_terms(query)
    assert refusal.value.details == {"field": field}


def test_long_query_is_shortened_and_says_so() -> None:
    many = search_terms(" ".join(f"w{number}" for number in range(100)))
    assert len(many.terms) == MOST_TERMS
    assert many.shortened
    long = search_terms("x" * 10_000_000)
    assert long == SearchTerms((Words(("x" * LONGEST_QUERY,)),), shortened=True)


QUERIES = st.lists(
    st.sampled_from(
        ["title:", "is:", "tag:", "lang:", "feed:", '"', "-", " ", ":", "unread", "pt"]
    )
    | st.text(st.characters(), max_size=5)
).map("".join)


def has_no_date(query: str) -> bool:
    return not any(field in query.lower() for field in ("after:", "before:"))


@EXAMPLES
@given(QUERIES.filter(has_no_date))
def test_no_query_raises_and_words_hold_only_letters_and_digits(query: str) -> None:
    for term in search_terms(query).terms:
        if isinstance(term, Words):
            letters = "".join(term.words)
            assert letters
            assert all(unicodedata.category(letter)[0] in "LNM" for letter in letters)
        if isinstance(term, InPlace):
            term.name.encode()


@EXAMPLES
@given(st.dates())
def test_every_day_of_the_calendar_is_a_date(day: date) -> None:
    midnight = at(day.year, day.month, day.day)
    query = f"after:{day.isoformat()} before:{day.isoformat()}"
    assert search_terms(query).terms == (Since(midnight), Before(midnight))
