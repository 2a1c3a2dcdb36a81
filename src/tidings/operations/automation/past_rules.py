"""Which stored entries a rule holds for."""

import asyncio
from collections.abc import Sequence

from tidings.context import Context
from tidings.core.automation.rules import Facts, folded, looks_at_text, stored_matcher
from tidings.core.reading.reading import Place
from tidings.html.text import plain_text
from tidings.store.automation.rule_effects import (
    MatchedEntry,
)
from tidings.store.automation.rule_facts import (
    Past,
    PastEntry,
    past_entries,
)
from tidings.store.automation.rules_at_ingest import categories_of
from tidings.store.engine.packing import unpack

PART = 200


async def match_past(
    context: Context, user_id: int, places: Sequence[Place], conditions: str
) -> list[MatchedEntry]:
    """Return which of some stored entries conditions hold for, newest first."""
    ids = [place.id for place in places]
    past = await context.database.read(
        past_entries, user_id, ids, with_text=looks_at_text(conditions)
    )
    matched = await asyncio.to_thread(_matching, past, conditions)
    order = {number: place for place, number in enumerate(ids)}
    return sorted(matched, key=lambda entry: order[entry.id])


def _matching(past: Past, conditions: str) -> list[MatchedEntry]:
    matches = stored_matcher(conditions)
    return [
        each.entry
        for each in past.entries
        if matches(facts_of(each), past.rings.get(each.folder_id, frozenset()))
    ]


def facts_of(past: PastEntry) -> Facts:
    """Return a stored entry as rules see it."""
    text = ""
    if past.codec is not None and past.content is not None:
        text = plain_text(unpack(past.codec, bytes(past.content)))
    entry = past.entry
    return folded(
        Facts(
            title=entry.title,
            text=text,
            author=entry.author,
            url=entry.url or "",
            tags=categories_of(past.extras),
            language=past.language or "",
            feed_id=entry.feed_id,
            score=past.score,
        )
    )
