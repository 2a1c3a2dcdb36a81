"""What people type becomes safe terms, or is refused by a code that says why."""

import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tidings.core.clock import from_datetime
from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.reading.search_leaves import (
    Before,
    Extra,
    Has,
    InLanguage,
    InPlace,
    InState,
    InUrl,
    Newer,
    Older,
    PlaceKind,
    Since,
    State,
    TextField,
    Words,
)
from tidings.core.reading.search_terms import (
    LONGEST_QUERY,
    MOST_TERMS,
    Either,
    SearchTerms,
    Term,
    dated,
    leaves_of,
    search_terms,
)

EXAMPLES = settings(max_examples=50)


DAY = 24 * 3_600_000_000


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
        # an operator without its value yet, or none: searched for as text
        ("title:", [Words(("title",))]),
        ('tag:""', [Words(("tag",))]),
        ("Breaking: news", [Words(("Breaking",)), Words(("news",))]),
        ('"size:5"', [Words(("size", "5"))]),
        ("https://example.com/a", [Words(("https", "example", "com", "a"))]),
        ("12:30", [Words(("12", "30"))]),
        # nothing that an engine could take for its own language is left
        ("foo^2 (bar NEAR/3 baz)", [Words(("foo", "2")), Words(("bar",)),
         Words(("NEAR", "3")), Words(("baz",))]),
        ("'; drop table entries --", [Words((w,)) for w in ("drop", "table", "entries")]),
        ("!&|<>:*()^~", []),
        ("-", []),
        ('""', []),
        ("हिन्दी 日本語 żółw", [Words((w,)) for w in ("हिन्दी", "日本語", "żółw")]),
        # beginnings
        ("clim*", [Words(("clim",), prefix=True)]),
        ("-title:clim*", [Words(("clim",), TextField.TITLE, True, prefix=True)]),
        ('"climate cha"*', [Words(("climate", "cha"), prefix=True)]),
        ('"climate cha*"', [Words(("climate", "cha"), prefix=True)]),
        ("*climate", [Words(("climate",))]),
        ("cl*mate", [Words(("cl", "mate"))]),
        ("feed:ars*", [InPlace(PlaceKind.FEED, "ars")]),
        ("tag:c*", [InPlace(PlaceKind.TAG, "c*")]),
        ("* **", []),
        # other operators
        ("in:Tech", [InPlace(PlaceKind.IN, "Tech")]),
        ("has:audio -has:VIDEO", [Has(Extra.AUDIO), Has(Extra.VIDEO, True)]),
        ("has:images has:note", [Has(Extra.IMAGE), Has(Extra.NOTES)]),
        ("inurl:Example.org/Blog", [InUrl("example.org/blog")]),
        ("newer:7d older:2w", [Newer(7 * DAY), Older(14 * DAY)]),
        ("-newer:24H", [Older(DAY)]),
        ("newer:1m older:1y", [Newer(30 * DAY), Older(365 * DAY)]),
        ("a\0b", [Words(("ab",))]),
        ("\ud800", []),
    ],
)  # fmt: skip
def test_query_is_read(query: str, terms: list[Term]) -> None:
    assert search_terms(query) == SearchTerms(tuple(terms))


