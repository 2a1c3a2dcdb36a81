"""A feed of an operator that was deframed, and a stranger who reads it."""

from dataclasses import replace

import httpx
from lxml import etree

from tests.deframings import deframe
from tests.make import NOON
from tests.services.site import Services
from tests.web.v1.reading_site import entry_at
from tidings.core.entries.identity import EntryKeys
from tidings.jobs.publishing.build_feeds import build_feeds
from tidings.operations.publishing.feed_documents import MOST_ENTRIES
from tidings.services.publishing.deframed import publish_feed
from tidings.store.engine.connection import Connection
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.feeds import NewFeed, insert_feed
from tidings.web.ready_builds import KEPT_FOR

URL = "https://news.example/feed"


class Press:
    """The feed, and all that happens to it."""

    def __init__(self, services: Services, http: httpx.AsyncClient) -> None:
        self.services = services
        self.http = http
        self.feed = self.add(URL, "news.example")

    def add(self, url: str, root: str | None = None, secrets: bytes | None = None):
        owner = None if secrets is None else self.services.user
        new = NewFeed(url, root, title="News", secrets=secrets, owner_id=owner)
        return self.services.write(insert_feed, new, NOON)[0]

    def entry(self, path: str, overall: float = 0.5, feed: int = 0, **scores: float):
        url = path if path.startswith("http") else f"https://news.example/{path}"
        feed = feed or self.feed
        number = self.services.write(append_entries, feed, [entry_at(url)], NOON)[0]
        self.services.write(deframe, number, f"Calm {path}", overall, scores)
        return number

    def share(self, path: str, names: list[str]) -> None:
        """Add entries with one address, as a live blog does."""
        entry = entry_at(f"https://news.example/{path}")
        for name in names:
            keys = EntryKeys(name.encode().ljust(8), None, name.encode().ljust(32))
            one = replace(entry, keys=keys)
            number = self.services.write(append_entries, self.feed, [one], NOON)[0]
            self.services.write(deframe, number, f"Calm {name}", 0.5, {})

    def crowd(self, site: str, overall: float) -> None:
        """Add as many entries as a document holds, newer than all others."""
        entries = [entry_at(f"{site}/{number}") for number in range(MOST_ENTRIES)]

        def add(db: Connection) -> None:
            for number in append_entries(db, self.feed, entries, NOON):
                deframe(db, number, "Calm crowd", overall)

        self.services.write(add)

    def domain_only(self) -> None:
        """Let feeds lead to their own site only."""
        enforce = "update feeds set enforce_feed_domain = 1"
        self.services.write(lambda db: db.run(enforce))

    async def publish(self, feed: int = 0, *, published: bool = True) -> None:
        name = str(feed or self.feed)
        await publish_feed(self.services.context, name, published=published)

    async def build(self) -> int:
        return await build_feeds(self.services.context, self.services.fetching)

    async def rss(self, url: str = URL, **params: object) -> httpx.Response:
        self.services.clock.move(KEPT_FOR)
        headers = params.pop("headers", {})
        return await self.http.get(
            "/rss", params={"url": url, **params}, headers=headers
        )

    async def titles(self, **params: object) -> list[str]:
        answer = await self.rss(**params)
        assert answer.status_code == 200, answer.text
        root = etree.fromstring(answer.content)
        return [item.findtext("title") for item in root.iter("item")]
