"""Webhooks: URLs that are called when a reader's rules match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tidings.core.automation.delivery import DeliveryFailure
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert, one_of, values_of

MOST_WEBHOOKS = 20

_LIST = """
select {*} from webhooks where user_id = :user order by created_at, id limit :most
"""
_FIND = """
select {*} from webhooks where id = :id and user_id = :user
"""


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook without its secret."""

    id: str
    name: str
    url: str
    enabled: bool
    created_at: int
    changed_at: int
    failures: int  # in a row
    last_at: int | None  # None: nothing was sent yet
    last_error: str | None  # None: the last message was taken
    last_code: DeliveryFailure | None  # None: it was taken, or before codes were noted
    last_status: int | None  # of HTTP, if there was an answer


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A webhook to be made; the secret is sealed."""

    id: str
    name: str
    url: str
    secret: bytes
    enabled: bool = True


def list_webhooks(db: Connection, user_id: int) -> list[WebhookRow]:
    """Return all webhooks of a user, oldest first."""
    return all_of(db, WebhookRow, _LIST, user=user_id, most=MOST_WEBHOOKS)


def find_webhook(db: Connection, user_id: int, webhook_id: str) -> WebhookRow:
    """Return a webhook of a user, or raise NotFound."""
    found = one_of(db, WebhookRow, _FIND, id=webhook_id, user=user_id)
    if found is None:
        raise NotFound("There is no such webhook.")
    return found


def insert_webhook(
    db: Connection, user_id: int, new: NewWebhook, now: int
) -> WebhookRow:
    """Add a webhook; refuses more than a user may have."""
    # Two requests at once must not both find room.
    db.row("select id from users where id = :user for update", user=user_id)
    if len(list_webhooks(db, user_id)) >= MOST_WEBHOOKS:
        raise Conflict(
            f"You have {MOST_WEBHOOKS} webhooks already, as many as anyone may.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_WEBHOOKS},
        )
    values = {**values_of(new), "created_at": now, "changed_at": now}
    insert(db, "webhooks", user_id=user_id, **values)
    return find_webhook(db, user_id, new.id)


def change_webhook(
    db: Connection,
    user_id: int,
    webhook_id: str,
    changes: Mapping[str, Any],
    now: int,
) -> WebhookRow:
    """Change name, url or enabled, but for what is None; switching it on, or another
    address, forgets its failures."""
    name, url, enabled = map(changes.get, ("name", "url", "enabled"))
    fresh = url is not None or enabled is True
    db.run(
        """
        update webhooks set name = coalesce(:name, name), url = coalesce(:url, url),
          enabled = coalesce(:enabled, enabled), changed_at = :now,
          failures = case when :fresh = 1 then 0 else failures end
        where id = :id and user_id = :user
        """,
        id=webhook_id,
        user=user_id,
        name=name,
        url=url,
        enabled=None if enabled is None else int(enabled),
        fresh=int(fresh),
        now=now,
    )
    return find_webhook(db, user_id, webhook_id)


def set_secret(
    db: Connection, user_id: int, webhook_id: str, secret: bytes, now: int
) -> WebhookRow:
    """Sign messages with another secret from now on; it is sealed."""
    db.run(
        "update webhooks set secret = :secret, changed_at = :now"
        " where id = :id and user_id = :user",
        id=webhook_id,
        user=user_id,
        secret=secret,
        now=now,
    )
    return find_webhook(db, user_id, webhook_id)


def delete_webhook(db: Connection, user_id: int, webhook_id: str) -> None:
    """Delete a webhook and what was still to be sent to it."""
    gone = db.run(
        "delete from webhooks where id = :id and user_id = :user",
        id=webhook_id,
        user=user_id,
    )
    if not gone:
        raise NotFound("There is no such webhook.")
