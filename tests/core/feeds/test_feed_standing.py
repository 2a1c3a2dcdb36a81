"""One word for how a feed is doing, and help that fits every failure."""

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest

from tidings.core.clock import micros
from tidings.core.feeds.outcome import FailureCode
from tidings.core.feeds.standing import (
    FeedStanding,
    Remedy,
    StandingFacts,
    entries_per_day,
    remedies,
    standing_of,
    what_helps,
)

WELL = StandingFacts(
    is_enabled=True,
    is_polled=True,
    was_checked=True,
    failures=0,
    is_dormant=False,
    is_resting=False,
    is_limited=False,
    lacks_login=False,
)


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({}, FeedStanding.OK),
        ({"was_checked": False}, FeedStanding.NEW),
        ({"failures": 2}, FeedStanding.FAILING),
        ({"failures": 12, "is_dormant": True}, FeedStanding.DORMANT),
        ({"failures": 12, "is_dormant": True, "is_resting": True}, "resting"),
        ({"is_limited": True}, FeedStanding.LIMITED),
        ({"is_limited": True, "failures": 2}, FeedStanding.LIMITED),
        ({"is_limited": True, "failures": 12, "is_dormant": True}, "dormant"),
        ({"lacks_login": True}, FeedStanding.FAILING),
        ({"lacks_login": True, "was_checked": False}, FeedStanding.FAILING),
        ({"lacks_login": True, "is_resting": True}, FeedStanding.RESTING),
        ({"is_polled": False}, FeedStanding.ONCE),
        ({"is_polled": False, "was_checked": False}, FeedStanding.NEW),
        ({"is_enabled": False, "is_resting": True}, FeedStanding.DISABLED),
    ],
)
def test_what_hinders_most_is_the_word(facts: dict, word: str) -> None:
    assert standing_of(replace(WELL, **facts)) == word


@pytest.mark.parametrize(
    "code", [*get_args(FailureCode), "gone", "http_500", "not_a_feed_html"]
)
def test_every_failure_has_help_in_a_sentence(code: str) -> None:
    assert what_helps(code).endswith(".")


def test_help_fits_the_failure() -> None:
    assert "password" in what_helps("unauthorized")
    assert "TIDINGS_ALLOW_ORIGINS" in what_helps("blocked_address")
    assert "new address" in what_helps("not_a_feed_html")
    assert "resolves itself" in what_helps("timeout")


@pytest.mark.parametrize(
    ("code", "standing", "first"),
    [
        ("unauthorized", FeedStanding.FAILING, Remedy.SET_LOGIN),
        ("not_found", FeedStanding.FAILING, Remedy.EDIT_ADDRESS),
        ("not_a_feed_html", FeedStanding.FAILING, Remedy.EDIT_ADDRESS),
        ("gone", FeedStanding.RESTING, Remedy.UNSUBSCRIBE),
        ("slow_down", FeedStanding.OK, Remedy.SLOW_DOWN),
        ("timeout", FeedStanding.FAILING, Remedy.RETRY_NOW),
        ("timeout", FeedStanding.DORMANT, Remedy.SWITCH_ON),
    ],
)
def test_the_best_remedy_comes_first(
    code: str, standing: FeedStanding, first: Remedy
) -> None:
    assert remedies(code, standing)[0] == first


@pytest.mark.parametrize(
    "code", [*get_args(FailureCode), "gone", "http_500", "not_a_feed_html"]
)
def test_what_is_switched_off_can_be_switched_on_and_not_merely_retried(
    code: str,
) -> None:
    offered = remedies(code, FeedStanding.RESTING)
    assert Remedy.SWITCH_ON in offered
    assert Remedy.RETRY_NOW not in offered
    assert remedies(code, FeedStanding.FAILING)


@pytest.mark.parametrize(
    ("count", "known_for", "expected"),
    [
        (0, timedelta(0), 0),
        (14, timedelta(days=400), 2),
        (14, timedelta(days=7), 2),
        (14, timedelta(days=2), 7),
        # One entry is no habit.
        (1, timedelta(hours=1), 1),
        (60, timedelta(hours=12), 60),
    ],
)
def test_what_a_feed_brings_a_day_is_told_from_its_first_day_on(
    count: int, known_for: timedelta, expected: float
) -> None:
    now = micros(timedelta(days=20_000))
    assert entries_per_day(count, now - micros(known_for), now) == expected
