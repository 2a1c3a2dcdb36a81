"""When digests are due, and what they say without any model."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import from_datetime, micros, to_datetime
from tidings.core.publishing.digest import (
    DigestLine,
    digest_html,
    digest_text,
    digest_title,
    fair_lines,
    next_digest_at,
)

WARSAW = ZoneInfo("Europe/Warsaw")
DAY = micros(timedelta(days=1))


def at(text: str) -> int:
    return from_datetime(datetime.fromisoformat(text))


def line(number: int, feed: int = 1, url: str | None = None) -> DigestLine:
    return DigestLine(number, feed, f"Feed {feed}", f"Title {number}", "Said.", url)


@pytest.mark.parametrize(
    ("every", "weekday", "hour", "now", "wanted"),
    [
        ("daily", 0, 7, "2025-10-09T04:59:00+00:00", "2025-10-09T05:00:00+00:00"),
        ("daily", 0, 7, "2025-10-09T05:00:00+00:00", "2025-10-10T05:00:00+00:00"),
        ("daily", 3, 7, "2025-10-25T20:00:00+00:00", "2025-10-26T06:00:00+00:00"),
        ("weekly", 0, 7, "2025-10-09T05:00:00+00:00", "2025-10-13T05:00:00+00:00"),
        ("weekly", 3, 7, "2025-10-09T04:00:00+00:00", "2025-10-09T05:00:00+00:00"),
        ("weekly", 3, 7, "2025-10-09T05:00:00+00:00", "2025-10-16T05:00:00+00:00"),
        ("daily", 0, 2, "2026-03-28T12:00:00+00:00", "2026-03-29T01:00:00+00:00"),
    ],
)
def test_the_next_digest_is_when_the_local_clock_shows_the_hour(
    every, weekday, hour, now, wanted
) -> None:
    assert next_digest_at(every, weekday, hour, WARSAW, at(now)) == at(wanted)


@given(
    st.sampled_from(["daily", "weekly"]),
    st.integers(0, 6),
    st.integers(0, 23),
    st.integers(0, 2**51),
    st.sampled_from(["Europe/Warsaw", "America/Sao_Paulo", "Pacific/Apia"]),
)
def test_a_digest_is_due_after_now_and_within_its_period(
    every, weekday, hour, now, zone
) -> None:
    due = next_digest_at(every, weekday, hour, ZoneInfo(zone), now)
    # A zone may skip a whole day, and clocks are put forward and back.
    longest = (2 if every == "daily" else 8) * DAY + DAY // 8
    assert now < due <= now + longest


def test_each_feed_has_its_turn_and_each_address_one_line() -> None:
    same = "https://a.example/1"
    lines = [line(9), line(8), line(7), line(6, 2, same), line(5, 3, same), line(4, 3)]
    assert [each.entry_id for each in fair_lines(lines, 4)] == [9, 6, 4, 8]


def test_text_of_strangers_stays_text() -> None:
    evil = DigestLine(1, 1, "<i>F", "<b>T", "<script>", 'https://a.example/"x')
    html = digest_html([evil], "One <b>\nTwo")
    assert html == (
        "<p>One &lt;b&gt;</p><p>Two</p><ul>"
        '<li><a href="https://a.example/&quot;x">&lt;b&gt;T</a> (&lt;i&gt;F)'
        "<br>&lt;script&gt;</li></ul>"
    )


def test_a_digest_as_text_names_title_source_and_address() -> None:
    text = digest_text([line(1, url="https://a.example/1")], "Briefly.")
    assert text == "Briefly.\n\n* Title 1 (Feed 1)\nSaid.\nhttps://a.example/1"


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("pt-BR", "Resumo do dia, 2025-10-09"),
        ("pl", "Przegląd dnia, 2025-10-09"),
        ("xx", "Daily briefing, 2025-10-09"),
    ],
)
def test_a_digest_is_named_in_the_readers_language(language: str, wanted: str) -> None:
    day = to_datetime(at("2025-10-09T05:00:00+00:00")).astimezone(UTC).date()
    assert day == date(2025, 10, 9)
    assert digest_title("daily", language, day) == wanted
