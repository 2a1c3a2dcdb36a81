"""A web site on this machine, and services that may visit it, on a real database."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from tests.contexts import Clock
from tests.fetch.origin import Endless, Origin, Received
from tests.make import NOON, a_user
from tidings.config import load_settings
from tidings.context import Context, Fetching
from tidings.store.reading.reconcile import find_drift
from tidings.wiring import build_context, open_fetching

RSS = "application/rss+xml"
HTML = "text/html; charset=utf-8"
_NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    type: str = HTML
    status: int = 200
    headers: tuple[str, ...] = ()


@dataclass
class Site(Origin):
    """Serves pages from a table; everything else is a 404."""

    pages: dict[str, Answer] = field(default_factory=dict)
    arrivals: list[float] = field(default_factory=list)

    def __getattr__(self, name: str) -> object:
        if name.startswith("do_"):
            return self.do_any
        raise AttributeError(name)

    async def do_any(self, request: Received) -> Endless:
        self.arrivals.append(time.monotonic())
        answer = self.pages.get(request.path, Answer(b"not here", status=404))
        lines = [
            f"HTTP/1.1 {answer.status} Word",
            f"Content-Type: {answer.type}",
            f"Content-Length: {len(answer.body)}",
            *answer.headers,
        ]
        yield "\r\n".join([*lines, "", ""]).encode() + answer.body

    @property
    def asked(self) -> list[str]:
        return [request.path for request in self.received]

    def page(self, path: str, html: str) -> None:
        self.pages[path] = Answer(html.encode())

    def feed(self, path: str, *numbers: int, title: str = "A feed") -> None:
        self.pages[path] = Answer(rss(*numbers, title=title), RSS)

    def redirect(self, path: str, to: str, status: int = 301) -> None:
        self.pages[path] = Answer(status=status, headers=(f"Location: {to}",))


@dataclass(frozen=True)
class Services:
    """Everything that a service is given."""

    site: Site
    context: Context
    fetching: Fetching
    clock: Clock
    user: int

    def url(self, path: str) -> str:
        return self.site.url(path)

    def read(self, function, *args):
        return self.context.database.read_now(function, *args)

    def write(self, function, *args, **more):
        return self.context.database.write_now(function, *args, **more)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return self.read(lambda db: db.rows(sql))


@asynccontextmanager
async def open_services(
    database_url: str, settings: Mapping[str, str] = _NO_SETTINGS
) -> AsyncIterator[Services]:
    async with Site() as site:
        loaded = load_settings(
            {
                "TIDINGS_DATABASE_URL": database_url,
                "TIDINGS_ALLOW_ORIGINS": f"127.0.0.1:{site.port}",
                # Our clock stands still: whoever had to wait would wait for ever.
                "TIDINGS_FETCH_HOST_DELAY": "0s",
                "TIDINGS_FETCH_HOST_CONCURRENCY": "50",
                "TIDINGS_SECRET_KEY": "k" * 40,
                **settings,
            },
            Path("/nonexistent"),
        )
        clock = Clock(NOON)
        context = replace(build_context(loaded), clock=clock, random=lambda: 0.5)
        try:
            async with open_fetching(loaded) as fetching:
                user = context.database.write_now(a_user, "ann")
                services = Services(site, context, fetching, clock, user)
                yield services
                for (number,) in services.rows("select id from feeds"):
                    assert services.read(find_drift, number) == []
        finally:
            context.database.close_now()


def rss(*numbers: int, title: str = "A feed") -> bytes:
    """A feed with these entries, one a day, newest last."""
    items = "".join(
        f"<item><title>Entry {n}</title><link>https://site.example/{n}</link>"
        f"<guid>guid-{n}</guid><description>What <b>{n}</b> says</description>"
        f"<pubDate>{n:02} Sep 2025 12:00:00 GMT</pubDate></item>"
        for n in numbers
    )
    return (
        f'<rss version="2.0"><channel><title>{title}</title>'
        f"<link>http://127.0.0.1:9/</link>{items}</channel></rss>"
    ).encode()


def link(href: str, title: str = "", kind: str = RSS) -> str:
    return f'<link rel="alternate" type="{kind}" title="{title}" href="{href}">'
