"""Tidings as people run it, with a newspaper to read and a client that knows the truth."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx

from tests.cli.program import PATIENCE, Program, free_port
from tests.cli.web_site import web_site
from tests.e2e.paper import HARBOUR, KITCHEN, Paper, print_paper

NAME = "ann"
PASSWORD = "a few words work"
_NOTHING_MORE: Mapping[str, str] = MappingProxyType({})


class Api:
    """The server's own word, beside what the browser shows."""

    def __init__(self, base: str) -> None:
        self._client = httpx.Client(base_url=f"{base}/api/v1/", timeout=PATIENCE)

    def register(self) -> None:
        self._enter("auth/register")

    def sign_in(self) -> None:
        self._enter("auth/login")

    def get(self, path: str, **query: object) -> Any:
        return self._ask("GET", path, params=query)

    def post(self, path: str, **body: object) -> Any:
        return self._ask("POST", path, json=body)

    def put(self, path: str) -> None:
        self._ask("PUT", path)

    def patch(self, path: str, **body: object) -> Any:
        return self._ask("PATCH", path, json=body)

    def entries(self, **query: object) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("entries", limit=200, **query)["items"]
        return found

    def entry(self, title: str) -> dict[str, Any]:
        """Return the whole entry with this title."""
        number = next(one["id"] for one in self.entries() if one["title"] == title)
        found: dict[str, Any] = self.get(f"entries/{number}")
        return found

    def close(self) -> None:
        self._client.close()

    def _enter(self, sign_in_row: str) -> None:
        token = self.post(sign_in_row, username=NAME, password=PASSWORD)["token"]
        # The cookie would make us a browser, which must say where it comes from.
        self._client.cookies.clear()
        self._client.headers["authorization"] = f"Bearer {token}"

    def _ask(self, method: str, path: str, **more: Any) -> Any:
        answer = self._client.request(method, path, **more)
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None


def eventually(holds: Callable[[], bool]) -> None:
    """Ask the server until it says so; not as fast as one can, or it would refuse."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.25)


@dataclass
class Installation:
    """A running server, where it is, and what it reads."""

    base: str
    program: Program
    paper: Paper
    api: Api
    feeds: dict[str, int] = field(default_factory=dict)

    def furnish(self) -> None:
        """Make the first account, and let it follow the newspaper."""
        self.api.register()
        for path in (HARBOUR, KITCHEN):
            self.follow(path)
        eventually(lambda: len(self.api.entries()) == 7)

    def follow(self, path: str) -> None:
        made = self.api.post("subscriptions", url=self.paper.url(path))
        self.feeds[path] = made["feed_id"]

    def check(self, path: str) -> None:
        """Let the worker look at a feed now, as its rhythm would some time later."""
        ended = self.program("feed", "sync", self.paper.url(path))
        assert ended.code == 0, ended.err


@contextmanager
def running_tidings(
    directory: Path,
    settings: Mapping[str, str] = _NOTHING_MORE,
    origins: Sequence[str] = (),
) -> Iterator[Installation]:
    """Serve Tidings with its worker; it may visit the newspaper and these origins."""
    port = free_port()
    base = f"http://localhost:{port}"
    program = Program(directory)
    with web_site() as web:
        program.variables |= {
            "TIDINGS_PORT": str(port),
            "TIDINGS_BASE_URL": base,
            "TIDINGS_ALLOW_ORIGINS": ",".join([f"127.0.0.1:{web.port}", *origins]),
            "TIDINGS_FETCH_HOST_DELAY": "0s",
            # Whoever walks through every page here is quicker than people are.
            "TIDINGS_API_RATE": "0",
            "TIDINGS_LOGIN_RATE_LIMIT": "1000",
            **settings,
        }
        with program.start("serve") as running:
            running.wait_for("Tidings runs at")
            api = Api(base)
            yield Installation(base, program, print_paper(web), api)
            api.close()
