"""Looks at new entries in slices and finds those that tell the same event.

Never in a request, never in the commit that brings an entry: a story may come a minute
later than its entries.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.stories import USUAL_RULE, Telling, weighed_words
from tidings.core.story_plan import (
    Newcomer,
    StoryPlan,
    likely_rivals,
    newcomer,
    plan_stories,
)
from tidings.core.story_words import Told, address_key, count_key, told_words
from tidings.html.text import plain_text
from tidings.observe.logs import get_log
from tidings.similarity import band_keys, signature
from tidings.store.connection import Connection
from tidings.store.packing import unpack
from tidings.store.tellings import (
    EntryToTell,
    Slice,
    day_of,
    entries_under,
    forget_empty_stories,
    forget_tellings,
    next_slice,
    rivals_among,
    save_tellings,
    word_counts,
)

_SLICE = 250
# Other duties wait meanwhile; what is left is done the next time.
_MOST_SLICES = 40
# More would hold up other writers.
_FORGOTTEN_AT_ONCE = 5_000
_KEPT = USUAL_RULE.window + timedelta(days=1)
_EMPTY_STORIES = timedelta(days=400)

log = get_log()

_DayWords = Mapping[int, Counter[int]]


@dataclass(frozen=True, slots=True)
class _Heard:
    """An entry whose words are known and not weighed yet."""

    entry: EntryToTell
    told: Told
    signature: bytes


async def cluster_stories(context: Context) -> None:
    """Look at all entries that came since the last time."""
    seen = stories = 0
    for _ in range(_MOST_SLICES):
        since = context.clock() - micros(USUAL_RULE.window)
        taken = await context.database.read(next_slice, _SLICE, since)
        if taken is None:
            break
        plan = await _look_at(context, taken)
        seen += len(taken.entries)
        stories += len(plan.founded)
    if seen:
        log.info("looked for stories", entries=seen, stories=stories)


async def forget_old_tellings(context: Context) -> None:
    """Forget how old entries told their events, and stories that have none left."""
    now = context.clock()
    before, since = now - micros(_KEPT), now - micros(_EMPTY_STORIES)
    while await context.database.write(forget_tellings, before, _FORGOTTEN_AT_ONCE):
        pass
    await context.database.write(forget_empty_stories, since, before)


async def _look_at(context: Context, taken: Slice) -> StoryPlan:
    heard = await asyncio.to_thread(_hear, taken.entries)
    words = _words_by_day(heard)
    newcomers, plan = await context.database.read(_plan, heard, words)
    now = context.clock()
    await context.database.write(save_tellings, taken, newcomers, words, plan, now)
    return plan


def _hear(entries: Sequence[EntryToTell]) -> list[_Heard]:
    heard = []
    for entry in entries:
        told = told_words(entry.title, _text(entry), entry.language)
        heard.append(_Heard(entry, told, signature(told.text)))
    return heard


def _text(entry: EntryToTell) -> str:
    if entry.content is None or entry.codec is None:
        return entry.excerpt
    return plain_text(unpack(entry.codec, bytes(entry.content))) or entry.excerpt


def _words_by_day(heard: Sequence[_Heard]) -> _DayWords:
    """Count in how many entries of each day a word is, and how many entries there are."""
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for each in heard:
        words = [count_key(each.told.language), *each.told.words]
        counts[day_of(each.entry.at)].update(words)
    return counts


def _plan(
    db: Connection, heard: Sequence[_Heard], words: _DayWords
) -> tuple[list[Newcomer], StoryPlan]:
    """Decide with what is known now; nothing but this worker's commit can change it."""
    days = _days_around(heard)
    counts = sum(words.values(), Counter[int]())
    counts.update(word_counts(db, days, counts))
    newcomers = [_newcomer(each, counts) for each in heard]
    under_key = entries_under(
        db, days, {key for each in newcomers for key in each.looks_for}
    )
    rivals = {id_ for each in newcomers for id_ in likely_rivals(each, under_key)}
    known = rivals_among(db, rivals)
    for each in newcomers:
        for key in each.found_by:
            under_key.setdefault(key, []).append(each.telling.entry_id)
    return newcomers, plan_stories(newcomers, under_key, known)


def _newcomer(heard: _Heard, counts: Mapping[int, int]) -> Newcomer:
    entry, told = heard.entry, heard.told
    entries = counts.get(count_key(told.language), 0)
    telling = Telling(
        entry_id=entry.id,
        feed_id=entry.feed_id,
        at=entry.at,
        language=told.language,
        address=address_key(entry.url),
        words=weighed_words(told.words, counts, entries),
        titled=frozenset(word for word, titled in told.words.items() if titled),
        signature=heard.signature,
    )
    return newcomer(telling, band_keys(heard.signature))


def _days_around(heard: Sequence[_Heard]) -> list[int]:
    times = [each.entry.at for each in heard]
    if not times:
        return []
    window = micros(USUAL_RULE.window)
    return list(range(day_of(min(times) - window), day_of(max(times) + window) + 1))
