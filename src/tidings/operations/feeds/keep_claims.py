"""Holds on to leased feeds for as long as whoever checks them lives."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

from tidings.context import Context
from tidings.core.clock import micros
from tidings.operations.system.heartbeat import heartbeat
from tidings.store.feeds.claims import LEASE, ClaimedFeed, renew_claims


def kept_claims(
    context: Context,
    claims: Callable[[], list[ClaimedFeed]],
    lease: timedelta = LEASE,
) -> AbstractAsyncContextManager[None]:
    """Renew the leases of the feeds that `claims` returns, until left."""

    async def renew() -> None:
        held = [(claim.feed.id, claim.feed.lease_token) for claim in claims()]
        if held:
            until = context.clock() + micros(lease)
            await context.database.write(renew_claims, held, until)

    return heartbeat("feeds", lease, renew)
