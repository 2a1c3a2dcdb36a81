"""Wake-ups between the processes of one SQLite file: a datagram socket for each.

Whoever listens has a socket in a folder beside the database; after a commit one byte goes
to each of them. Nothing waits for that, and a byte may get lost: see `look_every`. Where
there can be no socket, others' commits are looked for as often as before.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

from tidings.bus.local import LocalBus
from tidings.observe.logs import get_log

# Not yet where others look: a socket that is being made refuses, as a dead one does.
_UNFINISHED = "."
_MOST_BYTES = 64
_TRIES = 3
_WHILE_HEARD = timedelta(seconds=15)

log = get_log()


class SocketBus:
    """Wakes listeners here directly, and those of other processes by their sockets."""

    def __init__(self, database: Path) -> None:
        self._folder = database.absolute().with_name(f"{database.name}-wake")
        self._here = LocalBus()
        self._ours: Path | None = None
        self._listeners = 0
        self._socket: socket.socket | None = None

    @property
    def look_every(self) -> timedelta:
        """Rely on the socket while there is one."""
        return self._here.look_every if self._ours is None else _WHILE_HEARD

    def told(self) -> None:
        self._here.told()
        # Nobody listens, or there are no such sockets.
        with suppress(OSError, AttributeError):
            self._tell_others([each.path for each in os.scandir(self._folder)])

    @asynccontextmanager
    async def listening(self, wake: Callable[[], None]) -> AsyncIterator[None]:
        self._listeners += 1
        try:
            if self._socket is None:
                self._open()
            async with self._here.listening(wake):
                wake()  # for what was told while nobody listened
                yield
        finally:
            self._listeners -= 1
            if not self._listeners:
                self._shut()

    def close(self) -> None:
        """Leave nothing behind; others may still be listening."""
        self._shut()

    def _tell_others(self, paths: Sequence[str]) -> None:
        # Opened each time: commits that tell are few, and come from any thread.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            for path in paths:
                is_unfinished = os.path.basename(path).startswith(_UNFINISHED)
                if path != str(self._ours) and not is_unfinished:
                    _send(sender, path)

    def _open(self) -> None:
        for _ in range(_TRIES):
            try:
                self._bind()
            except FileNotFoundError:
                continue  # the last one to leave has just removed the folder
            except (OSError, AttributeError) as error:
                log.info("commits are looked for", reason=type(error).__name__)
            return

    def _bind(self) -> None:
        name = secrets.token_hex(4)
        unfinished, path = self._folder / f"{_UNFINISHED}{name}", self._folder / name
        self._folder.mkdir(exist_ok=True)
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            opened.setblocking(False)
            opened.bind(str(unfinished))
            unfinished.rename(path)
            # Some file systems let a socket be made that nothing comes through.
            opened.sendto(b"!", str(path))
            opened.recv(_MOST_BYTES)
            asyncio.get_running_loop().add_reader(opened, self._heard, opened)
        except BaseException:
            opened.close()
            for left in (unfinished, path):
                with suppress(OSError):
                    left.unlink()
            raise
        self._socket, self._ours = opened, path

    def _heard(self, opened: socket.socket) -> None:
        with suppress(OSError):
            while opened.recv(_MOST_BYTES):
                pass  # however many there were: one look finds all
        self._here.told()

    def _shut(self) -> None:
        opened, path = self._socket, self._ours
        self._socket = self._ours = None
        if opened is None or path is None:
            return
        with suppress(RuntimeError):  # the loop is over, and with it its readers
            asyncio.get_running_loop().remove_reader(opened)
        opened.close()
        with suppress(OSError):
            path.unlink()
        with suppress(OSError):  # others listen there
            self._folder.rmdir()


def _send(sender: socket.socket, path: str) -> None:
    try:
        sender.sendto(b"!", path)
    except ConnectionRefusedError:
        with suppress(OSError):  # its process was killed
            os.unlink(path)
    except OSError:
        pass  # it is full, and so awake; or gone, or not for us
