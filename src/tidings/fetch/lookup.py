"""Names to addresses, through the operating system.

A name server that does not answer holds a thread of its own, never the event loop, the
shared thread pool or the end of the program.
"""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from typing import Protocol


class Lookup(Protocol):
    """Finds the addresses of a name, or raises OSError."""

    async def __call__(self, host: str) -> Sequence[str]: ...


class SystemLookup:
    """Asks getaddrinfo, a bounded number of names at once."""

    def __init__(self, at_once: int = 64) -> None:
        self._places = asyncio.Semaphore(at_once)

    async def __call__(self, host: str) -> Sequence[str]:
        await self._places.acquire()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[str]] = loop.create_future()

        def finish(found: Sequence[str] | OSError) -> None:
            # The place is given back here, not by the one who waits: a lookup whose
            # caller has left still occupies its thread.
            self._places.release()
            if answer.done():
                return
            if isinstance(found, OSError):
                answer.set_exception(found)
            else:
                answer.set_result(found)

        def look_up() -> None:
            found = _addresses_of(host)
            with suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(finish, found)

        # A daemon: an unanswered lookup must not delay the end of the program.
        Thread(target=look_up, name="lookup", daemon=True).start()
        return await answer


def _addresses_of(host: str) -> Sequence[str] | OSError:
    try:
        found = socket.getaddrinfo(
            host, None, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG
        )
    except OSError as error:
        return error
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))
