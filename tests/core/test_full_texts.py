from datetime import timedelta

import pytest

from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.full_texts import Standing, Tried, is_worth_keeping, standing

HOUR = micros(timedelta(hours=1))


@pytest.mark.parametrize(
    ("tried", "changed_at", "expected"),
    [
        (Tried(0, failed=False, has_text=False), None, "wanted"),
        (Tried(NOON, failed=False, has_text=False), None, "working"),
        (Tried(NOON - HOUR, failed=False, has_text=False), None, "wanted"),
        (Tried(NOON + HOUR, failed=False, has_text=False), None, "wanted"),
        (Tried(NOON - HOUR, failed=True, has_text=False), None, "failed"),
        (Tried(NOON - HOUR, failed=True, has_text=False), NOON, "failed"),
        (Tried(NOON - 24 * HOUR, failed=True, has_text=False), None, "wanted"),
        (Tried(NOON + HOUR, failed=True, has_text=False), None, "wanted"),
        (Tried(NOON - HOUR, failed=False, has_text=True), None, "ready"),
        (Tried(NOON - HOUR, failed=False, has_text=True), NOON - 2 * HOUR, "ready"),
        (Tried(NOON - HOUR, failed=False, has_text=True), NOON, "wanted"),
    ],
)
def test_a_try_is_repeated_only_when_that_may_help(
    tried: Tried, changed_at: int | None, expected: Standing
) -> None:
    assert standing(tried, changed_at, NOON) == expected


@pytest.mark.parametrize(
    ("article", "feed", "worth"),
    [("a" * 100, "", True), ("a" * 80, "b" * 100, True), ("a" * 79, "b" * 100, False)],
)
def test_an_article_must_say_about_as_much_as_the_feed(
    article: str, feed: str, worth: bool
) -> None:
    assert is_worth_keeping(article, feed) is worth
