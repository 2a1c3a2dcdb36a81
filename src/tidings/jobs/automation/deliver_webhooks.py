"""Sends messages to webhooks: signed, at least once, ever less often when it fails.

Redirects are not followed: whoever moves says so to the owner, not to us.
"""

from collections.abc import Sequence
from datetime import timedelta

from tidings.auth.secret_box import SecretUnreadable
from tidings.auth.webhook_signature import signed_headers
from tidings.context import Context, Fetching
from tidings.core.automation.delivery import DEADLINE, LEASE, DeliveryAttempt, after_try
from tidings.core.clock import micros
from tidings.fetch.exchange import FetchFailed, Request
from tidings.observe.logs import get_log
from tidings.operations.automation.webhook_secret import PURPOSE
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.automation.deliveries import (
    ClaimedDelivery,
    claim_deliveries,
    next_delivery_at,
    release_deliveries,
    settle_delivery,
)

_ANSWER_LIMIT = 1024 * 1024
_SECOND = micros(timedelta(seconds=1))

log = get_log()


class WebhookDeliveries(ClaimedWork[ClaimedDelivery]):
    """Messages that wait for their webhooks, one of each at a time."""

    def __init__(self, context: Context, fetching: Fetching) -> None:
        super().__init__()
        self._context = context
        self._fetching = fetching

    async def claim(self, many: int) -> list[ClaimedDelivery]:
        now = self._context.clock()
        return await self._context.database.write(claim_deliveries, now, LEASE, many)

    async def work(self, item: ClaimedDelivery) -> int:
        tried = await _send(self._context, self._fetching, item)
        await _settle(self._context, item, tried)
        return 1

    async def release(self, items: Sequence[ClaimedDelivery]) -> None:
        # What was settled is no longer leased to us, and stays as it is.
        await self._context.database.write(release_deliveries, items)

    async def next_due(self) -> int | None:
        return await self._context.database.read(next_delivery_at)


async def _settle(
    context: Context, sent: ClaimedDelivery, tried: DeliveryAttempt
) -> None:
    now = context.clock()
    verdict = after_try(
        tried,
        tries=sent.attempts + 1,
        failures=sent.failures,
        now=now,
        random=context.random(),
    )
    ours = await context.database.write(settle_delivery, sent, verdict, now)
    log.info(
        "webhook tried",
        webhook_id=sent.webhook_id,
        delivery_id=sent.id,
        delivered=verdict.delivered,
        problem=verdict.problem,
        switched_off=bool(verdict.switch_off),
        lease_lost=not ours,
    )


async def _send(
    context: Context, fetching: Fetching, sent: ClaimedDelivery
) -> DeliveryAttempt:
    body = sent.body.encode()
    try:
        secret = fetching.box.open(sent.secret, PURPOSE).decode()
    except SecretUnreadable as error:
        return DeliveryAttempt(None, error.message, "secret_unreadable")
    headers = signed_headers(secret, sent.id, context.clock() // _SECOND, body)
    request = Request(
        sent.url,
        method="POST",
        headers={"Content-Type": "application/json"},
        private_headers=headers,
        body=body,
        body_limit=_ANSWER_LIMIT,
        deadline=DEADLINE,
        follows_redirects=False,
    )
    answer = await fetching.client.request(request)
    if isinstance(answer, FetchFailed):
        return DeliveryAttempt(None, answer.message, answer.failure.code)
    return DeliveryAttempt(answer.status)
