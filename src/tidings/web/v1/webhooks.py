"""Webhooks: addresses that are told what rules find, signed as Standard Webhooks asks."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from tidings.services import webhooks as service
from tidings.services.webhooks import MadeWebhook
from tidings.store.webhooks import WebhookChange, WebhookRow
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Owner, Reader, Writer
from tidings.web.v1.fields import Body, Cursor, IdInPath, Limit, Storable

router = APIRouter(tags=["webhooks"])

_Name = Annotated[Storable, Field(max_length=200)]
_Url = Annotated[Storable, Field(min_length=1, max_length=2000)]
_EXAMPLE: JsonDict = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "name": "Chat room",
    "url": "https://chat.example/hooks/7",
    "enabled": True,
    "created_at": 1760000000000000,
    "changed_at": 1760000000000000,
    "failures": 0,
    "last_at": None,
    "last_error": None,
}
_DELIVERY: JsonDict = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8058",
    "type": "webhook.test",
    "created_at": 1760000000000000,
    "next_try_at": 1760000000000000,
    "attempts": 0,
    "delivered_at": None,
    "last_error": None,
    "body": {
        "type": "webhook.test",
        "timestamp": "2025-10-09T08:53:20+00:00",
        "data": {"webhook": {"id": _EXAMPLE["id"], "name": "Chat room"}},
    },
}


class WebhookAnswer(BaseModel):
    """A webhook. After 20 failures in a row, or an answer 410, it switches itself off."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: str
    name: str
    url: str
    enabled: bool
    created_at: int
    changed_at: int
    failures: int = Field(description="in a row")
    last_at: int | None = Field(description="null: nothing was sent yet")
    last_error: str | None = Field(description="null: the last message was taken")


class MadeWebhookAnswer(WebhookAnswer):
    """A new webhook with the secret that signs its messages; it is not shown again."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": _EXAMPLE
            | {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA="}
        }
    )
    secret: str


class WebhookList(BaseModel):
    """All webhooks."""

    items: list[WebhookAnswer]
    next_cursor: None = Field(default=None, description="there is only one page")


class WebhookBody(Body):
    """A new webhook."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"name": "Chat room", "url": "https://chat.example/hooks/7"}
        }
    )
    url: _Url
    name: _Name = ""


class WebhookChangeBody(Body):
    """What is to be different; what is left out stays."""

    model_config = ConfigDict(json_schema_extra={"example": {"enabled": True}})
    url: _Url | None = None
    name: _Name | None = None
    enabled: bool | None = None


class DeliveryAnswer(BaseModel):
    """A message: `next_try_at` is null when it was delivered or given up."""

    model_config = ConfigDict(json_schema_extra={"example": _DELIVERY})
    id: str
    type: str
    created_at: int
    next_try_at: int | None
    attempts: int
    delivered_at: int | None
    last_error: str | None
    body: dict[str, Any]


class DeliveryPage(BaseModel):
    """Some messages, newest first, and where the list goes on."""

    items: list[DeliveryAnswer]
    next_cursor: str | None


@router.get(
    "/webhooks",
    operation_id="list_webhooks",
    summary="All webhooks",
    response_description="The webhooks, without their secrets.",
)
async def list_webhooks(context: Given, visitor: Reader) -> WebhookList:
    rows = await service.list_webhooks(context, visitor.user_id)
    return WebhookList(items=[_shown(row) for row in rows])


@router.post(
    "/webhooks",
    operation_id="create_webhook",
    summary="Add a webhook",
    response_description="The new webhook with its secret, which is shown only here.",
    status_code=201,
)
async def create_webhook(
    context: Given, fetching: GivenFetching, visitor: Owner, body: WebhookBody
) -> MadeWebhookAnswer:
    made = await service.create_webhook(
        context, fetching, visitor.user_id, body.name, body.url
    )
    return _with_secret(made)


@router.get(
    "/webhooks/{webhook_id}",
    operation_id="get_webhook",
    summary="One webhook",
    response_description="The webhook, without its secret.",
)
async def get_webhook(
    context: Given, visitor: Reader, webhook_id: IdInPath
) -> WebhookAnswer:
    return _shown(await service.show_webhook(context, visitor.user_id, webhook_id))


@router.patch(
    "/webhooks/{webhook_id}",
    operation_id="change_webhook",
    summary="Change a webhook, or switch it on or off",
    response_description="The webhook as it is now.",
)
async def change_webhook(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    webhook_id: IdInPath,
    body: WebhookChangeBody,
) -> WebhookAnswer:
    change = WebhookChange(body.name, body.url, body.enabled)
    row = await service.change_webhook(
        context, fetching, visitor.user_id, webhook_id, change
    )
    return _shown(row)


@router.delete(
    "/webhooks/{webhook_id}",
    operation_id="delete_webhook",
    summary="Delete a webhook and what was still to be sent",
    response_description="It is gone.",
    status_code=204,
)
async def delete_webhook(
    context: Given, visitor: Owner, webhook_id: IdInPath
) -> Response:
    await service.delete_webhook(context, visitor.user_id, webhook_id)
    return Response(status_code=204)


@router.post(
    "/webhooks/{webhook_id}/secret",
    operation_id="renew_webhook_secret",
    summary="Make another secret; the old one signs nothing any more",
    response_description="The webhook with its new secret, which is shown only here.",
)
async def renew_secret(
    context: Given, fetching: GivenFetching, visitor: Owner, webhook_id: IdInPath
) -> MadeWebhookAnswer:
    return _with_secret(
        await service.renew_secret(context, fetching, visitor.user_id, webhook_id)
    )


@router.post(
    "/webhooks/{webhook_id}/test",
    operation_id="test_webhook",
    summary="Send a message that says it is a test",
    response_description="The message; a worker sends it in a moment.",
    status_code=202,
)
async def test_webhook(
    context: Given, visitor: Writer, webhook_id: IdInPath
) -> DeliveryAnswer:
    sent = await service.send_test(context, visitor.user_id, webhook_id)
    return DeliveryAnswer.model_validate(sent, from_attributes=True)


@router.get(
    "/webhooks/{webhook_id}/deliveries",
    operation_id="list_deliveries",
    summary="What was sent to a webhook, and how it went; kept for 30 days",
    response_description="Messages, newest first.",
)
async def list_deliveries(
    context: Given,
    visitor: Reader,
    webhook_id: IdInPath,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> DeliveryPage:
    found, following = await service.list_deliveries(
        context, visitor.user_id, webhook_id, cursor, limit
    )
    items = [
        DeliveryAnswer.model_validate(each, from_attributes=True) for each in found
    ]
    return DeliveryPage(items=items, next_cursor=following)


def _with_secret(made: MadeWebhook) -> MadeWebhookAnswer:
    shown = _shown(made.webhook).model_dump()
    return MadeWebhookAnswer(**shown, secret=made.secret)


def _shown(row: WebhookRow) -> WebhookAnswer:
    return WebhookAnswer.model_validate(row, from_attributes=True)
