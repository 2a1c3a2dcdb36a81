"""Sends messages to webhooks: signed, at least once, ever less often when it fails.

Redirects are not followed: whoever moves says so to the owner, not to us.
"""

from datetime import timedelta
from operator import attrgetter

from tidings.auth.secret_box import SecretUnreadable
from tidings.auth.webhook_signature import signed_headers
from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.delivery import Tried, after_try
from tidings.fetch.exchange import FetchFailed, Request
from tidings.jobs.deliveries import DEADLINE, Outbox, deliver_due
from tidings.jobs.webhook_secret import PURPOSE
from tidings.observe.logs import get_log
from tidings.store.deliveries import (
    ClaimedDelivery,
    claim_deliveries,
    release_deliveries,
    settle_delivery,
)

_OUTBOX = Outbox("webhook", claim_deliveries, release_deliveries, attrgetter("id"))
_ANSWER_LIMIT = 1024 * 1024
_SECOND = micros(timedelta(seconds=1))

log = get_log()


async def deliver_webhooks(context: Context, fetching: Fetching) -> int:
    """Send everything that is due; return how many tries that took."""

    async def deliver(sent: ClaimedDelivery) -> None:
        await _settle(context, sent, await _send(context, fetching, sent))

    return await deliver_due(context, _OUTBOX, deliver)


async def _settle(context: Context, sent: ClaimedDelivery, tried: Tried) -> None:
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


async def _send(context: Context, fetching: Fetching, sent: ClaimedDelivery) -> Tried:
    body = sent.body.encode()
    try:
        secret = fetching.box.open(sent.secret, PURPOSE).decode()
    except SecretUnreadable as error:
        return Tried(None, error.message)
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
        return Tried(None, answer.message)
    if 300 <= answer.status <= 399:
        return Tried(answer.status, "it answered with a redirect; enter the new URL")
    return Tried(answer.status)
