"""How often one address may begin or end a sign-in without a password.

Nobody can guess a state or a challenge; the limit keeps strangers from filling the table
and from making us ask a provider without end.
"""

from datetime import timedelta
from math import ceil

from tidings.auth.limits import Rule
from tidings.context import Context
from tidings.core.accounts.client_address import neighbourhood
from tidings.core.accounts.visitor import Caller
from tidings.core.errors import RateLimited

# Leaving and coming back are two; a household behind one address may share it.
_RULE = Rule("sign-in-flows", 20, 20 / 60)


async def count_flow_step(context: Context, caller: Caller) -> None:
    """Let a step of a sign-in through, or refuse one too many."""
    wait = await context.sign_in_state.limits.take(
        _RULE, neighbourhood(caller.address), context.clock()
    )
    if wait:
        raise RateLimited(
            "Too many attempts. Wait a moment, then try again.",
            details={"retry_after": ceil(wait / timedelta(seconds=1))},
        )