A, B, C, D = (Words((letter,)) for letter in "abcd")
NOT_A, NOT_B = (Words((letter,), negated=True) for letter in "ab")


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("a OR b", [Either(((A,), (B,)))]),
        ("a or b", [A, Words(("or",)), B]),
        ("a OR b c", [Either(((A,), (B, C)))]),
        ("a b OR c d", [Either(((A, B), (C, D)))]),
        ("a AND b", [A, B]),
        ("a (b OR c)", [A, Either(((B,), (C,)))]),
        ("a(b OR c)d", [A, Either(((B,), (C,))), D]),
        ("(a)OR(b)", [Either(((A,), (B,)))]),
        ("(a (b (c)))", [A, B, C]),
        ("a OR (b OR c)", [Either(((A,), (Either(((B,), (C,))),)))]),
        ("-(a OR b)", [NOT_A, NOT_B]),
        ("-(a b)", [Either(((NOT_A,), (NOT_B,)))]),
        ("-(-a OR -(b c))", [A, B, C]),
        ("title:(a OR author:b)", [
            Either(((Words(("a",), TextField.TITLE),), (Words(("b",), TextField.AUTHOR),)))]),
        ("feed:(ars OR wired)", [
            Either(((InPlace(PlaceKind.FEED, "ars"),), (InPlace(PlaceKind.FEED, "wired"),)))]),
        ("-(newer:1d is:read)", [Either(((Older(DAY),), (InState(State.READ, True),)))]),
        # still being typed, or a slip
        ("a OR", [A]),
        ("OR a", [A]),
        ("a OR OR b", [Either(((A,), (B,)))]),
        ("a OR a", [A]),
        ("a OR ?! OR ()", [A]),
        ("(a OR b", [Either(((A,), (B,)))]),
        ("a) OR b)", [Either(((A,), (B,)))]),
        ("()", []),
        ("OR", []),
        # a call is one phrase
        ("print(a)", [Words(("print", "a"))]),
        ("(print(a))", [Words(("print", "a"))]),
        (":) a :(", [A]),
        ('"a OR b"', [Words(("a", "OR", "b"))]),
    ],
)  # fmt: skip
def test_ways_and_groups_are_read(query: str, terms: list[Term]) -> None:
    assert search_terms(query).terms == tuple(terms)


@pytest.mark.parametrize(
    ("query", "operator", "nearest"),
    [
        ("date:2019", "date", "after"),
        ("x OR Titel:word", "titel", "title"),
        ("(-foldr:x", "foldr", "folder"),
        ("newer_than:7d", "newer_than", "newer"),
        ('size:"5"', "size", None),
    ],
)
def test_unknown_operator_is_refused_with_the_nearest(
    query: str, operator: str, nearest: str | None
) -> None:
    with pytest.raises(Invalid) as refusal:
        search_terms(query)
    assert refusal.value.code == Code.SEARCH_OPERATOR
    expected = {"field": operator} | ({"nearest": nearest} if nearest else {})
    assert refusal.value.details == expected
    assert f"“{operator}:”" in refusal.value.message


