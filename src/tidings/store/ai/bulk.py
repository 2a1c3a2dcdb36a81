"""Many entries at once: what it would cost to do them again, and doing so."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidings.core.ai.tasks import (
    AiInstance,
    AiRequest,
    TaskKind,
    key_of_request,
    summary_language,
)
from tidings.store.ai.requests import (
    follow_text,
    publish_ready,
    request,
    request_for_entries,
)
from tidings.store.ai.wanted import BEST_HASH, FEWEST_WORDS, kinds_wanted
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.publishing.builds import newest_entries

MOST = 5_000

_ENTRIES = with_words(
    """
select e.id, e.feed_id, {best_hash}, p.prompt, coalesce(length(ft.content), 0),
  coalesce(length(b.content), 0), f.owner_id is null and exists (
    select 1 from subscriptions s where s.feed_id = e.feed_id and s.active = 1)
from entries e cross join feeds f
left join entry_full_texts ft on ft.entry_id = e.id
left join entry_bodies b on b.entry_id = e.id
left join ai_feed_prompts p on p.feed_id = e.feed_id and p.kind = :kind
where f.id = e.feed_id and e.sort_at >= :since {scope}
  and (:kind <> 'summary' or e.words = 0 or e.words >= :fewest)
order by e.sort_at desc, e.id desc limit :most
""",
    best_hash=BEST_HASH,
)
_OF_FEED = "and e.feed_id = :feed"
# In which languages there is something of entries already.
_LANGUAGES = """
select t.entry_id, t.language from ids(:ids) i cross join ai_targets t
where t.entry_id = i.id and t.kind = :kind and t.version = 0
"""
_OF_CONTENT = """
with named as (
  select key from ai_results where content_hash = :hash
  union select key from ai_tasks where content_hash = :hash),
pointed as (
  select t.entry_id, t.kind, t.language, t.version
  from named k cross join ai_targets t where t.key = k.key
  union select t.entry_id, t.kind, t.language, t.version
  from named k cross join ai_targets t where t.ready_key = k.key)
