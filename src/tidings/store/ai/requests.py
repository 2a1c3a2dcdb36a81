"""Requests for results: each entry is pointed at the result it wants, and what is not there
yet becomes a task, in the commit that the request belongs to.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tidings.core.ai.budget import day_of
from tidings.core.ai.tasks import (
    AiInstance,
    AiRequest,
    key_of_request,
    prompt_key,
)
from tidings.store.ai.choices import stored_instance
from tidings.store.ai.ledger import LedgerLine, enter
from tidings.store.ai.wanted import (
    BEST_HASH,
    entries_to_read,
    fetch_first,
    requests_for,
    wanted_of,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.system.events import publish_event

# Of one check of a feed: what is older is done when somebody opens it.
_MOST_AT_ONCE = 50
_POINT = """
insert into ai_targets (entry_id, kind, language, version, key, wanted_at)
values (:entry, :kind, :language, :version, :key, :now)
on conflict (entry_id, kind, language, version) do update
set key = excluded.key, wanted_at = excluded.wanted_at
where ai_targets.key <> excluded.key
"""
_ENQUEUE = """
insert into ai_tasks (key, kind, content_hash, language, prompt_key, model, entry_id,
  feed_id, user_id, input, priority, created_at, changed_at)
select :key, :kind, :content_hash, :language, :prompt_key, :model, :entry, :feed, :user,
  :input, :priority, :now, :now
where not exists (select 1 from ai_results r where r.key = :key)
on conflict (key) do update set
  priority = greatest(ai_tasks.priority, excluded.priority),
  user_id = coalesce(ai_tasks.user_id, excluded.user_id)
"""
_FULFIL = """
update ai_targets set ready_key = key,
  overall = (select r.overall from ai_results r where r.key = ai_targets.key)
where entry_id in (select id from ids(:ids))
  and (ready_key is null or ready_key <> key)
  and exists (select 1 from ai_results r where r.key = ai_targets.key)
returning entry_id, kind
"""
_POINTED = with_words(
    """
select t.entry_id, t.kind, t.language, e.feed_id, {best_hash}, p.prompt, k.user_id,
  coalesce(k.priority, 0)
from ids(:ids) i cross join ai_targets t cross join entries e
left join ai_tasks k on k.key = t.key
left join entry_full_texts ft on ft.entry_id = e.id
left join ai_feed_prompts p on p.feed_id = e.feed_id and p.kind = t.kind
where t.entry_id = i.id and e.id = i.id and t.version = 0
order by t.entry_id, t.kind, t.language
""",
    best_hash=BEST_HASH,
)
# A deframing belongs to the words it is of: it stays with the version before.
_KEEP_WITH_VERSION = """
insert into ai_targets (entry_id, kind, language, version, key, ready_key, overall,
  wanted_at)
select t.entry_id, t.kind, t.language, v.version, t.key, t.ready_key, t.overall,
  t.wanted_at
from ids(:ids) i cross join ai_targets t cross join entries e
cross join entry_versions v
where t.entry_id = i.id and t.kind = 'deframe' and t.version = 0 and e.id = i.id
  and v.entry_id = i.id and v.version = e.version - 1
on conflict (entry_id, kind, language, version) do nothing
"""


def request(
    db: Connection, instance: AiInstance, requests: Sequence[AiRequest], now: int
) -> list[tuple[int, str]]:
    """Point entries at results and enqueue what is missing; return what was there
    already and was not shown before: entries with the kind."""
    if not requests:
        return []
    rows = sorted(
        (_row(instance, each, now) for each in requests), key=lambda row: row["key"]
    )
    db.run_many(_POINT, [_only(row, _POINT_FIELDS) for row in rows])
    db.run_many(_ENQUEUE, [_only(row, _TASK_FIELDS) for row in rows])
    db.wake_on_commit()
    ids = sorted({each.entry_id for each in requests})
    found = [(entry, kind) for entry, kind in db.rows(_FULFIL, ids=ids)]
    _note_hits(db, instance, requests, found, now)
    return found


def enqueue_input(
    db: Connection,
    instance: AiInstance,
    wanted: AiRequest,
    material: Mapping[str, str],
    now: int,
) -> bytes:
    """Enqueue a task that brings its own title and text; return its result's name."""
    row = {**_row(instance, wanted, now), "entry": None}
    row["input"] = json.dumps(dict(material), ensure_ascii=False)
    row["feed"] = wanted.feed_id or None
    db.run(_ENQUEUE, **_only(row, _TASK_FIELDS))
    db.wake_on_commit()
    key: bytes = row["key"]
    return key


