"""Messages to webhooks: noted in the commit they speak of, sent later by a worker.

A message keeps its number through all tries, so that a receiver who gets it twice can
tell. Whoever sends one holds a token that is checked when the result is written.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tidings.core.automation.delivery import DeliveryVerdict
from tidings.core.clock import to_datetime
from tidings.core.ids import uuid7
from tidings.store.engine.connection import Connection
from tidings.store.engine.leases import OURS, TAKE, claim_times, free, release_rows
from tidings.store.engine.sql_words import with_words
from tidings.store.system.events import publish_event

_INSERT = """
insert into webhook_deliveries (id, webhook_id, body, created_at, next_try_at)
select :id, w.id, :body, :now, :now from webhooks w
where w.id = :webhook and w.user_id = :user and w.enabled = 1
on conflict (id) do nothing
"""
# One message of a webhook at a time: a slow receiver holds up nobody else.
_CLAIM = with_words(
    """
update webhook_deliveries
set {take}
where id in (
  select (select d.id from webhook_deliveries d
          where d.webhook_id = w.id and d.next_try_at <= :now
          order by d.next_try_at, d.id limit 1)
  from webhooks w
  where w.enabled = 1 and not exists (
    select 1 from webhook_deliveries d
    where d.webhook_id = w.id and d.next_try_at is not null and not {free})
  order by w.id limit :many for update of w skip locked)
and next_try_at <= :now
returning id
""",
    take=TAKE,
    free=free("d.leased_until"),
)
_CLAIMED = """
select d.id, d.webhook_id, w.user_id, w.url, w.secret, d.body, d.attempts, w.failures,
  d.lease_token
from webhook_deliveries d cross join webhooks w
where d.id = :id and w.id = d.webhook_id
"""
_SETTLE = with_words(
    """
update webhook_deliveries set attempts = attempts + 1, next_try_at = :next,
  leased_until = null, last_error = :error, last_code = :code, last_status = :status,
  delivered_at = case when :delivered = 1 then :now else delivered_at end
where id = :id and {ours}
""",
    ours=OURS,
)
_NOTE_RESULT = """
update webhooks set last_at = :now, last_error = :error, last_code = :code,
  last_status = :status,
  failures = case when :delivered = 1 then 0 else failures + 1 end,
  enabled = case when :off = 1 then 0 else enabled end
where id = :id
"""
_GIVE_UP_ALL = """
update webhook_deliveries set next_try_at = null, last_error = :error,
  last_code = 'switched_off', last_status = null
where webhook_id = :id and next_try_at is not null
"""
_LIST = """
select id, body, created_at, next_try_at, attempts, delivered_at, last_error,
  last_code, last_status
from webhook_deliveries
where webhook_id = :webhook
  and (created_at < :at or (created_at = :at and id < :id))
order by created_at desc, id desc limit :limit
"""
_FIND = """
select id, body, created_at, next_try_at, attempts, delivered_at, last_error,
  last_code, last_status
from webhook_deliveries where id = :id
"""


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A message to a webhook of a user."""

    user_id: int
    webhook_id: str
    type: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A message that this worker may send now."""

    id: str
    webhook_id: str
    user_id: int
    url: str
    secret: bytes = field(repr=False)  # sealed
    body: str = field(repr=False)
    attempts: int  # before this one
    failures: int  # of the webhook, in a row
    token: int


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A message as its owner sees it."""

    id: str
    body: str
    created_at: int
    next_try_at: int | None  # None: done, or given up
    attempts: int
    delivered_at: int | None  # None: not yet, or never
    last_error: str | None  # None: nothing went wrong
    last_code: str | None  # None: nothing went wrong, or before codes were noted
    last_status: int | None  # of HTTP, if there was an answer


