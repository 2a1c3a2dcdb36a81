"""Devices that may be sent notifications, one for each session and only while it lives,
and the key by which push services know this installation: made once, kept sealed."""

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field

from tidings.core.errors import NotFound, Unauthorized
from tidings.store.accounts.sessions import MOST_SESSIONS
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert_new, one_of
from tidings.store.engine.sql_words import with_words
from tidings.store.system.app_settings import forget_value, get_value

# Of `p`, with its session `s` and its user `u`; needs `:now`.
LIVING = (
    "s.id = p.session_id and s.revoked_at is null and s.expires_at > :now"
    " and u.id = p.user_id and u.disabled_at is null"
)
_LIST = with_words(
    """
select {p.*} from push_subscriptions p cross join sessions s cross join users u
where p.user_id = :user and {living}
order by p.created_at, p.id limit :most
""",
    living=LIVING,
)
_FIND = with_words(
    """
select {p.*} from push_subscriptions p cross join sessions s cross join users u
where p.id = :id and p.user_id = :user and {living}
""",
    living=LIVING,
)
# In the order that everybody locks them: nobody deletes one before we have committed.
_LOCK = with_words(
    """
select p.id, p.user_id, p.last_ok_at, s.last_seen_at
from ids(:users) i cross join push_subscriptions p cross join sessions s
  cross join users u
where p.user_id = i.id and {living}
order by p.id for update of p
""",
    living=LIVING,
)
# A browser has one address and one session: whatever else knew either is outdated.
_MAKE_ROOM = """
delete from push_subscriptions
where (endpoint_hash = :hash and session_id <> :session)
  or (session_id = :session and endpoint_hash <> :hash)
"""
_KEEP = """
insert into push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash,
  p256dh, auth, user_agent, created_at)
values (:id, :user, :session, :endpoint, :hash, :p256dh, :auth, :agent, :now)
on conflict (endpoint_hash) do update set user_id = excluded.user_id,
  session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
  user_agent = excluded.user_agent, failures = 0, last_error = null
returning id
"""
_KEY_NAME = "push_key"


@dataclass(frozen=True, slots=True)
class NewPushSubscription:
    """A device to be kept; `auth` is sealed."""

    id: str
    user_id: int
    session_id: str
    endpoint: str
    p256dh: bytes
    auth: bytes = field(repr=False)
    user_agent: str


@dataclass(frozen=True, slots=True)
class PushSubscriptionRow:
    """A device as its owner sees it."""

    id: str
    session_id: str
    endpoint: str
    user_agent: str
    created_at: int
    last_ok_at: int | None  # None: nothing was taken yet
    failures: int  # in a row
    last_error: str | None  # None: nothing went wrong the last time


@dataclass(frozen=True, slots=True)
class LivingDevice:
    """A device that may get a notification, locked until the commit."""

    id: str
    user_id: int
    last_ok_at: int | None  # None: nothing was taken yet
    seen_at: int  # when its session was last used


def list_push_subscriptions(
    db: Connection, user_id: int, now: int
) -> list[PushSubscriptionRow]:
    """Return all devices of a user, oldest first."""
    return all_of(
        db, PushSubscriptionRow, _LIST, user=user_id, now=now, most=MOST_SESSIONS
    )


def find_push_subscription(
    db: Connection, user_id: int, subscription_id: str, now: int
) -> PushSubscriptionRow:
    """Return a device of a user, or raise NotFound."""
    found = one_of(
        db, PushSubscriptionRow, _FIND, id=subscription_id, user=user_id, now=now
    )
    if found is None:
        raise NotFound("There is no such push subscription.")
    return found


def keep_push_subscription(
    db: Connection, new: NewPushSubscription, now: int
) -> PushSubscriptionRow:
    """Keep a device; the same address in the same session stays the same device."""
    held = db.row(
        "select id from sessions where id = :id and revoked_at is null for update",
        id=new.session_id,
    )
    if held is None:
        raise Unauthorized("Sign in first: this session has ended.")
    known = {
        "session": new.session_id,
        "hash": hashlib.sha256(new.endpoint.encode()).digest(),
    }
    db.run(_MAKE_ROOM, **known)
    kept = db.value(
        _KEEP,
        id=new.id,
        user=new.user_id,
        endpoint=new.endpoint,
        p256dh=new.p256dh,
        auth=new.auth,
        agent=new.user_agent,
        now=now,
        **known,
    )
    return find_push_subscription(db, new.user_id, kept, now)


def delete_push_subscription(
    db: Connection, user_id: int, subscription_id: str
) -> None:
    """Delete a device and its pending notifications."""
    gone = db.run(
        "delete from push_subscriptions where id = :id and user_id = :user",
        id=subscription_id,
        user=user_id,
    )
    if not gone:
        raise NotFound("There is no such push subscription.")


def lock_living_devices(
    db: Connection, users: Sequence[int], now: int
) -> list[LivingDevice]:
    """Return the devices of some users whose sessions live."""
    return all_of(db, LivingDevice, _LOCK, users=list(users), now=now)


def find_push_key(db: Connection) -> bytes | None:
    """Return the sealed key, None if there is none yet."""
    found = get_value(db, _KEY_NAME)
    return None if found is None else b64decode(found)


def keep_push_key(db: Connection, sealed: bytes, now: int) -> bytes:
    """Keep a key unless there is one, and return the one that counts."""
    insert_new(
        db,
        "settings",
        "name",
        name=_KEY_NAME,
        value=json.dumps(b64encode(sealed).decode()),
        changed_at=now,
    )
    kept = find_push_key(db)
    assert kept is not None
    return kept


def replace_push_key(
    db: Connection, unreadable: bytes, sealed: bytes, now: int
) -> bytes:
    """Put another key in the place of one that cannot be read.

    Browsers tied their subscriptions to the old one, so these are of no use any more.
    """
    if find_push_key(db) == unreadable:
        forget_value(db, _KEY_NAME)
        db.run("delete from push_subscriptions")
    return keep_push_key(db, sealed, now)
