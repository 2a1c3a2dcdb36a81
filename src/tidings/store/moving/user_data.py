"""Reads what a reader's export holds, a page of entries at a time."""

import json
from dataclasses import dataclass
from typing import Any

from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import unpack
from tidings.store.engine.rows import columns
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.entry_columns import SAID
from tidings.store.feeds.samples import SAMPLE_GUID
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, READ_AT, VISIBLE

# What the reader keeps, and everything in feeds that are nobody else's; but samples,
# which come with every installation, only if they are kept.
_KEPT_PAGE = """
select x.id from (
  select st.entry_id as id from entry_states st
  where st.user_id = :user and st.entry_id > :after
    and (st.starred = 1 or st.marks > 0)
  union
  select e.id from feeds f cross join entries e
  where f.owner_id = :user and f.kind in ('pages', 'email') and e.feed_id = f.id
    and e.id > :after and (e.guid is null or e.guid not like :samples)) x
order by x.id limit :limit
"""
_KEPT = with_words(
    """
select e.id, f.url, f.title, {read_now}, coalesce(st.starred, 0),
  case when {read_now} = 1 then {read_at} end, st.starred_at,
  coalesce(b.codec, 0), b.content, coalesce(t.codec, 0), t.content,
  v.title, v.author, v.url, coalesce(v.codec, 0), v.content, {said}
from ids(:ids) i cross join {entry_seen_by_user}
cross join feeds f
left join entry_bodies b on b.entry_id = e.id
left join entry_full_texts t on t.entry_id = e.id
left join entry_versions v on v.entry_id = e.id and v.version = st.starred_version
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and f.id = e.feed_id
  and {visible}
order by e.id
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
    read_now=READ,
    read_at=READ_AT,
    said=columns(SAID, "e"),
)
_TAGS = """
select t.entry_id, g.name
from ids(:ids) i cross join entry_tags t cross join tags g
where t.entry_id = i.id and t.user_id = :user and g.id = t.tag_id
order by t.entry_id, g.name
"""
_HIGHLIGHTS = """
select h.entry_id, h.id, h.quote, h.prefix, h.suffix, h.position, h.note, h.color,
  h.anchor_at, h.note_at, h.color_at, h.created_at
from ids(:ids) i cross join highlights h
where h.entry_id = i.id and h.user_id = :user and h.deleted_at is null
order by h.entry_id, h.position, h.id
"""


@dataclass(frozen=True, slots=True)
class StarredText:
    """What an entry said when it was starred, if it says something else now."""

    title: str
    author: str
    url: str | None
    content: str


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """An entry with everything a reader did to it; bodies are unpacked, raw HTML."""

    id: int
    feed_url: str | None
    feed_title: str
    said: dict[str, Any]  # by the feed, by the names of columns
    extras: dict[str, Any]
    read: int
    starred: int
    read_at: int | None  # None: unread, or nobody marked it by itself
    starred_at: int | None  # None: not starred
    content: str
    full_text: str | None
    starred_as: StarredText | None  # None: not starred, or it says the same now
    tags: list[str]
    highlights: list[tuple[Any, ...]]


def kept_entries(
    db: Connection, user_id: int, after: int, limit: int
) -> tuple[list[KeptEntry], int | None]:
    """Return kept entries after a number, and where to go on; None at the end."""
    rows = db.rows(
        _KEPT_PAGE,
        user=user_id,
        after=after,
        limit=limit,
        samples=f"{SAMPLE_GUID}%",
    )
    ids = [row[0] for row in rows]
    if not ids:
        return [], None
    known = {"user": user_id, "ids": ids}
    tags = _by_entry(db.rows(_TAGS, **known))
    highlights = _by_entry(db.rows(_HIGHLIGHTS, **known))
    found = [
        _kept(row, [tag[0] for tag in tags.get(row[0], [])], highlights.get(row[0], []))
        for row in db.rows(_KEPT, **known)
    ]
    return found, ids[-1]


def own_tags(db: Connection, user_id: int) -> list[str]:
    """Return the names of all tags of a user."""
    rows = db.rows("select name from tags where user_id = :u order by id", u=user_id)
    return [row[0] for row in rows]


def feed_addresses(db: Connection, user_id: int) -> dict[int, str]:
    """Return the address of every feed that a user follows or has followed."""
    rows = db.rows(
        """
        select f.id, f.url from subscriptions s cross join feeds f
        where s.user_id = :user and f.id = s.feed_id and f.url is not null
        """,
        user=user_id,
    )
    return dict(rows)


def folders_in_order(db: Connection, user_id: int) -> list[tuple[tuple[str, ...], int]]:
    """Return the paths of all folders, and whether they are muted: outer ones first,
    neighbours in their order."""
    rows = db.rows(
        "select id, parent_id, name, muted from folders where user_id = :user"
        " order by position, name, id",
        user=user_id,
    )
    muted = {number: flag for number, _, _, flag in rows}
    children: dict[int | None, list[tuple[int, str]]] = {}
    for number, parent, name, _ in rows:
        children.setdefault(parent, []).append((number, name))
    paths: list[tuple[tuple[str, ...], int]] = []
    waiting: list[tuple[tuple[str, ...], int]] = [
        ((name,), number) for number, name in reversed(children.get(None, []))
    ]
    while waiting:
        path, number = waiting.pop()
        paths.append((path, muted[number]))
        below = reversed(children.pop(number, []))
        waiting += [((*path, name), inner) for inner, name in below]
    return paths


def _starred_text(
    title: str, author: str, url: str | None, codec: int, content: bytes | None
) -> StarredText | None:
    if content is None:
        return None
    return StarredText(title, author, url, unpack(codec, bytes(content)))


def _by_entry(rows: list[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    found: dict[int, list[tuple[Any, ...]]] = {}
    for entry_id, *rest in rows:
        found.setdefault(entry_id, []).append(tuple(rest))
    return found


def _kept(
    row: tuple[Any, ...], tags: list[str], highlights: list[tuple[Any, ...]]
) -> KeptEntry:
    id_, feed_url, feed_title, read, starred, read_at, starred_at, *rest = row
    codec, content, full_codec, full_text, *rest = rest
    said = dict(zip(SAID, rest[5:], strict=True))
    return KeptEntry(
        id=id_,
        feed_url=feed_url,
        feed_title=feed_title,
        said=said,
        extras=json.loads(said["extras"]),
        read=read,
        starred=starred,
        read_at=read_at,
        starred_at=starred_at,
        content="" if content is None else unpack(codec, bytes(content)),
        full_text=None if full_text is None else unpack(full_codec, bytes(full_text)),
        starred_as=_starred_text(*rest[:5]),
        tags=tags,
        highlights=highlights,
    )
