"""What a reader follows: any address in, a feed with its entries out; lists in and out."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.errors import Invalid
from tidings.services import subscriptions
from tidings.services.opml import export_opml, start_import
from tidings.services.subscriptions import SubscriptionView
from tidings.web.answers import json_answer
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.examples import SUBSCRIPTION, example
from tidings.web.v1.fields import (
    Body,
    Cursor,
    Limit,
    Number,
    NumberInPath,
    Storable,
)
from tidings.web.v1.jobs import JobAnswer, job_answer
from tidings.web.v1.uploads import uploaded_file

router = APIRouter(tags=["subscriptions"])
LARGEST_LIST = 20 * 1024 * 1024
Address = Annotated[
    Storable,
    Field(
        min_length=1, max_length=2000, description="a feed, a page, or a bare domain"
    ),
]
Title = Annotated[Storable, Field(min_length=1, max_length=500)]
_OPML = {"schema": {"type": "string", "format": "binary"}}
_UPLOAD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            },
            "text/x-opml": _OPML,
            "application/xml": _OPML,
        },
    }
}


class SubscriptionPage(BaseModel):
    """Subscriptions by position."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"items": [SUBSCRIPTION], "next_cursor": None}}
    )
    items: list[SubscriptionView]
    next_cursor: str | None


class NewSubscription(Body):
    """What to follow, and where to put it."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"url": "example.org", "folder_id": 3}}
    )
    url: Address
    folder_id: Number | None = None
    title: Title | None = None


class SubscriptionChange(Body):
    """What to change; what is left out stays. `null` takes a title or folder away."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"title": "My globe", "folder_id": None}}
    )
    title: Title | None = None
    folder_id: Number | None = None
    position: Annotated[int, Field(ge=0, le=2**31 - 1)] = Field(default_factory=int)


class ManyAddresses(Body):
    """Addresses to follow."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"urls": ["example.org", "https://example.com/feed.xml"]}
        }
    )
    urls: Annotated[list[Address], Field(min_length=1, max_length=500)]
    folder_id: Number | None = None


class ManyChanges(Body):
    """Subscriptions, and one thing to do with all of them: move, or leave."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"ids": [1, 2, 3], "folder_id": 3}}
    )
    ids: Annotated[list[Number], Field(min_length=1, max_length=5000)]
    folder_id: Number | None = None
    unsubscribe: bool = False


class Changed(BaseModel):
    """How many were changed."""

    model_config = ConfigDict(json_schema_extra={"example": {"changed": 3}})
    changed: int


