"""Looks at new and changed entries in slices and finds those that report the same event.

Never in a request, never in the commit that brings an entry: a story may come a minute
later than its entries.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.context import Context
from tidings.core.ai.tasks import embedding_model_of
from tidings.core.clock import micros
from tidings.core.stories.doubts import doubtful_pairs
from tidings.core.stories.plan import (
    Newcomer,
    StoryPlan,
    keeps_its_story,
    likely_rivals,
    newcomer,
    plan_stories,
    without_entries,
)
from tidings.core.stories.stories import USUAL_RULE, Fingerprint, weighed_words
from tidings.core.stories.words import StoryWords, address_key, count_key, story_words
from tidings.html.text import plain_text
from tidings.observe.logs import get_log
from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import DAMAGED, unpack
from tidings.store.stories.changed_fingerprints import (
    Changes,
    changed_entries,
    finish_changes,
    next_changes,
    save_changed_fingerprints,
)
from tidings.store.stories.fingerprints import (
    EntryToFingerprint,
    Slice,
    day_of,
    days_with_entries,
    entries_in_stories,
    entries_under,
    forget_empty_stories,
    forget_fingerprints,
    next_slice,
    rivals_among,
    save_fingerprints,
    word_counts,
)

_SLICE = 250
# Other duties wait meanwhile; what is left is done the next time.
_MOST_SLICES = 40
# Of changes in one run: what is left is done the next time.
_MOST_EVENTS = 500
_MOST_CHANGED = 2_000
# More would hold up other writers.
_FORGOTTEN_AT_ONCE = 5_000
_KEPT = USUAL_RULE.window + timedelta(days=1)
_EMPTY_STORIES = timedelta(days=400)

log = get_log()

_DayWords = Mapping[int, Counter[int]]


@dataclass(frozen=True, slots=True)
class _ReadEntry:
    """An entry whose words are known and not weighed yet."""

    entry: EntryToFingerprint
    said: StoryWords
    signature: bytes


async def cluster_stories(context: Context) -> None:
    """Look at all entries that came since the last time, then at those that changed."""
    seen = stories = 0
    for _ in range(_MOST_SLICES):
        since = context.clock() - micros(USUAL_RULE.window)
        taken = await context.database.read(next_slice, _SLICE, since)
        if taken is None:
            break
        plan = await _look_at(context, taken)
        seen += len(taken.entries)
        stories += len(plan.founded)
    changed = await _look_again(context)
    if seen or changed:
        log.info("looked for stories", entries=seen, stories=stories, changed=changed)


async def forget_old_fingerprints(context: Context) -> None:
    """Delete fingerprints of old entries, and stories that have no entries left."""
    now = context.clock()
    before, since = now - micros(_KEPT), now - micros(_EMPTY_STORIES)
    while await context.database.write(forget_fingerprints, before, _FORGOTTEN_AT_ONCE):
        pass
    await context.database.write(forget_empty_stories, since, before)


async def _look_at(context: Context, taken: Slice) -> StoryPlan:
    read_entries = await asyncio.to_thread(_read_all, taken.entries)
    words = _words_by_day(read_entries)
    newcomers, plan = await context.database.read(
        _plan, read_entries, words, _doubts_matter(context)
    )
    now = context.clock()
    await context.database.write(save_fingerprints, taken, newcomers, words, plan, now)
    return plan


async def _look_again(context: Context) -> int:
    """Look at entries that changed; return how many have a new fingerprint."""
    taken = await context.database.read(next_changes, _MOST_EVENTS, _MOST_CHANGED)
    changed, since = 0, context.clock() - micros(USUAL_RULE.window)
    for start in range(0, len(taken.ids), _SLICE):
        ids = taken.ids[start : start + _SLICE]
        entries = await context.database.read(changed_entries, ids, since)
        changed += await _look_again_at(context, taken, entries)
    if taken.after != taken.last:
        await context.database.write(finish_changes, taken, context.clock())
    return changed


async def _look_again_at(
    context: Context, taken: Changes, entries: Sequence[EntryToFingerprint]
) -> int:
    read_entries = await asyncio.to_thread(_read_all, entries)
    changed, leaving, plan = await context.database.read(
        _plan_again, read_entries, _doubts_matter(context)
    )
    if changed:
        now = context.clock()
        await context.database.write(
            save_changed_fingerprints, taken, changed, leaving, plan, now
        )
    return len(changed)


def _doubts_matter(context: Context) -> bool:
    return embedding_model_of(context.ai) is not None


def _plan_again(
    db: Connection, read_entries: Sequence[_ReadEntry], doubting: bool
) -> tuple[list[Newcomer], set[int], StoryPlan]:
    """Return whose fingerprint changed, who leaves its story for that, and what
    becomes of these and of those that were alone."""
    days = days_with_entries(db, _days_around(read_entries))
    counts = word_counts(db, days, _words_of(read_entries))
    before = {
        member.entry_id: (member, rival)
        for rival in rivals_among(db, [each.entry.id for each in read_entries])
        for member in rival.members
    }
    newcomers = (_newcomer(each, counts) for each in read_entries)
    changed = [
        each
        for each in newcomers
        if each.fingerprint.entry_id in before
        and not _says_the_same(before[each.fingerprint.entry_id][0], each.fingerprint)
    ]
    leaving, free = set(), []
    for each in changed:
        fingerprint, rival = before[each.fingerprint.entry_id]
        if rival.story_id is None:
            free.append(each)
        elif not keeps_its_story(fingerprint, each.fingerprint, rival):
            leaving.add(fingerprint.entry_id)
            free.append(each)
    return changed, leaving, _planned(db, free, days, doubting)


def _says_the_same(before: Fingerprint, now: Fingerprint) -> bool:
    """Return whether nothing changed that stories are found by; weights always do."""
    return replace(before, words=now.words) == now and (
        before.words.keys() == now.words.keys()
    )


def _words_of(read_entries: Sequence[_ReadEntry]) -> set[int]:
    words = {word for each in read_entries for word in each.said.words}
    return words | {count_key(each.said.language) for each in read_entries}


def _read_all(entries: Sequence[EntryToFingerprint]) -> list[_ReadEntry]:
    from tidings.similarity import signature  # loads NumPy, when there is something new

    read_entries = []
    for entry in entries:
        said = story_words(entry.title, text_of(entry), entry.language)
        read_entries.append(_ReadEntry(entry, said, signature(said.text)))
    return read_entries


def text_of(entry: EntryToFingerprint) -> str:
    """Return the plain text of an entry."""
    if entry.content is None or entry.codec is None:
        return entry.excerpt
    try:
        html = unpack(entry.codec, bytes(entry.content))
    except DAMAGED:  # one entry must not hold up all that come after it
        log.warning("cannot unpack an entry", entry=entry.id)
        return entry.excerpt
    return plain_text(html) or entry.excerpt


def _words_by_day(read_entries: Sequence[_ReadEntry]) -> _DayWords:
    """Count in how many entries of each day a word is, and how many entries there are."""
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for each in read_entries:
        words = [count_key(each.said.language), *each.said.words]
        counts[day_of(each.entry.at)].update(words)
    return counts


def _plan(
    db: Connection, read_entries: Sequence[_ReadEntry], words: _DayWords, doubting: bool
) -> tuple[list[Newcomer], StoryPlan]:
    """Decide with what is known now; nothing but this worker's commit can change it."""
    days = days_with_entries(db, _days_around(read_entries))
    counts = sum(words.values(), Counter[int]())
    counts.update(word_counts(db, days, counts))
    newcomers = [_newcomer(each, counts) for each in read_entries]
    # Copies from a feed that was merged into another came with their stories.
    settled = entries_in_stories(db, [each.entry.id for each in read_entries])
    open_ = [each for each in newcomers if each.fingerprint.entry_id not in settled]
    return newcomers, _planned(db, open_, days, doubting)


