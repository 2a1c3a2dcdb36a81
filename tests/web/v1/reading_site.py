"""Readers who are signed in, and a web site that the server may visit on their behalf."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.make import NOON, a_feed, body, new_entry
from tests.services.site import Services, open_services
from tests.web.conftest import Person, signed_in
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys, url_key
from tidings.store.engine.connection import Connection
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed

SENTENCE = "The harbour bridge opened on Monday after a long winter of repairs, and the"
STORY = f"<p>{SENTENCE} engineers were happy that it holds.</p>" * 5
PAGE = (
    "<html lang=en><head><title>Harbour bridge reopens</title>"
    "<meta property=og:title content='Harbour bridge reopens'>"
    "<meta property=article:published_time content=2024-02-03T10:00:00Z></head>"
    f"<body><nav>Weather</nav><article><h1>Harbour bridge reopens</h1>{STORY}"
    "<img src=/deck.png width=400 height=300><script>alert(1)</script>"
    "<p onclick=alert(1)><a href=/more>More</a> "
    "<a href='javascript:alert(1)'>Click</a></p></article></body></html>"
)


@dataclass(frozen=True)
class ReadingSite:
    services: Services
    ann: Person
    bob: Person

    def entry(self, url: str, *, full_text: bool = False, html: str = "") -> int:
        """Add an entry that Ann can see and Bob cannot."""
        made = self.services.write(_add_entry, self.ann.id, url, html, full_text)
        assert isinstance(made, int)
        return made


def entry_at(url: str, html: str = "") -> NewEntry:
    plain = new_entry(url)
    return NewEntry(
        keys=EntryKeys(plain.keys.guid_key, url_key(url), plain.keys.content_hash),
        guid=url,
        url=url,
        title="A bridge",
        **body(html or "<p>In short.</p>", "bridge"),
    )


@asynccontextmanager
async def open_reading_site(
    database_url: str, **settings: str
) -> AsyncIterator[ReadingSite]:
    async with (
        open_services(database_url, settings) as services,
        signed_in(services.context, "reader", services.fetching) as ann,
        signed_in(services.context, "other", services.fetching) as bob,
    ):
        yield ReadingSite(services, ann, bob)


def _add_entry(
    db: Connection, user_id: int, url: str, html: str, full_text: bool
) -> int:
    feed = a_feed(db)
    db.run("update feeds set full_text = :f where id = :id", f=int(full_text), id=feed)
    follow_feed(db, user_id, feed, NOON)
    return append_entries(db, feed, [entry_at(url, html)], NOON)[0]
