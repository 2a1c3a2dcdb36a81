"""Entries whose title or text changed since their story was looked for.

They are found by the events that were published of them. How far these are seen is in the same
commit as what was learnt, as it is for new entries.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tidings.core.errors import LeaseLost
from tidings.core.stories.plan import Newcomer, StoryPlan
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.rows import all_of
from tidings.store.stories.fingerprints import (
    TO_FINGERPRINT,
    EntryToFingerprint,
    entries_in_stories,
    keep_keys,
    replace_fingerprint,
    save_stories,
    stretch_stories,
)
from tidings.store.system.app_settings import get_value, set_value
from tidings.store.system.events import newest_event

_POSITION = "stories.changes"

_CHANGES = """
select id, payload from events
where user_id is null and id > :after and id <= :last and kind = 'entry_changed'
order by id limit :many
"""
# What nobody has looked at yet is looked at as it is now, when its turn comes.
_CHANGED = f"""{TO_FINGERPRINT}
from ids(:ids) i cross join entries e cross join feeds f cross join story_fingerprints t
left join entry_bodies b on b.entry_id = e.id
where e.id = i.id and f.id = e.feed_id and f.owner_id is null
  and f.deleted_at is null and e.received_at >= :since and t.entry_id = e.id
order by e.id
"""
_LEAVE = """
delete from story_entries where entry_id in (select id from ids(:ids))
"""


@dataclass(frozen=True, slots=True)
class Changes:
    """Entries that changed, from after one event up to another."""

    after: int | None  # None: nobody has looked before
    last: int
    ids: list[int]


def next_changes(db: Connection, events: int, entries: int) -> Changes:
    """Return the next entries that changed: of so many events, or a few more entries
    than so many. What changed before anybody looked is left as it is."""
    after, newest = get_value(db, _POSITION), newest_event(db)
    if after is None:
        return Changes(None, newest, [])
    ids: set[int] = set()
    rows = db.rows(_CHANGES, after=after, last=newest, many=events)
    for number, payload in rows:
        ids.update(json.loads(payload)["ids"])
        if len(ids) >= entries:
            return Changes(after, number, sorted(ids))
    last = rows[-1][0] if len(rows) == events else newest
    return Changes(after, last, sorted(ids))


def changed_entries(
    db: Connection, ids: Sequence[int], since: int
) -> list[EntryToFingerprint]:
    """Return those of some entries whose fingerprint is known and that are not too old."""
    return all_of(db, EntryToFingerprint, _CHANGED, ids=list(ids), since=since)


@idempotent
def save_changed_fingerprints(
    db: Connection,
    taken: Changes,
    changed: Sequence[Newcomer],
    leaving: Collection[int],
    plan: StoryPlan,
    now: int,
) -> None:
    """Save the new fingerprints of entries. Those that leave their stories may be in
    the plan; what readers split off stays so."""
    if get_value(db, _POSITION) not in (None, taken.after):
        raise LeaseLost("Another worker looked at these entries.")
    for each in changed:
        replace_fingerprint(db, each.fingerprint)
    keep_keys(db, changed)
    left = set(entries_in_stories(db, leaving).values()) if leaving else set()
    if left:
        db.run(_LEAVE, ids=sorted(leaving))
    save_stories(db, plan, now)
    if left:
        stretch_stories(db, left)


def finish_changes(db: Connection, taken: Changes, now: int) -> None:
    """Note that these changes are seen."""
    if get_value(db, _POSITION) == taken.after:
        set_value(db, _POSITION, taken.last, now)
