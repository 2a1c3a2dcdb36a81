"""Sessions are remembered for speed, and dead everywhere within a second."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from tests import engines
from tests.contexts import Clock, Dice, make_context
from tests.web.conftest import client_for
from tidings.auth.sign_in_state import make_sign_in_state
from tidings.context import Context
from tidings.services.accounts.sessions import open_session
from tidings.store.accounts.accounts import NewUser, insert_user

pytestmark = pytest.mark.both_engines

ME = "/api/v1/users/me"
SECOND = timedelta(seconds=1)


@asynccontextmanager
async def processes(
    context: Context, redis_url: str | None, clock: Clock, how_many: int = 2
) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Give clients of web processes that share a database and, perhaps, a Redis."""
    async with AsyncExitStack() as stack:
        clients = []
        for number in range(how_many):
            sign_in_state = make_sign_in_state(redis_url)
            stack.push_async_callback(sign_in_state.close)
            own = replace(
                make_context(context.database, clock=clock),
                sign_in_state=sign_in_state,
                random_bytes=Dice((number + 1) << 32),
            )
            clients.append(await stack.enter_async_context(client_for(own)))
        yield clients


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def tokens_of(context: Context, name: str = "ann") -> tuple[str, str]:
    new = NewUser(name, None, "user")
    user = await context.database.write(insert_user, new, context.clock())
    first, _ = await open_session(context, user.id)
    second, _ = await open_session(context, user.id)
    return first, second


def bearing(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


@pytest.mark.parametrize("with_redis", [False, True])
async def test_what_ends_in_one_process_ends_in_all_within_a_second(
    context: Context, redis_url: str, clock: Clock, with_redis: bool
) -> None:
    first, second = await tokens_of(context)
    url = redis_url if with_redis else None
    async with processes(context, url, clock) as (here, there):
        for client in (here, there, there, here):
            assert (await client.get(ME, headers=bearing(first))).status_code == 200
        ended = await here.delete(f"{ME}/sessions", headers=bearing(second))
        assert ended.status_code == 204
        assert (await here.get(ME, headers=bearing(first))).status_code == 401
        clock.move(SECOND)
        for client in (there, here, there):
            assert (await client.get(ME, headers=bearing(first))).status_code == 401
            assert (await client.get(ME, headers=bearing(second))).status_code == 200


async def test_a_session_that_ends_while_redis_is_away_is_dead_when_it_is_back(
    context: Context, clock: Clock
) -> None:
    first, second = await tokens_of(context)
    with engines.redis() as url:
        async with processes(context, url, clock) as (here, there):
            assert (await there.get(ME, headers=bearing(first))).status_code == 200
            # The one that ends it has no Redis at all: nobody deletes anything there.
            async with processes(context, None, clock, 1) as (alone,):
                path = f"{ME}/sessions"
                answer = await alone.delete(path, headers=bearing(second))
                assert answer.status_code == 204
            clock.move(SECOND)
            for client in (here, there):
                assert (await client.get(ME, headers=bearing(first))).status_code == 401


async def test_losing_redis_lets_nobody_in_and_nobody_out(
    context: Context, clock: Clock
) -> None:
    first, second = await tokens_of(context)
    async with AsyncExitStack() as stack:
        with engines.redis() as url:
            here, there = await stack.enter_async_context(
                processes(context, url, clock)
            )
            assert (await here.get(ME, headers=bearing(first))).status_code == 200
        for client in (here, there):
            assert (await client.get(ME, headers=bearing(first))).status_code == 200
            assert (await client.get(ME, headers=bearing("x" * 43))).status_code == 401
        answer = await here.delete(f"{ME}/sessions", headers=bearing(second))
        assert answer.status_code == 204
        clock.move(SECOND)
        assert (await there.get(ME, headers=bearing(first))).status_code == 401
        assert (await there.get(ME, headers=bearing(second))).status_code == 200


async def test_redis_holds_hashes_and_nothing_that_opens_a_door(
    plain_context: Context, clock: Clock
) -> None:
    token, _ = await tokens_of(plain_context)
    with engines.redis() as url:
        async with processes(plain_context, url, clock) as (here, _):
            assert (await here.get(ME, headers=bearing(token))).status_code == 200
            sign_in_state = make_sign_in_state(url)
            assert sign_in_state._shared is not None
            redis = sign_in_state._shared.redis
            names = [name.decode() for name in await redis.keys()]
            kept = [(name, await redis.get(name)) for name in names]
            lives = [await redis.ttl(name) for name in names]
            await sign_in_state.close()
    assert any(name.startswith("tidings:session:") for name in names)
    assert token not in repr(kept)
    assert all(0 < life <= 300 for life in lives)


async def test_what_redis_says_about_others_is_not_believed_for_ever(
    plain_context: Context, clock: Clock, redis_url: str
) -> None:
    """Nonsense under a session's name leads to the database, not to an error."""
    token, _ = await tokens_of(plain_context)
    async with processes(plain_context, redis_url, clock, 3) as clients:
        assert (await clients[0].get(ME, headers=bearing(token))).status_code == 200
        sign_in_state = make_sign_in_state(redis_url)
        assert sign_in_state._shared is not None
        for name in await sign_in_state._shared.redis.keys("tidings:session:*"):
            await sign_in_state._shared.redis.set(name, b'{"id": 7}', ex=60)
        await sign_in_state.close()
        for client in clients[1:]:
            assert (await client.get(ME, headers=bearing(token))).status_code == 200
            assert (await client.get(ME, headers=bearing(token))).status_code == 200
