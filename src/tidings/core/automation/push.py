"""Web Push: what a notification says, when it may be sent, and what follows each try."""

import json
import re
from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.spaces import single_spaced

# A device gets notifications at most this often; what comes between is counted.
AT_MOST_EVERY = timedelta(minutes=1)
# Yesterday's news need not wake anybody up.
KEEP = timedelta(hours=24)
# One try more than there are pauses.
PAUSES = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
)
MOST_TRIES = len(PAUSES) + 1
# So many failures in a row, of all messages together, end a subscription.
MOST_FAILURES = 20
LONGEST_TEXT = 200
# Push services take 4096 bytes, encryption included; some take less.
LARGEST_MESSAGE = 3 * 1024

RULES = "rules"  # the tag of what rules found
TEST = "test"

_JITTER = 0.1
_GONE = frozenset({404, 410})
_SLOW_DOWN = 429
_MAY_PASS = frozenset({408, 425, _SLOW_DOWN})
# Control characters, and marks that make text run backwards over what stands beside it.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Notice:
    """What a device is to show."""

    title: str
    body: str
    entry_id: int | None  # None: it speaks of no entry
    found: int = 1  # how many entries it stands for, since its reader last looked in


@dataclass(frozen=True, slots=True)
class PushTried:
    """How one try to send a notification ended."""

    status: int | None  # None: no answer came
    problem: str = ""  # plain text, safe to show; empty when an answer came
    retry_after: timedelta | None = None  # None: not said


@dataclass(frozen=True, slots=True)
class PushVerdict:
    """What follows from a try."""

    delivered: bool
    next_try_at: int | None  # None: there is no other
    problem: str  # empty when it was delivered
    is_failure: bool = False  # whether it counts against the subscription
    is_over: bool = False  # whether the subscription is of no use any more


def message(notice: Notice, tag: str) -> bytes:
    """Return a notification as the web app's service worker reads it."""
    one = notice.entry_id is not None and notice.found == 1
    message = {
        "title": shown(notice.title),
        "body": shown(notice.body),
        "entry_id": notice.entry_id,
        "url": f"/entry/{notice.entry_id}" if one else "/",
        "count": notice.found,
        "tag": tag,
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def shown(text: str) -> str:
    """Return text of a feed as one short line of plain text."""
    line = single_spaced(_UNSEEN.sub(" ", text))
    if len(line) <= LONGEST_TEXT:
        return line
    return line[: LONGEST_TEXT - 1].rstrip() + "…"


def next_push_at(last_ok_at: int | None, now: int) -> int:
    """Return when a device may be notified again; a clock that was set back is no reason
    to wait."""
    if last_ok_at is None or last_ok_at > now:
        return now
    return max(now, last_ok_at + micros(AT_MOST_EVERY))


def time_to_live(noted_at: int, now: int) -> int:
    """Return for how many seconds more a push service may keep a notification."""
    left = noted_at + micros(KEEP) - now
    return min(max(left, 0), micros(KEEP)) // micros(timedelta(seconds=1))


def after_push(
    tried: PushTried, *, tries: int, failures: int, now: int, random: float
) -> PushVerdict:
    """Judge the `tries`-th try; so many `failures` in a row came before it."""
    status = tried.status
    if status is not None and 200 <= status <= 299:
        return PushVerdict(True, None, "")
    problem = tried.problem or f"the push service answered with HTTP {status}"
    # "Slower" does not mean "broken".
    is_failure = status != _SLOW_DOWN
    if status in _GONE or (is_failure and failures + 1 >= MOST_FAILURES):
        return PushVerdict(False, None, problem, is_failure=True, is_over=True)
    if tries >= MOST_TRIES or not _may_pass(status):
        return PushVerdict(False, None, problem, is_failure)
    pause = PAUSES[tries - 1] * (1 + _JITTER * random)
    asked = min(tried.retry_after or timedelta(0), KEEP)
    return PushVerdict(False, now + micros(max(pause, asked)), problem, is_failure)


def _may_pass(status: int | None) -> bool:
    """Say whether the same message may be taken later."""
    return status is None or status >= 500 or status in _MAY_PASS
