"""Pairs of entries that embeddings are to decide about, and the embeddings of their texts."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.leases import claim_times, free
from tidings.store.engine.rows import insert_new
from tidings.store.engine.sql_words import with_words

# The longest that nobody asks for a text again: after a refusal.
LONGEST_REST = timedelta(hours=1)

# Pairs name their columns feed_id and seq, whatever they hold.
_DOUBT = """
insert into story_doubts (entry_id, other_id, at)
select p.feed_id, p.seq, :now from pairs(:pairs) p where p.seq > 0
on conflict (entry_id, other_id) do nothing
"""
_OPEN = """
select entry_id, other_id from story_doubts where at >= :since
order by at desc, entry_id desc, other_id desc limit :most
"""
_DROP = """
delete from story_doubts where (entry_id, other_id) in (
  select p.feed_id, p.seq from pairs(:pairs) p)
"""
# Whoever gets them leases them in the same transaction; others take the next.
_NEXT = with_words(
    """
select key, input from story_embeddings
where vector is null and model = :model and {free}
order by at, key limit :many for update skip locked
""",
    free=free(),
)
_LEASE = """
update story_embeddings set leased_until = :until where key = :key and vector is null
"""
_SAVE = """
update story_embeddings set vector = :vector, input = '', leased_until = null
where key = :key
"""


@dataclass(frozen=True, slots=True)
class ToEmbed:
    """A text that waits for its embedding."""

    key: bytes
    text: str


def keep_doubts(db: Connection, pairs: Iterable[tuple[int, int]], now: int) -> None:
    """Store pairs of entries that may report the same event."""
    db.run(_DOUBT, pairs=json.dumps(list(pairs)), now=now)


def open_doubts(db: Connection, since: int, most: int) -> list[tuple[int, int]]:
    """Return pairs since a time that nobody has decided about, the newest first."""
    return [(entry, other) for entry, other in db.rows(_OPEN, since=since, most=most)]


def drop_doubts(db: Connection, pairs: Iterable[tuple[int, int]]) -> None:
    """Forget pairs that are decided."""
    db.run(_DROP, pairs=json.dumps(list(pairs)))


def vectors_of(db: Connection, keys: Iterable[bytes]) -> dict[bytes, bytes]:
    """Return the embeddings that are known."""
    sql = "select vector from story_embeddings where key = :key"
    found = {key: db.value(sql, key=key) for key in keys}
    return {key: bytes(vector) for key, vector in found.items() if vector is not None}


def want_embeddings(
    db: Connection, model: str, texts: Mapping[bytes, str], most: int, now: int
) -> None:
    """Let texts wait for their embeddings, by key; never more than `most` at once."""
    waiting = "select count(*) from story_embeddings where vector is null"
    room = most - db.value(waiting)
    for key, text in texts.items():
        if room <= 0:
            return
        room -= insert_new(
            db, "story_embeddings", "key", key=key, model=model, input=text, at=now
        )


def next_to_embed(db: Connection, model: str, many: int, now: int) -> list[ToEmbed]:
    """Return texts that wait and that nobody else is asking for."""
    times = claim_times(now, LONGEST_REST)
    rows = db.rows(_NEXT, model=model, many=many, **times)
    return [ToEmbed(bytes(key), text) for key, text in rows]


def lease_texts(db: Connection, keys: Collection[bytes], until: int) -> None:
    """Keep others from asking for texts until a time."""
    db.run_many(_LEASE, [{"key": key, "until": until} for key in keys])


@idempotent
def save_vectors(db: Connection, vectors: Mapping[bytes, bytes]) -> None:
    """Keep embeddings; their texts are not needed any more."""
    rows = [{"key": key, "vector": vector} for key, vector in vectors.items()]
    db.run_many(_SAVE, rows)
