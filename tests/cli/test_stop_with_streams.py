"""A stop ends live streams in good order and soon, also that of a reader who is stuck."""

import asyncio
import socket
from datetime import timedelta

from tests.cli.program import Program, Running, free_port
from tidings.auth.tokens import token_hash
from tidings.core.clock import micros
from tidings.store.accounts.accounts import NewUser, insert_user
from tidings.store.accounts.sessions import NewSession, insert_session
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import open_database
from tidings.store.system.events import publish_event
from tidings.wiring import now

STREAMS = 10
REQUEST = (
    "GET /api/v1/events HTTP/1.1\r\nhost: tidings\r\nauthorization: Bearer {}\r\n\r\n"
)


def _sign_in(db: Connection, name: str) -> int:
    """Add somebody whose token is their name."""
    user = insert_user(db, NewUser(name, None, "user"), now())
    later = now() + micros(timedelta(days=1))
    insert_session(
        db, NewSession(name, user.id, token_hash(name), now(), later, "", "")
    )
    return user.id


def _flood(db: Connection, user_id: int) -> None:
    for _ in range(50):
        payload = {"text": "x" * 100_000}
        publish_event(db, "job_progress", now(), user_id=user_id, payload=payload)


async def _listen_until_the_end(port: int, running: Running) -> list[bytes]:
    """Open streams, stop the program; return what the streams said."""
    readers, writers = [], []
    for _ in range(STREAMS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST.format("ann").encode())
        await reader.readuntil(b"retry: ")
        readers.append(reader)
        writers.append(writer)
    await asyncio.to_thread(running.end)
    said = [await reader.read() for reader in readers]
    for writer in writers:
        writer.close()
        await writer.wait_closed()
    return said


def test_streams_end_in_good_order_when_it_stops(tidings: Program) -> None:
    port = free_port()
    with tidings.start("serve", "--no-worker", "--port", str(port)) as running:
        running.wait_for("Tidings runs at")
        database = open_database(f"sqlite:///{tidings.directory}/data/tidings.db")
        database.write_now(_sign_in, "ann")
        stuck_id = database.write_now(_sign_in, "bob")
        with socket.socket() as stuck:
            stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stuck.connect(("127.0.0.1", port))
            stuck.sendall(REQUEST.format("bob").encode())
            stuck.recv(100)
            for _ in range(5):
                database.write_now(_flood, stuck_id)
            said = asyncio.run(_listen_until_the_end(port, running))
        database.close_now()
    assert running.process.returncode == 0
    # The last chunk of an answer that is complete.
    assert [text[-5:] for text in said] == [b"0\r\n\r\n"] * STREAMS
    assert "Traceback" not in "\n".join(running.lines)
    assert "error" not in "\n".join(running.lines)
