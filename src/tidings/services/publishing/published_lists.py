"""What stands under a published address, for whoever has it: no more than its owner may
see at that moment.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Literal

from tidings.auth.tokens import token_hash
from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.core.publishing.ceilings import OVERALL, ceilings_of, fits, framing_of
from tidings.core.reading.reading import BEYOND, EntryFilter, Place
from tidings.core.reading.search_terms import search_terms
from tidings.core.stories.policy import survivor_of
from tidings.formats.feeds.page_writer import write_page
from tidings.formats.feeds.writers import (
    FeedFormat,
    Original,
    WrittenEntry,
    WrittenFeed,
    WrittenSource,
    write_feed,
)
from tidings.html.sanitize import RULES_VERSION, sanitize
from tidings.operations.publishing.feed_documents import packed
from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import unpack
from tidings.store.publishing.builds import Build
from tidings.store.publishing.publications import (
    PackedBody,
    Publication,
    bodies_of,
    deframings_of,
    publication_at,
    sources_of,
)
from tidings.store.reading.entries import entry_page
from tidings.store.reading.entry_rows import ListedEntry, listed_entries
from tidings.store.reading.reading_scope import scope_feeds
from tidings.store.reading.saved_searches import saved_search
from tidings.store.reading.search import newest_matches
from tidings.store.reading.search_scope import search_for
from tidings.store.stories.stories import policy_of, story_page

PublishedFormat = FeedFormat | Literal["html"]

_NEWEST = Place(BEYOND, BEYOND)
# Looked at for what is under a ceiling.
_LOOK_AT = 500
_PATIENCE = timedelta(seconds=5)
_NOT_THERE = "There is nothing here."


@dataclass(frozen=True, slots=True)
class PublishedList:
    """A list that is to be written; `tag` is the same as long as what it says is."""

    tag: str
    form: PublishedFormat
    head: WrittenFeed
    entries: tuple[WrittenEntry, ...] = field(repr=False)
    bodies: dict[str, PackedBody] = field(repr=False)  # by the id of the entry


async def find_list(
    context: Context, secret: str, form: PublishedFormat
) -> PublishedList:
    """Return what is published under a secret; `NotFound` whatever the reason."""
    try:
        database = context.database.with_timeout(_PATIENCE)
        home_url = context.server.base_url
        return await database.read(
            _find, token_hash(secret), form, home_url, context.clock()
        )
    except NotFound as error:
        raise NotFound(_NOT_THERE) from error


async def write_list(found: PublishedList) -> Build:
    """Return the document of a list; its HTML is safe to show."""
    return await asyncio.to_thread(_written, found)


def _written(found: PublishedList) -> Build:
    entries = [
        replace(entry, html=_html(entry, found.bodies.get(entry.id)))
        for entry in found.entries
    ]
    if found.form == "html":
        body = write_page(found.head, entries)
    else:
        body = write_feed(found.form, found.head, entries)
    return packed(body, found.tag, found.head.updated_at)


def _html(entry: WrittenEntry, body: PackedBody | None) -> str | None:
    if body is None:
        return None
    base_url = json.loads(body.extras).get("base_url") or entry.url
    return sanitize(unpack(body.codec, body.content), base_url=base_url)


def _find(
    db: Connection,
    secret_hash: bytes,
    form: PublishedFormat,
    home_url: str,
    now: int,
) -> PublishedList:
    publication = publication_at(db, secret_hash)
    if publication is None:
        raise NotFound(_NOT_THERE)
    listed, deframed = _shown(db, publication, now)
    sources = sources_of(db, sorted({entry.feed_id for entry in listed}))
    entries = tuple(
        replace(
            _entry(entry, deframed.get(entry.id), neutral=publication.neutral),
            source=_source(entry.feed_id, sources),
        )
        for entry in listed
    )
    bodies: dict[str, PackedBody] = {}
    if publication.full_content and listed and form != "html":
        packed_bodies = bodies_of(db, [entry.id for entry in listed])
        bodies = {_id(number): body for number, body in packed_bodies.items()}
    head = WrittenFeed(
        id=f"urn:uuid:{publication.id}",
        title=publication.title,
        description="",
        updated_at=_newest_change(publication, listed),
        home_url=home_url,
    )
    return PublishedList(_tag(form, head, entries, bodies), form, head, entries, bodies)


def _shown(
    db: Connection, publication: Publication, now: int
) -> tuple[list[ListedEntry], dict[int, dict[str, Any]]]:
    """Return the entries, and what is known of how they are framed."""
    ceilings = ceilings_of(json.loads(publication.ceilings))
    many = _LOOK_AT if ceilings else publication.most
    ids = _ids(db, publication, many, now)
    listed = listed_entries(db, publication.user_id, ids)
    if not (ceilings or publication.neutral):
        return listed, {}
    found = deframings_of(db, [entry.id for entry in listed])
    deframed = {number: json.loads(result) for number, result in found.items()}
    calm = [
        entry
        for entry in listed
        if not ceilings
        or (entry.id in deframed and fits(framing_of(deframed[entry.id]), ceilings))
    ]
    return calm[: publication.most], deframed


def _ids(db: Connection, publication: Publication, many: int, now: int) -> list[int]:
    user_id = publication.user_id
    if publication.search_id is not None:
        terms = search_terms(saved_search(db, user_id, publication.search_id).query)
        search = search_for(db, user_id, terms.terms, now)
        if search is None:
            return []
        found = newest_matches(db, search, _NEWEST, many)
        return [place.id for place in found.places]
    if publication.source == "stories":
        stories, _ = story_page(db, user_id, _NEWEST, many)
        policy = policy_of(db, user_id)
        return [survivor_of(outlets, policy).entry_id for outlets in stories.values()]
    wanted = EntryFilter(
        feeds=scope_feeds(db, user_id, None, publication.folder_id),
        starred=publication.source == "starred",
        tag=publication.tag,
    )
    return entry_page(db, user_id, wanted, "newest", None, many).ids


def _entry(
    entry: ListedEntry, deframed: dict[str, Any] | None, *, neutral: bool
) -> WrittenEntry:
    written = WrittenEntry(
        id=_id(entry.id),
        title=entry.title,
        text=entry.excerpt,
        at=entry.published_at or entry.sort_at,
        url=entry.url,
        changed_at=entry.changed_at,
        author=entry.author,
    )
    if deframed is None or not neutral:
        return written
    framing = framing_of(deframed)
    return replace(
        written,
        title=str(deframed.get("title") or entry.title),
        text=str(deframed.get("description") or entry.excerpt),
        original=Original(
            entry.title, entry.excerpt, ((OVERALL, framing.overall), *framing.scores)
        ),
    )


def _source(
    feed_id: int, sources: Mapping[int, tuple[str, str | None]]
) -> WrittenSource | None:
    title, url = sources.get(feed_id, ("", None))
    if not title:
        return None
    return WrittenSource(f"urn:x-tidings:feed:{feed_id}", title, url)


def _id(number: int) -> str:
    return f"urn:x-tidings:entry:{number}"


def _newest_change(publication: Publication, entries: Sequence[ListedEntry]) -> int:
    times = [max(entry.received_at, entry.changed_at or 0) for entry in entries]
    return max(publication.changed_at, *times, 0)


def _tag(
    form: PublishedFormat,
    head: WrittenFeed,
    entries: tuple[WrittenEntry, ...],
    bodies: dict[str, PackedBody],
) -> str:
    said = hashlib.sha256(repr((RULES_VERSION, form, head, entries)).encode())
    for id_, body in sorted(bodies.items()):
        said.update(id_.encode())
        said.update(body.content)
    return said.hexdigest()[:32]
