"""Web Push: which browsers are notified when a rule with `notify` matches."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.automation import push as service
from tidings.services.automation.push import (
    BrowserSubscription,
    PushKey,
    PushSubscriptionView,
)
from tidings.web.client_address import From
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["push"], route_class=JsonRoute)
_DEVICES: Listing[PushSubscriptionView] = Listing(
    "push devices", (int, str), lambda each: (each.created_at, each.id)
)


@router.get("/push/key")
async def get_push_key(
    context: Given, fetching: GivenFetching, visitor: Reader
) -> PushKey:
    """Return the key that browsers tie their subscriptions to. It changes only if the
    secret key was lost."""
    return await service.push_key(context, fetching)


@router.get("/push/subscriptions")
async def list_push_subscriptions(
    context: Given, visitor: Reader, cursor: Cursor = None, limit: Limit = 50
) -> Page[PushSubscriptionView]:
    """List the browsers that get notifications, oldest first."""
    found = await service.list_push_subscriptions(context, visitor)
    return page_of(_DEVICES, found, cursor, limit)


@router.post("/push/subscriptions", status_code=201)
async def create_push_subscription(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    caller: From,
    body: BrowserSubscription,
) -> PushSubscriptionView:
    """Send notifications to this browser; idempotent."""
    return await service.subscribe_device(
        context, fetching, visitor, body, caller.user_agent
    )


@router.delete("/push/subscriptions/{subscription_id}", status_code=204)
async def delete_push_subscription(
    context: Given, visitor: Owner, subscription_id: IdInPath
) -> None:
    """Notify a browser no more."""
    await service.unsubscribe_device(context, visitor.user_id, subscription_id)


@router.post("/push/subscriptions/{subscription_id}/test", status_code=202)
async def test_push_subscription(
    context: Given, visitor: Owner, subscription_id: IdInPath
) -> PushSubscriptionView:
    """Send a notification that says it is a test. A worker sends it in a moment."""
    return await service.send_test(context, visitor, subscription_id)
