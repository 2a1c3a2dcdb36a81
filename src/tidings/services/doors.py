"""The doors: how often one may knock, and who is told when a right ends."""

from collections.abc import Callable
from datetime import timedelta
from math import ceil
from typing import Concatenate, ParamSpec, TypeVar

from tidings.auth.limits import Rule
from tidings.context import Context
from tidings.core.client_address import neighbourhood
from tidings.core.errors import RateLimited
from tidings.core.visitor import Caller
from tidings.store.connection import Connection

_TRIES = 5
_PER_MINUTE = _TRIES / 60
_BY_ADDRESS = Rule("door-address", _TRIES, _PER_MINUTE)
_BY_ACCOUNT = Rule("door-account", _TRIES, _PER_MINUTE)
_REFRESH = Rule("refresh", 10, 10 / 60)

P = ParamSpec("P")
R = TypeVar("R")


async def change_access(
    context: Context,
    change: Callable[Concatenate[Connection, P], R],
    *args: P.args,
    **named: P.kwargs,
) -> R:
    """Write what ends or alters a right; this process knows of it at once."""
    try:
        return await context.database.write(change, *args, **named)
    finally:
        context.doors.sessions.distrust()


async def knock(context: Context, caller: Caller, account: str) -> None:
    """Let a secret be tried, or refuse whatever it is: by address and by account.

    `account` is the name that is tried, whether or not there is one.
    """
    await _take(context, _BY_ADDRESS, neighbourhood(caller.address))
    await _take(context, _BY_ACCOUNT, account)


async def count_request(context: Context, user_id: int, *, search: bool) -> None:
    """Let a user's request through, or refuse one too many."""
    rate = context.server.api_rate
    if rate is None:
        return
    await _take(context, Rule("requests", rate * 10, rate), str(user_id))
    if search:
        await _take(context, Rule("searches", rate, rate / 10), str(user_id))


async def count_stranger(context: Context, caller: Caller) -> None:
    """Let somebody who need not sign in ask for what takes work, or refuse one too
    many."""
    await _count_address(context, "strangers", caller)


async def count_refresh(context: Context, caller: Caller) -> None:
    """Let somebody ask for feeds to be fetched now, or refuse one time too many."""
    await _take(context, _REFRESH, neighbourhood(caller.address))


async def count_wrong_token(context: Context, caller: Caller) -> None:
    """Refuse an address that brings too many tokens which are nobody's: they cannot be
    guessed, but whoever tries need not be answered for ever."""
    await _count_address(context, "wrong-tokens", caller)


async def check_key(context: Context, caller: Caller) -> None:
    """Refuse whatever key comes from where too many wrong ones came from."""
    _refuse(context.doors.limits.peek(*_keys_of(caller), context.clock()))


async def count_wrong_key(context: Context, caller: Caller) -> None:
    """Note a wrong key, for doors where the right one comes with every request."""
    await _take(context, *_keys_of(caller))


async def _count_address(context: Context, name: str, caller: Caller) -> None:
    rate = context.server.api_rate
    if rate is not None:
        rule = Rule(name, rate * 10, rate)
        await _take(context, rule, neighbourhood(caller.address))


def _keys_of(caller: Caller) -> tuple[Rule, str]:
    return _BY_ADDRESS, neighbourhood(caller.address)


async def _take(context: Context, rule: Rule, who: str) -> None:
    _refuse(await context.doors.limits.take(rule, who, context.clock()))


def _refuse(wait: timedelta) -> None:
    if wait:
        seconds = ceil(wait / timedelta(seconds=1))
        raise RateLimited(
            "Too many tries. Wait a moment, then try again.",
            details={"retry_after": seconds},
        )
