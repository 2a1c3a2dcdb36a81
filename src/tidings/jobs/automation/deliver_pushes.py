"""Sends notifications to devices: encrypted, at least once, never to an ended session.

A worker that dies between sending and noting it makes another send the same again; the
device shows it once, because a notification replaces the one before of its tag.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from tidings.auth.push_encryption import (
    SALT_BYTES,
    DeviceKeys,
    encrypt,
    new_private_key,
)
from tidings.auth.secret_box import SecretUnreadable
from tidings.auth.vapid import authorization
from tidings.context import Context, Fetching
from tidings.core.automation.delivery import DEADLINE, LEASE
from tidings.core.automation.push import (
    TEST,
    PushTried,
    after_push,
    message,
    time_to_live,
)
from tidings.core.clock import micros
from tidings.core.feeds.http_hints import read_hints
from tidings.fetch.exchange import FetchFailed, Request
from tidings.fetch.target import BadUrl, parse_target
from tidings.observe.logs import get_log
from tidings.operations.automation.push_key import AUTH_PURPOSE, find_push_key
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.automation.push_deliveries import (
    ClaimedPush,
    claim_pushes,
    next_push_due_at,
    release_pushes,
    settle_push,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_ANSWER_LIMIT = 64 * 1024
_SECOND = micros(timedelta(seconds=1))

log = get_log()


class PushDeliveries(ClaimedWork[ClaimedPush]):
    """Notifications that wait for their devices."""

    def __init__(self, context: Context, fetching: Fetching) -> None:
        super().__init__()
        self._context = context
        self._fetching = fetching

    async def claim(self, many: int) -> list[ClaimedPush]:
        now = self._context.clock()
        return await self._context.database.write(claim_pushes, now, LEASE, many)

    async def work(self, item: ClaimedPush) -> int:
        key = await find_push_key(self._context, self._fetching)
        tried = await _send(self._context, self._fetching, key, item)
        await _settle(self._context, item, tried)
        return 1

    async def release(self, items: Sequence[ClaimedPush]) -> None:
        # What was settled is no longer leased to us, and stays as it is.
        await self._context.database.write(release_pushes, items)

    async def next_due(self) -> int | None:
        return await self._context.database.read(next_push_due_at)


async def _settle(context: Context, sent: ClaimedPush, tried: PushTried) -> None:
    now = context.clock()
    verdict = after_push(
        tried,
        tries=sent.attempts + 1,
        failures=sent.failures,
        now=now,
        random=context.random(),
    )
    ours = await context.database.write(settle_push, sent, verdict, now)
    log.info(
        "push tried",
        device=sent.device,
        delivered=verdict.delivered,
        problem=verdict.problem,
        ended=verdict.is_over,
        lease_lost=not ours,
    )


async def _send(
    context: Context,
    fetching: Fetching,
    key: "EllipticCurvePrivateKey | None",
    sent: ClaimedPush,
) -> PushTried:
    target = parse_target(sent.endpoint)
    if isinstance(target, BadUrl) or key is None:
        return PushTried(None, "there is no way to send it: subscribe again")
    try:
        body = _encrypted(context, fetching, sent)
    except SecretUnreadable as error:
        return PushTried(None, error.message)
    now = context.clock()
    origin = f"{target.scheme}://{target.authority}"
    proof = authorization(key, origin, _subject(context), now // _SECOND)
    request = Request(
        sent.endpoint,
        method="POST",
        headers=_headers(sent, now),
        private_headers={"Authorization": proof},
        body=body,
        body_limit=_ANSWER_LIMIT,
        deadline=DEADLINE,
        follows_redirects=False,
    )
    answer = await fetching.client.request(request)
    if isinstance(answer, FetchFailed):
        return PushTried(None, answer.message)
    hints = read_hints(answer.headers, now)
    return PushTried(answer.status, retry_after=hints.retry_after)


def _encrypted(context: Context, fetching: Fetching, sent: ClaimedPush) -> bytes:
    secret = fetching.box.open(sent.auth, AUTH_PURPOSE)
    return encrypt(
        message(sent.notice, sent.tag),
        DeviceKeys(sent.p256dh, secret),
        context.random_bytes(SALT_BYTES),
        new_private_key(),
    )


def _headers(sent: ClaimedPush, now: int) -> dict[str, str]:
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(time_to_live(sent.noted_at, now)),
        # A test is looked for this moment; news may wait until a phone wakes up.
        "Urgency": "high" if sent.tag == TEST else "normal",
        "Topic": sent.tag,
    }


def _subject(context: Context) -> str:
    """Return where a push service finds the administrator; it insists on https."""
    return "https://" + context.server.base_url.partition("://")[2]