def request_for_arrived(
    db: Connection, arrived: Iterable[Sequence[int]], changed: Sequence[int], now: int
) -> list[tuple[int, str]]:
    """Request what subscribers want for entries that have just been stored or changed."""
    instance = stored_instance(db)
    if instance is None:
        return []
    new = [number for each in arrived for number in each[-_MOST_AT_ONCE:]]
    found = request_for_entries(db, instance, new, now) if new else []
    if changed:
        keep_with_version(db, changed)
        found += follow_text(db, instance, changed, now)
    return found


def request_for_entries(
    db: Connection, instance: AiInstance, ids: Sequence[int], now: int
) -> list[tuple[int, str]]:
    """Request for entries what the subscribers of their feeds want, and what the operator
    publishes."""
    entries, prompts = entries_to_read(db, ids)
    wanted = wanted_of(db, instance, {entry.feed_id for entry in entries})
    pairs = [
        (entry, wanted[entry.feed_id]) for entry in entries if entry.feed_id in wanted
    ]
    requests = [
        each
        for entry, of_feed in pairs
        for each in requests_for(instance, entry, of_feed, prompts)
    ]
    fetch_first(db, pairs)
    return request(db, instance, requests, now)


def keep_with_version(db: Connection, ids: Sequence[int]) -> None:
    """Leave deframings with the version of the entries that they are of."""
    db.run(_KEEP_WITH_VERSION, ids=list(ids))


def follow_text(
    db: Connection, instance: AiInstance, ids: Sequence[int], now: int
) -> list[tuple[int, str]]:
    """Request again what was requested for entries whose text has changed."""
    rows = db.rows(_POINTED, ids=sorted(ids))
    requests = [
        AiRequest(
            kind,
            entry,
            feed,
            bytes(hashed),
            language,
            prompt,
            user_id=user,
            priority=priority,
        )
        for entry, kind, language, feed, hashed, prompt, user, priority in rows
    ]
    return request(db, instance, requests, now)


def follow_full_text(db: Connection, entry_id: int, now: int) -> list[tuple[int, str]]:
    """Request again for an entry whose full text has arrived; returns as `request` does."""
    instance = stored_instance(db)
    if instance is None:
        return []
    found = request_for_entries(db, instance, [entry_id], now)
    return found + follow_text(db, instance, [entry_id], now)


def publish_ready(db: Connection, found: Sequence[tuple[int, str]], now: int) -> None:
    """Notify those who can see the entries that there is something to show."""
    if not found:
        return
    feeds: dict[int, int] = dict(
        db.rows(
            "select e.id, e.feed_id from ids(:ids) i cross join entries e"
            " where e.id = i.id",
            ids=sorted({entry for entry, _ in found}),
        )
    )
    grouped: dict[tuple[int, str], set[int]] = {}
    for entry, kind in found:
        if entry in feeds:
            grouped.setdefault((feeds[entry], kind), set()).add(entry)
    for (feed, kind), ids in sorted(grouped.items()):
        payload = {"ids": sorted(ids), "kind": kind}
        publish_event(db, "summary_ready", now, feed_id=feed, payload=payload)


_POINT_FIELDS = ("entry", "kind", "language", "version", "key", "now")
_TASK_FIELDS = (
    *("key", "kind", "content_hash", "language", "prompt_key", "model", "entry"),
    *("feed", "user", "input", "priority", "now"),
)


def _row(instance: AiInstance, wanted: AiRequest, now: int) -> dict[str, Any]:
    return {
        "key": key_of_request(instance, wanted),
        "kind": wanted.kind,
        "content_hash": wanted.content_hash,
        "language": wanted.language,
        "prompt_key": prompt_key(instance.prompt(wanted.kind), wanted.own_prompt),
        "model": instance.model,
        "entry": wanted.entry_id,
        "feed": wanted.feed_id,
        "user": wanted.user_id,
        "input": None,
        "version": wanted.version,
        "priority": wanted.priority,
        "now": now,
    }


def _only(row: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: row[name] for name in names}


def _note_hits(
    db: Connection,
    instance: AiInstance,
    requests: Sequence[AiRequest],
    found: Sequence[tuple[int, str]],
    now: int,
) -> None:
    """Enter into the ledger that these cost nothing."""
    asked = {(each.entry_id, str(each.kind)): each for each in requests}
    hits = [asked[each] for each in found if each in asked]
    lines = [
        LedgerLine(
            day=day_of(now),
            kind=each.kind,
            provider=instance.provider,
            model=instance.model,
            feed_id=each.feed_id,
            user_id=each.user_id or 0,
            cache_hits=1,
        )
        for each in hits
    ]
    enter(db, lines)
