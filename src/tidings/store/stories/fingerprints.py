"""Stores and looks up fingerprints of entries, for the days that matter.

Which entry was looked at last is in the same commit as what was learnt from it, so two
workers that meet, or one that is killed, do nothing twice.
"""

import json
import struct
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from tidings.core.clock import micros
from tidings.core.errors import LeaseLost
from tidings.core.stories.plan import Newcomer, StoryPlan
from tidings.core.stories.stories import Fingerprint, Rival
from tidings.store.ai.embeddings import keep_doubts
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.numbers import next_numbers
from tidings.store.system.app_settings import get_value, set_value

_POSITION = "stories.position"
_DAY = micros(timedelta(days=1))
_NO_ADDRESS = 0
# The layout, how many words, how many of them are in the title, the address. Then all
# words, those of the title first, then what each weighs: they are read and written at once.
_HEAD = struct.Struct("<BHHq")
_LAYOUT = 2
_NOTHING = _HEAD.pack(_LAYOUT, 0, 0, _NO_ADDRESS)

TO_FINGERPRINT = """
select e.id, e.feed_id, least(coalesce(e.published_at, e.received_at), e.received_at),
  e.url, e.title, e.excerpt, coalesce(e.language, f.language), b.codec, b.content
"""
# Private feeds stay out: what one reader gets by mail must not shape others' lists.
_NEW = f"""{TO_FINGERPRINT}
from entries e cross join feeds f
left join entry_bodies b on b.entry_id = e.id
where e.id > :after and e.id <= :last and f.id = e.feed_id and f.owner_id is null
  and f.deleted_at is null and e.received_at >= :since
order by e.id
"""
_LAST_OF_SLICE = """
select max(id) from (select id from entries where id > :after order by id limit :many) s
"""
# `id + 0`: PostgreSQL would go through all entries by number for the least one.
_FIRST_POSITION = """
select coalesce((select min(id + 0) - 1 from entries where sort_at >= :since),
                (select max(id) from entries), 0)
"""
_DAYS_WITH_WORDS = """
select d.id from ids(:days) d
where exists (select 1 from story_words w where w.day = d.id)
"""
_COUNTS = """
select w.word, sum(w.entries)
from ids(:days) d cross join ids(:words) i cross join story_words w
where w.day = d.id and w.word = i.id group by w.word
"""
_FIND = """
select k.key, k.entry_id from ids(:days) d cross join ids(:keys) i
cross join story_keys k where k.day = d.id and k.key = i.id order by k.entry_id
"""
_FINGERPRINTS = """
select s.story_id, t.entry_id, t.feed_id, t.at, t.language, t.packed
from ids(:ids) i cross join story_fingerprints t
left join story_entries s on s.entry_id = t.entry_id
where t.entry_id = i.id order by t.entry_id
"""
_MEMBERS = """
select s.story_id, t.entry_id, t.feed_id, t.at, t.language, t.packed
from ids(:ids) i cross join story_entries s cross join story_fingerprints t
where s.story_id = i.id and t.entry_id = s.entry_id order by t.entry_id
"""
_INSERT = """
insert into story_fingerprints (entry_id, feed_id, at, language, packed)
select :id, :feed, :at, :language, :packed
where exists (select 1 from entries where id = :id)
on conflict (entry_id) do nothing
"""
_REPLACE = """
update story_fingerprints set language = :language, packed = :packed where entry_id = :id
"""
_STORIES_OF = """
select s.entry_id, s.story_id from ids(:ids) i cross join story_entries s
where s.entry_id = i.id
"""
# Pairs name their columns feed_id and seq, whatever they hold.
_KEEP_KEYS = """
insert into story_keys (day, key, entry_id)
select :day, p.feed_id, p.seq from pairs(:pairs) p where p.seq > 0
on conflict (day, key, entry_id) do nothing
"""
_COUNT_WORDS = """
insert into story_words (day, word, entries)
select :day, p.feed_id, p.seq from pairs(:pairs) p where p.seq > 0
on conflict (day, word) do update set entries = story_words.entries + excluded.entries
"""
_FOUND = """
insert into stories (id, first_at, last_at) values (:id, :at, :at)
"""
_JOIN = """
insert into story_entries (entry_id, story_id)
select e.id, s.id from entries e cross join stories s where e.id = :entry and s.id = :story
on conflict (entry_id) do nothing
"""
_STRETCH = """
update stories set
  first_at = (select min(e.sort_at) from story_entries m cross join entries e
              where m.story_id = stories.id and e.id = m.entry_id),
  last_at = (select max(e.sort_at) from story_entries m cross join entries e
             where m.story_id = stories.id and e.id = m.entry_id)
where id in (select id from ids(:ids))
  and exists (select 1 from story_entries m where m.story_id = stories.id)
"""
_FORGET = (
    """
    delete from story_keys where (day, key, entry_id) in (
      select day, key, entry_id from story_keys where day < :day
      order by day, key, entry_id limit :most)
    """,
    """
    delete from story_words where (day, word) in (
      select day, word from story_words where day < :day order by day, word limit :most)
    """,
    """
    delete from story_fingerprints where entry_id in (
      select entry_id from story_fingerprints where at < :at
      order by at, entry_id limit :most)
    """,
    """
    delete from story_doubts where (entry_id, other_id) in (
      select entry_id, other_id from story_doubts where at < :at
      order by at limit :most)
    """,
    """
    delete from story_embeddings where key in (
      select key from story_embeddings where at < :at order by at limit :most)
    """,
)
_FORGET_EMPTY = """
delete from stories where last_at < :before and last_at >= :since
  and not exists (select 1 from story_entries e where e.story_id = stories.id)
"""