@pytest.mark.parametrize(
    ("query", "operator", "known"),
    [
        ("is:banana", "is", "unread, read, starred"),
        ("has:sound", "has", "audio, video, image, notes, highlight"),
        ("lang:english", "lang", "en, pt-br"),
        ("newer:yesterday", "newer", "24h, 7d, 2w, 3m, 1y"),
        ("older:٧d", "older", "24h, 7d, 2w, 3m, 1y"),
    ],
)
def test_value_that_an_operator_does_not_take_is_refused_with_those_it_takes(
    query: str, operator: str, known: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        search_terms(query)
    assert refusal.value.code == Code.SEARCH_VALUE
    value = query.split(":")[1]
    assert refusal.value.details == {"field": operator, "value": value, "known": known}


def test_ages_are_counted_from_now_wherever_they_are() -> None:
    terms = search_terms("newer:7d OR (a older:2w)").terms
    now = at(2025)
    assert dated(terms, now) == (
        Either(((Since(now - 7 * DAY),), (A, Before(now - 14 * DAY)))),
    )
    assert dated(search_terms("newer:9999y").terms, now) == (Since(0),)


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


PIECES = [
    "title:", "is:", "tag:", "lang:", "feed:", "in:", "has:", "newer:", "after:", "no:",
    '"', "-", " ", " ", ":", "unread", "pt", "7d", "2024", "*", "(", ")", " OR ", "a", "b",
]  # fmt: skip
QUERIES = st.lists(
    st.sampled_from(PIECES) | st.text(st.characters(), max_size=5), max_size=60
).map("".join)
REFUSALS = {Code.SEARCH_DATE, Code.SEARCH_OPERATOR, Code.SEARCH_VALUE}


@EXAMPLES
@given(QUERIES)
def test_a_query_is_read_or_refused_by_its_code(query: str) -> None:
    try:
        read = search_terms(query)
    except Invalid as refusal:
        code: Code | None = refusal.code
        read = SearchTerms(())
    else:
        code = None
    assert code is None or code in REFUSALS
    leaves = list(leaves_of(read.terms))
    assert len(leaves) <= MOST_TERMS
    for term in leaves:
        if isinstance(term, Words):
            letters = "".join(term.words)
            assert letters
            assert all(unicodedata.category(letter)[0] in "LNM" for letter in letters)
        if isinstance(term, InPlace):
            term.name.encode()


LEAVES = (
    st.builds(
        Words,
        st.sampled_from([("fox",), ("red", "fox"), ("日本",)]),
        st.sampled_from(TextField),
        st.booleans(),
        st.booleans(),
    )
    | st.builds(
        InPlace,
        st.sampled_from(PlaceKind),
        st.sampled_from(["a b", "7", "("]),
        st.booleans(),
    )
    | st.builds(InState, st.sampled_from(State), st.booleans())
    | st.builds(Has, st.sampled_from(Extra), st.booleans())
    | st.builds(InUrl, st.sampled_from(["x.org", "a(b)c"]), st.booleans())
    | st.builds(InLanguage, st.sampled_from(["pt", "pt-br"]), st.booleans())
    | st.builds(Newer, st.integers(0, 9999).map(lambda days: days * DAY))
    | st.builds(Before, st.dates().map(lambda day: at(day.year, day.month, day.day)))
)
WAYS = st.recursive(
    LEAVES,
    lambda inner: st.lists(
        st.lists(inner, min_size=1, max_size=3, unique=True).map(tuple),
        min_size=2,
        max_size=3,
        unique=True,
    ).map(lambda ways: Either(tuple(ways))),
    max_leaves=8,
)


def spelled(terms: Iterable[Term]) -> str:
    return " ".join(map(spelled_one, terms))


def spelled_one(term: Term) -> str:
    match term:
        case Either(ways):
            return "(" + " OR ".join(map(spelled, ways)) + ")"
        case Newer(age):
            return f"newer:{age // DAY}d"
        case Before(time):
            return (
                f"before:{datetime.fromtimestamp(time / 1e6, UTC).date().isoformat()}"
            )
        case _:
            assert not isinstance(term, Since | Older)
            return "-" * term.negated + spelled_wanted(term)


def spelled_wanted(leaf: Words | InPlace | InState | Has | InUrl | InLanguage) -> str:
    match leaf:
        case Words(words, where):
            operator = "" if where is TextField.ANYWHERE else f"{where}:"
            return f'{operator}"{" ".join(words)}"' + "*" * leaf.prefix
        case InPlace(kind, name):
            return f'{kind}:"{name}"'
        case InState(state):
            return f"is:{state}"
        case Has(extra):
            return f"has:{extra}"
        case InUrl(text):
            return f"inurl:{text}"
        case InLanguage(language):
            return f"lang:{language}"


@EXAMPLES
@given(st.lists(WAYS, max_size=3, unique=True))
def test_terms_spelled_out_are_read_as_the_same_terms(terms: list[Term]) -> None:
    query = spelled(terms)
    assume(len(query) <= LONGEST_QUERY)
    assert search_terms(query) == SearchTerms(tuple(terms))


@EXAMPLES
@given(st.dates())
def test_every_day_of_the_calendar_is_a_date(day: date) -> None:
    midnight = at(day.year, day.month, day.day)
    query = f"after:{day.isoformat()} before:{day.isoformat()}"
    assert search_terms(query).terms == (Since(midnight), Before(midnight))
