"""Full texts of entries: who fetches which, what came of it, and the text itself.

A row without text and without error is wanted, or being fetched since `tried_at`. An
error is kept as its code, a colon, and the reason in words.
"""

import json
from dataclasses import dataclass

from tidings.core.clock import micros
from tidings.core.errors import NotFound
from tidings.core.full_texts import COOLDOWN, LEASE, Standing, Tried, standing
from tidings.store.ai_wishes import follow_full_text, tell_ready
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.full_text import reindex_entries
from tidings.store.packing import unpack
from tidings.store.sql_words import with_words
from tidings.store.visible import ENTRY_SEEN_BY_USER, VISIBLE

# Further back nobody waits for the text, and retention may have taken it away.
_NEW = micros(COOLDOWN) * 3
_NEWEST_OF_FEED = 50

_WANTED = """
select entry_id from entry_full_texts
where content is null and error is null and tried_at < :lease_began
order by tried_at, entry_id limit :many
"""
# Of feeds with `full_text`: what has none yet, what changed, and what failed a day ago.
_NEW_ENTRIES = """
select e.id
from feeds f cross join feed_heads h cross join entries e
left join entry_full_texts t on t.entry_id = e.id
where f.full_text = 1 and f.enabled = 1 and f.deleted_at is null
  and h.feed_id = f.id and e.feed_id = f.id and e.seq > h.last_seq - :newest
  and e.received_at > :new_since and e.url is not null
  and (t.entry_id is null
       or (t.content is not null and e.changed_at > t.tried_at)
       or (t.error is not null and t.tried_at < :cooled_down))
order by e.sort_at desc, e.id desc limit :many
"""
_ENTRY = """
select e.id, e.feed_id, e.url, e.title, e.author, coalesce(b.codec, 0), b.content
from entries e left join entry_bodies b on b.entry_id = e.id where e.id = :id
"""
_LOCK = """
select t.tried_at, t.error, t.content is not null, e.changed_at
from entry_full_texts t cross join entries e
where t.entry_id = :id and e.id = :id for update of t
"""
_OPENED = with_words(
    """
select e.url, coalesce(b.codec, 0), b.content, t.tried_at, t.error,
       coalesce(t.codec, 0), t.content, e.changed_at
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
  content_hash = excluded.content_hash
"""
_FILL_ENTRY = """
update entries set title = :title,
  excerpt = case when excerpt = '' then :excerpt else excerpt end,
  image_url = coalesce(image_url, :image_url), words = greatest(words, :words)
where id = :id
"""
# What was there before a text that is to be renewed stays when that fails.
_FAIL = """
update entry_full_texts set tried_at = :now,
  error = case when content is null then :error else null end
where entry_id = :id and tried_at = :claimed_at
"""


@dataclass(frozen=True, slots=True)
class FullText:
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


@dataclass(frozen=True, slots=True)
class OpenedEntry:
    """An entry as its reader opened it, and how it stands with its full text."""

    url: str | None
    html: str
    full_text: FullText | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class NewFullText:
    """An article as it is stored, and what the entry can learn from it."""

    codec: int
    content: bytes
    indexed: str
    title: str
    excerpt: str
    image_url: str | None
    words: int
    content_hash: bytes | None = None  # None: as the entry's


def opened_with_full_text(
    db: Connection, user_id: int, entry_id: int, now: int
) -> OpenedEntry:
    """Return an entry that a user may see, or raise `NotFound`."""
    row = db.row(_OPENED, user=user_id, id=entry_id)
    if row is None:
        raise NotFound("There is no such entry.")
    url, codec, content, tried_at, error, full_codec, full, changed_at = row
    html = "" if content is None else unpack(codec, bytes(content))
    if tried_at is None:
        return OpenedEntry(url, html, None, "wanted")
    tried = Tried(tried_at, error is not None, full is not None)
    text = _full_text(tried_at, error, full_codec, full)
    return OpenedEntry(url, html, text, standing(tried, changed_at, now))


def claim_full_text(db: Connection, entry_id: int, now: int) -> ClaimedEntry | None:
    """Take on an entry; None if it is not to be fetched now, or someone else does."""
    db.run(
        "insert into entry_full_texts (entry_id, tried_at)"
        " select e.id, 0 from entries e where e.id = :id"
        " on conflict (entry_id) do nothing",
        id=entry_id,
    )
    row = db.row(_LOCK, id=entry_id)
    if row is None:
        return None
    tried_at, error, has_text, changed_at = row
    tried = Tried(tried_at, error is not None, bool(has_text))
    if standing(tried, changed_at, now) != "wanted":
        return None
    db.run(
        "update entry_full_texts set tried_at = :now, error = null"
        " where entry_id = :id",
        now=now,
        id=entry_id,
    )
    return entry_without_text(db, entry_id, now)


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
    wanted = db.rows(_WANTED, lease_began=now - micros(LEASE), many=many)
    new = db.rows(
        _NEW_ENTRIES,
        newest=_NEWEST_OF_FEED,
        new_since=now - _NEW,
        cooled_down=now - micros(COOLDOWN),
        many=many - len(wanted),
    )
    ids = dict.fromkeys(row[0] for row in (*wanted, *new))
    # In one order, whoever claims: two that cross would wait for each other.
    claimed = [claim_full_text(db, entry_id, now) for entry_id in sorted(ids)]
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
    """Note why there is no full text; unless someone else has taken over."""
    db.run(
        _FAIL,
        id=entry.id,
        claimed_at=entry.claimed_at,
        error=f"{code}: {reason}",
        now=now,
    )


def save_full_text(
    db: Connection, entry: ClaimedEntry, new: NewFullText, now: int
) -> None:
    """Store a full text, let it be found by search, and tell."""
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
    reindex_entries(db, [(entry.id, new.title, entry.author, new.indexed)])
    told = json.dumps({"ids": [entry.id]})
    found = follow_full_text(db, entry.id, now)
    tell(db, "entry_changed", now, feed_id=entry.feed_id, payload=told)
    tell_ready(db, found, now)


def _full_text(
    tried_at: int, error: str | None, codec: int, content: bytes | None
) -> FullText:
    code, _, reason = (error or "").partition(": ")
    html = None if content is None else unpack(codec, bytes(content))
    return FullText(html, code or None, reason or None, tried_at)
