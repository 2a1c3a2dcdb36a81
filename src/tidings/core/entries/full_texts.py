"""When the whole article behind an entry is fetched, and when that is not worth it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.core.clock import micros

COOLDOWN = timedelta(hours=24)
# An article that is there is not fetched again sooner, whoever asks.
PAUSE = timedelta(minutes=10)
# Whoever works on one this long has died.
LEASE = timedelta(minutes=3)
# What a feed says in fewer letters is a teaser.
SHORT = 200
# A page that says much less than the feed did is a notice, not the article.
_AS_LONG_AS = 0.8

# How urgently an article is wanted.
BACKGROUND = 1
SOMEBODY_WAITS = 2

Standing = Literal["ready", "failed", "working", "wanted"]


@dataclass(frozen=True, slots=True)
class TextAttempt:
    """What is known of the last try."""

    at: int
    failed: bool
    has_text: bool
    is_wanted: bool = False  # it waits for a worker, or one has it


@dataclass(frozen=True, slots=True)
class TextAtHand:
    """What an entry brought, before anyone visits its page."""

    letters: int  # of its plain text; SHORT or more are not counted further
    has_address: bool
    is_untried: bool  # nobody has asked for the article yet
    feed_fetches: bool  # the feed is set to fetch the article of every entry


def standing(tried: TextAttempt, changed_at: int | None, now: int) -> Standing:
    """Return how it stands with an entry's full text; `wanted` means that one may try."""
    age = now - tried.at
    if tried.is_wanted:
        return "working" if 0 <= age < micros(LEASE) else "wanted"
    if tried.has_text:
        is_stale = (changed_at or 0) > tried.at
        return "wanted" if is_stale else "ready"
    # A try in the future was noted by a clock that has since been set back.
    return "failed" if tried.failed and 0 <= age < micros(COOLDOWN) else "wanted"


def may_be_fetched_again(tried: TextAttempt, now_is: Standing, now: int) -> bool:
    """Return whether a reader may ask for an article again: at once after a failure, and
    after a pause where there is one. A host that wants to be left alone is, all the same."""
    if now_is == "failed":
        return True
    return now_is == "ready" and not 0 <= now - tried.at < micros(PAUSE)


def is_fetched_when_opened(
    letters: int, *, has_address: bool, allowed: bool, now_is: Standing
) -> bool:
    """Return whether opening an entry asks for its article: of teasers only, unless the
    reader said no."""
    return has_address and allowed and letters < SHORT and now_is == "wanted"


def is_fetched_first(text: TextAtHand, *, deframed: bool, allowed: bool) -> bool:
    """Return whether AI waits for the article of a new entry. Summaries alone do not send
    anyone to its page: only deframing is worth that before somebody opens it."""
    if not text.has_address or not text.is_untried:
        return False
    return text.feed_fetches or (allowed and deframed and text.letters < SHORT)


def is_left_until_opened(
    text: TextAtHand, *, deframed: bool, allowed: bool, costs: bool
) -> bool:
    """Return whether a paid summary waits until somebody opens the entry: a teaser is its
    own summary, and opening it would pay for the article once more."""
    return (
        costs
        and allowed
        and not deframed
        and not text.feed_fetches
        and text.has_address
        and text.is_untried
        and text.letters < SHORT
    )


def is_worth_keeping(article: str, feed_text: str) -> bool:
    """Return whether an extracted article says at least about as much as the feed did."""
    return len(article) >= _AS_LONG_AS * len(feed_text)
