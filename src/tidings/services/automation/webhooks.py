"""Webhooks: set up here, called by workers; the secret is shown once, when it is made."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from tidings.context import Context, Fetching
from tidings.core import cursor
from tidings.core.automation.delivery import DeliveryFailure
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Invalid
from tidings.core.pages import Page
from tidings.core.views import view_of
from tidings.operations.automation.webhook_secret import new_secret
from tidings.services.fields import RequestModel, Storable
from tidings.store.automation import deliveries
from tidings.store.automation import webhooks as store
from tidings.store.automation.deliveries import DeliveryRow, NewDelivery
from tidings.store.automation.webhooks import NewWebhook, WebhookRow
from tidings.store.engine.connection import Connection
from tidings.store.system.events import publish_settings_changed

_LIST = "deliveries"
_WHAT = "webhooks"


_Name = Annotated[Storable, Field(max_length=200)]
_Url = Annotated[Storable, Field(min_length=1, max_length=2000)]


class WebhookFields(RequestModel):
    """A new webhook."""

    url: _Url
    name: _Name = ""


class WebhookChanges(RequestModel):
    """What is to be different; what is left out stays."""

    url: _Url | None = None
    name: _Name | None = None
    enabled: bool | None = None


@dataclass(frozen=True, slots=True)
class MadeWebhook(WebhookRow):
    """A new webhook with the secret that signs its messages; it is not shown again."""

    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to a webhook, and how it went."""

    id: str
    type: str
    created_at: int
    next_try_at: int | None  # None: done, or given up
    attempts: int
    delivered_at: int | None  # None: not yet, or never
    last_error: str | None  # None: nothing went wrong
    last_code: (
        DeliveryFailure | None
    )  # None: nothing went wrong, or before codes were noted
    last_status: int | None  # of HTTP, if there was an answer
    body: dict[str, Any]


async def list_webhooks(context: Context, user_id: int) -> list[WebhookRow]:
    """Return all webhooks of a user."""
    return await context.database.read(store.list_webhooks, user_id)


async def show_webhook(context: Context, user_id: int, webhook_id: str) -> WebhookRow:
    """Return one webhook."""
    return await context.database.read(store.find_webhook, user_id, webhook_id)


async def create_webhook(
    context: Context, fetching: Fetching, user_id: int, wanted: WebhookFields
) -> MadeWebhook:
    """Add a webhook at an address that we may send to."""
    await _require_allowed(fetching, wanted.url)
    secret, sealed = new_secret(context, fetching)
    new = NewWebhook(context.new_id(), wanted.name, wanted.url, sealed)
    row = await context.database.write(
        _changed_and_published, store.insert_webhook, user_id, context.clock(), new
    )
    return view_of(MadeWebhook, row, secret=secret)


async def change_webhook(
    context: Context,
    fetching: Fetching,
    user_id: int,
    webhook_id: str,
    changes: WebhookChanges,
) -> WebhookRow:
    """Change a webhook; its secret stays."""
    await show_webhook(context, user_id, webhook_id)
    if changes.url is not None:
        await _require_allowed(fetching, changes.url)
    wanted = changes.model_dump()
    return await context.database.write(
        _changed_and_published,
        store.change_webhook,
        user_id,
        context.clock(),
        webhook_id,
        wanted,
    )


async def renew_secret(
    context: Context, fetching: Fetching, user_id: int, webhook_id: str
) -> MadeWebhook:
    """Give a webhook another secret; messages that wait are signed with it too."""
    secret, sealed = new_secret(context, fetching)
    row = await context.database.write(
        _changed_and_published,
        store.set_secret,
        user_id,
        context.clock(),
        webhook_id,
        sealed,
    )
    return view_of(MadeWebhook, row, secret=secret)


async def delete_webhook(context: Context, user_id: int, webhook_id: str) -> None:
    """Delete a webhook; rules that name it no longer call it."""
    await context.database.write(_delete, user_id, webhook_id, context.clock())


async def send_test(context: Context, user_id: int, webhook_id: str) -> Delivery:
    """Let a worker send a message that says it is a test."""
    row = await context.database.write(_note_test, user_id, webhook_id, context.clock())
    return _delivery(row)


async def list_deliveries(
    context: Context, user_id: int, webhook_id: str, after: str | None, limit: int
) -> Page[Delivery]:
    """Return messages of a webhook, newest first."""
    place: tuple[int, str] | None = None
    if after is not None:
        at, delivery_id = cursor.decode(_LIST, after, (int, str))
        place = int(at), str(delivery_id)
    found = await context.database.read(_list, user_id, webhook_id, place, limit + 1)
    page = found[:limit]
    following = None
    if len(found) > limit:
        following = cursor.encode(_LIST, (page[-1].created_at, page[-1].id))
    return Page([_delivery(row) for row in page], following)


async def _require_allowed(fetching: Fetching, url: str) -> None:
    refused = await fetching.client.refusal(url)
    if refused is not None:
        raise Invalid(
            f"Nothing can be sent to this address: {refused}.",
            code=Code.ADDRESS_REFUSED,
            details={"field": "url"},
        )


def _changed_and_published(
    db: Connection,
    change: Callable[..., WebhookRow],
    user_id: int,
    now: int,
    *values: object,
) -> WebhookRow:
    """Change a webhook and publish the event, in one commit."""
    changed = change(db, user_id, *values, now)
    publish_settings_changed(db, user_id, _WHAT, now)
    return changed


def _delete(db: Connection, user_id: int, webhook_id: str, now: int) -> None:
    store.delete_webhook(db, user_id, webhook_id)
    publish_settings_changed(db, user_id, _WHAT, now)


def _note_test(db: Connection, user_id: int, webhook_id: str, now: int) -> DeliveryRow:
    hook = store.find_webhook(db, user_id, webhook_id)
    if not hook.enabled:
        raise Conflict(
            "This webhook is switched off: switch it on first.", code=Code.WEBHOOK_OFF
        )
    payload = {"webhook": {"id": hook.id, "name": hook.name}}
    new = NewDelivery(user_id, webhook_id, "webhook.test", payload)
    (delivery_id,) = deliveries.insert_deliveries(db, [new], now)
    row = deliveries.find_delivery(db, delivery_id)
    assert row is not None
    return row


def _list(
    db: Connection,
    user_id: int,
    webhook_id: str,
    before: tuple[int, str] | None,
    limit: int,
) -> list[DeliveryRow]:
    store.find_webhook(db, user_id, webhook_id)
    return deliveries.list_deliveries(db, webhook_id, before, limit)


def _delivery(row: DeliveryRow) -> Delivery:
    body = json.loads(row.body)
    return view_of(Delivery, row, type=body["type"], body=body)
