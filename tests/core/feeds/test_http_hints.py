"""What headers say about freshness, waiting, validators and hubs."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import from_datetime
from tidings.core.feeds.http_hints import (
    LONGEST_HINT,
    CacheControl,
    HttpHints,
    Validators,
    keep_unsaid,
    read_cache_control,
    read_hints,
    read_seconds,
)

NOW = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
ZERO = timedelta(0)

NOON = "Sun, 01 Mar 2026 12:00:00 GMT"
ONE_O_CLOCK = "Sun, 01 Mar 2026 13:00:00 GMT"
ELEVEN = "Sun, 01 Mar 2026 11:00:00 GMT"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max-age=3600", HOUR),
        ("Max-Age = 3600", HOUR),
        ('max-age="3600"', HOUR),
        ("public, max-age=3600, must-revalidate", HOUR),
        ("public; max-age=3600", HOUR),
        (",, max-age=3600,", HOUR),
        ('private="set-cookie, max-age=1", max-age=3600', HOUR),
        ("max-age=junk, max-age=3600", HOUR),
        ("max-age=3600, max-age=60", HOUR),
        ("max-age=-5", ZERO),
        ("max-age=59.5", MINUTE),
        ("max-age=" + "9" * 5_000, LONGEST_HINT),
        ("s-maxage=3600", None),
        ("max-age", None),
        ("max-age=", None),
        ("max-age=1e9", None),
        ("max-age=∞", None),
        ("", None),
    ],
)
def test_max_age_is_read_from_any_cache_control(
    text: str, expected: timedelta | None
) -> None:
    assert read_cache_control(text).max_age == expected


def test_the_directives_of_cache_control_are_named() -> None:
    assert read_cache_control("No-Store, no-cache, MUST-REVALIDATE") == CacheControl(
        max_age=None, no_store=True, no_cache=True, must_revalidate=True
    )


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"cache-control": "max-age=3600"}, HOUR),
        ({"cache-control": "max-age=3600", "age": "2400"}, 20 * MINUTE),
        ({"cache-control": "max-age=3600", "age": "9999"}, ZERO),
        ({"cache-control": "max-age=3600", "age": "-5"}, HOUR),
        ({"cache-control": "max-age=3600", "age": "junk"}, HOUR),
        ({"cache-control": "no-cache, max-age=3600"}, ZERO),
        ({"cache-control": "no-store", "expires": ONE_O_CLOCK}, ZERO),
        ({"cache-control": "max-age=60", "expires": ONE_O_CLOCK}, MINUTE),
        ({"cache-control": "must-revalidate", "expires": ONE_O_CLOCK}, HOUR),
        ({"expires": ONE_O_CLOCK}, HOUR),
        ({"expires": ONE_O_CLOCK, "date": ELEVEN}, 2 * HOUR),
        ({"expires": ONE_O_CLOCK, "date": "junk"}, HOUR),
        ({"expires": ONE_O_CLOCK, "age": "1800"}, 30 * MINUTE),
        ({"expires": ELEVEN}, ZERO),
        ({"expires": "0"}, ZERO),
        ({"expires": "-1"}, ZERO),
        ({"expires": "Fri, 31 Dec 9999 23:59:59 GMT"}, LONGEST_HINT),
    ],
)
def test_freshness_is_what_is_left_of_the_lifetime(
    headers: dict[str, str], expected: timedelta | None
) -> None:
    assert read_hints(headers, NOW).fresh_for == expected


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        ({"retry-after": "120"}, 2 * MINUTE),
        ({"retry-after": " 120 "}, 2 * MINUTE),
        ({"retry-after": "119.2"}, 2 * MINUTE),
        ({"retry-after": "0"}, ZERO),
        ({"retry-after": "-30"}, ZERO),
        ({"retry-after": "9" * 400}, LONGEST_HINT),
        ({"retry-after": ONE_O_CLOCK}, HOUR),
        ({"retry-after": "Sunday, 01-Mar-26 13:00:00 GMT"}, HOUR),
        ({"retry-after": "Sun Mar  1 13:00:00 2026"}, HOUR),
        ({"retry-after": ELEVEN}, ZERO),
        ({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}, LONGEST_HINT),
        ({"retry-after": "later"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "2 minutes"}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(
    headers: dict[str, str], expected: timedelta | None
) -> None:
    assert read_hints(headers, NOW).retry_after == expected


@pytest.mark.parametrize("date", [ELEVEN, NOON, ONE_O_CLOCK])
def test_a_server_with_a_wrong_clock_is_never_asked_too_early(date: str) -> None:
    hints = read_hints({"retry-after": ONE_O_CLOCK, "date": date}, NOW)
    assert hints.retry_after is not None
    assert hints.retry_after >= HOUR


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ('"abc"', '"abc"'),
        ('W/"abc"', 'W/"abc"'),
        ("unquoted", "unquoted"),
        ("", None),
        ('"a\r\nb"', None),
        ('"ä"', None),
        ('"\udcff"', None),
        ("x" * 2_000, None),
    ],
)
def test_an_etag_is_kept_as_it_is_or_not_at_all(value: str, kept: str | None) -> None:
    assert read_hints({"etag": value}, NOW).validators.etag == kept


def test_last_modified_is_kept_as_it_is_even_if_it_is_no_date() -> None:
    hints = read_hints({"last-modified": "yesterday, roughly"}, NOW)
    assert hints.validators == Validators(last_modified="yesterday, roughly")
    assert read_hints({"last-modified": "x" * 200}, NOW).validators == Validators()


def test_hubs_and_self_come_from_every_link_header() -> None:
    headers = [
        ("Link", "<https://a.example/hub>; rel=hub, </feed>; rel=self"),
        ("link", "<https://b.example/hub>; rel=hub"),
        ("LINK", "<https://a.example/hub>; rel=hub, <x>; rel=next"),
    ]
    hints = read_hints(headers, NOW)
    assert hints.hub_urls == ("https://a.example/hub", "https://b.example/hub")
    assert hints.self_url == "/feed"


def test_repeated_headers_are_joined_where_that_makes_sense() -> None:
    headers = [
        ("Cache-Control", "public"),
        ("Cache-Control", "max-age=60"),
        ("ETag", '"first"'),
        ("ETag", '"second"'),
    ]
    hints = read_hints(headers, NOW)
    assert hints.fresh_for == MINUTE
    assert hints.validators.etag == '"first"'


def test_a_mapping_and_pairs_read_the_same() -> None:
    headers = {"ETag": '"x"', "Cache-Control": "max-age=5", "Other": "y"}
    assert read_hints(headers, NOW) == read_hints(list(headers.items()), NOW)


def test_a_304_keeps_what_it_does_not_say() -> None:
    before = Validators(etag='"a"', last_modified=NOON)
    silent = keep_unsaid(HttpHints(), validators=before, fresh_for=HOUR)
    assert (silent.validators, silent.fresh_for) == (before, HOUR)

    spoken = HttpHints(fresh_for=ZERO, validators=Validators(etag='"b"'))
    kept = keep_unsaid(spoken, validators=before, fresh_for=HOUR)
    assert kept.validators == Validators(etag='"b"', last_modified=NOON)
    assert kept.fresh_for == ZERO


@given(st.text())
def test_seconds_are_never_negative_or_endless(text: str) -> None:
    seconds = read_seconds(text)
    assert seconds is None or ZERO <= seconds <= LONGEST_HINT


HEADER_NAMES = st.sampled_from(
    [
        "age",
        "cache-control",
        "date",
        "etag",
        "expires",
        "last-modified",
        "link",
        "retry-after",
        "other",
    ]
)
HEADER_VALUES = st.text() | st.sampled_from([NOON, ELEVEN, "max-age=7", "-1", '"'])


@given(st.lists(st.tuples(HEADER_NAMES, HEADER_VALUES)))
def test_no_headers_break_the_reader(headers: list[tuple[str, str]]) -> None:
    hints = read_hints(headers, NOW)
    for wait in (hints.fresh_for, hints.retry_after):
        assert wait is None or ZERO <= wait <= LONGEST_HINT
    for text in (hints.validators.etag, hints.validators.last_modified):
        assert text is None or (text.isascii() and text.isprintable())


def test_caching_headers_are_kept_as_they_were_received() -> None:
    hints = read_hints({"Cache-Control": "max-age=60,  public", "Expires": "-1"}, NOW)
    assert (hints.cache_control, hints.expires) == ("max-age=60,  public", "-1")
    silent = read_hints({"cache-control": "", "expires": "x" * 5000}, NOW)
    assert silent.cache_control is None
    assert len(silent.expires or "") == 500
