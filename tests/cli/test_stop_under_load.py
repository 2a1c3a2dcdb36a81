"""A stop under load is quick, and fails no request that was accepted."""

import asyncio
import threading
from collections import Counter

import pytest

from tests.cli.program import Program, free_port

CLIENTS = 12
ENOUGH = 200  # answers before the signal
REQUEST = b"GET /api/health HTTP/1.1\r\nhost: tidings\r\n%s\r\n"


async def ask_until_refused(port: int, seen: Counter[str], *, keep: bool) -> None:
    """Ask again and again, on new connections or on the same one, until nobody is there."""
    goodbye = b"" if keep else b"connection: close\r\n"
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            return
        try:
            await ask_on(reader, writer, REQUEST % goodbye, seen)
        except (OSError, EOFError) as error:
            seen[repr(error)] += 1
        writer.close()


async def ask_on(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    request: bytes,
    seen: Counter[str],
) -> None:
    head = b""
    while b"connection: close" not in head.lower():
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            line for line in head.split(b"\r\n") if line.startswith(b"content-length")
        )
        await reader.readexactly(int(length.split(b":")[1]))
        seen[head.split()[1].decode()] += 1


@pytest.mark.parametrize("keep", [False, True], ids=["new connections", "kept"])
def test_no_accepted_request_fails_while_it_stops(tidings: Program, keep: bool) -> None:
    for _ in range(2):
        port = free_port()
        seen: Counter[str] = Counter()
        with tidings.start("serve", "--port", str(port)) as running:
            running.wait_for("Tidings runs at")

            async def hammer(port: int = port, seen: Counter[str] = seen) -> None:
                async with asyncio.TaskGroup() as tasks:
                    for _ in range(CLIENTS):
                        tasks.create_task(ask_until_refused(port, seen, keep=keep))

            load = threading.Thread(target=lambda: asyncio.run(hammer()))
            load.start()
            while seen["200"] < ENOUGH and load.is_alive():
                load.join(0.01)
            running.end()
            load.join()
        assert running.process.returncode == 0
        assert set(seen) == {"200"}, seen
        said = "\n".join(running.lines)
        assert "Traceback" not in said, said
