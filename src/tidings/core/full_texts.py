"""When the whole article behind an entry is fetched, and when that is not worth it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.core.clock import micros

COOLDOWN = timedelta(hours=24)
# Whoever works on one this long has died.
LEASE = timedelta(minutes=3)
# A page that says much less than the feed did is a notice, not the article.
_AS_LONG_AS = 0.8

Standing = Literal["ready", "failed", "working", "wanted"]


@dataclass(frozen=True, slots=True)
class Tried:
    """What is known of the last try."""

    at: int
    failed: bool
    has_text: bool


def standing(tried: Tried, changed_at: int | None, now: int) -> Standing:
    """Tell how it stands with an entry's full text; `wanted` means that one may try."""
    age = now - tried.at
    if tried.has_text:
        is_stale = (changed_at or 0) > tried.at
        return "wanted" if is_stale else "ready"
    # A try in the future was noted by a clock that has since been set back.
    if tried.failed:
        return "failed" if 0 <= age < micros(COOLDOWN) else "wanted"
    return "working" if 0 <= age < micros(LEASE) else "wanted"


def is_worth_keeping(article: str, feed_text: str) -> bool:
    """Tell whether an extracted article says at least about as much as the feed did."""
    return len(article) >= _AS_LONG_AS * len(feed_text)
