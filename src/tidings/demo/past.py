"""The weeks before the demo began, so that its plots have something to show.

These are rows as the worker writes them; only their times lie before the founding.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta

from tidings.core.clock import micros
from tidings.demo.canvas import Dice
from tidings.samples.content import SampleFeed, sample_feeds
from tidings.store.engine.connection import Connection
from tidings.store.entries.cleanup import last_clean_up_at, log_clean_up
from tidings.store.feeds.checks import PLACES, FeedCheck, write_checks
from tidings.store.system.database_sizes import note_size

_DAY = micros(timedelta(days=1))
_DAYS = 45
_GROWTH = 20_000  # bytes a day
_SIZE = 1_250_000  # on the last day
_NIGHTS = 21
_NIGHT = micros(timedelta(hours=3))
_CHECKS = 18
_HOURS = 9  # between two checks
_HICCUP = 7  # every so many checks, one of a slow server fails


def write_past(
    db: Connection,
    founded_at: int,
    numbers: Mapping[str, int],
    new_id: Callable[[], str],
) -> None:
    """Write what happened before; `numbers` are the feeds' by name."""
    if last_clean_up_at(db) is not None:
        return  # by a start that was cut short
    dice = Dice("the past")
    for ago in range(_DAYS, 0, -1):
        size = _SIZE - ago * _GROWTH + dice.throw(0, 40_000)
        note_size(db, round(size), founded_at - ago * _DAY)
    last_night = (founded_at - _NIGHT) // _DAY * _DAY + _NIGHT
    for ago in range(_NIGHTS):
        took = round(dice.throw(200_000, 900_000))
        at = last_night - ago * _DAY
        log_clean_up(db, new_id(), at, took, _removed(dice))
    for name, number in numbers.items():
        write_checks(db, number, _checks(sample_feeds()[name], founded_at, dice))


def _removed(dice: Dice) -> dict[str, int | str]:
    entries = round(dice.throw(2, 40))
    return {
        "entries": entries,
        "unread_entries": round(entries * dice.throw(0, 0.3)),
        "full_texts": round(dice.throw(0, 6)),
        "size": "fits",
    }


def _checks(feed: SampleFeed, founded_at: int, dice: Dice) -> list[FeedCheck]:
    """Return checks that found what the feed had published by then."""
    checks = []
    for ago in range(_CHECKS, 0, -1):
        hours = ago * _HOURS
        added = sum(
            1
            for entry in feed.entry
            if entry.hours and hours <= entry.hours < hours + _HOURS
        )
        failed = feed.behaviour == "slow" and ago % _HICCUP == 0
        outcome = "timeout" if failed else "fetched" if added else "not_modified"
        checks.append(
            FeedCheck(
                at=founded_at - micros(timedelta(hours=hours)),
                outcome=outcome,
                status=None if failed else 200 if added else 304,
                took=round(dice.throw(40_000, 400_000)),
                size=round(dice.throw(2_000, 9_000)) if added else 0,
                added=0 if failed else added,
                changed=0,
                reason="no answer in time" if failed else None,
                slot=PLACES - ago,
            )
        )
    return checks
