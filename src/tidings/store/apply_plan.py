"""Writes everything that a check of a feed learnt, in one commit, or nothing of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tidings.core.entry import NewEntry
from tidings.core.refresh import EntryChanges, FeedFacts, RefreshPlan, SetAside
from tidings.store.ai_wishes import tell_ready, wish_for_arrived
from tidings.store.append_entries import append_entries
from tidings.store.backfill import mark_backfill_read
from tidings.store.connection import Connection, safe_to_repeat
from tidings.store.entry_keys import key_numbers
from tidings.store.events import tell
from tidings.store.feed_checks import save_checks
from tidings.store.feed_heads import lock_head
from tidings.store.fetch_state import COLUMNS, row_of_state
from tidings.store.full_text import reindex_entries
from tidings.store.move_feed import Move, carry_out_move, prepare_move, tell_move
from tidings.store.pending_reads import settle_pending_reads
from tidings.store.rule_effects import tell_all
from tidings.store.rules_at_ingest import Arrived, apply_rules
from tidings.store.sql_words import with_words

# Someone who asked for a check while this one ran still gets it.
_NOT_ASKED = "coalesce(next_check_at, -1) = coalesce(:due_at, -1)"
_SCHEDULE = frozenset({"next_check_at", "check_code", "check_figures"})
_SAVE_STATE = with_words(
    """
update feed_fetch_state set {columns}, leased_until = null, leased_by = null
where feed_id = :feed and lease_token = :token and leased_until is not null
""",
    columns=", ".join(
        f"{name} = case when {_NOT_ASKED} then :{name} else {name} end"
        if name in _SCHEDULE
        else f"{name} = :{name}"
        for name in COLUMNS
    ),
)
# What a document does not say stays as it was.
_SAVE_FACTS = """
update feeds set kind = :kind, title = coalesce(nullif(:title, ''), title),
  description = coalesce(nullif(:description, ''), description),
  site_url = coalesce(:site_url, site_url), language = coalesce(:language, language),
  icon_url = coalesce(:icon_url, icon_url)
where id = :feed and (kind <> :kind or title <> coalesce(nullif(:title, ''), title)
  or description <> coalesce(nullif(:description, ''), description)
  or coalesce(site_url, '') <> coalesce(:site_url, site_url, '')
  or coalesce(language, '') <> coalesce(:language, language, '')
  or coalesce(icon_url, '') <> coalesce(:icon_url, icon_url, ''))
"""
# Entries may swap keys: set aside first, under numbers that no hash will have.
_CLEAR_KEYS = """
update entries set guid_key = id, url_key = null where id = :id
"""
_SET_KEYS = """
update entries set guid_key = :guid_key, url_key = :url_key where id = :id
"""
# A feed that changes an entry for ever keeps its first versions and its newest text.
_KEEP_VERSIONS = """
insert into entry_versions (entry_id, version, seen_at, replaced_at, title, author, url,
  content_hash, codec, content)
select e.id, e.version, coalesce(e.changed_at, e.received_at), :now, e.title, e.author,
  e.url, e.content_hash, b.codec, b.content
from ids(:ids) i cross join entries e cross join entry_bodies b
where e.id = i.id and b.entry_id = e.id and e.version <= :most
"""
_CHANGE = """
update entries set version = version + 1, changed_at = :now, title = :title,
  excerpt = :excerpt, content_key = :content_key, content_hash = :content_hash,
  author = :author, url = :url, image_url = :image_url, language = :language,
  extras = :extras, meta_key = :meta_key, words = :words
where id = :id
"""
_CHANGE_BODY = """
update entry_bodies set codec = :codec, content = :content where entry_id = :id
"""
_TOUCH = """
update entries set author = :author, url = :url, image_url = :image_url,
  language = :language, extras = :extras, meta_key = :meta_key
where id = :id
"""
_SHOW = """
update entries set shown = :shown where id in (select id from ids(:ids))
"""
_SET_ASIDE = """
insert into poison_entries
  (feed_id, content_key, first_seen_at, last_seen_at, title, reason)
