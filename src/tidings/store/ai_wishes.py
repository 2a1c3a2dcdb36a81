"""Wishes for results: each entry is pointed at the result it wants, and what is not there
yet becomes a task, in the commit that the wish belongs to.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from tidings.core.ai_budget import day_of
from tidings.core.ai_tasks import (
    AiInstance,
    TaskKind,
    Wish,
    key_of_wish,
    prompt_key,
    summary_language,
)
from tidings.store.ai_choices import stored_instance
from tidings.store.ai_ledger import LedgerLine, enter
from tidings.store.builds import published_among
from tidings.store.connection import Connection
from tidings.store.events import tell
from tidings.store.sql_words import with_words

# The text that is worth most: the full one, unless the entry changed after it was found.
BEST_HASH = """
case when ft.content is not null and ft.content_hash is not null
       and ft.tried_at >= coalesce(e.changed_at, 0)
     then ft.content_hash else e.content_hash end
"""
# Of one check of a feed: what is older is done when somebody opens it.
_MOST_AT_ONCE = 50
# Less has nothing to be summarised; 0 is a text whose words were not counted.
FEWEST_WORDS = 10

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
# What the subscribers of feeds want, by language.
_WANTED = """
select s.feed_id, coalesce(w.language, :language), max(coalesce(w.deframing, 1))
from ids(:feeds) i cross join subscriptions s
left join ai_readers w on w.user_id = s.user_id
left join ai_feed_choices c on c.user_id = s.user_id and c.feed_id = s.feed_id
where s.feed_id = i.id and s.active = 1 and coalesce(c.ai, w.ai, :by_default) = 1
group by s.feed_id, coalesce(w.language, :language)
"""
_ENTRIES = with_words(
    """
select e.id, e.feed_id, {best_hash}, e.words, p.kind, p.prompt
from ids(:ids) i cross join entries e
left join entry_full_texts ft on ft.entry_id = e.id
left join ai_feed_prompts p on p.feed_id = e.feed_id
where e.id = i.id
""",
    best_hash=BEST_HASH,
)
_POINTED = with_words(
    """
select t.entry_id, t.kind, t.language, e.feed_id, {best_hash}, p.prompt
from ids(:ids) i cross join ai_targets t cross join entries e
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


def wish(
    db: Connection, instance: AiInstance, wishes: Sequence[Wish], now: int
) -> list[tuple[int, str]]:
    """Point entries at results and enqueue what is missing; return what was there
    already and was not shown before: entries with the kind."""
    if not wishes:
        return []
    rows = sorted(
        (_row(instance, each, now) for each in wishes), key=lambda row: row["key"]
    )
    db.run_many(_POINT, [_only(row, _POINT_FIELDS) for row in rows])
    db.run_many(_ENQUEUE, [_only(row, _TASK_FIELDS) for row in rows])
    ids = sorted({each.entry_id for each in wishes})
    found = [(entry, kind) for entry, kind in db.rows(_FULFIL, ids=ids)]
    _note_hits(db, instance, wishes, found, now)
    return found


def enqueue_input(
    db: Connection,
    instance: AiInstance,
    wanted: Wish,
    material: Mapping[str, str],
    now: int,
) -> bytes:
    """Enqueue a task that brings its own title and text; return its result's name."""
    row = {**_row(instance, wanted, now), "entry": None}
    row["input"] = json.dumps(dict(material), ensure_ascii=False)
    row["feed"] = wanted.feed_id or None
    db.run(_ENQUEUE, **_only(row, _TASK_FIELDS))
    key: bytes = row["key"]
    return key


def wish_for_arrived(
    db: Connection, arrived: Iterable[Sequence[int]], changed: Sequence[int], now: int
) -> list[tuple[int, str]]:
    """Wish what subscribers want for entries that have just been stored or changed."""
    instance = stored_instance(db)
    if instance is None:
        return []
    new = [number for each in arrived for number in each[-_MOST_AT_ONCE:]]
    found = wish_for_entries(db, instance, new, now) if new else []
    if changed:
        db.run(_KEEP_WITH_VERSION, ids=list(changed))
        found += follow_text(db, instance, changed, now)
    return found


