"""How the last checks of each feed ended: at most `PLACES` of each, the newest ones.

A check is written over the one that lies `PLACES` claims back, so that nothing has to
be counted or deleted. Claims that ended without a check leave their place as it is.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tidings.core.feeds.check_trip import GOOD_OUTCOMES
from tidings.core.feeds.refresh import RefreshPlan
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of

PLACES = 100
# Words of a server may be in it.
_LONGEST_REASON = 300

_SAVE = """
insert into feed_checks
  (feed_id, slot, at, outcome, status, took, size, added, changed, reason)
values (:feed, :slot, :at, :outcome, :status, :took, :size, :added, :changed, :reason)
on conflict (feed_id, slot) do update set at = excluded.at,
  outcome = excluded.outcome, status = excluded.status, took = excluded.took,
  size = excluded.size, added = excluded.added, changed = excluded.changed,
  reason = excluded.reason
"""
_PAGE = """
select {*} from feed_checks
where feed_id = :feed and (at < :at or (at = :at and slot < :slot))
order by at desc, slot desc limit :limit
"""
_RECENT = """
select feed_id, at, outcome, took, added from (
  select c.feed_id, c.at, c.outcome, c.took, c.added,
    row_number() over (partition by c.feed_id order by c.at desc, c.slot desc) as place
  from ids(:feeds) i cross join feed_checks c where c.feed_id = i.id) ranked
where place <= :most order by feed_id, place
"""


@dataclass(frozen=True, slots=True)
class FeedCheck:
    """One check; `took` is in microseconds, `size` in bytes."""

    at: int
    outcome: str
    status: int | None  # None: no answer came
    took: int
    size: int
    added: int
    changed: int
    reason: str | None  # None: all went well
    slot: int


@dataclass(frozen=True, slots=True)
class RecentCheck:
    """As much of a check as a small plot needs."""

    at: int
    outcome: str
    took: int
    added: int


def save_checks(db: Connection, plans: Sequence[RefreshPlan], now: int) -> None:
    """Note how checks ended, in the commit of what they learnt."""
    db.run_many(_SAVE, [_row(plan, now) for plan in plans])


def write_checks(db: Connection, feed_id: int, checks: Sequence[FeedCheck]) -> None:
    """Write checks of a feed as they are, each in its place."""
    db.run_many(_SAVE, [{"feed": feed_id, **asdict(check)} for check in checks])


def checks_of_feed(
    db: Connection, feed_id: int, before: tuple[int, int], limit: int
) -> list[FeedCheck]:
    """Return checks of a feed, newest first, those after a (time, slot) in that order."""
    at, slot = before
    return all_of(db, FeedCheck, _PAGE, feed=feed_id, at=at, slot=slot, limit=limit)


def recent_checks(
    db: Connection, feed_ids: list[int], most: int
) -> dict[int, list[RecentCheck]]:
    """Return the last checks of several feeds, newest first, at most so many of each."""
    found: dict[int, list[RecentCheck]] = {}
    for feed_id, *row in db.rows(_RECENT, feeds=feed_ids, most=most):
        found.setdefault(feed_id, []).append(RecentCheck(*row))
    return found


def _row(plan: RefreshPlan, now: int) -> dict[str, int | str | None]:
    trip, changes = plan.trip, plan.changes
    is_good = plan.outcome in GOOD_OUTCOMES
    return {
        "feed": plan.feed_id,
        "slot": plan.lease_token % PLACES,
        "at": plan.state.last_checked_at or now,
        "outcome": plan.outcome,
        "status": trip.status,
        "took": trip.took,
        "size": trip.size,
        "added": len(changes.new),
        "changed": len(changes.changed),
        "reason": None if is_good else plan.message[:_LONGEST_REASON],
    }
