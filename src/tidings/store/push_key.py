"""The key by which push services know this installation: made once, kept sealed."""

import json
from base64 import b64decode, b64encode

from tidings.store.app_settings import forget_value, get_value
from tidings.store.connection import Connection

_NAME = "push_key"


def find_push_key(db: Connection) -> bytes | None:
    """Return the sealed key, None if there is none yet."""
    found = get_value(db, _NAME)
    return None if found is None else b64decode(found)


def keep_push_key(db: Connection, sealed: bytes, now: int) -> bytes:
    """Keep a key unless there is one, and return the one that counts."""
    db.run(
        """
        insert into settings (name, value, changed_at) values (:name, :value, :now)
        on conflict (name) do nothing
        """,
        name=_NAME,
        value=json.dumps(b64encode(sealed).decode()),
        now=now,
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
        forget_value(db, _NAME)
        db.run("delete from push_subscriptions")
    return keep_push_key(db, sealed, now)
