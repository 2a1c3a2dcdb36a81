"""A server that greets like PostgreSQL of some version, and knows nothing else.

PostgreSQL 13 is past its end and cannot be had from our packages; its greeting, which is
all that we look at, is a few bytes of its protocol.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_SECURED = (80877103, 80877104)  # "may we encrypt?", by TLS or by GSSAPI


@contextmanager
def greeting_postgres(version: str) -> Iterator[str]:
    """Yield the address of a server that says it is of this version."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_accept, args=(listener, version), daemon=True).start()
        yield f"postgresql://tidings@127.0.0.1:{listener.getsockname()[1]}/tidings"


def _accept(listener: socket.socket, version: str) -> None:
    with suppress(OSError):  # the listener was closed
        while True:
            client, _ = listener.accept()
            with client, suppress(OSError):
                _greet(client, version)


def _greet(client: socket.socket, version: str) -> None:
    while int.from_bytes(_opening(client)[:4], "big") in _SECURED:
        client.sendall(b"N")
    said = {"server_version": version, "client_encoding": "UTF8"}
    client.sendall(
        _message(b"R", bytes(4))
        + b"".join(
            _message(b"S", f"{name}\0{value}\0".encode())
            for name, value in said.items()
        )
        + _message(b"K", bytes(8))
        + _message(b"Z", b"I")
    )
    while client.recv(1024):
        pass


def _opening(client: socket.socket) -> bytes:
    length = int.from_bytes(client.recv(4, socket.MSG_WAITALL), "big")
    return client.recv(length - 4, socket.MSG_WAITALL)


def _message(kind: bytes, body: bytes) -> bytes:
    return kind + (len(body) + 4).to_bytes(4, "big") + body