def insert_deliveries(
    db: Connection, deliveries: Sequence[NewDelivery], now: int
) -> list[str]:
    """Note messages; a webhook that is gone or switched off gets none."""
    ids = []
    for new in deliveries:
        body = _body(new, now)
        delivery_id = _id(new.webhook_id, body, now)
        db.run(
            _INSERT,
            id=delivery_id,
            webhook=new.webhook_id,
            user=new.user_id,
            body=body,
            now=now,
        )
        ids.append(delivery_id)
        db.wake_on_commit()
    return ids


def claim_deliveries(
    db: Connection, now: int, lease: timedelta, many: int
) -> list[ClaimedDelivery]:
    """Take on messages that are due, one of each webhook at most."""
    rows = db.rows(_CLAIM, many=many, **claim_times(now, lease))
    claimed = [db.row(_CLAIMED, id=row[0]) for row in rows]
    return [ClaimedDelivery(*row) for row in claimed if row is not None]


def next_delivery_at(db: Connection) -> int | None:
    """Return when the next message is due; None: none waits."""
    at: int | None = db.value("select min(next_try_at) from webhook_deliveries")
    return at


def settle_delivery(
    db: Connection, sent: ClaimedDelivery, verdict: DeliveryVerdict, now: int
) -> bool:
    """Write how a try ended; False if another worker has the message by now."""
    known = {
        "now": now,
        "delivered": int(verdict.delivered),
        "error": verdict.problem or None,
        "code": verdict.code,
        "status": verdict.status,
    }
    # Webhook before message, as whoever claims does.
    db.row("select id from webhooks where id = :id for update", id=sent.webhook_id)
    ours = db.run(
        _SETTLE, id=sent.id, token=sent.token, next=verdict.next_try_at, **known
    )
    if not ours:
        return False
    off = int(bool(verdict.switch_off))
    db.run(_NOTE_RESULT, id=sent.webhook_id, off=off, **known)
    if off:
        problem = "not sent: the webhook was switched off"
        db.run(_GIVE_UP_ALL, id=sent.webhook_id, error=problem)
        payload = {"webhook_id": sent.webhook_id, "switched_off": verdict.switch_off}
        publish_event(db, "notify", now, user_id=sent.user_id, payload=payload)
    return True


def release_deliveries(db: Connection, claimed: Sequence[ClaimedDelivery]) -> None:
    """Give messages back that were not sent."""
    held = [{"id": each.id, "token": each.token} for each in claimed]
    release_rows(db, "webhook_deliveries", ["id"], held)


def list_deliveries(
    db: Connection,
    webhook_id: str,
    before: tuple[int, str] | None,
    limit: int,
) -> list[DeliveryRow]:
    """Return messages of a webhook, newest first, those after a place in that order."""
    at, delivery_id = before or (2**63 - 1, "")
    rows = db.rows(
        _LIST,
        webhook=webhook_id,
        at=at,
        id=delivery_id,
        limit=limit,
    )
    return [DeliveryRow(*row) for row in rows]


def find_delivery(db: Connection, delivery_id: str) -> DeliveryRow | None:
    """Return a message; None if it was not noted, or is forgotten."""
    row = db.row(_FIND, id=delivery_id)
    return None if row is None else DeliveryRow(*row)


def forget_deliveries(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` messages from before a time; return how many."""
    return db.run(
        """
        delete from webhook_deliveries where id in (
          select id from webhook_deliveries where created_at < :before
          order by created_at, id limit :most)
        """,
        before=before,
        most=most,
    )


def _body(new: NewDelivery, now: int) -> str:
    body = {
        "type": new.type,
        "timestamp": to_datetime(now).isoformat(),
        "data": new.data,
    }
    return json.dumps(body, ensure_ascii=False)


def _id(webhook_id: str, body: str, now: int) -> str:
    """Return a number that the same message has if its commit is tried again."""
    digest = hashlib.sha256(f"{webhook_id}\0{body}".encode()).digest()
    return str(uuid7(now, int.from_bytes(digest[:10], "big")))
