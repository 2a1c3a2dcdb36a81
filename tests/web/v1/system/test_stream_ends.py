"""When a live stream ends: with its session, its reader, its server; and who is let in."""

import socket
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.contexts import Clock
from tests.make import NOON
from tests.web.streams import Account, Served, live_context, progress, serving
from tidings.auth.tokens import token_hash
from tidings.store.accounts.sessions import revoke_sessions
from tidings.store.engine.connection import Connection
from tidings.store.system.events import publish_event, publish_session_ended
from tidings.web.live import LivePace
from tidings.web.sse import MOST_WAITING

QUICK = LivePace(sessions=timedelta(milliseconds=100), streams_of_user=3)


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    with live_context(database_url) as context:
        async with serving(context, QUICK) as server:
            yield server


@pytest.fixture
async def ann(served: Served) -> Account:
    return await served.sign_in("ann")


@pytest.fixture
async def bob(served: Served, ann: Account) -> Account:
    return await served.sign_in("bob")


async def test_streams_end_when_their_session_does_and_others_stay(
    served: Served, ann: Account
) -> None:
    other = await served.sign_in_again(ann.id)
    database = served.context.database

    def revoke(db: Connection) -> None:
        db.run(
            "update sessions set revoked_at = :now where id = :id",
            now=NOON,
            id=ann.session_id,
        )

    async with ann.listen() as ended, other.listen() as staying:
        await staying.hello()
        await ended.hello()
        await database.write(revoke)
        assert await ended.next() is None
        await progress(served, ann.id, 1)
        assert (await staying.next()).data == {"percent": 1}
        await database.write(revoke_sessions, ann.id, NOON)
        assert await staying.next() is None


async def test_a_told_revocation_does_not_wait_for_the_next_look(
    database_url: str,
) -> None:
    lazy = LivePace(sessions=timedelta(hours=1))

    def revoke(db: Connection, account: Account) -> None:
        revoke_sessions(db, account.id, NOON)
        publish_session_ended(db, account.id, [account.session_id], NOON)

    with live_context(database_url) as context:
        async with serving(context, lazy) as served:
            ann = await served.sign_in("ann")
            async with ann.listen() as listener:
                await listener.hello()
                # The first look is over when an event has come through.
                await progress(served, ann.id, 1)
                await listener.next()
                await context.database.write(revoke, ann)
                assert await listener.next() is None


async def test_streams_end_when_the_account_is_disabled_or_its_session_expires(
    database_url: str,
) -> None:
    clock = Clock()
    with live_context(database_url, clock) as context:
        async with serving(context, QUICK) as served:
            ann, bob = await served.sign_in("ann"), await served.sign_in("bob")
            async with ann.listen() as hers, bob.listen() as his:
                await hers.hello()
                await his.hello()
                await context.database.write(
                    lambda db: db.run(
                        "update users set disabled_at = :now where id = :id",
                        now=NOON,
                        id=ann.id,
                    )
                )
                assert await hers.next() is None
                clock.move(timedelta(days=31))
                assert await his.next() is None


async def test_a_reader_who_does_not_read_is_hung_up_on(
    served: Served, ann: Account, bob: Account
) -> None:
    def flood(db: Connection, how_many: int, size: int) -> None:
        payload = {"text": "x" * size}
        for _ in range(how_many):
            publish_event(db, "job_progress", NOON, user_id=ann.id, payload=payload)

    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", served.port))
        lazy.sendall(
            b"GET /api/v1/events HTTP/1.1\r\nhost: x\r\n"
            b"authorization: Bearer " + ann.token.encode() + b"\r\n\r\n"
        )
        await served.streams(1)
        async with bob.listen() as awake:
            await awake.hello()
            # More than any socket takes, then more than waits for it.
            await served.context.database.write(flood, 80, 100_000)
            await served.context.database.write(flood, 2 * MOST_WAITING, 1)
            await served.streams(1)
            await progress(served, bob.id, 1)
            assert (await awake.next()).data == {"percent": 1}


async def test_a_closed_stream_is_forgotten(served: Served, ann: Account) -> None:
    async with ann.listen() as listener:
        await listener.hello()
        assert len(served.live) == 1
        text = served.context.metrics.text().decode()
        assert "tidings_sse_connections_active 1.0" in text
        listener.answer.close()
        await served.streams(0)


async def test_one_account_may_have_only_so_many_streams(
    served: Served, ann: Account, bob: Account
) -> None:
    async with ann.listen(), ann.listen(), ann.listen() as last, bob.listen():
        refused = await served.http.get(
            served.url("/api/v1/events"), headers=ann.headers
        )
        assert refused.status == 429
        assert refused.headers["retry-after"] == "30"
        refused.close()
        await last.hello()


async def test_streams_end_in_good_order_when_the_server_stops(
    served: Served, ann: Account
) -> None:
    async with ann.listen() as listener:
        await listener.hello()
        await served.live.close()
        assert await listener.next() is None
    late = await served.http.get(served.url("/api/v1/events"), headers=ann.headers)
    assert late.status == 503
    late.close()


async def test_an_api_token_may_listen_until_it_is_revoked(
    served: Served, ann: Account
) -> None:
    token = "a" * 43

    def give(db: Connection) -> None:
        db.run(
            "insert into api_tokens (id, user_id, name, token_hash, scope, created_at)"
            " values ('t', :user, 'x', :hash, 'read', :now)",
            user=ann.id,
            hash=token_hash(token),
            now=NOON,
        )

    def take(db: Connection) -> None:
        db.run("update api_tokens set revoked_at = :now", now=NOON)

    await served.context.database.write(give)
    program = Account(served, ann.id, token, "")
    async with program.listen() as listener, ann.listen() as person:
        await listener.hello()
        await person.hello()
        await progress(served, ann.id, 1)
        assert (await listener.next()).data == {"percent": 1}
        await served.context.database.write(take)
        assert await listener.next() is None
        assert (await person.next()).data == {"percent": 1}
        await progress(served, ann.id, 2)
        assert (await person.next()).data == {"percent": 2}
