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
    new packets by a filter of one instruction (keep nothing), until the rest is served.
    """
    if sys.platform != "linux":
        return
    keep_nothing = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
    program = struct.pack("HP", 1, ctypes.addressof(keep_nothing))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)


def inherited_listener(number: int) -> Listener:
    """Return the socket that the parent process opened and passed on."""
    return Listener(fileno=number)
