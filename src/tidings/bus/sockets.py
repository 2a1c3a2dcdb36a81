"""Wake-ups between the processes of one SQLite file: a datagram socket for each.

Whoever listens has a socket in a folder beside the database; after a commit one byte goes
to each of them. Nothing waits for that, and a byte may get lost: see `look_every`. Where
there can be no socket, others' commits are looked for as often as before.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from pathlib import Path

from tidings.bus.local import LocalBus
from tidings.observe.logs import get_log

# Not yet where others look: a socket that is being made refuses, as a dead one does.
_UNFINISHED = "."
_MOST_BYTES = 64
_LONGEST_FOLDER = 80  # the whole address of a socket may have about a hundred bytes
_OPEN_FOLDERS = Path("/proc/self/fd")
_TRIES = 3
_WHILE_CONNECTED = timedelta(seconds=15)

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
        return self._here.look_every if self._ours is None else _WHILE_CONNECTED

    def notify(self) -> None:
        self._here.notify()
        # Nobody listens, or there are no such sockets.
        with suppress(OSError, AttributeError):
            self._notify_others()

    @asynccontextmanager
    async def listening(self, wake: Callable[[], None]) -> AsyncIterator[None]:
        self._listeners += 1
        try:
            if self._socket is None:
                self._open()
            async with self._here.listening(wake):
                wake()  # for what was committed while nobody listened
                yield
        finally:
            self._listeners -= 1
            if not self._listeners:
                self._shut()

    def close(self) -> None:
        """Leave nothing behind; others may still be listening."""
        self._shut()

    def _notify_others(self) -> None:
        ours = self._ours and self._ours.name
        names = os.listdir(self._folder)
        others = [each for each in names if each != ours and each[0] != _UNFINISHED]
        if not others:
            return
        # Opened each time: commits that notify are few, and come from any thread.
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender,
            _short_name(self._folder) as folder,
        ):
            sender.setblocking(False)
            for name in others:
                _send(sender, f"{folder}/{name}")

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
            with _short_name(self._folder) as folder:
                opened.bind(f"{folder}/{unfinished.name}")
                unfinished.rename(path)
                # Some file systems let a socket be made that nothing comes through.
                opened.sendto(b"!", f"{folder}/{name}")
            opened.recv(_MOST_BYTES)
            asyncio.get_running_loop().add_reader(opened, self._receive, opened)
        except BaseException:
            opened.close()
            for left in (unfinished, path):
                with suppress(OSError):
                    left.unlink()
            raise
        self._socket, self._ours = opened, path

    def _receive(self, opened: socket.socket) -> None:
        with suppress(OSError):
            while opened.recv(_MOST_BYTES):
                pass  # however many there were: one look finds all
        self._here.notify()

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


@contextmanager
def _short_name(folder: Path) -> Iterator[str]:
    """Give a name of a folder that fits into the address of a socket; where there is no
    such name (outside Linux), its own."""
    if len(os.fsencode(folder)) <= _LONGEST_FOLDER or not _OPEN_FOLDERS.exists():
        yield str(folder)
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        yield f"{_OPEN_FOLDERS}/{opened}"
    finally:
        os.close(opened)


def _send(sender: socket.socket, path: str) -> None:
    try:
        sender.sendto(b"!", path)
    except ConnectionRefusedError:
        with suppress(OSError):  # its process was killed
            os.unlink(path)
    except OSError:
        pass  # it is full, and so awake; or gone, or not for us
