"""Row and value factories: the shortest way to a user, a feed, an entry."""

import hashlib
from collections.abc import Sequence
from typing import Any

from tidings.core.entries.entry import Indexed, NewEntry
from tidings.core.entries.identity import EntryKeys
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.search_index import pack_indexed
from tidings.store.reading.marking import Star

NOON = 1_760_000_000_000_000  # an autumn day in 2025


def a_user(db: Connection, name: str | None = None) -> int:
    number = next_number(db, "user")
    name = name or f"reader-{number}"
    db.run(
        "insert into users (id, name, name_key, created_at) values (:id, :n, :n, :at)",
        id=number,
        n=name,
        at=NOON,
    )
    return number


def a_feed(db: Connection, url: str | None = None) -> int:
    number = next_number(db, "feed")
    url = url or f"https://feeds.example/{number}.xml"
    db.run(
        "insert into feeds (id, kind, url, url_key, title, created_at)"
        " values (:id, 'rss', :url, :key, :title, :at)",
        id=number,
        url=url,
        key=hashlib.sha256(url.encode()).digest()[:16],
        title=f"Feed {number}",
        at=NOON,
    )
    db.run("insert into feed_heads (feed_id) values (:id)", id=number)
    db.run(
        "insert into feed_fetch_state (feed_id, next_check_at) values (:id, :at)",
        id=number,
        at=NOON,
    )
    return number


def new_entry(guid: str, published_at: int | None = None) -> NewEntry:
    digest = hashlib.sha256(guid.encode()).digest()
    return NewEntry(
        keys=EntryKeys(digest[:8], None, digest),
        **body(f"<p>{guid}</p>", "title"),
        guid=guid,
        url=f"https://feeds.example/{guid}",
        title=f"Title of {guid}",
        excerpt=f"What {guid} is about",
        published_at=published_at,
    )


def body(html: str, words: str) -> dict[str, Any]:
    """What an entry holds of its text, found by some words on either engine."""
    indexed = Indexed(text=words, vector=words)
    codec, content = pack_indexed(html, indexed)
    return {"codec": codec, "content": content, "indexed": indexed}


def empty_index(db: Connection) -> None:
    """Let the search index know of no entry."""
    if db.engine == "sqlite":
        db.run("insert into entry_search (entry_search) values ('delete-all')")
    else:
        db.run("delete from entry_search")


def some_entries(
    db: Connection, feed_id: int, published: Sequence[int | None], now: int = NOON
) -> list[int]:
    """Append entries with these published times; return their ids in order of number."""
    first = (
        db.value("select last_seq from feed_heads where feed_id = :f", f=feed_id) or 0
    )
    entries = [
        new_entry(f"{feed_id}-{first + place}", at)
        for place, at in enumerate(published)
    ]
    return list(append_entries(db, feed_id, entries, now))


def stars(ids: Sequence[int], at: int = NOON) -> list[Star]:
    """Stars for these entries, all of one moment."""
    return [Star(id_, at) for id_ in ids]
