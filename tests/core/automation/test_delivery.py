"""Messages to webhooks: when the next try is, and when there is none."""

from datetime import timedelta

import pytest

from tidings.core.automation.delivery import (
    MOST_FAILURES,
    MOST_TRIES,
    PAUSES,
    DeliveryAttempt,
    after_try,
)
from tidings.core.clock import micros

NOW = 1_760_000_000_000_000


def judged(tried, tries=1, failures=0, random=0.0):
    return after_try(tried, tries=tries, failures=failures, now=NOW, random=random)


@pytest.mark.parametrize("status", [200, 201, 204, 299])
def test_any_success_is_a_delivery(status):
    verdict = judged(DeliveryAttempt(status))
    assert verdict.delivered
    assert verdict.next_try_at is None


@pytest.mark.parametrize("status", [199, 301, 400, 404, 429, 500, None])
def test_anything_else_is_tried_again(status):
    verdict = judged(
        DeliveryAttempt(status, "no answer in time" if status is None else "")
    )
    assert not verdict.delivered
    assert verdict.problem
    assert verdict.next_try_at == NOW + micros(timedelta(seconds=5))


def test_pauses_grow_from_seconds_to_a_day_and_end():
    tries = [
        judged(DeliveryAttempt(500), tries=n).next_try_at
        for n in range(1, MOST_TRIES + 1)
    ]
    pauses = [at and at - NOW for at in tries]
    assert pauses == [*map(micros, PAUSES), None]
    assert tuple(sorted(PAUSES)) == PAUSES
    assert MOST_TRIES == 8


def test_dice_make_a_pause_longer_by_a_tenth_at_most():
    assert judged(DeliveryAttempt(500), random=1.0).next_try_at == NOW + micros(
        PAUSES[0] * 1.1
    )


def test_gone_switches_off_at_once():
    assert judged(DeliveryAttempt(410)).switch_off


@pytest.mark.parametrize(
    ("tried", "code"),
    [
        (DeliveryAttempt(204), None),
        (DeliveryAttempt(302), "redirect"),
        (DeliveryAttempt(410), "gone"),
        (DeliveryAttempt(500), "http_status"),
        (DeliveryAttempt(None, "no answer in time", "timeout"), "timeout"),
    ],
)
def test_verdict_has_a_code_for_what_went_wrong(tried, code):
    verdict = judged(tried)
    assert (verdict.code, verdict.status) == (code, code and tried.status)


def test_twentieth_failure_in_a_row_switches_off():
    assert not judged(DeliveryAttempt(500), failures=MOST_FAILURES - 2).switch_off
    assert judged(DeliveryAttempt(500), failures=MOST_FAILURES - 1).switch_off
    assert not judged(DeliveryAttempt(200), failures=MOST_FAILURES - 1).switch_off
