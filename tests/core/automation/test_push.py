"""What a notification says, when it may be sent, and what follows each try."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.make import NOON
from tidings.core.automation.push import (
    KEEP,
    LARGEST_MESSAGE,
    LONGEST_TEXT,
    MOST_FAILURES,
    MOST_TRIES,
    PAUSES,
    RULES,
    Notice,
    PushTried,
    PushVerdict,
    after_push,
    message,
    next_push_at,
    shown,
    time_to_live,
)
from tidings.core.clock import micros

MINUTE = micros(timedelta(minutes=1))
HOUR = 60 * MINUTE


def judged(
    status: int | None,
    *,
    tries: int = 1,
    failures: int = 0,
    retry_after: timedelta | None = None,
) -> PushVerdict:
    tried = PushTried(status, "" if status else "no answer came", retry_after)
    return after_push(tried, tries=tries, failures=failures, now=NOON, random=0.0)


def test_one_entry_is_opened_and_several_are_listed() -> None:
    one = json.loads(message(Notice("Storm", "Weather", 7), RULES))
    assert one == {
        "title": "Storm",
        "body": "Weather",
        "entry_id": 7,
        "url": "/entry/7",
        "count": 1,
        "tag": "rules",
    }
    many = json.loads(message(Notice("Storm", "Weather", 7, 3), RULES))
    assert (many["url"], many["count"], many["entry_id"]) == ("/", 3, 7)
    test = json.loads(message(Notice("Tidings", "It works", None, 0), "test"))
    assert (test["url"], test["entry_id"]) == ("/", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Storm", "Storm"),
        ("  two\n\tlines\x00 ", "two lines"),
        ("<b>bold</b>", "<b>bold</b>"),  # shown as it stands: it is text
        ("safe \u202egnp.exe", "safe gnp.exe"),
        ("família 👩\u200d👩\u200d👧", "família 👩\u200d👩\u200d👧"),
        ("a" * LONGEST_TEXT, "a" * LONGEST_TEXT),
        ("a" * 201, "a" * 199 + "…"),
    ],
)
def test_text_of_a_feed_is_one_short_plain_line(text: str, expected: str) -> None:
    assert shown(text) == expected


@given(st.text(max_size=600), st.text(max_size=600))
def test_message_is_never_too_large(title: str, body: str) -> None:
    title, body = title.encode("utf-8", "replace").decode(), body * 3
    body = body.encode("utf-8", "replace").decode()
    assert len(message(Notice(title, body, 2**53, 2**53), RULES)) <= LARGEST_MESSAGE


def test_longest_letters_still_fit() -> None:
    wide = "🦊" * 1000
    assert len(message(Notice(wide, wide, 2**53, 2**53), RULES)) <= LARGEST_MESSAGE


@pytest.mark.parametrize(
    ("last_ok_at", "expected"),
    [
        (None, NOON),
        (NOON - HOUR, NOON),
        (NOON - MINUTE, NOON),
        (NOON - 1, NOON - 1 + MINUTE),
        (NOON, NOON + MINUTE),
        (NOON + HOUR, NOON),  # the clock was set back
    ],
)
def test_device_is_told_once_a_minute(last_ok_at: int | None, expected: int) -> None:
    assert next_push_at(last_ok_at, NOON) == expected


@pytest.mark.parametrize(
    ("age", "expected"),
    [(0, 86_400), (HOUR, 82_800), (48 * HOUR, 0), (-HOUR, 86_400)],
)
def test_push_service_keeps_a_notification_for_a_day(age: int, expected: int) -> None:
    assert time_to_live(NOON - age, NOON) == expected


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_taken_is_delivered(status: int) -> None:
    assert judged(status, failures=5) == PushVerdict(True, None, "")


@pytest.mark.parametrize("status", [404, 410])
def test_unknown_device_is_over(status: int) -> None:
    verdict = judged(status)
    assert (verdict.is_over, verdict.next_try_at) == (True, None)


@pytest.mark.parametrize("status", [500, 503, 408, None])
def test_trouble_that_may_pass_is_tried_again_ever_later(status: int | None) -> None:
    waits = [
        (judged(status, tries=tries).next_try_at or 0) - NOON
        for tries in range(1, MOST_TRIES)
    ]
    assert waits == [micros(pause) for pause in PAUSES]
    last = judged(status, tries=MOST_TRIES)
    assert (last.next_try_at, last.is_failure, last.is_over) == (None, True, False)


def test_jitter_only_lengthens_a_pause() -> None:
    late = after_push(PushTried(500), tries=1, failures=0, now=NOON, random=0.99)
    first = micros(PAUSES[0])
    assert first < (late.next_try_at or 0) - NOON < 1.1 * first


@pytest.mark.parametrize("status", [301, 400, 401, 403, 413])
def test_message_that_is_never_taken_is_given_up_at_once(status: int) -> None:
    verdict = judged(status)
    assert (verdict.next_try_at, verdict.is_failure, verdict.is_over) == (
        None,
        True,
        False,
    )
    assert f"HTTP {status}" in verdict.problem


def test_rate_limit_slows_down_without_counting_as_failure() -> None:
    verdict = judged(429, failures=MOST_FAILURES, retry_after=timedelta(hours=2))
    assert verdict.next_try_at == NOON + 2 * HOUR
    assert (verdict.is_failure, verdict.is_over) == (False, False)
    absurd = judged(429, retry_after=timedelta(days=300))
    assert absurd.next_try_at == NOON + micros(KEEP)
    assert judged(429, tries=MOST_TRIES).next_try_at is None


def test_many_failures_in_a_row_end_a_subscription() -> None:
    assert not judged(500, failures=MOST_FAILURES - 2).is_over
    assert judged(500, failures=MOST_FAILURES - 1).is_over