def wish_for_entries(
    db: Connection, instance: AiInstance, ids: Sequence[int], now: int
) -> list[tuple[int, str]]:
    """Wish for entries what the subscribers of their feeds want, and what the operator
    publishes."""
    entries: dict[int, tuple[int, bytes, int]] = {}
    prompts: dict[tuple[int, str], str] = {}
    for number, feed, content_hash, words, kind, prompt in db.rows(
        _ENTRIES, ids=sorted(ids)
    ):
        entries[number] = feed, bytes(content_hash), words
        if kind is not None:
            prompts[feed, kind] = prompt
    kinds = kinds_wanted(db, instance, {feed for feed, _, _ in entries.values()})
    wishes = [
        Wish(kind, number, feed, hashed, language, prompts.get((feed, kind)))
        for number, (feed, hashed, words) in entries.items()
        for kind, language in sorted(kinds.get(feed, ()))
        if kind != "summary" or words == 0 or words >= FEWEST_WORDS
    ]
    return wish(db, instance, wishes, now)


def kinds_wanted(
    db: Connection, instance: AiInstance, feed_ids: Collection[int]
) -> dict[int, set[tuple[TaskKind, str]]]:
    """Return what is wanted of feeds by those who follow them and by the operator:
    kinds of work with the language."""
    feeds = sorted(feed_ids)
    wanted = db.rows(
        _WANTED,
        feeds=feeds,
        language=instance.language,
        by_default=int(instance.on_by_default),
    )
    kinds: dict[int, set[tuple[TaskKind, str]]] = {}
    for feed, language, deframing in wanted:
        of_feed = kinds.setdefault(feed, set())
        of_feed.add(("summary", summary_language(instance, language)))
        if deframing and instance.deframes:
            of_feed.add(("deframe", ""))
    for feed in published_among(db, feeds) if instance.deframes else ():
        kinds.setdefault(feed, set()).add(("deframe", ""))
    return kinds


def follow_text(
    db: Connection, instance: AiInstance, ids: Sequence[int], now: int
) -> list[tuple[int, str]]:
    """Wish again whatever was wished for entries whose text is another now."""
    rows = db.rows(_POINTED, ids=sorted(ids))
    wishes = [
        Wish(kind, entry, feed, bytes(hashed), language, prompt)
        for entry, kind, language, feed, hashed, prompt in rows
    ]
    return wish(db, instance, wishes, now)


def follow_full_text(db: Connection, entry_id: int, now: int) -> list[tuple[int, str]]:
    """Wish anew for an entry whose full text has come; return as `wish` does."""
    instance = stored_instance(db)
    if instance is None:
        return []
    found = wish_for_entries(db, instance, [entry_id], now)
    return found + follow_text(db, instance, [entry_id], now)


def tell_ready(db: Connection, found: Sequence[tuple[int, str]], now: int) -> None:
    """Tell those who can see the entries that there is something to show."""
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
        payload = json.dumps({"ids": sorted(ids), "kind": kind})
        tell(db, "summary_ready", now, feed_id=feed, payload=payload)


_POINT_FIELDS = ("entry", "kind", "language", "version", "key", "now")
_TASK_FIELDS = (
    *("key", "kind", "content_hash", "language", "prompt_key", "model", "entry"),
    *("feed", "user", "input", "priority", "now"),
)


def _row(instance: AiInstance, wanted: Wish, now: int) -> dict[str, Any]:
    return {
        "key": key_of_wish(instance, wanted),
        "kind": wanted.kind,
        "content_hash": wanted.content_hash,
        "language": wanted.language,
        "prompt_key": prompt_key(wanted.kind, wanted.own_prompt),
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
    wishes: Sequence[Wish],
    found: Sequence[tuple[int, str]],
    now: int,
) -> None:
    """Enter into the ledger that these cost nothing."""
    asked = {(each.entry_id, str(each.kind)): each for each in wishes}
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
