"""Brings a reader's data back in; what is there already stays as it is.

Entries are never written into feeds that others may read: whoever made the file could
put words into those. An entry that its feed still has is marked there; any other comes
into the reader's own feed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys, key_numbers
from tidings.core.errors import Invalid
from tidings.core.reading.intents import READ
from tidings.store.automation.rule_effects import ensure_tag
from tidings.store.automation.rule_facts import past_entries
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import insert, insert_new
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.change_entries import change_entries
from tidings.store.feeds.addresses import feed_at, public_key
from tidings.store.feeds.feeds import NewFeed, insert_feed, set_feed
from tidings.store.feeds.folders import ensure_folders
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.own_feed import has_own_feed, own_feed
from tidings.store.feeds.owners import others_among
from tidings.store.feeds.subscription_lists import is_following
from tidings.store.feeds.subscriptions import set_subscriptions
from tidings.store.reading.mark_times import note_times
from tidings.store.reading.marking import (
    Star,
    mark_entries,
    marking,
    star_entries,
    tag_entries,
)

_FIND = """
select id from entries
where feed_id = :feed and (guid_key = :guid_key or url_key = :url_key
  or (:guid_key is null and :url_key is null and content_key = :content_key))
order by id desc limit 1
"""


@dataclass(frozen=True, slots=True)
class Arriving:
    """An entry from a file; `keys` are those it has in its own feed, `own` those in
    the reader's."""

    entry: NewEntry  # with the keys that it gets in the reader's own feed
    feed_url: str | None  # None: a page that was saved
    keys: EntryKeys
    full_text: tuple[int, bytes] | None  # packed; None: there is none
    read: bool
    starred: bool
    tags: Sequence[str]
    highlights: Sequence[Mapping[str, object]]
    read_at: int | None  # None: not known
    starred_at: int | None  # None: not known
    starred_as: NewEntry | None  # what it said then; None: the same


@dataclass(frozen=True, slots=True)
class Following:
    """A feed to follow; the settings count only if nobody knew the feed before."""

    new: NewFeed
    title: str | None  # None: the feed's own
    folder: tuple[str, ...] | None  # None: in no folder
    settings: Mapping[str, object]
    muted: int = 0


def bring_in_feed(db: Connection, user_id: int, request: Following, now: int) -> bool:
    """Follow a feed as it was followed; False if it is followed already."""
    feed_id, is_new = insert_feed(db, request.new, now)
    if is_new:
        for column, value in request.settings.items():
            set_feed(db, feed_id, column, value)
    if is_following(db, user_id, [feed_id]):
        return False
    folder = None
    if request.folder is not None:
        folder = ensure_folders(db, user_id, [request.folder], now)[request.folder]
    lock_head(db, feed_id)
    if others_among(db, user_id, [feed_id]):
        raise Invalid(
            "somebody has just made this feed their own: bring it in again",
            details={"reason": "not_yours"},
        )
    follow_feed(db, user_id, feed_id, now, folder_id=folder, title=request.title)
    if request.muted:
        set_subscriptions(db, user_id, [feed_id], "muted", 1, now)
    return True


def bring_in_entry(db: Connection, user_id: int, arriving: Arriving, now: int) -> bool:
    """Bring an entry and its marks back; False if nothing was missing."""
    entry_id = _in_own_feed(db, user_id, arriving, now) or _in_its_feed(
        db, user_id, arriving
    )
    is_new = entry_id is None
    if entry_id is None:
        own, _ = own_feed(db, user_id, now)
        first = arriving.starred_as or arriving.entry
        (entry_id,) = append_entries(db, own, [first], now)
        _add_full_text(db, entry_id, arriving.full_text, now)
    changed = _mark(db, user_id, entry_id, arriving, now)
    if is_new and arriving.starred_as is not None:
        change_entries(db, [(entry_id, arriving.entry)], now)
    return is_new or changed


def feed_number(db: Connection, user_id: int, url: str) -> int | None:
    """Return the feed of an address, if the user follows or has followed it."""
    feed_id = feed_at(db, public_key(url))
    if feed_id is None:
        return None
    known = db.value(
        "select 1 from subscriptions where user_id = :user and feed_id = :feed",
        user=user_id,
        feed=feed_id,
    )
    return feed_id if known else None


def _in_own_feed(
    db: Connection, user_id: int, arriving: Arriving, now: int
) -> int | None:
    # None is made for an entry that another feed may have: it would stand there empty.
    if not has_own_feed(db, user_id):
        return None
    own, _ = own_feed(db, user_id, now)
    return _find(db, own, arriving.entry.keys)


def _in_its_feed(db: Connection, user_id: int, arriving: Arriving) -> int | None:
    """Return the entry in the feed it came from, if the reader can see it there."""
    if arriving.feed_url is None:
        return None
    feed_id = feed_number(db, user_id, arriving.feed_url)
    found = None if feed_id is None else _find(db, feed_id, arriving.keys)
    if found is None:
        return None
    seen = past_entries(db, user_id, [found], with_text=False).entries
    return found if seen else None


def _find(db: Connection, feed_id: int, keys: EntryKeys) -> int | None:
    found: int | None = db.value(_FIND, feed=feed_id, **key_numbers(keys))
    return found


def _mark(
    db: Connection, user_id: int, entry_id: int, arriving: Arriving, now: int
) -> bool:
    ids, changed = [entry_id], False
    if arriving.starred:
        version = _starred_version(db, entry_id, arriving.starred_as)
        star = Star(entry_id, _past(arriving.starred_at, now), version)
        changed |= bool(star_entries(db, user_id, [star]))
    for name in arriving.tags:
        tag = ensure_tag(db, user_id, name, now)
        changed |= bool(tag_entries(db, user_id, ids, tag, tagged=True))
    if arriving.highlights:
        with marking(db, user_id, ids):
            for each in arriving.highlights:
                row = {**each, "user_id": user_id, "entry_id": entry_id}
                changed |= insert_new(
                    db, "highlights", "user_id, id", **row, changed_at=now
                )
    if arriving.read and mark_entries(db, user_id, ids, read=True):
        changed = True
        if arriving.read_at is not None:
            read_at = _past(arriving.read_at, now)
            note_times(db, user_id, [(entry_id, READ, read_at, True)])
    return changed


def _past(at: int | None, now: int) -> int:
    """Return when something was done: whoever wrote the file may have a wrong clock."""
    return now if at is None else max(0, min(at, now))


def _starred_version(
    db: Connection, entry_id: int, starred_as: NewEntry | None
) -> int | None:
    """Return which version has the words that were starred; None: the present one, or
    those words are not here."""
    if starred_as is None:
        return None
    version: int | None = db.value(
        "select max(version) from entry_versions"
        " where entry_id = :id and content_hash = :hash",
        id=entry_id,
        hash=starred_as.keys.content_hash,
    )
    return version


def _add_full_text(
    db: Connection, entry_id: int, packed: tuple[int, bytes] | None, now: int
) -> None:
    if packed is not None:
        codec, content = packed
        text = {"tried_at": now, "codec": codec, "content": content}
        insert(db, "entry_full_texts", entry_id=entry_id, **text)
