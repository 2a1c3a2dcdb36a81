"""Digests: how a reader wants them, what was made, and sending them by mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core import cursor
from tidings.core.clock import micros
from tidings.core.digest import Every
from tidings.core.reading import BEYOND
from tidings.jobs.make_digests import mail_of, make_digests, planned
from tidings.services.mail import can_send_mail, send_mail
from tidings.store import digests as store
from tidings.store.connection import Connection
from tidings.store.digests import DigestPlan, DigestRow
from tidings.store.events import tell_settings_changed

_KIND = "digests"
_AT_ONCE = 100
# An older one is no news: it is there to be read, and is not sent any more.
_WORTH_SENDING = timedelta(days=1)
_LATER = 0  # in place of times that depend on the rest


@dataclass(frozen=True, slots=True)
class PlanWish:
    """How a reader wants digests."""

    every: Every
    weekday: int
    hour: int
    time_zone: str
    length: int
    language: str | None
    by_mail: bool


async def get_plan(context: Context, user_id: int) -> DigestPlan | None:
    """Return how a reader wants digests; None if they want none."""
    return await context.database.read(store.plan_of, user_id)


async def set_plan(context: Context, user_id: int, wish: PlanWish) -> DigestPlan:
    """Make digests from now on; the first tells of the period before it."""
    now = context.clock()
    wanted = DigestPlan(
        user_id=user_id,
        every=wish.every,
        weekday=wish.weekday,
        hour=wish.hour,
        time_zone=wish.time_zone,
        length=wish.length,
        language=wish.language,
        by_mail=wish.by_mail,
        since=_LATER,
        next_at=_LATER,
    )
    return await context.database.write(_save, planned(wanted, now), now)


async def end_plan(context: Context, user_id: int) -> None:
    """Make no more digests; those that were made stay."""
    await context.database.write(_end, user_id, context.clock())


async def list_digests(
    context: Context, user_id: int, after: str | None, limit: int
) -> tuple[Sequence[DigestRow], str | None]:
    """Return digests, newest first, and the cursor of the next page."""
    before = BEYOND
    if after is not None:
        (before,) = cursor.decode_numbers(_KIND, after, 1)
    rows = await context.database.read(store.list_digests, user_id, before, limit + 1)
    if len(rows) <= limit:
        return rows, None
    return rows[:limit], cursor.encode(_KIND, (rows[limit - 1].due_at,))


async def deliver_digests(context: Context) -> None:
    """Make what is due, and send it to those who want that and whose address is known
    to be theirs. What is being sent is noted first: no one gets the same twice."""
    await make_digests(context)
    if not can_send_mail(context):
        return
    now = context.clock()
    since = now - micros(_WORTH_SENDING)
    for mail in await context.database.read(store.digests_to_mail, since, _AT_ONCE):
        if await context.database.write(store.claim_mail, mail, now):
            subject, text = mail_of(mail.material)
            await send_mail(context, mail.email, subject, text)


def _save(db: Connection, plan: DigestPlan, now: int) -> DigestPlan:
    store.save_plan(db, plan)
    tell_settings_changed(db, plan.user_id, "digests", now)
    return store.plan_of(db, plan.user_id) or plan


def _end(db: Connection, user_id: int, now: int) -> None:
    store.delete_plan(db, user_id)
    tell_settings_changed(db, user_id, "digests", now)