values (:feed, :key, :now, :now, :title, :reason)
on conflict (feed_id, content_key) do update
set last_seen_at = excluded.last_seen_at, reason = excluded.reason
"""
_MOST_VERSIONS = 100
_NO_CHANGES = EntryChanges()


@dataclass(frozen=True, slots=True)
class Applied:
    """What a plan did."""

    feed_id: int
    new: range
    changed: list[int]


class TriedOut(Exception):
    """A plan can be written; raised so that it is not."""


@safe_to_repeat
def apply_plans(
    db: Connection, plans: Sequence[RefreshPlan], now: int
) -> list[Applied | None]:
    """Write several plans in one commit. One whose lease was lost is left out.

    Locks come in the order that everyone keeps: leases, heads, numbers; events last.
    """
    # In one order, whoever writes: two that cross would wait for each other.
    in_order = sorted(plans, key=lambda plan: plan.feed_id)
    ours = [plan for plan in in_order if _save_state(db, plan)]
    save_checks(db, ours, now)
    moves = _prepared_moves(db, ours, now)
    changing = {plan.feed_id for plan in ours if plan.changes != _NO_CHANGES}
    for feed_id in sorted(changing.union(*(move.heads for move in moves))):
        lock_head(db, feed_id)
    done = {_claim(plan): _apply(db, plan, now) for plan in ours}
    applied = [done.get(_claim(plan)) for plan in plans]
    arrived = [
        Arrived(plan.feed_id, done[_claim(plan)].new, plan.changes.new) for plan in ours
    ]
    ready = _wish(db, ours, done, now)  # first: a rule may ask for a score
    told = [*settle_pending_reads(db, arrived), *apply_rules(db, arrived, now)]
    moved = [(move, carry_out_move(db, move, now)) for move in moves]
    for each in applied:
        if each is not None:
            _tell(db, each, now)
    tell_all(db, told, now)
    tell_ready(db, ready, now)
    for move, now_at in moved:
        if now_at is not None:
            tell_move(db, move, now_at, now)
    return applied


def try_plan(db: Connection, plan: RefreshPlan, now: int) -> None:
    """Raise `TriedOut` if a plan can be written, else what keeps it from being so."""
    apply_plans(db, [plan], now)
    raise TriedOut


def _wish(
    db: Connection,
    plans: Sequence[RefreshPlan],
    done: Mapping[tuple[int, int], Applied],
    now: int,
) -> list[tuple[int, str]]:
    """Ask AI for what readers want of it; what came with an old archive can wait."""
    new, changed = [], []
    for plan in plans:
        applied = done[_claim(plan)]
        new.append(applied.new[plan.changes.backfilled :])
        changed += applied.changed
    if not changed and not any(new):
        return []
    return wish_for_arrived(db, new, changed, now)


def _claim(plan: RefreshPlan) -> tuple[int, int]:
    return plan.feed_id, plan.lease_token


def _prepared_moves(
    db: Connection, plans: Sequence[RefreshPlan], now: int
) -> list[Move]:
    wanted = [(plan.feed_id, plan.new_url) for plan in plans if plan.new_url]
    moves = [prepare_move(db, feed_id, url, now) for feed_id, url in wanted]
    return [move for move in moves if move is not None]


def _save_state(db: Connection, plan: RefreshPlan) -> bool:
    """Write what was learnt about the feed; False if someone else holds it by now."""
    changed = db.run(
        _SAVE_STATE,
        **row_of_state(plan.state),
        feed=plan.feed_id,
        token=plan.lease_token,
        due_at=plan.due_at,
    )
    return changed > 0


def _apply(db: Connection, plan: RefreshPlan, now: int) -> Applied:
    if plan.facts is not None:
        _save_facts(db, plan.feed_id, plan.facts)
    _save_set_aside(db, plan.feed_id, plan.set_aside, now)
    changes = plan.changes
    changed = _change_known(db, changes, now)
    new = append_entries(db, plan.feed_id, changes.new, now)
    if changes.backfilled:
        mark_backfill_read(db, plan.feed_id, new[0], changes.backfilled)
    return Applied(plan.feed_id, new, changed)


def _save_facts(db: Connection, feed_id: int, facts: FeedFacts) -> None:
    db.run(
        _SAVE_FACTS,
        feed=feed_id,
        kind=facts.kind,
        title=facts.title,
        description=facts.description,
        site_url=facts.site_url,
        language=facts.language,
        icon_url=facts.icon_url,
    )


def _save_set_aside(
    db: Connection, feed_id: int, aside: Sequence[SetAside], now: int
) -> None:
    if aside:
        rows = [
            {
                "feed": feed_id,
                "key": each.content_key,
                "now": now,
                "title": each.title,
                "reason": each.reason,
            }
            for each in aside
        ]
        db.run_many(_SET_ASIDE, rows)


def _change_known(db: Connection, changes: EntryChanges, now: int) -> list[int]:
    """Change entries that are known; return those whose text is another now."""
    if changes.rekeyed:
        rows = [{"id": id_, **key_numbers(keys)} for id_, keys in changes.rekeyed]
        db.run_many(_CLEAR_KEYS, [{"id": row["id"]} for row in rows])
        db.run_many(_SET_KEYS, [_without(row, "content_key") for row in rows])
    changed = _still_there(db, changes.changed)
    if changed:
        change_entries(db, changed, now)
    if changes.touched:
        db.run_many(_TOUCH, [_meta(id_, entry) for id_, entry in changes.touched])
    if changes.shown:
        db.run(_SHOW, shown=1, ids=list(changes.shown))
    if changes.hidden:
        db.run(_SHOW, shown=0, ids=list(changes.hidden))
    return [number for number, _ in changed]


def _still_there(
    db: Connection, changed: Sequence[tuple[int, NewEntry]]
) -> Sequence[tuple[int, NewEntry]]:
    """Leave out what retention removed since the plan was made."""
    if not changed:
        return changed
    rows = db.rows(
        "select e.id from ids(:ids) i cross join entries e where e.id = i.id",
        ids=[number for number, _ in changed],
    )
    there = {row[0] for row in rows}
    return [(number, entry) for number, entry in changed if number in there]


def change_entries(
    db: Connection, changed: Sequence[tuple[int, NewEntry]], now: int
) -> None:
    """Give entries another text; what they said before stays as a version."""
    ids = [id_ for id_, _ in changed]
    db.run(_KEEP_VERSIONS, ids=ids, now=now, most=_MOST_VERSIONS)
    db.run_many(
        _CHANGE,
        [
            {
                **_meta(id_, entry),
                "now": now,
                "title": entry.title,
                "excerpt": entry.excerpt,
                "words": entry.words,
                "content_key": key_numbers(entry.keys)["content_key"],
                "content_hash": entry.keys.content_hash,
            }
            for id_, entry in changed
        ],
    )
    db.run_many(
        _CHANGE_BODY,
        [
            {"id": id_, "codec": entry.codec, "content": entry.content}
            for id_, entry in changed
        ],
    )
    reindex_entries(
        db, [(id_, entry.title, entry.author, entry.indexed) for id_, entry in changed]
    )


def _meta(id_: int, entry: NewEntry) -> dict[str, Any]:
    return {
        "id": id_,
        "author": entry.author,
        "url": entry.url,
        "image_url": entry.image_url,
        "language": entry.language,
        "extras": entry.extras,
        "meta_key": entry.meta_key,
    }


def _without(row: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != name}


def _tell(db: Connection, applied: Applied, now: int) -> None:
    """One event for all new entries of a check, one for all changed ones."""
    new, changed, feed_id = applied.new, applied.changed, applied.feed_id
    if new:
        told = json.dumps({"first_id": new[0], "last_id": new[-1], "count": len(new)})
        tell(db, "entry_added", now, feed_id=feed_id, payload=told)
    if changed:
        told = json.dumps({"ids": changed})
        tell(db, "entry_changed", now, feed_id=feed_id, payload=told)
