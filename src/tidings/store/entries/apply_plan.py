"""Writes everything that a check of a feed learnt, in one commit, or nothing of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import key_numbers
from tidings.core.feeds.refresh import EntryChanges, FeedFacts, RefreshPlan, SetAside
from tidings.store.ai.requests import publish_ready, request_for_arrived
from tidings.store.automation.rule_effects import publish_all
from tidings.store.automation.rules_at_ingest import Arrived, apply_rules
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.rows import update_text
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.append_entries import mark_backfill_read, store_entries
from tidings.store.entries.change_entries import change_entries
from tidings.store.entries.entry_columns import META, entry_row
from tidings.store.entries.search_index import Searchable, index_entries
from tidings.store.feeds.checks import save_checks
from tidings.store.feeds.fetch_state import COLUMNS, row_of_state
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.move_feed import (
    Move,
    carry_out_move,
    prepare_move,
    publish_move,
)
from tidings.store.reading.pending_reads import settle_pending_reads
from tidings.store.system.events import publish_event

# Someone who asked for a check while this one ran still gets it, unless the server asked
# to be left alone, or refused without a time.
_NOT_ASKED = (
    "(coalesce(next_check_at, -1) = coalesce(:due_at, -1)"
    " or coalesce(:retry_after_until, 0) > 0 or coalesce(:limited_since, 0) > 0)"
)
_SCHEDULE = frozenset({"next_check_at", "check_code", "check_figures"})
# In one order, whoever writes: two that cross would wait for each other.
_HELD = """
select t.feed_id, t.lease_token from ids(:feeds) i cross join feed_fetch_state t
where t.feed_id = i.id and t.leased_until is not null
order by t.feed_id for update of t
"""
_SAVE_STATE = with_words(
    """
update feed_fetch_state set {columns}, leased_until = null, leased_by = null,
  asked_at = case when {not_asked} then null else asked_at end
where feed_id = :feed and lease_token = :token and leased_until is not null
""",
    columns=", ".join(
        f"{name} = case when {_NOT_ASKED} then :{name} else {name} end"
        if name in _SCHEDULE
        else f"{name} = :{name}"
        for name in COLUMNS
    ),
    not_asked=_NOT_ASKED,
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
update entries set guid_key = id, link_key = coalesce(url_key, link_key), url_key = null
where id = :id
"""
_SET_KEYS = """
update entries set guid_key = :guid_key, url_key = :url_key,
  link_key = case when cast(:url_key as bigint) is null then link_key end
where id = :id
"""
_TOUCH = update_text("entries", ("id", *META), "id")
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
_NO_CHANGES = EntryChanges()


@dataclass(frozen=True, slots=True)
class Applied:
    """What a plan did."""

    feed_id: int
    new: range
    changed: list[int]


class TriedOut(Exception):
    """A plan can be written; raised so that it is not."""


@idempotent
def apply_plans(
    db: Connection, plans: Sequence[RefreshPlan], now: int
) -> list[Applied | None]:
    """Write several plans in one commit. One whose lease was lost is left out.

    Locks come in the order that everyone keeps: leases, heads, numbers; events last.
    """
    ours = _still_ours(db, sorted(plans, key=lambda plan: plan.feed_id))
    _save_states(db, ours)
    if not ours:
        return [None] * len(plans)
    save_checks(db, ours, now)
    moves = _prepared_moves(db, ours, now)
    changing = {plan.feed_id for plan in ours if plan.changes != _NO_CHANGES}
    for feed_id in sorted(changing.union(*(move.heads for move in moves))):
        lock_head(db, feed_id)
    to_be_found: list[Searchable] = []
    done = {_claim(plan): _apply(db, plan, now, to_be_found) for plan in ours}
    applied = [done.get(_claim(plan)) for plan in plans]
    arrived = [
        Arrived(plan.feed_id, done[_claim(plan)].new, plan.changes.new) for plan in ours
    ]
    ready = _request_ai(db, ours, done, now)  # first: a rule may ask for a score
    events = [*settle_pending_reads(db, arrived), *apply_rules(db, arrived, now)]
    moved = [(move, carry_out_move(db, move, now)) for move in moves]
    index_entries(db, to_be_found)
    for each in applied:
        if each is not None:
            _publish_event(db, each, now)
    publish_all(db, events, now)
    publish_ready(db, ready, now)
    for move, now_at in moved:
        if now_at is not None:
            publish_move(db, move, now_at, now)
    return applied


def try_plan(db: Connection, plan: RefreshPlan, now: int) -> None:
    """Raise `TriedOut` if a plan can be written, else what keeps it from being so."""
    apply_plans(db, [plan], now)
    raise TriedOut


def _request_ai(
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
    return request_for_arrived(db, new, changed, now)


def _claim(plan: RefreshPlan) -> tuple[int, int]:
    return plan.feed_id, plan.lease_token


def _prepared_moves(
    db: Connection, plans: Sequence[RefreshPlan], now: int
) -> list[Move]:
    wanted = [(plan.feed_id, plan.new_url) for plan in plans if plan.new_url]
    moves = [prepare_move(db, feed_id, url, now) for feed_id, url in wanted]
    return [move for move in moves if move is not None]


def _still_ours(db: Connection, plans: Sequence[RefreshPlan]) -> list[RefreshPlan]:
    """Lock the leases of feeds; return the plans of those that nobody else has taken."""
    held = set(db.rows(_HELD, feeds=[plan.feed_id for plan in plans]))
    ours = []
    for plan in plans:
        if _claim(plan) in held:
            held.discard(_claim(plan))  # a lease is good for one plan
            ours.append(plan)
    return ours


def _save_states(db: Connection, plans: Sequence[RefreshPlan]) -> None:
    """Write what was learnt about feeds, and end their leases."""
    rows = [
        {
            **row_of_state(plan.state),
            "feed": plan.feed_id,
            "token": plan.lease_token,
            "due_at": plan.due_at,
        }
        for plan in plans
    ]
    if rows:
        db.run_many(_SAVE_STATE, rows)


def _apply(
    db: Connection, plan: RefreshPlan, now: int, to_be_found: list[Searchable]
) -> Applied:
    if plan.facts is not None:
        _save_facts(db, plan.feed_id, plan.facts)
    _save_set_aside(db, plan.feed_id, plan.set_aside, now)
    changes = plan.changes
    changed = _change_known(db, changes, now)
    new, unindexed = store_entries(db, plan.feed_id, changes.new, now)
    to_be_found += unindexed
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
        rows = [entry_row(entry, id=id_) for id_, entry in changes.touched]
        db.run_many(_TOUCH, rows)
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


def _without(row: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != name}


def _publish_event(db: Connection, applied: Applied, now: int) -> None:
    """One event for all new entries of a check, one for all changed ones."""
    new, changed, feed_id = applied.new, applied.changed, applied.feed_id
    if new:
        span = {"first_id": new[0], "last_id": new[-1], "count": len(new)}
        publish_event(db, "entry_added", now, feed_id=feed_id, payload=span)
    if changed:
        publish_event(
            db, "entry_changed", now, feed_id=feed_id, payload={"ids": changed}
        )
