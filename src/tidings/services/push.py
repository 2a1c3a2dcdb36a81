"""Push subscriptions: browsers that want to be told what rules find."""

from dataclasses import dataclass, field

from tidings.auth.push_encryption import DeviceKeys, check_keys, public_bytes
from tidings.auth.vapid import web_base64
from tidings.context import Context, Fetching
from tidings.core.errors import Forbidden, Invalid
from tidings.core.push import Notice
from tidings.core.visitor import Visitor
from tidings.jobs.push_key import AUTH_PURPOSE, ensure_push_key, seal
from tidings.store import push_deliveries
from tidings.store import push_subscriptions as store
from tidings.store.connection import Connection
from tidings.store.push_subscriptions import (
    NewPushSubscription,
    PushSubscriptionRow,
)

_LONGEST_USER_AGENT = 300
_TEST = Notice("Tidings", "Notifications arrive on this device.", None, 0)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that wants to be told, as it described itself."""

    endpoint: str = field(repr=False)
    keys: DeviceKeys
    user_agent: str


async def push_key(context: Context, fetching: Fetching) -> str:
    """Return the public key that a browser ties its subscription to."""
    return web_base64(public_bytes(await ensure_push_key(context, fetching)))


async def list_push_subscriptions(
    context: Context, user_id: int
) -> list[PushSubscriptionRow]:
    """Return all devices of a user that are told."""
    return await context.database.read(
        store.list_push_subscriptions, user_id, context.clock()
    )


async def subscribe_device(
    context: Context, fetching: Fetching, visitor: Visitor, device: Device
) -> PushSubscriptionRow:
    """Tell a device from now on, as long as the visitor's session lives."""
    if visitor.session_id is None:
        raise Forbidden("Only a session can be told: sign in with a password.")
    check_keys(device.keys)
    refused = await fetching.client.refusal(device.endpoint, secure=True)
    if refused is not None:
        raise Invalid(
            f"Nothing can be sent to this address: {refused}.",
            details={"field": "endpoint"},
        )
    new = NewPushSubscription(
        id=context.new_id(),
        user_id=visitor.user_id,
        session_id=visitor.session_id,
        endpoint=device.endpoint,
        p256dh=device.keys.p256dh,
        auth=seal(context, fetching, device.keys.auth, AUTH_PURPOSE),
        user_agent=device.user_agent[:_LONGEST_USER_AGENT],
    )
    return await context.database.write(
        store.keep_push_subscription, new, context.clock()
    )


async def unsubscribe_device(
    context: Context, user_id: int, subscription_id: str
) -> None:
    """Tell a device nothing any more."""
    await context.database.write(
        store.delete_push_subscription, user_id, subscription_id
    )


async def send_test(
    context: Context, user_id: int, subscription_id: str
) -> PushSubscriptionRow:
    """Let a worker send a notification that says it is a test."""
    return await context.database.write(
        _note_test, user_id, subscription_id, context.clock()
    )


def _note_test(
    db: Connection, user_id: int, subscription_id: str, now: int
) -> PushSubscriptionRow:
    found = store.find_push_subscription(db, user_id, subscription_id, now)
    for device in store.lock_living_devices(db, [user_id], now):
        if device.id == subscription_id:
            push_deliveries.note_test(db, device, _TEST, now)
    return found
