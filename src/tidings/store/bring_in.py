"""Brings a reader's data back in; what is there already stays as it is.

Entries are never written into feeds that others may read: whoever made the file could
put words into those. An entry that its feed still has is marked there; any other comes
into the reader's own feed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidings.core.entry import NewEntry
from tidings.core.errors import Invalid
from tidings.core.identity import EntryKeys
from tidings.store.append_entries import append_entries
from tidings.store.connection import Connection
from tidings.store.entry_keys import key_numbers
from tidings.store.feed_addresses import feed_at, public_key
from tidings.store.feed_heads import lock_head
from tidings.store.feed_owners import others_among
from tidings.store.feeds import NewFeed, insert_feed, set_feed
from tidings.store.folder_paths import ensure_folders
from tidings.store.follow import follow_feed
from tidings.store.marking import mark_entries, marking, star_entries, tag_entries
from tidings.store.own_feed import has_own_feed, own_feed
from tidings.store.rule_effects import ensure_tag
from tidings.store.rule_facts import past_entries
from tidings.store.subscription_lists import is_following

_FIND = """
select id from entries
where feed_id = :feed and (guid_key = :guid_key or url_key = :url_key
  or (:guid_key is null and :url_key is null and content_key = :content_key))
order by id desc limit 1
"""
_ADD_HIGHLIGHT = """
insert into highlights (user_id, id, entry_id, quote, prefix, suffix, position, note,
  color, anchor_at, note_at, color_at, created_at, changed_at)
values (:user, :id, :entry, :quote, :prefix, :suffix, :position, :note, :color,
  :anchor_at, :note_at, :color_at, :created_at, :changed_at)
on conflict (user_id, id) do nothing
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


@dataclass(frozen=True, slots=True)
class Following:
    """A feed to follow; the settings count only if nobody knew the feed before."""

    new: NewFeed
    title: str | None  # None: the feed's own
    folder: tuple[str, ...] | None  # None: in no folder
    settings: Mapping[str, object]


def bring_in_feed(db: Connection, user_id: int, wish: Following, now: int) -> bool:
    """Follow a feed as it was followed; False if it is followed already."""
    feed_id, is_new = insert_feed(db, wish.new, now)
    if is_new:
        for column, value in wish.settings.items():
            set_feed(db, feed_id, column, value)
    if is_following(db, user_id, [feed_id]):
        return False
    folder = None
    if wish.folder is not None:
        folder = ensure_folders(db, user_id, [wish.folder], now)[wish.folder]
    lock_head(db, feed_id)
    if others_among(db, user_id, [feed_id]):
        raise Invalid("somebody has just made this feed their own: bring it in again")
    follow_feed(db, user_id, feed_id, now, folder_id=folder, title=wish.title)
    return True


def bring_in_entry(db: Connection, user_id: int, arriving: Arriving, now: int) -> bool:
    """Bring an entry and its marks back; False if nothing was missing."""
    entry_id = _in_own_feed(db, user_id, arriving, now) or _in_its_feed(
        db, user_id, arriving
    )
    is_new = entry_id is None
    if entry_id is None:
        own, _ = own_feed(db, user_id, now)
        (entry_id,) = append_entries(db, own, [arriving.entry], now)
        _add_full_text(db, entry_id, arriving.full_text, now)
    changed = _mark(db, user_id, entry_id, arriving, now)
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
        changed |= bool(star_entries(db, user_id, ids, starred=True))
    for name in arriving.tags:
        tag = ensure_tag(db, user_id, name, now)
        changed |= bool(tag_entries(db, user_id, ids, tag, tagged=True))
    if arriving.highlights:
        with marking(db, user_id, ids):
            for each in arriving.highlights:
                row = {**each, "user": user_id, "entry": entry_id, "changed_at": now}
                changed |= bool(db.run(_ADD_HIGHLIGHT, **row))
    if arriving.read:
        changed |= bool(mark_entries(db, user_id, ids, read=True))
    return changed


def _add_full_text(
    db: Connection, entry_id: int, packed: tuple[int, bytes] | None, now: int
) -> None:
    if packed is not None:
        db.run(
            "insert into entry_full_texts (entry_id, tried_at, codec, content)"
            " values (:id, :now, :codec, :content)",
            id=entry_id,
            now=now,
            codec=packed[0],
            content=packed[1],
        )
