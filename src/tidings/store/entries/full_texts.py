"""Full texts of entries: who fetches which, what came of it, and the text itself.

What is `wanted` waits for a worker, or is being fetched since `tried_at`. An error is
kept as its code, a colon, and the reason in words.
"""

import json
from dataclasses import dataclass, replace

from tidings.core.clock import micros
from tidings.core.entries.entry import Indexed
from tidings.core.entries.full_texts import (
    BACKGROUND,
    COOLDOWN,
    LEASE,
    SOMEBODY_WAITS,
    Standing,
    TextAttempt,
    may_be_fetched_again,
    standing,
)
from tidings.core.errors import NotFound
from tidings.store.ai.requests import follow_full_text, keep_with_version, publish_ready
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.leases import claim_times, free
from tidings.store.engine.packing import unpack
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.change_entries import keep_versions
from tidings.store.entries.search_index import reindex_entries
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE
from tidings.store.system.events import publish_event

# Further back nobody waits for the text, and retention may have taken it away.
_NEW = micros(COOLDOWN) * 3
_NEWEST_OF_FEED = 50

# A lease lasts from `tried_at`.
_WANTED = with_words(
    """
select entry_id from entry_full_texts
where wanted > 0 and {free}
order by wanted desc, entry_id desc limit :many
""",
    free=free(f"tried_at + {micros(LEASE)}"),
)
# Of feeds with `full_text`: what has none yet, what changed, and what failed a day ago.
_NEW_ENTRIES = """
select e.id
from feeds f cross join feed_heads h cross join entries e
left join entry_full_texts t on t.entry_id = e.id
where f.full_text = 1 and f.enabled = 1 and f.deleted_at is null
  and h.feed_id = f.id and e.feed_id = f.id and e.seq > h.last_seq - :newest
  and e.received_at > :new_since and e.url is not null
  and (t.entry_id is null
       or (t.wanted = 0 and t.content is not null and e.changed_at > t.tried_at)
       or (t.wanted = 0 and t.error is not null and t.tried_at < :cooled_down))
order by e.sort_at desc, e.id desc limit :many
"""
_ENTRY = """
select e.id, e.feed_id, e.url, e.title, e.author, coalesce(b.codec, 0), b.content
from entries e left join entry_bodies b on b.entry_id = e.id where e.id = :id
"""
_LOCK = """
select t.tried_at, t.error, t.content is not null, t.wanted, e.changed_at,
  t.content_hash
from entry_full_texts t cross join entries e
where t.entry_id = :id and e.id = :id for update of t
"""
_OPENED = with_words(
    """
select e.url, coalesce(b.codec, 0), b.content, t.tried_at, t.error,
       coalesce(t.codec, 0), t.content, coalesce(t.wanted, 0), e.changed_at,
       e.extras
from {entry_seen_by_user}
left join entry_bodies b on b.entry_id = e.id
left join entry_full_texts t on t.entry_id = e.id
where e.id = :id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_SAVE = """
insert into entry_full_texts (entry_id, tried_at, error, codec, content, content_hash)
select e.id, :now, null, :codec, :content, :hash from entries e where e.id = :id
on conflict (entry_id) do update set tried_at = excluded.tried_at, error = null,
  codec = excluded.codec, content = excluded.content,
  content_hash = excluded.content_hash, wanted = 0
"""
_FILL_ENTRY = """
update entries set title = :title,
  excerpt = case when excerpt = '' then :excerpt else excerpt end,
  image_url = coalesce(image_url, :image_url), words = greatest(words, :words)
where id = :id
"""
# What was there before a text that is to be renewed stays when that fails.
_FAIL = """
update entry_full_texts set tried_at = :now, wanted = 0, error = :error
where entry_id = :id and tried_at = :claimed_at
"""


@dataclass(frozen=True, slots=True)
class StoredFullText:
    """What there is: `html` is raw; without it, why there is none."""

    html: str | None  # None: there is none
    code: str | None  # None: there was no failure
    reason: str | None
    tried_at: int


@dataclass(frozen=True, slots=True)
class ClaimedEntry:
    """An entry whose article is to be fetched; `html` is what its feed says, raw."""

    id: int
    feed_id: int
    url: str | None
    title: str
    author: str
    html: str
    claimed_at: int
    replaces: bytes | None = None  # hash of the article that was fetched before


@dataclass(frozen=True, slots=True)
class EntryToComplete:
    """An entry as its reader opened it, and how it stands with its full text."""

    url: str | None
    base_url: str | None  # what links of the feed's text are relative to; None: nothing
    html: str
    full_text: StoredFullText | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class NewFullText:
    """An article as it is stored, and what the entry can learn from it."""

    codec: int
    content: bytes
    indexed: Indexed
    title: str
    excerpt: str
    image_url: str | None
    words: int
    content_hash: bytes | None = None  # None: as the entry's


def opened_with_full_text(
    db: Connection, user_id: int, entry_id: int, now: int
) -> EntryToComplete:
    """Return an entry that a user may see, or raise `NotFound`."""
    row = db.row(_OPENED, user=user_id, id=entry_id)
    if row is None:
        raise NotFound("There is no such entry.")
    url, codec, content, tried_at, error, full_codec, full, wanted, *rest = row
    changed_at, extras = rest
    html = "" if content is None else unpack(codec, bytes(content))
    base_url = json.loads(extras).get("base_url") or url
    if tried_at is None:
        return EntryToComplete(url, base_url, html, None, "wanted")
    tried = TextAttempt(tried_at, error is not None, full is not None, wanted > 0)
    text = _full_text(tried_at, error, full_codec, full)
    return EntryToComplete(url, base_url, html, text, standing(tried, changed_at, now))


def claim_full_text(
    db: Connection,
    entry_id: int,
    now: int,
    wanted: int = SOMEBODY_WAITS,
    *,
    again: bool = False,
) -> ClaimedEntry | None:
    """Take on an entry; None if it is not to be fetched now, or someone else does. Only
    `again` looks at what is there once more, after a pause, and at what failed."""
    db.run(
        "insert into entry_full_texts (entry_id, tried_at)"
        " select e.id, 0 from entries e where e.id = :id"
        " on conflict (entry_id) do nothing",
        id=entry_id,
    )
    row = db.row(_LOCK, id=entry_id)
    if row is None:
        return None
    tried_at, error, has_text, wanted_so_far, changed_at, hashed = row
    tried = TextAttempt(tried_at, error is not None, bool(has_text), wanted_so_far > 0)
    stands = standing(tried, changed_at, now)
    if stands != "wanted" and not (again and may_be_fetched_again(tried, stands, now)):
        return None
    db.run(
        "update entry_full_texts set tried_at = :now, error = null,"
        " wanted = greatest(wanted, :wanted) where entry_id = :id",
        now=now,
        wanted=wanted,
        id=entry_id,
    )
    entry = entry_without_text(db, entry_id, now)
    is_of_present = stands == "ready" and hashed is not None
    if entry is None or not is_of_present:
        return entry
    return replace(entry, replaces=bytes(hashed))


def entry_without_text(db: Connection, entry_id: int, now: int) -> ClaimedEntry | None:
    """Return an entry for whoever brings its text, as if it were claimed."""
    row = db.row(_ENTRY, id=entry_id)
    if row is None:
        return None
    number, feed_id, url, title, author, codec, content = row
    html = "" if content is None else unpack(codec, bytes(content))
    return ClaimedEntry(number, feed_id, url, title, author, html, now)


def claim_new_entries(db: Connection, now: int, many: int) -> list[ClaimedEntry]:
    """Take on entries that someone waits for, then new ones, newest first."""
    entries = claim_wanted(db, now, many)
    rows = db.rows(
        _NEW_ENTRIES,
        newest=_NEWEST_OF_FEED,
        new_since=now - _NEW,
        cooled_down=now - micros(COOLDOWN),
        many=many - len(entries),
    )
    return entries + _claim_all(db, rows, now)


def claim_wanted(db: Connection, now: int, many: int) -> list[ClaimedEntry]:
    """Take on entries that were asked for: those that someone waits for first."""
    rows = db.rows(_WANTED, many=many, **claim_times(now, LEASE))
    return _claim_all(db, rows, now)


def is_text_wanted(db: Connection, now: int) -> bool:
    """Whether an article was asked for that nobody fetches."""
    return bool(db.rows(_WANTED, many=1, **claim_times(now, LEASE)))


def _claim_all(db: Connection, rows: list[Row], now: int) -> list[ClaimedEntry]:
    # In one order, whoever claims: two that cross would wait for each other.
    ids = sorted(row[0] for row in rows)
    claimed = [claim_full_text(db, entry_id, now, BACKGROUND) for entry_id in ids]
    return [entry for entry in claimed if entry is not None]


def give_back(db: Connection, entry: ClaimedEntry) -> None:
    """Leave an entry to whoever has time for it."""
    db.run(
        "update entry_full_texts set tried_at = 0"
        " where entry_id = :id and tried_at = :claimed_at",
        id=entry.id,
        claimed_at=entry.claimed_at,
    )


def fail_full_text(
    db: Connection, entry: ClaimedEntry, code: str, reason: str, now: int
) -> None:
    """Note why there is no full text; unless someone else has taken over. AI does with
    what the feed says then, and an event is published."""
    failed = db.run(
        _FAIL,
        id=entry.id,
        claimed_at=entry.claimed_at,
        error=f"{code}: {reason}",
        now=now,
    )
    if failed:
        _publish_changed(db, entry, follow_full_text(db, entry.id, now), now)


def save_full_text(
    db: Connection, entry: ClaimedEntry, new: NewFullText, now: int
) -> None:
    """Store a full text, let search find it, and publish the event. If the article was another
    before, while the feed said nothing of a change, that one stays as a version."""
    if entry.replaces not in (None, new.content_hash):
        _keep_silent_edit(db, entry, now)
    saved = db.run(
        _SAVE,
        id=entry.id,
        now=now,
        codec=new.codec,
        content=new.content,
        hash=new.content_hash,
    )
    if not saved:  # retention was quicker
        return
    db.run(
        _FILL_ENTRY,
        id=entry.id,
        title=new.title,
        excerpt=new.excerpt,
        image_url=new.image_url,
        words=new.words,
    )
    reindex_entries(db, [(entry.id, new.indexed)])
    _publish_changed(db, entry, follow_full_text(db, entry.id, now), now)


def _keep_silent_edit(db: Connection, entry: ClaimedEntry, now: int) -> None:
    # While it was fetched again the text counted as unsettled; it is what was said.
    db.run("update entry_full_texts set wanted = 0 where entry_id = :id", id=entry.id)
    keep_versions(db, [entry.id], now)
    db.run(
        "update entries set version = version + 1, changed_at = :now where id = :id",
        id=entry.id,
        now=now,
    )
    keep_with_version(db, [entry.id])


def _publish_changed(
    db: Connection, entry: ClaimedEntry, ready: list[tuple[int, str]], now: int
) -> None:
    payload = {"ids": [entry.id]}
    publish_event(db, "entry_changed", now, feed_id=entry.feed_id, payload=payload)
    publish_ready(db, ready, now)


def _full_text(
    tried_at: int, error: str | None, codec: int, content: bytes | None
) -> StoredFullText:
    code, _, reason = (error or "").partition(": ")
    html = None if content is None else unpack(codec, bytes(content))
    return StoredFullText(html, code or None, reason or None, tried_at)
