"""How the last checks of a feed ended, one by one."""

from dataclasses import dataclass

from tidings.context import Context
from tidings.core import cursor
from tidings.core.accounts.visitor import Visitor
from tidings.core.pages import Page
from tidings.services.feeds.health import require_feed
from tidings.store.engine.connection import Connection
from tidings.store.feeds.checks import FeedCheck, checks_of_feed

_LIST = "feed checks"
_BEFORE_ALL = (2**62, 0)


@dataclass(frozen=True, slots=True)
class CheckDone:
    """One check; `took` is in microseconds, `bytes` what the server sent."""

    at: int
    outcome: str
    status: int | None  # None: no answer came
    took: int
    bytes: int
    new_entries: int
    changed_entries: int
    reason: str | None  # None: all went well


async def list_checks(
    context: Context, visitor: Visitor, feed_id: int, after: str | None, limit: int
) -> Page[CheckDone]:
    """Return checks of a feed that the visitor follows, newest first."""
    place = _BEFORE_ALL
    if after is not None:
        at, slot = cursor.decode_numbers(_LIST, after, 2)
        place = at, slot
    found = await context.database.read(_checks, visitor, feed_id, place, limit + 1)
    page = [_done(check) for check in found[:limit]]
    if len(found) <= limit:
        return Page(page, None)
    last = found[limit - 1]
    return Page(page, cursor.encode(_LIST, (last.at, last.slot)))


def _checks(
    db: Connection,
    visitor: Visitor,
    feed_id: int,
    before: tuple[int, int],
    limit: int,
) -> list[FeedCheck]:
    require_feed(db, visitor, feed_id)
    return checks_of_feed(db, feed_id, before, limit)


def _done(check: FeedCheck) -> CheckDone:
    reason = check.reason
    return CheckDone(
        at=check.at,
        outcome=check.outcome,
        status=check.status,
        took=check.took,
        bytes=check.size,
        new_entries=check.added,
        changed_entries=check.changed,
        reason=None
        if reason is None
        else f"{reason[:1].upper()}{reason[1:].rstrip('.')}.",
    )
