"""A network that fails on purpose: a TCP proxy before a server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal
from urllib.parse import urlsplit

Cut = Literal["before", "after"]


class FailingNetwork:
    """Forwards connections until told to fail.

    `cut_at(words, …)` closes the connection that carries these bytes next: "before" the
    server gets them, or "after" it answered and before the client knows. `swallow()`
    takes new connections and never answers on them. `cut_all()` ends everything.
    """

    def __init__(self, url: str, listener: socket.socket) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname, parts.port)
        self._listener = listener
        self._cut: tuple[bytes, Cut] | None = None
        self._swallowing = False
        self._open: list[socket.socket] = [listener]
        self.url = url.replace(f":{parts.port}/", f":{listener.getsockname()[1]}/")

    def cut_at(self, words: bytes, when: Cut) -> None:
        self._cut = (words, when)

    def swallow(self) -> None:
        self._swallowing = True

    def cut_all(self) -> None:
        _close(*self._open)

    def accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self._listener.accept()[0]
                self._open.append(client)
                if self._swallowing:
                    continue
                server = socket.create_connection(self._server)
                self._open.append(server)
                silent = threading.Event()
                for pump in (self._to_server, self._to_client):
                    threading.Thread(
                        target=pump, args=(client, server, silent), daemon=True
                    ).start()

    def _to_server(
        self, client: socket.socket, server: socket.socket, silent: threading.Event
    ) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if self._cut and self._cut[0] in data:
                    when, self._cut = self._cut[1], None
                    if when == "before":
                        break
                    silent.set()
                server.sendall(data)
        _close(client, server)

    def _to_client(
        self, client: socket.socket, server: socket.socket, silent: threading.Event
    ) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if silent.is_set():
                    break
                client.sendall(data)
        _close(client, server)


@contextmanager
def failing_network(url: str) -> Iterator[FailingNetwork]:
    """Yield a network whose `url` leads to the server at `url`."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        network = FailingNetwork(url, listener)
        threading.Thread(target=network.accept, daemon=True).start()
        try:
            yield network
        finally:
            network.cut_all()


def _close(*sockets: socket.socket) -> None:
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
