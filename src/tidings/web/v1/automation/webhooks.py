"""Webhooks: URLs that are called when rules match, signed as Standard Webhooks asks."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.automation import webhooks as service
from tidings.services.automation.webhooks import (
    Delivery,
    MadeWebhook,
    WebhookChanges,
    WebhookFields,
)
from tidings.store.automation.webhooks import WebhookRow
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner, Reader, Writer
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["webhooks"], route_class=JsonRoute)
_WEBHOOKS: Listing[WebhookRow] = Listing(
    "webhooks", (int, str), lambda each: (each.created_at, each.id)
)


@router.get("/webhooks")
async def list_webhooks(
    context: Given, visitor: Reader, cursor: Cursor = None, limit: Limit = 50
) -> Page[WebhookRow]:
    """List your webhooks, without their secrets."""
    found = await service.list_webhooks(context, visitor.user_id)
    return page_of(_WEBHOOKS, found, cursor, limit)


@router.post("/webhooks", status_code=201)
async def create_webhook(
    context: Given, fetching: GivenFetching, visitor: Owner, body: WebhookFields
) -> MadeWebhook:
    """Add a webhook. Its secret is shown only here."""
    return await service.create_webhook(context, fetching, visitor.user_id, body)


@router.get("/webhooks/{webhook_id}")
async def get_webhook(
    context: Given, visitor: Reader, webhook_id: IdInPath
) -> WebhookRow:
    """Return one webhook, without its secret. After 20 failures in a row, or an answer
    410, it switches itself off."""
    return await service.show_webhook(context, visitor.user_id, webhook_id)


@router.patch("/webhooks/{webhook_id}")
async def change_webhook(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    webhook_id: IdInPath,
    body: WebhookChanges,
) -> WebhookRow:
    """Change a webhook, or switch it on or off."""
    return await service.change_webhook(
        context, fetching, visitor.user_id, webhook_id, body
    )


@router.delete("/webhooks/{webhook_id}", status_code=204)
async def delete_webhook(context: Given, visitor: Owner, webhook_id: IdInPath) -> None:
    """Delete a webhook and what was still to be sent."""
    await service.delete_webhook(context, visitor.user_id, webhook_id)


@router.post("/webhooks/{webhook_id}/secret")
async def renew_webhook_secret(
    context: Given, fetching: GivenFetching, visitor: Owner, webhook_id: IdInPath
) -> MadeWebhook:
    """Make another secret; the old one signs nothing any more. It is shown only here."""
    return await service.renew_secret(context, fetching, visitor.user_id, webhook_id)


@router.post("/webhooks/{webhook_id}/test", status_code=202)
async def test_webhook(
    context: Given, visitor: Writer, webhook_id: IdInPath
) -> Delivery:
    """Send a message that says it is a test. A worker sends it in a moment."""
    return await service.send_test(context, visitor.user_id, webhook_id)


@router.get("/webhooks/{webhook_id}/deliveries")
async def list_deliveries(
    context: Given,
    visitor: Reader,
    webhook_id: IdInPath,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[Delivery]:
    """List what was sent to a webhook, and how it went, newest first. It is kept for 30
    days."""
    return await service.list_deliveries(
        context, visitor.user_id, webhook_id, cursor, limit
    )
