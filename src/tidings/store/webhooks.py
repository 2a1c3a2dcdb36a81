"""Webhooks: where a reader wants to be told of what their rules find."""

from dataclasses import dataclass

from tidings.core.errors import Conflict, NotFound
from tidings.store.connection import Connection

MOST_WEBHOOKS = 20

_LIST = """
select id, name, url, enabled, created_at, changed_at, failures, last_at, last_error
from webhooks where user_id = :user order by created_at, id limit :most
"""
_FIND = """
select id, name, url, enabled, created_at, changed_at, failures, last_at, last_error
from webhooks where id = :id and user_id = :user
"""


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook without its secret."""

    id: str
    name: str
    url: str
    enabled: int
    created_at: int
    changed_at: int
    failures: int  # in a row
    last_at: int | None  # None: nothing was sent yet
    last_error: str | None  # None: the last message was taken


@dataclass(frozen=True, slots=True)
class NewWebhook:
    """A webhook to be made; the secret is sealed."""

    id: str
    name: str
    url: str
    secret: bytes
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class WebhookChange:
    """What to change; None leaves a value as it is."""

    name: str | None = None
    url: str | None = None
    enabled: bool | None = None


def list_webhooks(db: Connection, user_id: int) -> list[WebhookRow]:
    """Return all webhooks of a user, oldest first."""
    rows = db.rows(
        _LIST,
        user=user_id,
        most=MOST_WEBHOOKS,
    )
    return [WebhookRow(*row) for row in rows]


def find_webhook(db: Connection, user_id: int, webhook_id: str) -> WebhookRow:
    """Return a webhook of a user, or raise NotFound."""
    row = db.row(
        _FIND,
        id=webhook_id,
        user=user_id,
    )
    if row is None:
        raise NotFound("There is no such webhook.")
    return WebhookRow(*row)


def insert_webhook(
    db: Connection, user_id: int, new: NewWebhook, now: int
) -> WebhookRow:
    """Add a webhook; refuses more than a user may have."""
    # Two requests at once must not both find room.
    db.row("select id from users where id = :user for update", user=user_id)
    if len(list_webhooks(db, user_id)) >= MOST_WEBHOOKS:
        raise Conflict(
            f"You have {MOST_WEBHOOKS} webhooks already, as many as anyone may."
        )
    db.run(
        """
        insert into webhooks
          (id, user_id, name, url, secret, enabled, created_at, changed_at)
        values (:id, :user, :name, :url, :secret, :enabled, :now, :now)
        """,
        id=new.id,
        user=user_id,
        name=new.name,
        url=new.url,
        secret=new.secret,
        enabled=int(new.enabled),
        now=now,
    )
    return find_webhook(db, user_id, new.id)


def change_webhook(
    db: Connection, user_id: int, webhook_id: str, change: WebhookChange, now: int
) -> WebhookRow:
    """Change a webhook; switching it on, or another address, forgets its failures."""
    fresh = change.url is not None or change.enabled is True
    db.run(
        """
        update webhooks set name = coalesce(:name, name), url = coalesce(:url, url),
          enabled = coalesce(:enabled, enabled), changed_at = :now,
          failures = case when :fresh = 1 then 0 else failures end
        where id = :id and user_id = :user
        """,
        id=webhook_id,
        user=user_id,
        name=change.name,
        url=change.url,
        enabled=None if change.enabled is None else int(change.enabled),
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
