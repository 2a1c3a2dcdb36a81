"""What a reader follows: any address in, a feed with its entries out; lists in and out."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tidings.core.pages import Page
from tidings.core.views import Changed
from tidings.services.feeds import subscriptions
from tidings.services.feeds.subscriptions import (
    LeftSubscriptions,
    ManyAddresses,
    ManyChanges,
    NewSubscription,
    SubscriptionChanges,
    SubscriptionQuery,
    SubscriptionView,
)
from tidings.services.moving.opml import export_opml, start_import
from tidings.services.system.long_jobs import JobView
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import NumberInPath
from tidings.web.v1.uploads import uploaded_file

router = APIRouter(tags=["subscriptions"], route_class=JsonRoute)
LARGEST_LIST = 20 * 1024 * 1024
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


@router.get("/subscriptions")
async def list_subscriptions(
    context: Given, visitor: Reader, query: Annotated[SubscriptionQuery, Query()]
) -> Page[SubscriptionView]:
    """List what you follow, with unread counts and how each feed is doing; 404 for a
    folder that is not yours. A cursor belongs to the filters that it came from."""
    return await subscriptions.list_subscriptions(context, visitor.user_id, query)


@router.post(
    "/subscriptions",
    status_code=201,
    responses={
        200: {"model": SubscriptionView, "description": "You followed it already."}
    },
)
async def subscribe(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    response: Response,
    body: NewSubscription,
) -> SubscriptionView:
    """Find the feed of any address and follow it.

    When there are several, the answer is 409 with the code `CHOOSE` and the feeds in
    `details`: ask again with the address of one of them.
    """
    done = await subscriptions.follow(context, fetching, visitor.user_id, body)
    response.status_code = 201 if done.is_new else 200
    return done.subscription


@router.get(
    "/subscriptions/export",
    response_class=Response,
    responses={200: {"content": {"text/x-opml": _OPML}}},
)
async def export_subscriptions(context: Given, visitor: Reader) -> Response:
    """Return what you follow as a list (OPML) that every reader can import. Passwords are
    not in it."""
    return Response(
        await export_opml(context, visitor.user_id),
        media_type="text/x-opml; charset=utf-8",
        headers={"content-disposition": 'attachment; filename="tidings.opml"'},
    )


@router.post("/subscriptions/import", status_code=202, openapi_extra=_UPLOAD)
async def import_subscriptions(
    context: Given, visitor: Writer, request: Request
) -> JobView:
    """Follow every feed of a list (OPML) of at most 20 MB, sent as the body or as the
    field `file` of a form.

    Events `job_progress` and `GET jobs/{id}` say how far it is; the job's result has
    what could not be read, by line.
    """
    body, kind = await uploaded_file(request, "file", LARGEST_LIST)
    return await start_import(context, visitor.user_id, body, kind)


@router.post("/subscriptions/batch", status_code=202)
async def subscribe_to_many(
    context: Given, fetching: GivenFetching, visitor: Writer, body: ManyAddresses
) -> JobView:
    """Follow up to 500 addresses; the job's result says what became of each."""
    return await subscriptions.start_following(context, fetching, visitor.user_id, body)


@router.post("/subscriptions/bulk")
async def change_many_subscriptions(
    context: Given, visitor: Writer, body: ManyChanges
) -> Changed:
    """Put many subscriptions into a folder (`null`: none) or leave all of them; all or
    nothing."""
    return await subscriptions.change_subscriptions(context, visitor.user_id, body)


@router.post("/subscriptions/restore")
async def restore_subscriptions(
    context: Given, visitor: Writer, body: LeftSubscriptions
) -> Changed:
    """Take unsubscribing back: title, folder, place and settings are as they were; all or
    nothing. 404 when a feed is gone by now."""
    return await subscriptions.restore_subscriptions(context, visitor.user_id, body)


@router.get("/subscriptions/{subscription_id}")
async def get_subscription(
    context: Given, visitor: Reader, subscription_id: NumberInPath
) -> SubscriptionView:
    """Return one subscription of yours."""
    return await subscriptions.show_subscription(
        context, visitor.user_id, subscription_id
    )


@router.patch("/subscriptions/{subscription_id}")
async def change_subscription(
    context: Given,
    visitor: Writer,
    subscription_id: NumberInPath,
    body: SubscriptionChanges,
) -> SubscriptionView:
    """Change your own title of a feed, its folder, or its place in your list."""
    return await subscriptions.change_subscription(
        context, visitor.user_id, subscription_id, body
    )


@router.delete("/subscriptions/{subscription_id}", status_code=204)
async def unsubscribe(
    context: Given, visitor: Writer, subscription_id: NumberInPath
) -> None:
    """Stop following; what you starred and tagged stays, and what you read is
    remembered for coming back."""
    await subscriptions.end_subscription(context, visitor.user_id, subscription_id)