@dataclass(frozen=True, slots=True)
class EntryToFingerprint:
    """An entry that nobody has looked at; its body is still packed, None without one."""

    id: int
    feed_id: int
    at: int
    url: str | None
    title: str
    excerpt: str
    language: str | None
    codec: int | None
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Slice:
    """The next entries by number, from after one up to another."""

    after: int
    last: int
    entries: list[EntryToFingerprint]


def next_slice(db: Connection, many: int, since: int) -> Slice | None:
    """Return the next entries that are not older than a time; None at the end."""
    after = get_value(db, _POSITION)
    if after is None:
        after = db.value(_FIRST_POSITION, since=since)
    last = db.value(_LAST_OF_SLICE, after=after, many=many)
    if last is None:
        return None
    rows = db.rows(_NEW, after=after, last=last, since=since)
    entries = [EntryToFingerprint(*row) for row in rows]
    return Slice(after, last, [each for each in entries if each.at >= since])


def days_with_entries(db: Connection, days: Sequence[int]) -> list[int]:
    """Return the days that have fingerprints: of the others nothing is found, and
    looking there for thousands of words takes its time."""
    return [day for (day,) in db.rows(_DAYS_WITH_WORDS, days=list(days))]


def word_counts(
    db: Connection, days: Sequence[int], words: Iterable[int]
) -> dict[int, int]:
    """Return in how many entries of these days each word was."""
    rows = db.rows(_COUNTS, days=list(days), words=sorted(words))
    return {word: int(entries) for word, entries in rows}


def entries_under(
    db: Connection,
    days: Sequence[int],
    keys: Iterable[int],
    but: Collection[int] = (),
) -> dict[int, list[int]]:
    """Return the entries that are found under each key, by number; some left out."""
    found: dict[int, list[int]] = defaultdict(list)
    for key, entry_id in db.rows(_FIND, days=list(days), keys=sorted(keys)):
        if entry_id not in but:
            found[key].append(entry_id)
    return found


def rivals_among(db: Connection, ids: Iterable[int]) -> list[Rival]:
    """Return what entries belong to: whole stories, or themselves alone."""
    rows = db.rows(_FINGERPRINTS, ids=sorted(ids))
    alone = [Rival((_fingerprint(*own),)) for story, *own in rows if story is None]
    stories: dict[int, list[Fingerprint]] = defaultdict(list)
    known = sorted({story for story, *_ in rows if story is not None})
    for story, *own in db.rows(_MEMBERS, ids=known):
        stories[story].append(_fingerprint(*own))
    return alone + [Rival(tuple(each), id_) for id_, each in stories.items()]


@idempotent
def save_fingerprints(
    db: Connection,
    taken: Slice,
    newcomers: Sequence[Newcomer],
    words: Mapping[int, Mapping[int, int]],
    plan: StoryPlan,
    now: int,
) -> None:
    """Keep all that a slice brought; `words` are counts of each word, by day."""
    if get_value(db, _POSITION) not in (None, taken.after):
        raise LeaseLost("Another worker looked at these entries.")
    db.run_many(_INSERT, [_row(each.fingerprint) for each in newcomers])
    keep_keys(db, newcomers)
    for day, counts in words.items():
        db.run(_COUNT_WORDS, day=day, pairs=json.dumps(list(counts.items())))
    save_stories(db, plan, now)
    set_value(db, _POSITION, taken.last, now)


