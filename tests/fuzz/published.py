"""Something to find for whoever guesses: a published feed, a story, a secret list."""

import json
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from tests.cli.program import PATIENCE
from tests.deframings import deframe
from tests.make import NOON, a_feed
from tests.services.site import open_services
from tests.web.v1.reading_site import entry_at
from tidings.jobs.publishing.build_feeds import build_feeds
from tidings.services.publishing.deframed import publish_feed
from tidings.store.engine.connection import Connection
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.feeds import NewFeed, insert_feed
from tidings.store.feeds.follow import follow_feed

FEED = "https://news.example/feed"
ITEM = "https://news.example/1"
SITE = "news.example"
STORY = 1


@dataclass(frozen=True)
class Found:
    """Numbers of what is there."""

    feed: int
    entry: int


async def publish_something(database_url: str, reader: str) -> Found:
    """Let a reader follow two feeds that tell one story; everybody may read the first."""
    async with open_services(database_url) as services:
        found = services.write(_two_feeds, reader)
        await publish_feed(services.context, str(found.feed), published=True)
        assert await build_feeds(services.context, services.fetching) == 1
    return found


def _two_feeds(db: Connection, reader: str) -> Found:
    user = db.value("select id from users where name = :name", name=reader)
    feed, _ = insert_feed(db, NewFeed(FEED, SITE, title="News"), NOON)
    other = a_feed(db)
    for each in (feed, other):
        follow_feed(db, user, each, NOON)
    (entry,) = append_entries(db, feed, [entry_at(ITEM)], NOON)
    (second,) = append_entries(db, other, [entry_at("https://other.example/1")], NOON)
    deframe(db, entry)
    db.run(
        "insert into stories (id, first_at, last_at) values (:id, :at, :at)",
        id=STORY,
        at=NOON,
    )
    for each in (entry, second):
        db.run(
            "insert into story_entries (entry_id, story_id) values (:entry, :story)",
            entry=each,
            story=STORY,
        )
    return Found(feed, entry)


def publish_list(address: str, token: str) -> tuple[str, str]:
    """Publish all that a reader has; return the number and the secret of that list."""
    made = _ask(
        f"{address}/api/v1/publications", token, {"source": "all", "title": "A bridge"}
    )
    return made["id"], made["addresses"]["rss"].rpartition("/")[2].removesuffix(".rss")


def check_it_is_there(address: str, token: str, found: Found, secret: str) -> None:
    """Whoever guesses right must find something, or nothing is tried."""
    for path in (
        f"/rss?url={quote(FEED)}",
        f"/api/item?url={quote(ITEM)}",
        f"/api/site?root={SITE}",
        f"/p/{secret}.rss",
        f"/api/v1/stories/{STORY}",
        f"/api/v1/entries/{found.entry}",
    ):
        request = urllib.request.Request(
            address + path, headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert b"A bridge" in answer.read(), path


def _ask(url: str, token: str, body: dict[str, object]) -> dict[str, Any]:
    headers = {"content-type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)
