"""When a feed is checked next, and why: a code with its figures, and a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Self

from tidings.core.clock import MICROSECOND, micros
from tidings.core.spoken import spoken_duration, spoken_moment, spoken_times


class CheckReason(StrEnum):
    """Why then; the value is stable, so that an interface can translate it."""

    ASKED = "asked"
    INTERVAL = "interval"
    MINIMUM = "minimum"
    RHYTHM = "rhythm"
    FEED_ASKS = "feed_asks"
    SKIPPED_HOURS = "skipped_hours"
    FRESH = "fresh"
    RETRY_AFTER = "retry_after"
    SLOW_DOWN = "slow_down"
    HOST_HELD = "host_held"
    TURN = "turn"
    TRY_AGAIN = "try_again"
    BACKOFF = "backoff"
    DORMANT = "dormant"
    RESTING = "resting"
    ONE_TIME = "one_time"
    UNFOLLOWED = "unfollowed"


_SENTENCES: Mapping[CheckReason, str] = {
    CheckReason.ASKED: "Checked as soon as possible: someone asked for it.",
    CheckReason.INTERVAL: "Checked again {when}: that is this feed's interval.",
    CheckReason.MINIMUM: "Checked again {when}: no feed is checked more often.",
    CheckReason.RHYTHM: "Checked again {when}: the feed publishes something new about every {every}.",
    CheckReason.FEED_ASKS: "Checked again {when}: the feed asks to be checked every {every}.",
    CheckReason.SKIPPED_HOURS: "Checked again {when}: the feed asks not to be checked before {until}.",
    CheckReason.FRESH: "Checked again {when}: the server says its copy is fresh until {until}.",
    CheckReason.RETRY_AFTER: "Checked again {when}: the server asks us to wait until {until}.",
    CheckReason.SLOW_DOWN: "Checked again {when}: the server asks for fewer requests.",
    CheckReason.HOST_HELD: "Checked {when}: the server refused a request, so none of its feeds is checked until {until}.",
    CheckReason.TURN: "Checked {when}: feeds on the same server are checked one at a time.",
    CheckReason.TRY_AGAIN: "Checked again {when}: {detail}, which says nothing about the feed.",
    CheckReason.BACKOFF: "Checked again {when}: it failed {times} in a row ({detail}).",
    CheckReason.DORMANT: "Checked again {when}: it is dormant, having failed {times} in a row ({detail}).",
    CheckReason.RESTING: "Not checked until someone acts: {detail}.",
    CheckReason.ONE_TIME: "Not checked again: polling is off for this feed.",
    CheckReason.UNFOLLOWED: "Not checked: nobody follows it any more.",
}
_CAPPED = " That is the longest allowed wait."


@dataclass(frozen=True, slots=True)
class NextCheck:
    """The time of the next check with its reason; unused figures are `None` or empty."""

    at: int | None  # None: not until someone asks
    code: CheckReason
    wait: timedelta | None = None  # from when this was decided, or is read
    until: int | None = None  # what the server or the feed named
    every: timedelta | None = None  # the gap or interval the reason speaks of
    failures: int = 0
    detail: str = ""  # the message of the last failure
    capped: bool = False  # the reason asked for longer than is allowed

    @property
    def sentence(self) -> str:
        """Say in English what happens next and why; times are UTC."""
        wait = timedelta(0) if self.wait is None else self.wait
        now = 0 if self.at is None else self.at - micros(wait)
        text = _SENTENCES[self.code].format(
            when=f"in {spoken_duration(wait)}" if wait > timedelta(0) else "now",
            until="" if self.until is None else spoken_moment(self.until, now),
            every="" if self.every is None else spoken_duration(self.every),
            times=spoken_times(self.failures),
            detail=self.detail or "no reason is known",
        )
        return text + _CAPPED if self.capped else text

    def seen_at(self, now: int) -> Self:
        """Return it as it reads later: by then, part of the wait is over."""
        if self.at is None:
            return self
        return replace(self, wait=max(self.at - now, 0) * MICROSECOND)

    @property
    def figures(self) -> dict[str, int | str | bool]:
        """Return what a translation needs, ready for JSON; durations in microseconds."""
        given: dict[str, int | str | bool | None] = {
            "wait": None if self.wait is None else micros(self.wait),
            "until": self.until,
            "every": None if self.every is None else micros(self.every),
            "failures": self.failures or None,
            "detail": self.detail or None,
            "capped": self.capped or None,
        }
        return {name: value for name, value in given.items() if value is not None}


def next_check_from(
    at: int | None, code: str, figures: Mapping[str, object]
) -> NextCheck:
    """Rebuild what was stored as time, code and `figures`."""
    return NextCheck(
        at=at,
        code=CheckReason(code),
        wait=_duration(figures.get("wait")),
        until=_whole(figures.get("until")),
        every=_duration(figures.get("every")),
        failures=_whole(figures.get("failures")) or 0,
        detail=str(figures.get("detail", "")),
        capped=figures.get("capped") is True,
    )


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _duration(value: object) -> timedelta | None:
    return value * MICROSECOND if isinstance(value, int) else None
