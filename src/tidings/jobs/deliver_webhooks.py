"""Sends messages to webhooks: signed, at least once, ever less often when it fails.

Redirects are not followed: whoever moves says so to the owner, not to us.
"""

import asyncio
from contextlib import suppress
from datetime import timedelta

from tidings.auth.secret_box import SecretUnreadable
from tidings.auth.webhook_signature import signed_headers
from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.delivery import Tried, after_try
from tidings.core.errors import TidingsError
from tidings.fetch.exchange import FetchFailed, Request
from tidings.jobs.webhook_secret import PURPOSE
from tidings.observe.logs import get_log
from tidings.store.deliveries import (
    ClaimedDelivery,
    claim_deliveries,
    release_deliveries,
    settle_delivery,
)

_DEADLINE = timedelta(seconds=15)
_LEASE = timedelta(seconds=60)
_SIDE_BY_SIDE = 8
_ANSWER_LIMIT = 1024 * 1024
_SECOND = micros(timedelta(seconds=1))

log = get_log()


async def deliver_webhooks(context: Context, fetching: Fetching) -> int:
    """Send everything that is due; return how many tries that took."""
    tries = 0
    while claimed := await context.database.write(
        claim_deliveries, context.clock(), _LEASE, _SIDE_BY_SIDE
    ):
        await _deliver_all(context, fetching, claimed)
        tries += len(claimed)
    return tries


async def _deliver_all(
    context: Context, fetching: Fetching, claimed: list[ClaimedDelivery]
) -> None:
    try:
        async with asyncio.TaskGroup() as tasks:
            for each in claimed:
                tasks.create_task(_try_one(context, fetching, each))
    except asyncio.CancelledError:
        # What was settled is no longer leased to us, and stays as it is.
        with suppress(TidingsError):
            await context.database.write(release_deliveries, claimed)
        raise


async def _try_one(context: Context, fetching: Fetching, sent: ClaimedDelivery) -> None:
    try:
        await _deliver(context, fetching, sent)
    except TidingsError as error:
        log.warning("webhook result not kept", delivery_id=sent.id, code=error.code)
    except Exception:
        # A mistake of ours met by one message must not stop the others.
        log.exception("webhook failed", delivery_id=sent.id)


async def _deliver(context: Context, fetching: Fetching, sent: ClaimedDelivery) -> None:
    tried = await _send(context, fetching, sent)
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
        deadline=_DEADLINE,
        follows_redirects=False,
    )
    answer = await fetching.client.request(request)
    if isinstance(answer, FetchFailed):
        return Tried(None, answer.message)
    if 300 <= answer.status <= 399:
        return Tried(answer.status, "it answered with a redirect; enter the new URL")
    return Tried(answer.status)
