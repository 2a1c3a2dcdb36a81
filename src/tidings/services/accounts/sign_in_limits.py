"""Rate limits of sign-in and requests, and revoking access at once."""

from collections.abc import Callable
from datetime import timedelta
from math import ceil
from typing import Concatenate, ParamSpec, TypeVar

from tidings.auth.limits import Rule
from tidings.context import Context
from tidings.core.accounts.client_address import neighbourhood
from tidings.core.accounts.visitor import Caller
from tidings.core.errors import RateLimited
from tidings.store.accounts.sessions import session_addresses
from tidings.store.engine.connection import Connection

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
        context.sign_in_state.sessions.distrust()


async def limit_sign_in(context: Context, caller: Caller, account: str) -> None:
    """Allow an attempt to sign in, or refuse it: by address and by account.

    `account` is the name that is tried, whether or not there is one. Strangers who use up
    the tries of an account do not keep its owner out: where they have signed in before,
    their tries are counted apart.
    """
    place = neighbourhood(caller.address)
    await _take(context, _tries(context, "sign-in-address"), place)
    rule = _tries(context, "sign-in-account")
    wait = await context.sign_in_state.limits.take(rule, account, context.clock())
    if wait and await _has_signed_in_from(context, account, place):
        await _take(context, _tries(context, "sign-in-familiar"), f"{account}\0{place}")
        return
    _refuse(wait)


async def _has_signed_in_from(context: Context, account: str, place: str) -> bool:
    addresses = await context.database.read(session_addresses, account)
    return any(neighbourhood(address) == place for address in addresses)


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
    rule = _a_minute("refresh", context.server.refresh_rate)
    await _take(context, rule, neighbourhood(caller.address))


async def count_wrong_token(context: Context, caller: Caller) -> None:
    """Refuse an address that brings too many tokens which are nobody's: they cannot be
    guessed, but whoever tries need not be answered for ever."""
    await _count_address(context, "wrong-tokens", caller)


async def check_key(context: Context, caller: Caller) -> None:
    """Refuse whatever key comes from where too many wrong ones came from."""
    _refuse(
        context.sign_in_state.limits.peek(*_keys_of(context, caller), context.clock())
    )


async def count_wrong_key(context: Context, caller: Caller) -> None:
    """Note a wrong key, for routes where the right one comes with every request."""
    await _take(context, *_keys_of(context, caller))


async def _count_address(context: Context, name: str, caller: Caller) -> None:
    rate = context.server.api_rate
    if rate is not None:
        rule = Rule(name, rate * 10, rate)
        await _take(context, rule, neighbourhood(caller.address))


def _keys_of(context: Context, caller: Caller) -> tuple[Rule, str]:
    return _tries(context, "sign-in-address"), neighbourhood(caller.address)


def _tries(context: Context, name: str) -> Rule:
    return _a_minute(name, context.accounts.login_rate)


def _a_minute(name: str, times: int) -> Rule:
    return Rule(name, times, times / 60)


async def _take(context: Context, rule: Rule, who: str) -> None:
    _refuse(await context.sign_in_state.limits.take(rule, who, context.clock()))


def _refuse(wait: timedelta) -> None:
    if wait:
        seconds = ceil(wait / timedelta(seconds=1))
        raise RateLimited(
            "Too many attempts. Wait a moment, then try again.",
            details={"retry_after": seconds},
        )
