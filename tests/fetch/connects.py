"""Sees every connection this process tries to make, below all our code.

Connections that would leave the machine are refused here, so no test can disturb anyone.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address

_watchers: list[list[tuple[str, int]]] = []


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event != "socket.connect" or not _watchers:
        return
    place = arguments[1]
    if not isinstance(place, tuple):
        return
    for watcher in _watchers:
        watcher.append((str(place[0]), int(place[1])))
    if not ip_address(str(place[0])).is_loopback:
        raise ConnectionRefusedError(111, "tests do not leave this machine")


sys.addaudithook(_watch)


@contextmanager
def watched_connects() -> Iterator[list[tuple[str, int]]]:
    """Collect the (address, port) of every connection tried inside the block."""
    seen: list[tuple[str, int]] = []
    _watchers.append(seen)
    try:
        yield seen
    finally:
        _watchers.remove(seen)
