"""Sample feeds of a reader: their own, never fetched, and otherwise like any other."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.core.entries.entry import NewEntry
from tidings.store.automation.rule_effects import publish_all
from tidings.store.automation.rules_at_ingest import Arrived, apply_rules
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.change_entries import change_entries
from tidings.store.feeds.folders import ensure_folders, lock_folders
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.own_feed import feed_of_reader
from tidings.store.feeds.subscriptions import set_subscriptions
from tidings.store.system.events import publish_event

# What the guids of all sample entries begin with.
SAMPLE_GUID = "urn:x-tidings:sample:"

_SUBSCRIPTIONS = """
select s.id from ids(:feeds) i cross join subscriptions s
where s.feed_id = i.id and s.user_id = :user order by s.id
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample feed; `revised` has what entries say after a silent edit, by guid."""

    name: str
    title: str
    entries: Sequence[NewEntry]
    revised: dict[str, NewEntry]


@dataclass(frozen=True, slots=True)
class Given:
    """What a reader has now; `is_new` unless they followed all of it before."""

    subscription_ids: list[int]
    is_new: bool


@idempotent
def give_samples(
    db: Connection, user_id: int, samples: Sequence[Sample], folder: str, now: int
) -> Given:
    """Let a reader follow sample feeds, in a folder; what they follow already stays
    where it is. Events are published last: nothing may be locked after them."""
    lock_folders(db, user_id)  # two that press at once get the same
    feeds, followed, arrived = [], [], []
    for sample in samples:
        key = _key(user_id, sample.name)
        feed_id, came = feed_of_reader(db, user_id, key, sample.title, now)
        feeds.append(feed_id)
        followed += [feed_id] if came else []
        arrived += _filled(db, feed_id, sample, now)
    numbers = [row[0] for row in db.rows(_SUBSCRIPTIONS, feeds=feeds, user=user_id)]
    if not followed:
        return Given(numbers, is_new=False)
    folder_id = ensure_folders(db, user_id, [(folder,)], now)[(folder,)]
    set_subscriptions(db, user_id, followed, "folder_id", folder_id, now)
    events = apply_rules(db, arrived, now)
    _publish_event(db, user_id, numbers, arrived, now)
    publish_all(db, events, now)
    return Given(numbers, is_new=True)


def _filled(db: Connection, feed_id: int, sample: Sample, now: int) -> list[Arrived]:
    """Write the entries of a feed that was never filled."""
    if lock_head(db, feed_id).last_seq > 0:
        return []
    numbers = append_entries(db, feed_id, sample.entries, now)
    rows = db.rows(
        "select id, guid from entries where feed_id = :feed order by id", feed=feed_id
    )
    changed = [
        (id_, sample.revised[guid]) for id_, guid in rows if guid in sample.revised
    ]
    if changed:
        change_entries(db, changed, now)
    # Rules look at what the entries say now.
    now_said = [sample.revised.get(each.guid or "", each) for each in sample.entries]
    return [Arrived(feed_id, numbers, now_said)]


def _publish_event(
    db: Connection, user_id: int, numbers: list[int], arrived: list[Arrived], now: int
) -> None:
    followed: dict[str, object] = {"followed": True, "subscription_ids": numbers}
    for payload in ({"folders": True}, followed):
        publish_event(db, "feed_changed", now, user_id=user_id, payload=payload)
    for each in arrived:
        first, last = each.numbers[0], each.numbers[-1]
        span = {"first_id": first, "last_id": last, "count": len(each.numbers)}
        publish_event(db, "entry_added", now, feed_id=each.feed_id, payload=span)


def _key(user_id: int, name: str) -> bytes:
    # No address has such a key: those are hashes of addresses.
    return hashlib.sha256(f"sample {name} of {user_id}".encode()).digest()[:16]
