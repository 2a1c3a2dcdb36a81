"""Web Push: which browsers are told when a rule with `notify` finds something."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from tidings.auth.push_encryption import DeviceKeys
from tidings.auth.vapid import from_web_base64
from tidings.core.visitor import Visitor
from tidings.services import push as service
from tidings.services.push import Device
from tidings.store.push_subscriptions import PushSubscriptionRow
from tidings.web.client_address import From
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.fields import Body, IdInPath, Storable

router = APIRouter(tags=["push"])

# A point of 65 bytes and a secret of 16, as browsers spell them.
_Point = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}={0,1}$")]
_Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]
_PUBLIC_KEY = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
    "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
_MADE: JsonDict = {
    "endpoint": "https://push.example/send/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "expirationTime": None,
    "keys": {"p256dh": _PUBLIC_KEY, "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
}
_EXAMPLE: JsonDict = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "service": "push.example",
    "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Firefox/142.0",
    "is_this_session": True,
    "created_at": 1760000000000000,
    "last_ok_at": None,
    "failures": 0,
    "last_error": None,
}


class PushKeyAnswer(BaseModel):
    """The installation's public key: P-256, uncompressed, in URL-safe base64."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"public_key": _PUBLIC_KEY}}
    )
    public_key: str = Field(
        description="`applicationServerKey` for `pushManager.subscribe`"
    )


class PushSubscriptionAnswer(BaseModel):
    """A browser that is told. It ends with its session, when its push service does not
    know it any more, and after 20 failures in a row."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: str
    service: str = Field(description="the host of its push service")
    user_agent: str
    is_this_session: bool
    created_at: int
    last_ok_at: int | None = Field(description="null: nothing was taken yet")
    failures: int = Field(description="in a row")
    last_error: str | None = Field(description="null: nothing went wrong last time")


class PushSubscriptionList(BaseModel):
    """All browsers that are told."""

    items: list[PushSubscriptionAnswer]
    next_cursor: None = Field(default=None, description="there is only one page")


class PushKeysBody(Body):
    """The browser's own keys."""

    p256dh: _Point
    auth: _Secret


class PushSubscriptionBody(Body):
    """What `PushSubscription.toJSON()` gives, as it is."""

    model_config = ConfigDict(json_schema_extra={"example": _MADE})
    endpoint: Annotated[Storable, Field(min_length=1, max_length=2000)]
    keys: PushKeysBody
    expiration_time: float | None = Field(
        default=None,
        alias="expirationTime",
        description="not needed: the push service says when it is over",
    )


@router.get(
    "/push/key",
    operation_id="get_push_key",
    summary="The key that browsers tie their subscriptions to",
    response_description="The public key; it changes only if the secret key was lost.",
)
async def get_push_key(
    context: Given, fetching: GivenFetching, visitor: Reader
) -> PushKeyAnswer:
    return PushKeyAnswer(public_key=await service.push_key(context, fetching))


@router.get(
    "/push/subscriptions",
    operation_id="list_push_subscriptions",
    summary="The browsers that are told",
    response_description="The push subscriptions, oldest first.",
)
async def list_push_subscriptions(
    context: Given, visitor: Reader
) -> PushSubscriptionList:
    rows = await service.list_push_subscriptions(context, visitor.user_id)
    return PushSubscriptionList(items=[_shown(row, visitor) for row in rows])


@router.post(
    "/push/subscriptions",
    operation_id="create_push_subscription",
    summary="Let this browser be told; the same again changes nothing",
    response_description="The push subscription of this session.",
    status_code=201,
)
async def create_push_subscription(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    caller: From,
    body: PushSubscriptionBody,
) -> PushSubscriptionAnswer:
    keys = DeviceKeys(
        from_web_base64(body.keys.p256dh.rstrip("=")),
        from_web_base64(body.keys.auth.rstrip("=")),
    )
    device = Device(body.endpoint, keys, caller.user_agent)
    row = await service.subscribe_device(context, fetching, visitor, device)
    return _shown(row, visitor)


@router.delete(
    "/push/subscriptions/{subscription_id}",
    operation_id="delete_push_subscription",
    summary="Tell a browser nothing any more",
    response_description="It is gone.",
    status_code=204,
)
async def delete_push_subscription(
    context: Given, visitor: Owner, subscription_id: IdInPath
) -> Response:
    await service.unsubscribe_device(context, visitor.user_id, subscription_id)
    return Response(status_code=204)


@router.post(
    "/push/subscriptions/{subscription_id}/test",
    operation_id="test_push_subscription",
    summary="Send a notification that says it is a test",
    response_description="The push subscription; a worker sends it in a moment.",
    status_code=202,
)
async def test_push_subscription(
    context: Given, visitor: Owner, subscription_id: IdInPath
) -> PushSubscriptionAnswer:
    row = await service.send_test(context, visitor.user_id, subscription_id)
    return _shown(row, visitor)


def _shown(row: PushSubscriptionRow, visitor: Visitor) -> PushSubscriptionAnswer:
    return PushSubscriptionAnswer(
        id=row.id,
        # The whole address is for the browser and its push service alone.
        service=urlsplit(row.endpoint).hostname or "",
        user_agent=row.user_agent,
        is_this_session=row.session_id == visitor.session_id,
        created_at=row.created_at,
        last_ok_at=row.last_ok_at,
        failures=row.failures,
        last_error=row.last_error,
    )
