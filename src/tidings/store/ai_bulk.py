"""Many entries at once: what it would cost to do them again, and doing so."""

from dataclasses import dataclass

from tidings.core.ai_tasks import AiInstance, TaskKind, Wish, key_of_wish
from tidings.store.ai_wishes import BEST_HASH, follow_text, wish
from tidings.store.connection import Connection
from tidings.store.sql_words import with_words

MOST = 5_000

_ENTRIES = with_words(
    """
select e.id, e.feed_id, {best_hash}, p.prompt, coalesce(length(ft.content), 0),
  coalesce(length(b.content), 0)
from entries e
left join entry_full_texts ft on ft.entry_id = e.id
left join entry_bodies b on b.entry_id = e.id
left join ai_feed_prompts p on p.feed_id = e.feed_id and p.kind = :kind
where e.sort_at >= :since {scope}
order by e.sort_at desc, e.id desc limit :most
""",
    best_hash=BEST_HASH,
)
_OF_FEED = "and e.feed_id = :feed"
_OF_CONTENT = """
select distinct t.entry_id from ai_results r cross join ai_targets t
where r.content_hash = :hash and (t.ready_key = r.key or t.key = r.key)
  and t.version = 0
"""
_TASKS_OF_CONTENT = """
select distinct t.entry_id from ai_tasks k cross join ai_targets t
where k.content_hash = :hash and t.key = k.key and t.version = 0
"""
_UNFINISHED = """
select distinct t.entry_id from ai_tasks k cross join ai_targets t
where k.model <> :model and t.key = k.key and t.version = 0
order by t.entry_id limit :most
"""


@dataclass(frozen=True, slots=True)
class Bulk:
    """Which entries: of a feed or of all, since a time."""

    kind: TaskKind
    language: str
    since: int
    feed_id: int | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a bulk of work would be."""

    entries: int
    cached: int
    letters: int  # of the texts that a model would have to read, packed as they are


def estimate_bulk(db: Connection, instance: AiInstance, bulk: Bulk) -> Estimate:
    """Return how much there is to be done, the newest entries first."""
    entries = cached = letters = 0
    for wanted, size in _wishes(db, bulk):
        key = key_of_wish(instance, wanted)
        entries += 1
        if db.value("select 1 from ai_results where key = :key", key=key) is None:
            letters += size
        else:
            cached += 1
    return Estimate(entries, cached, letters)


def wish_in_bulk(db: Connection, instance: AiInstance, bulk: Bulk, now: int) -> int:
    """Wish for all of them with the present prompts and model; return how many."""
    wishes = [wanted for wanted, _ in _wishes(db, bulk)]
    wish(db, instance, wishes, now)
    return len(wishes)


def redo_content(db: Connection, instance: AiInstance, content: bytes, now: int) -> int:
    """Forget what was said about a content and ask again; return for how many entries."""
    sql = f"{_OF_CONTENT} union {_TASKS_OF_CONTENT}"
    ids = [row[0] for row in db.rows(sql, hash=content)]
    if not ids:
        return 0
    db.run("delete from ai_results where content_hash = :hash", hash=content)
    db.run(
        "delete from ai_tasks where content_hash = :hash and state = 'failed'",
        hash=content,
    )
    follow_text(db, instance, ids, now)
    return len(ids)


def follow_model(db: Connection, instance: AiInstance, now: int) -> int:
    """Move unfinished work to the model of now; return for how many entries."""
    rows = db.rows(_UNFINISHED, model=instance.model, most=MOST)
    ids = [row[0] for row in rows]
    if ids:
        follow_text(db, instance, ids, now)
    return len(ids)


def _wishes(db: Connection, bulk: Bulk) -> list[tuple[Wish, int]]:
    known: dict[str, object] = {"kind": bulk.kind, "since": bulk.since, "most": MOST}
    if bulk.feed_id is not None:
        known["feed"] = bulk.feed_id
    scope = "" if bulk.feed_id is None else _OF_FEED
    rows = db.rows(with_words(_ENTRIES, scope=scope), **known)
    return [
        (
            Wish(bulk.kind, entry, feed, bytes(hashed), bulk.language, prompt),
            full or body,
        )
        for entry, feed, hashed, prompt, full, body in rows
    ]