select w.entry_id, w.kind, w.language, w.version, e.feed_id, p.prompt
from pointed w cross join entries e
left join ai_feed_prompts p on p.feed_id = e.feed_id and p.kind = w.kind
where e.id = w.entry_id
"""
_FORGET_SHOWN = """
update ai_targets set ready_key = null, overall = null
where ready_key in (select key from ai_results where content_hash = :hash)
"""
_UNFINISHED = """
select distinct t.entry_id from ai_tasks k cross join ai_targets t
where k.model <> :model and t.key = k.key and t.version = 0
order by t.entry_id limit :most
"""
_UNFINISHED_AFTER = """
select distinct t.entry_id from ai_tasks k cross join ai_targets t
where t.key = k.key and t.version = 0 and t.entry_id > :after
order by t.entry_id limit :most
"""
_UNFINISHED_OF_FEED = """
select distinct t.entry_id from entries e cross join ai_targets t cross join ai_tasks k
where e.feed_id = :feed and t.entry_id = e.id and t.version = 0 and k.key = t.key
order by t.entry_id limit :most
"""


@dataclass(frozen=True, slots=True)
class Bulk:
    """Which entries: of a feed or of all, since a time."""

    kind: TaskKind
    since: int
    feed_id: int | None = None


@dataclass(frozen=True, slots=True)
class BulkEstimate:
    """What a bulk of work would be."""

    entries: int
    cached: int  # of them nothing is missing
    calls: int
    letters: int  # of the texts that a model would have to read, packed as they are


def estimate_bulk(db: Connection, instance: AiInstance, bulk: Bulk) -> BulkEstimate:
    """Return how much there is to be done, the newest entries first."""
    requests = _requests(db, instance, bulk)
    missing = _missing(db, instance, [wanted for wanted, _ in requests])
    entries = {wanted.entry_id for wanted, _ in requests}
    # Equal content is read once.
    letters = {
        key_of_request(instance, wanted): size
        for wanted, size in requests
        if key_of_request(instance, wanted) in missing
    }
    undone = {entry for of_key in missing.values() for entry in of_key}
    return BulkEstimate(
        entries=len(entries),
        cached=len(entries - undone),
        calls=len(missing),
        letters=sum(letters.values()),
    )


def request_in_bulk(db: Connection, instance: AiInstance, bulk: Bulk, now: int) -> int:
    """Request all of them with the present prompts and model; return for how many
    entries a model is asked."""
    requests = [wanted for wanted, _ in _requests(db, instance, bulk)]
    missing = _missing(db, instance, requests)
    publish_ready(db, request(db, instance, requests, now), now)
    return len({entry for of_key in missing.values() for entry in of_key})


def redo_content(db: Connection, instance: AiInstance, content: bytes, now: int) -> int:
    """Forget what was said about a content and ask again; return for how many entries."""
    targets = db.rows(_OF_CONTENT, hash=content)
    if not targets:
        return 0
    db.run(_FORGET_SHOWN, hash=content)
    db.run("delete from ai_results where content_hash = :hash", hash=content)
    db.run(
        "delete from ai_tasks where content_hash = :hash and state = 'failed'",
        hash=content,
    )
    present = {entry for entry, _, _, version, *_ in targets if not version}
    follow_text(db, instance, sorted(present), now)
    before = [
        AiRequest(kind, entry, feed, content, language, prompt, version)
        for entry, kind, language, version, feed, prompt in targets
        if version
    ]
    request(db, instance, before, now)
    return len(present | {each.entry_id for each in before})


def follow_prompts(db: Connection, instance: AiInstance, feed: int, now: int) -> int:
    """Move a feed's unfinished work to the prompts of now; return for how many
    entries."""
    rows = db.rows(_UNFINISHED_OF_FEED, feed=feed, most=MOST)
    follow_text(db, instance, [row[0] for row in rows], now)
    return len(rows)


def follow_model(db: Connection, instance: AiInstance, now: int) -> int:
    """Move unfinished work to the model of now; return for how many entries."""
    rows = db.rows(_UNFINISHED, model=instance.model, most=MOST)
    ids = [row[0] for row in rows]
    if ids:
        follow_text(db, instance, ids, now)
    return len(ids)


def follow_new_prompts(
    db: Connection, instance: AiInstance, after: int, now: int
) -> int | None:
    """Move unfinished work to the prompts of now; return the last entry of this slice,
    None: that was all."""
    rows = db.rows(_UNFINISHED_AFTER, after=after, most=MOST)
    ids = [row[0] for row in rows]
    if ids:
        follow_text(db, instance, ids, now)
    return ids[-1] if len(ids) == MOST else None


def request_for_newest(
    db: Connection, instance: AiInstance, feed: int, most: int, now: int
) -> None:
    """Request what a feed has already, as if it had just come."""
    newest = newest_entries(db, feed, most)
    publish_ready(db, request_for_entries(db, instance, newest, now), now)


def _requests(
    db: Connection, instance: AiInstance, bulk: Bulk
) -> list[tuple[AiRequest, int]]:
    """Return the requests with the sizes of the texts: of each entry in every language
    that somebody reads it in. What only its owner sees is theirs to choose, and nobody
    reads a feed that nobody follows."""
    known: dict[str, object] = {
        "kind": bulk.kind,
        "since": bulk.since,
        "most": MOST,
        "fewest": FEWEST_WORDS,
    }
    if bulk.feed_id is not None:
        known["feed"] = bulk.feed_id
    scope = "" if bulk.feed_id is None else _OF_FEED
    rows = db.rows(with_words(_ENTRIES, scope=scope), **known)
    languages = _languages(db, instance, bulk.kind, {row[0]: row[1] for row in rows})
    usual = summary_language(instance, None) if bulk.kind == "summary" else ""
    return [
        (
            AiRequest(bulk.kind, entry, feed, bytes(hashed), language, prompt),
            full or body,
        )
        for entry, feed, hashed, prompt, full, body, is_read in rows
        for language in sorted(languages[entry] or ({usual} if is_read else set()))
    ]


def _languages(
    db: Connection, instance: AiInstance, kind: TaskKind, feed_of: Mapping[int, int]
) -> dict[int, set[str]]:
    wanted = kinds_wanted(db, instance, set(feed_of.values()))
    found: dict[int, set[str]] = {
        entry: {language for each, language in wanted.get(feed, ()) if each == kind}
        for entry, feed in feed_of.items()
    }
    for entry, language in db.rows(_LANGUAGES, ids=sorted(feed_of), kind=kind):
        found[entry].add(language)
    return found


def _missing(
    db: Connection, instance: AiInstance, requests: Sequence[AiRequest]
) -> dict[bytes, set[int]]:
    """Return the names of results that are not there, with the entries they are of."""
    by_key: dict[bytes, set[int]] = defaultdict(set)
    for wanted in requests:
        by_key[key_of_request(instance, wanted)].add(wanted.entry_id)
    sql = "select 1 from ai_results where key = :key"
    return {
        key: entries
        for key, entries in by_key.items()
        if db.value(sql, key=key) is None
    }
