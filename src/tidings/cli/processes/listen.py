"""The one listening socket: opened before anything starts, kept while children change."""

import ctypes
import errno
import socket
import struct
import sys
from contextlib import suppress

from tidings.cli.output import CommandFailed

Listener = socket.socket

_BACKLOG = 2048
_SO_ATTACH_FILTER = 26
# A program for the kernel's packet filter; a packet begins with its TCP header.
_NOTHING_THAT_OPENS = (
    (0x30, 0, 0, 13),  # load the byte of flags
    (0x45, 0, 1, 0x02),  # SYN, by which a client opens a connection?
    (0x06, 0, 0, 0),  # drop it
    (0x06, 0, 0, 0xFFFFFFFF),  # keep the rest: a connection half open gets through
)
_REASONS = {
    errno.EADDRINUSE: "another program listens there already. Stop it, or choose another"
    " port with --port or TIDINGS_PORT",
    errno.EACCES: "ports below 1024 are reserved. Choose another with --port or"
    " TIDINGS_PORT",
    errno.EADDRNOTAVAIL: "this machine does not have that address. Choose another with"
    " --host or TIDINGS_HOST",
}


def listen(host: str, port: int) -> Listener:
    """Return a listening socket, or say why there is none.

    Connections wait in it until a child accepts them, also while one is restarted.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise CommandFailed(f"The host {host} cannot be found.") from error
    listener = Listener(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = _REASONS.get(error.errno or 0, str(error.strerror))
        raise CommandFailed(
            f"Tidings cannot listen on {host} port {port}: {reason}."
        ) from error
    return listener


def stop_accepting(listener: Listener) -> None:
    """Take no new connections, and lose none of those that the system took already.

    Closing a listening socket resets whatever waits in it. So on Linux it first drops
    the packets that would open one more, until the rest is served.
    """
    if sys.platform != "linux":
        return
    steps = b"".join(struct.pack("HBBI", *step) for step in _NOTHING_THAT_OPENS)
    kept = ctypes.create_string_buffer(steps)
    program = struct.pack("HP", len(_NOTHING_THAT_OPENS), ctypes.addressof(kept))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)


def inherited_listener(number: int) -> Listener:
    """Return the socket that the parent process opened and passed on."""
    return Listener(fileno=number)