def _planned(
    db: Connection, newcomers: Sequence[Newcomer], days: Sequence[int], doubting: bool
) -> StoryPlan:
    mine = {each.fingerprint.entry_id for each in newcomers}
    keys = {key for each in newcomers for key in each.looks_for}
    under_key = entries_under(db, days, keys, but=mine)
    rivals = {id_ for each in newcomers for id_ in likely_rivals(each, under_key)}
    known = without_entries(rivals_among(db, rivals), mine)
    for each in newcomers:
        for key in each.found_by:
            under_key.setdefault(key, []).append(each.fingerprint.entry_id)
    plan = plan_stories(newcomers, under_key, known)
    if not doubting:
        return plan
    return replace(plan, doubts=doubtful_pairs(newcomers, under_key, known, plan))


def _newcomer(read: _ReadEntry, counts: Mapping[int, int]) -> Newcomer:
    entry, said = read.entry, read.said
    entries = counts.get(count_key(said.language), 0)
    fingerprint = Fingerprint(
        entry_id=entry.id,
        feed_id=entry.feed_id,
        at=entry.at,
        language=said.language,
        address=address_key(entry.url),
        words=weighed_words(said.words, counts, entries),
        titled=frozenset(word for word, titled in said.words.items() if titled),
        signature=read.signature,
    )
    from tidings.similarity import band_keys

    return newcomer(fingerprint, band_keys(read.signature))


def _days_around(read_entries: Sequence[_ReadEntry]) -> list[int]:
    times = [each.entry.at for each in read_entries]
    if not times:
        return []
    window = micros(USUAL_RULE.window)
    return list(range(day_of(min(times) - window), day_of(max(times) + window) + 1))