def replace_fingerprint(db: Connection, fingerprint: Fingerprint) -> None:
    """Replace the fingerprint of an entry; nothing if it was deleted."""
    row = _row(fingerprint)
    known = {name: row[name] for name in ("id", "language", "packed")}
    db.run(_REPLACE, **known)


def keep_keys(db: Connection, newcomers: Iterable[Newcomer]) -> None:
    """Let entries be found by those that come later."""
    keys: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for each in newcomers:
        fingerprint = each.fingerprint
        pairs = ((key, fingerprint.entry_id) for key in each.found_by)
        keys[day_of(fingerprint.at)] += pairs
    for day, found_by in keys.items():
        db.run(_KEEP_KEYS, day=day, pairs=json.dumps(found_by))


def save_stories(db: Connection, plan: StoryPlan, now: int) -> None:
    """Save which entries form a story; an entry that is in a story stays there."""
    ids = next_numbers(db, "story", len(plan.founded)) if plan.founded else range(0)
    founded = list(zip(ids, plan.founded, strict=True))
    db.run_many(_FOUND, [{"id": story, "at": now} for story in ids])
    members = [(entry, story) for story, entries in founded for entry in entries]
    joined = [*plan.joined, *members]
    db.run_many(_JOIN, [{"entry": entry, "story": story} for entry, story in joined])
    if joined:
        stretch_stories(db, {story for _, story in joined})
    if plan.doubts:
        keep_doubts(db, plan.doubts, now)


def stretch_stories(db: Connection, ids: Iterable[int]) -> None:
    """Let stories last from their first entry to their last."""
    db.run(_STRETCH, ids=sorted(ids))


def entries_in_stories(db: Connection, ids: Iterable[int]) -> dict[int, int]:
    """Return the stories of those entries that are in one."""
    return dict(db.rows(_STORIES_OF, ids=sorted(ids)))


@idempotent
def forget_fingerprints(db: Connection, before: int, most: int) -> int:
    """Forget up to `most` rows of each kind from before a time; return how many."""
    known = {"day": day_of(before), "at": before, "most": most}
    return sum(
        db.run(sql, **{name: known[name] for name in known if f":{name}" in sql})
        for sql in _FORGET
    )


@idempotent
def forget_empty_stories(db: Connection, since: int, before: int) -> None:
    """Forget stories of some time whose entries are gone."""
    db.run(_FORGET_EMPTY, since=since, before=before)


def day_of(at: int) -> int:
    """Return the number of a day."""
    return at // _DAY


def _row(fingerprint: Fingerprint) -> dict[str, object]:
    address = _NO_ADDRESS if fingerprint.address is None else fingerprint.address
    titled = [word for word in fingerprint.words if word in fingerprint.titled]
    words = titled + [
        word for word in fingerprint.words if word not in fingerprint.titled
    ]
    weights = [fingerprint.words[word] for word in words]
    head = _HEAD.pack(_LAYOUT, len(words), len(titled), address)
    return {
        "id": fingerprint.entry_id,
        "feed": fingerprint.feed_id,
        "at": fingerprint.at,
        "language": fingerprint.language,
        "packed": head
        + _words(len(words)).pack(*words, *weights)
        + fingerprint.signature,
    }


def _fingerprint(
    entry_id: int, feed_id: int, at: int, language: str, packed: bytes
) -> Fingerprint:
    # Those of another layout are forgotten within days.
    packed = bytes(packed) if packed[:1] == bytes([_LAYOUT]) else _NOTHING
    _, many, titled, address = _HEAD.unpack_from(packed)
    words = _words(many)
    numbers = words.unpack_from(packed, _HEAD.size)
    return Fingerprint(
        entry_id=entry_id,
        feed_id=feed_id,
        at=at,
        language=language,
        address=None if address == _NO_ADDRESS else address,
        words=dict(zip(numbers[:many], numbers[many:], strict=True)),
        titled=frozenset(numbers[:titled]),
        signature=packed[_HEAD.size + words.size :],
    )


@cache
def _words(many: int) -> struct.Struct:
    return struct.Struct(f"<{many}q{many}f")
