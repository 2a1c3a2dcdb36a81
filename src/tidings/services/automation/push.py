"""Push subscriptions: browsers that want notifications when rules match."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from tidings.auth.push_encryption import DeviceKeys, check_keys, public_bytes
from tidings.auth.vapid import from_web_base64, web_base64
from tidings.context import Context, Fetching
from tidings.core.accounts.visitor import Visitor
from tidings.core.automation.push import Notice
from tidings.core.codes import Code
from tidings.core.errors import Forbidden, Invalid
from tidings.core.views import view_of
from tidings.operations.automation.push_key import AUTH_PURPOSE, ensure_push_key, seal
from tidings.services.fields import RequestModel, Storable
from tidings.store.automation import push_deliveries
from tidings.store.automation import push_subscriptions as store
from tidings.store.automation.push_subscriptions import (
    NewPushSubscription,
    PushSubscriptionRow,
)
from tidings.store.engine.connection import Connection

_LONGEST_USER_AGENT = 300
_TEST = Notice("Tidings", "Notifications arrive on this device.", None, 0)


# A point of 65 bytes and a secret of 16, as browsers spell them.
_Point = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}={0,1}$")]
_Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]
# Of curves and points a fuzzer knows nothing.
_EXAMPLE: JsonDict = {
    "endpoint": "https://push.example/send/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "expirationTime": None,
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
        "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}


class BrowserKeys(RequestModel):
    """The browser's own keys."""

    p256dh: _Point
    auth: _Secret


class BrowserSubscription(RequestModel):
    """What `PushSubscription.toJSON()` gives, as it is."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    endpoint: Annotated[Storable, Field(min_length=1, max_length=2000)]
    keys: BrowserKeys
    expiration_time: float | None = Field(
        default=None,
        alias="expirationTime",
        description="not needed: the push service says when it is over",
    )


@dataclass(frozen=True, slots=True)
class PushKey:
    """The installation's public key: P-256, uncompressed, in URL-safe base64. It is the
    `applicationServerKey` for `pushManager.subscribe`."""

    public_key: str


@dataclass(frozen=True, slots=True)
class PushSubscriptionView:
    """A browser that gets notifications. It ends with its session, when its push service does not
    know it any more, and after 20 failures in a row."""

    id: str
    service: str  # the host of its push service
    user_agent: str
    is_this_session: bool
    created_at: int
    last_ok_at: int | None  # None: nothing was taken yet
    failures: int  # in a row
    last_error: str | None  # None: nothing went wrong the last time


async def push_key(context: Context, fetching: Fetching) -> PushKey:
    """Return the public key that a browser ties its subscription to."""
    key = await ensure_push_key(context, fetching)
    return PushKey(web_base64(public_bytes(key)))


async def list_push_subscriptions(
    context: Context, visitor: Visitor
) -> list[PushSubscriptionView]:
    """Return all devices of a user that get notifications."""
    rows = await context.database.read(
        store.list_push_subscriptions, visitor.user_id, context.clock()
    )
    return [_view(row, visitor) for row in rows]


async def subscribe_device(
    context: Context,
    fetching: Fetching,
    visitor: Visitor,
    wanted: BrowserSubscription,
    user_agent: str,
) -> PushSubscriptionView:
    """Notify a device from now on, as long as the visitor's session lives."""
    if visitor.session_id is None:
        raise Forbidden(
            "Only a session can be notified: sign in with a password.",
            code=Code.SESSION_REQUIRED,
        )
    keys = DeviceKeys(_bytes(wanted.keys.p256dh), _bytes(wanted.keys.auth))
    check_keys(keys)
    refused = await fetching.client.refusal(wanted.endpoint, secure=True)
    if refused is not None:
        raise Invalid(
            f"Nothing can be sent to this address: {refused}.",
            code=Code.ADDRESS_REFUSED,
            details={"field": "endpoint"},
        )
    new = NewPushSubscription(
        id=context.new_id(),
        user_id=visitor.user_id,
        session_id=visitor.session_id,
        endpoint=wanted.endpoint,
        p256dh=keys.p256dh,
        auth=seal(context, fetching, keys.auth, AUTH_PURPOSE),
        user_agent=user_agent[:_LONGEST_USER_AGENT],
    )
    row = await context.database.write(
        store.keep_push_subscription, new, context.clock()
    )
    return _view(row, visitor)


async def unsubscribe_device(
    context: Context, user_id: int, subscription_id: str
) -> None:
    """Notify a device no more."""
    await context.database.write(
        store.delete_push_subscription, user_id, subscription_id
    )


async def send_test(
    context: Context, visitor: Visitor, subscription_id: str
) -> PushSubscriptionView:
    """Let a worker send a notification that says it is a test."""
    row = await context.database.write(
        _note_test, visitor.user_id, subscription_id, context.clock()
    )
    return _view(row, visitor)


def _note_test(
    db: Connection, user_id: int, subscription_id: str, now: int
) -> PushSubscriptionRow:
    found = store.find_push_subscription(db, user_id, subscription_id, now)
    for device in store.lock_living_devices(db, [user_id], now):
        if device.id == subscription_id:
            push_deliveries.note_test(db, device, _TEST, now)
    return found


def _bytes(text: str) -> bytes:
    return from_web_base64(text.rstrip("="))


def _view(row: PushSubscriptionRow, visitor: Visitor) -> PushSubscriptionView:
    return view_of(
        PushSubscriptionView,
        row,
        # The whole address is for the browser and its push service alone.
        service=urlsplit(row.endpoint).hostname or "",
        is_this_session=row.session_id == visitor.session_id,
    )
