"""Only `tidings.fetch` talks to strangers: the forgotten second client is how guards fail."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "tidings"

CLIENTS = {
    "aiohttp",
    "curl_cffi",
    "ftplib",
    "http.client",
    "httpcore",
    "httpx",
    "niquests",
    "pycurl",
    "pyreqwest",
    "requests",
    "telnetlib",
    "urllib.request",
    "urllib3",
    "websockets",
    "xmlrpc.client",
}
CONNECTING_CALLS = {
    "create_connection",
    "create_datagram_endpoint",
    "open_connection",
    "open_unix_connection",
    "sock_connect",
}
# Databases are "connected" too; on a socket the word means what it says.
SOCKET_CALLS = {"connect", "connect_ex", "sendto"}

# What may stand elsewhere, and why it reaches no stranger.
ALLOWED = {
    # These ask our own server on this machine.
    ("cli/healthcheck.py", "http.client"),
    ("cli/checkup.py", "create_connection"),
    # This tells the service manager of this machine that we are up.
    ("cli/processes/systemd.py", "connect"),
    ("cli/processes/systemd.py", "sendto"),
    # This wakes processes of the same installation, by sockets that are files.
    ("bus/sockets.py", "sendto"),
}


def modules() -> list[Path]:
    return [
        path
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).parts[0] != "fetch"
    ]


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_by_name(tree: ast.AST) -> Iterator[str]:
    """Yield what `import_module("…")` and `__import__("…")` name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            first = node.args[0]
            if name in ("import_module", "__import__") and isinstance(
                first, ast.Constant
            ):
                yield str(first.value)


def called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "attr", getattr(node.func, "id", ""))


def clients_in(tree: ast.AST) -> set[str]:
    names = {*imported(tree), *imported_by_name(tree)}
    return {
        client
        for client in CLIENTS
        for name in names
        if name == client or name.startswith(client + ".")
    }


def connections_in(tree: ast.AST) -> set[str]:
    calls = set(called(tree))
    found = calls & CONNECTING_CALLS
    return found | (calls & SOCKET_CALLS if "socket" in imported(tree) else set())


def test_no_other_module_can_reach_a_stranger() -> None:
    strange = []
    for path in modules():
        tree = ast.parse(path.read_text())
        place = path.relative_to(ROOT).as_posix()
        found = clients_in(tree) | connections_in(tree)
        strange += sorted(
            (place, name) for name in found if (place, name) not in ALLOWED
        )
    assert strange == [], "use tidings.fetch instead"


@pytest.mark.parametrize(
    "source",
    [
        "import aiohttp",
        "import aiohttp.web",
        "from urllib.request import urlopen",
        "from urllib import request",
        "import http.client as h",
        "from http import client",
        "def f():\n    import httpx",
        "import importlib\nimportlib.import_module('requests')",
        "__import__('urllib3.util')",
    ],
)
def test_every_way_to_import_a_client_is_seen(source: str) -> None:
    assert clients_in(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "import socket\nsocket.socket().connect(place)",
        "from socket import create_connection\ncreate_connection(place)",
        "import asyncio\nasyncio.open_connection(host, port)",
    ],
)
def test_every_way_to_connect_is_seen(source: str) -> None:
    assert connections_in(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "from urllib.parse import urlsplit",
        "import http",
        "import requests_of_users",
        "import socket\nsocket.create_server(place)",
        "import sqlite3\nsqlite3.connect(path)",
    ],
)
def test_harmless_code_is_left_alone(source: str) -> None:
    tree = ast.parse(source)
    assert not clients_in(tree) | connections_in(tree)
