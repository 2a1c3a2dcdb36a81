"""Notifications: noted in the commit they speak of, sent later by a worker.

A device has one of each tag. What comes while it waits is added to it, and it counts
from when its reader last looked in, so the newest one says all that older ones said.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from tidings.core.automation.push import RULES, TEST, Notice, PushVerdict, next_push_at
from tidings.store.automation.push_subscriptions import (
    LIVING,
    LivingDevice,
    lock_living_devices,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.leases import OURS, TAKE, claim_times, free, release_rows
from tidings.store.engine.sql_words import with_words

_NOTE = """
insert into push_deliveries (subscription_id, tag, title, body, entry_id, found,
  seen_at, noted_at, next_try_at)
values (:device, :tag, :title, :body, :entry, :found, :seen, :now, :due)
on conflict (subscription_id, tag) do update set
  title = excluded.title, body = excluded.body, entry_id = excluded.entry_id,
  found = excluded.found + case when excluded.seen_at > push_deliveries.seen_at
    then 0 else push_deliveries.found end,
  seen_at = excluded.seen_at, noted_at = excluded.noted_at,
  version = push_deliveries.version + 1,
  attempts = case when push_deliveries.next_try_at is null
    then 0 else push_deliveries.attempts end,
  next_try_at = coalesce(push_deliveries.next_try_at, excluded.next_try_at)
"""
_CLAIM = with_words(
    """
update push_deliveries set {take}
where (subscription_id, tag) in (
  select d.subscription_id, d.tag
  from push_deliveries d cross join push_subscriptions p cross join sessions s
    cross join users u
  where d.next_try_at <= :now and p.id = d.subscription_id and {living}
    and {free}
  order by d.next_try_at, d.subscription_id, d.tag
  limit :many for update of d skip locked)
and next_try_at <= :now
returning subscription_id, tag
""",
    living=LIVING,
    take=TAKE,
    free=free("d.leased_until"),
)
_CLAIMED = """
select d.subscription_id, d.tag, d.title, d.body, d.entry_id, d.found, d.noted_at,
  d.version, d.attempts, d.lease_token, p.endpoint, p.p256dh, p.auth, p.failures
from push_deliveries d cross join push_subscriptions p
where d.subscription_id = :device and d.tag = :tag and p.id = d.subscription_id
"""
# What was added while the message was under way is sent in its turn.
_SETTLE = with_words(
    """
update push_deliveries set leased_until = null,
  attempts = case when :again = 1 then attempts + 1 else 0 end,
  next_try_at = coalesce(:next, case when version <> :version then :later end)
where subscription_id = :device and tag = :tag and {ours}
""",
    ours=OURS,
)
_NOTE_RESULT = """
update push_subscriptions set
  last_ok_at = case when :delivered = 1 then :now else last_ok_at end,
  failures = case when :delivered = 1 then 0 else failures + :failed end,
  last_error = :error
where id = :device
"""


@dataclass(frozen=True, slots=True)
class ClaimedPush:
    """A notification that this worker may send now."""

    device: str
    tag: str
    notice: Notice
    noted_at: int
    version: int
    attempts: int  # before this one
    token: int
    endpoint: str
    p256dh: bytes = field(repr=False)
    auth: bytes = field(repr=False)  # sealed
    failures: int  # of the device, in a row


def note_found(db: Connection, notices: Sequence[tuple[int, Notice]], now: int) -> None:
    """Queue notifications of what rules matched, one notice for each user."""
    by_user = dict(notices)
    if not by_user:
        return
    devices = lock_living_devices(db, sorted(by_user), now)
    db.run_many(
        _NOTE,
        [
            {
                **_noted(each, RULES, by_user[each.user_id], now),
                "due": next_push_at(each.last_ok_at, now),
            }
            for each in devices
        ],
    )
    db.wake_on_commit()


def note_test(db: Connection, device: LivingDevice, notice: Notice, now: int) -> None:
    """Let a device show at once that it can be reached."""
    db.run(_NOTE, **_noted(device, TEST, notice, now), due=now)
    db.wake_on_commit()


def claim_pushes(
    db: Connection, now: int, lease: timedelta, many: int
) -> list[ClaimedPush]:
    """Take on notifications that are due, of devices whose sessions live."""
    rows = db.rows(_CLAIM, many=many, **claim_times(now, lease))
    return [_claimed(db, device, tag) for device, tag in rows]


def next_push_due_at(db: Connection) -> int | None:
    """Return when the next notification is due; None: none waits."""
    at: int | None = db.value("select min(next_try_at) from push_deliveries")
    return at


def settle_push(
    db: Connection, sent: ClaimedPush, verdict: PushVerdict, now: int
) -> bool:
    """Write how a try ended; False if another worker has the notification by now."""
    # Device before notification, as whoever notes one does.
    db.row(
        "select id from push_subscriptions where id = :id for update", id=sent.device
    )
    ours = db.run(
        _SETTLE,
        device=sent.device,
        tag=sent.tag,
        token=sent.token,
        version=sent.version,
        again=int(verdict.next_try_at is not None),
        next=verdict.next_try_at,
        later=next_push_at(now, now),
    )
    if not ours:
        return False
    if verdict.is_over:
        db.run("delete from push_subscriptions where id = :id", id=sent.device)
        return True
    db.run(
        _NOTE_RESULT,
        device=sent.device,
        delivered=int(verdict.delivered),
        failed=int(verdict.is_failure),
        error=verdict.problem or None,
        now=now,
    )
    return True


def release_pushes(db: Connection, claimed: Sequence[ClaimedPush]) -> None:
    """Give notifications back that were not sent."""
    held = [
        {"subscription_id": each.device, "tag": each.tag, "token": each.token}
        for each in claimed
    ]
    release_rows(db, "push_deliveries", ["subscription_id", "tag"], held)


def _noted(
    device: LivingDevice, tag: str, notice: Notice, now: int
) -> dict[str, object]:
    return {
        "device": device.id,
        "tag": tag,
        "title": notice.title,
        "body": notice.body,
        "entry": notice.entry_id,
        "found": notice.found,
        "seen": device.seen_at,
        "now": now,
    }


def _claimed(db: Connection, device: str, tag: str) -> ClaimedPush:
    row = db.row(_CLAIMED, device=device, tag=tag)
    assert row is not None
    _, _, title, body, entry_id, found, *rest = row
    return ClaimedPush(device, tag, Notice(title, body, entry_id, found), *rest)
