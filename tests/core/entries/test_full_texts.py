from datetime import timedelta

import pytest

from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.entries.full_texts import (
    Standing,
    TextAtHand,
    TextAttempt,
    is_fetched_first,
    is_fetched_when_opened,
    is_left_until_opened,
    is_worth_keeping,
    may_be_fetched_again,
    standing,
)

HOUR = micros(timedelta(hours=1))


@pytest.mark.parametrize(
    ("tried", "changed_at", "expected"),
    [
        (TextAttempt(0, failed=False, has_text=False), None, "wanted"),
        (
            TextAttempt(NOON, failed=False, has_text=False, is_wanted=True),
            None,
            "working",
        ),
        (
            TextAttempt(NOON, failed=False, has_text=True, is_wanted=True),
            None,
            "working",
        ),
        (TextAttempt(NOON - HOUR, False, False, is_wanted=True), None, "wanted"),
        (TextAttempt(NOON + HOUR, False, False, is_wanted=True), None, "wanted"),
        (
            TextAttempt(NOON - HOUR, failed=True, has_text=False, is_wanted=True),
            None,
            "wanted",
        ),
        (TextAttempt(NOON - HOUR, failed=True, has_text=False), None, "failed"),
        (TextAttempt(NOON - HOUR, failed=True, has_text=False), NOON, "failed"),
        (TextAttempt(NOON - 24 * HOUR, failed=True, has_text=False), None, "wanted"),
        (TextAttempt(NOON + HOUR, failed=True, has_text=False), None, "wanted"),
        (TextAttempt(NOON - HOUR, failed=False, has_text=True), None, "ready"),
        (
            TextAttempt(NOON - HOUR, failed=False, has_text=True),
            NOON - 2 * HOUR,
            "ready",
        ),
        (TextAttempt(NOON - HOUR, failed=False, has_text=True), NOON, "wanted"),
    ],
)
def test_a_try_is_repeated_only_when_that_may_help(
    tried: TextAttempt, changed_at: int | None, expected: Standing
) -> None:
    assert standing(tried, changed_at, NOON) == expected


@pytest.mark.parametrize(
    ("minutes_ago", "now_is", "may"),
    [
        (0, "failed", True),
        (9, "ready", False),
        (10, "ready", True),
        (0, "working", False),
    ],
)
def test_a_failure_is_tried_again_at_once_when_a_reader_asks(
    minutes_ago: int, now_is: Standing, may: bool
) -> None:
    at = NOON - minutes_ago * HOUR // 60
    tried = TextAttempt(at, failed=now_is == "failed", has_text=now_is == "ready")
    assert may_be_fetched_again(tried, now_is, NOON) is may


@pytest.mark.parametrize(
    ("article", "feed", "worth"),
    [("a" * 100, "", True), ("a" * 80, "b" * 100, True), ("a" * 79, "b" * 100, False)],
)
def test_an_article_must_say_about_as_much_as_the_feed(
    article: str, feed: str, worth: bool
) -> None:
    assert is_worth_keeping(article, feed) is worth


@pytest.mark.parametrize(
    ("letters", "has_address", "allowed", "now_is", "expected"),
    [
        (199, True, True, "wanted", True),
        (0, True, True, "wanted", True),
        (200, True, True, "wanted", False),
        (199, False, True, "wanted", False),
        (199, True, False, "wanted", False),
        (199, True, True, "failed", False),
        (199, True, True, "ready", False),
    ],
)
def test_opening_a_teaser_asks_for_its_article_unless_the_reader_said_no(
    letters: int, has_address: bool, allowed: bool, now_is: Standing, expected: bool
) -> None:
    asks = is_fetched_when_opened(
        letters, has_address=has_address, allowed=allowed, now_is=now_is
    )
    assert asks is expected


TEASER = TextAtHand(199, has_address=True, is_untried=True, feed_fetches=False)
WHOLE = TextAtHand(200, has_address=True, is_untried=True, feed_fetches=False)
BARE = TextAtHand(50, has_address=False, is_untried=True, feed_fetches=True)
TRIED = TextAtHand(50, has_address=True, is_untried=False, feed_fetches=True)
FETCHED = TextAtHand(900, has_address=True, is_untried=True, feed_fetches=True)


@pytest.mark.parametrize(
    ("text", "deframed", "allowed", "first", "later"),
    [
        (TEASER, True, True, True, False),
        (TEASER, False, True, False, True),
        (TEASER, True, False, False, False),
        (WHOLE, True, True, False, False),
        (WHOLE, False, True, False, False),
        (BARE, True, True, False, False),
        (TRIED, False, True, False, False),
        (FETCHED, False, False, True, False),
    ],
)
def test_a_model_reads_the_article_instead_of_a_teaser(
    text: TextAtHand, deframed: bool, allowed: bool, first: bool, later: bool
) -> None:
    assert is_fetched_first(text, deframed=deframed, allowed=allowed) is first
    waits = is_left_until_opened(text, deframed=deframed, allowed=allowed, costs=True)
    assert waits is later
    assert not is_left_until_opened(
        text, deframed=deframed, allowed=allowed, costs=False
    )