@router.get(
    "/subscriptions",
    operation_id="list_subscriptions",
    summary="List subscriptions",
    response_model=SubscriptionPage,
    response_description="What you follow, by position.",
)
async def list_subscriptions(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Return what you follow, with unread counts and how each feed is doing."""
    found, following = await subscriptions.list_subscriptions(
        context, visitor.user_id, cursor, limit
    )
    return json_answer({"items": found, "next_cursor": following})


@router.post(
    "/subscriptions",
    operation_id="subscribe",
    summary="Follow a feed",
    status_code=201,
    response_model=SubscriptionView,
    response_description="You follow it now, and its entries are there.",
    responses={
        **example(SUBSCRIPTION, 201),
        200: {
            **example(SUBSCRIPTION)[200],
            "model": SubscriptionView,
            "description": "You followed it already.",
        },
    },
)
async def subscribe(
    context: Given, fetching: GivenFetching, visitor: Writer, body: NewSubscription
) -> Response:
    """Find the feed of any address and follow it.

    When there are several, the answer is 409 with the code `CHOOSE` and the feeds in
    `details`: ask again with the address of one of them.
    """
    done = await subscriptions.follow(
        context,
        fetching,
        visitor.user_id,
        body.url,
        folder_id=body.folder_id,
        title=body.title,
    )
    return json_answer(done.subscription, 201 if done.is_new else 200)


@router.get(
    "/subscriptions/export",
    operation_id="export_subscriptions",
    summary="Export subscriptions",
    response_class=Response,
    response_description="An OPML document, without passwords.",
    responses={200: {"content": {"text/x-opml": _OPML}}},
)
async def export_subscriptions(context: Given, visitor: Reader) -> Response:
    """Return what you follow as a list (OPML) that every reader can import."""
    return Response(
        await export_opml(context, visitor.user_id),
        media_type="text/x-opml; charset=utf-8",
        headers={"content-disposition": 'attachment; filename="tidings.opml"'},
    )


@router.post(
    "/subscriptions/import",
    operation_id="import_subscriptions",
    summary="Import subscriptions",
    status_code=202,
    response_model=JobAnswer,
    response_description="The job that follows the feeds of the list.",
    openapi_extra=_UPLOAD,
)
async def import_subscriptions(
    context: Given, visitor: Writer, request: Request
) -> Response:
    """Follow every feed of a list (OPML) of at most 20 MB, sent as the body or as the
    field `file` of a form.

    Events `job_progress` and `GET jobs/{id}` tell how far it is; the job's result has
    what could not be read, by line.
    """
    body, kind = await uploaded_file(request, "file", LARGEST_LIST)
    return job_answer(await start_import(context, visitor.user_id, body, kind), 202)


@router.post(
    "/subscriptions/batch",
    operation_id="subscribe_to_many",
    summary="Follow many addresses",
    status_code=202,
    response_model=JobAnswer,
    response_description="The job that follows them.",
)
async def subscribe_to_many(
    context: Given, fetching: GivenFetching, visitor: Writer, body: ManyAddresses
) -> Response:
    """Follow up to 500 addresses; the job's result says what became of each."""
    job = await subscriptions.start_following(
        context, fetching, visitor.user_id, body.urls, body.folder_id
    )
    return job_answer(job, 202)


@router.post(
    "/subscriptions/bulk",
    operation_id="change_many_subscriptions",
    summary="Move or leave many subscriptions",
    response_model=Changed,
    response_description="How many were changed.",
)
async def change_many_subscriptions(
    context: Given, visitor: Writer, body: ManyChanges
) -> Response:
    """Put many subscriptions into a folder (`null`: none) or leave all of them; all or
    nothing."""
    moves = "folder_id" in body.model_fields_set
    if moves == body.unsubscribe:
        raise Invalid(
            "Say one of the two: a folder, or unsubscribe.",
            details={"field": "unsubscribe"},
        )
    user_id, ids = visitor.user_id, body.ids
    if moves:
        changed = await subscriptions.move_subscriptions(
            context, user_id, ids, body.folder_id
        )
    else:
        changed = await subscriptions.end_subscriptions(context, user_id, ids)
    return json_answer({"changed": changed})


@router.get(
    "/subscriptions/{subscription_id}",
    operation_id="get_subscription",
    summary="Look at a subscription",
    response_model=SubscriptionView,
    response_description="The subscription and its feed.",
    responses=example(SUBSCRIPTION),
)
async def get_subscription(
    context: Given, visitor: Reader, subscription_id: NumberInPath
) -> Response:
    """Return one subscription of yours."""
    found = await subscriptions.show_subscription(
        context, visitor.user_id, subscription_id
    )
    return json_answer(found)


@router.patch(
    "/subscriptions/{subscription_id}",
    operation_id="change_subscription",
    summary="Rename or move a subscription",
    response_model=SubscriptionView,
    response_description="The subscription as it is now.",
    responses=example(SUBSCRIPTION),
)
async def change_subscription(
    context: Given,
    visitor: Writer,
    subscription_id: NumberInPath,
    body: SubscriptionChange,
) -> Response:
    """Change your own title of a feed, its folder, or its place in your list."""
    changed = await subscriptions.change_subscription(
        context, visitor.user_id, subscription_id, body.model_dump(exclude_unset=True)
    )
    return json_answer(changed)


@router.delete(
    "/subscriptions/{subscription_id}",
    operation_id="unsubscribe",
    summary="Stop following a feed",
    status_code=204,
    response_description="You do not follow it any more.",
)
async def unsubscribe(
    context: Given, visitor: Writer, subscription_id: NumberInPath
) -> None:
    """Stop following; what you starred and tagged stays, and what you read is
    remembered for coming back."""
    await subscriptions.end_subscription(context, visitor.user_id, subscription_id)
