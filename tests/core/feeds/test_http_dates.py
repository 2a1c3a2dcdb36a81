"""Dates in HTTP headers: the three standard forms, and what servers make of them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import from_datetime, to_datetime
from tidings.core.feeds.http_dates import read_http_date

NOW = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
LONG_AGO = from_datetime(datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC))


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "  Sun, 06 Nov 1994 08:49:37 GMT  ",
        "sun, 6 nov 1994 8:49:37 gmt",
        "Sun, 06-Nov-1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37",
        "06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 10:49:37 +0200",
        "Sun, 06 Nov 1994 03:49:37 -0500",
    ],
)
def test_every_spelling_of_a_moment_is_that_moment(text: str) -> None:
    assert read_http_date(text, NOW) == LONG_AGO


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "-1",
        "now",
        "Sun, 31 Feb 2026 08:00:00 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Nov 0000 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 CEST",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT" + "x" * 10_000,
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_http_date(text, NOW) is None


@pytest.mark.parametrize(
    ("digits", "year"), [("26", 2026), ("76", 2076), ("77", 1977), ("99", 1999)]
)
def test_a_year_of_two_digits_is_at_most_fifty_years_ahead(
    digits: str, year: int
) -> None:
    expected = from_datetime(datetime(year, 11, 6, 8, 0, tzinfo=UTC))
    assert read_http_date(f"Friday, 06-Nov-{digits} 08:00:00 GMT", NOW) == expected


def test_a_leap_second_is_read_as_the_second_before() -> None:
    leap = read_http_date("Sat, 31 Dec 2016 23:59:60 GMT", NOW)
    assert leap == read_http_date("Sat, 31 Dec 2016 23:59:59 GMT", NOW)


@given(st.text(), st.integers(-(10**16), 10**17))
def test_no_text_breaks_the_reader(text: str, now: int) -> None:
    result = read_http_date(text, now)
    assert result is None or isinstance(result, int)


@given(st.integers(-(10**10), 10**11))
def test_what_the_standard_form_writes_is_read_back(seconds: int) -> None:
    at = seconds * 1_000_000
    text = f"{to_datetime(at):%a, %d %b %Y %H:%M:%S} GMT"
    assert read_http_date(text, NOW) == at
