"""Joins entries that nearly became a story where embeddings say that they report the same event.

It only looks at embeddings that are there and says which are missing; whoever asks for
them, and whether anybody answers, holds up nothing here.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidings.context import Context
from tidings.core.ai.tasks import embedding_model_of
from tidings.core.clock import micros
from tidings.core.stories.doubts import (
    are_near,
    embedded_text,
    embedding_key,
    joined_by_meaning,
)
from tidings.core.stories.stories import USUAL_RULE
from tidings.jobs.stories.cluster_stories import text_of
from tidings.observe.logs import get_log
from tidings.store.ai.embeddings import (
    drop_doubts,
    open_doubts,
    vectors_of,
    want_embeddings,
)
from tidings.store.engine.connection import Connection
from tidings.store.stories.changed_fingerprints import changed_entries
from tidings.store.stories.fingerprints import (
    EntryToFingerprint,
    rivals_among,
    save_stories,
)

# In one run; what is left is seen to the next time.
_MOST_PAIRS = 100
_MOST_WAITING = 200

_Pair = tuple[int, int]
log = get_log()


@dataclass(frozen=True, slots=True)
class _Judged:
    near: list[_Pair]
    settled: list[_Pair]  # with those that are near, far, or gone
    missing: dict[bytes, str]  # texts without an embedding, by key


async def settle_doubts(context: Context) -> None:
    """Join what is near, forget what is not, and let the rest wait for embeddings."""
    model = embedding_model_of(context.ai)
    if model is None:
        return
    since = context.clock() - micros(USUAL_RULE.window)
    pairs, entries = await context.database.read(_doubted, since)
    if not pairs:
        return
    texts = await asyncio.to_thread(_texts, entries)
    keys = {id_: embedding_key(model, text) for id_, text in texts.items()}
    vectors = await context.database.read(vectors_of, set(keys.values()))
    judged = await asyncio.to_thread(_judged, pairs, texts, keys, vectors)
    now = context.clock()
    joined = await context.database.write(_settle, model, judged, now)
    if joined:
        log.info("joined stories by embeddings", entries=joined)


def _doubted(
    db: Connection, since: int
) -> tuple[list[_Pair], list[EntryToFingerprint]]:
    pairs = open_doubts(db, since, _MOST_PAIRS)
    ids = sorted({entry_id for pair in pairs for entry_id in pair})
    return pairs, changed_entries(db, ids, since)


def _texts(entries: Sequence[EntryToFingerprint]) -> dict[int, str]:
    return {each.id: embedded_text(each.title, text_of(each)) for each in entries}


def _judged(
    pairs: Sequence[_Pair],
    texts: Mapping[int, str],
    keys: Mapping[int, bytes],
    vectors: Mapping[bytes, bytes],
) -> _Judged:
    judged = _Judged([], [], {})
    for one, other in pairs:
        if one not in keys or other not in keys:
            judged.settled.append((one, other))
            continue
        missing = [id_ for id_ in (one, other) if keys[id_] not in vectors]
        judged.missing.update((keys[id_], texts[id_]) for id_ in missing)
        if not missing:
            judged.settled.append((one, other))
            if are_near(vectors[keys[one]], vectors[keys[other]]):
                judged.near.append((one, other))
    return judged


def _settle(db: Connection, model: str, judged: _Judged, now: int) -> int:
    """Keep what was decided; return how many pairs are joined by that."""
    joined = 0
    # The oldest first, and each with what the one before it has made of the stories.
    for pair in sorted(judged.near):
        rivals = rivals_among(db, pair)
        if len(rivals) != 2:
            continue  # one is gone, or they are in one story by now
        plan = joined_by_meaning(rivals[0], rivals[1])
        if plan is not None:
            save_stories(db, plan, now)
            joined += 1
    if judged.settled:
        drop_doubts(db, judged.settled)
    want_embeddings(db, model, judged.missing, _MOST_WAITING, now)
    return joined
