"""Rules: what a reader wants done with entries as they come, and tried on the past."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core.reading import ListQuery
from tidings.core.rule_values import (
    Action,
    Conditions,
    actions_json,
    conditions_json,
    read_actions,
    read_conditions,
)
from tidings.jobs.apply_rules import KIND, PART, match_past
from tidings.services.long_jobs import start_long_job
from tidings.store import rules as store
from tidings.store.connection import Connection
from tidings.store.entry_lists import entry_places
from tidings.store.events import tell_settings_changed
from tidings.store.long_jobs import LongJob
from tidings.store.rule_effects import MatchedEntry
from tidings.store.rules import RuleRow, RuleText

PREVIEW_LOOKS_AT = 5000
PREVIEW_SHOWS = 20
_WHAT = "rules"
_PREVIEW_PATIENCE = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as people see it."""

    id: str
    name: str
    position: int
    enabled: bool
    conditions: Conditions
    actions: tuple[Action, ...]
    created_at: int
    changed_at: int
    matched: int
    last_matched_at: int | None  # None: never


@dataclass(frozen=True, slots=True)
class RuleWish:
    """What a rule is to be; None leaves a part of a known rule as it is."""

    name: str | None = None
    enabled: bool | None = None
    conditions: Conditions | None = None
    actions: tuple[Action, ...] | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What conditions would have found among the newest entries."""

    looked_at: int
    matched: int
    newest: list[MatchedEntry]
    complete: bool  # False: it took too long, and older ones were not looked at


async def list_rules(context: Context, user_id: int) -> list[Rule]:
    """Return all rules of a user, in the order they run."""
    return [
        _rule(row) for row in await context.database.read(store.list_rules, user_id)
    ]


async def show_rule(context: Context, user_id: int, rule_id: str) -> Rule:
    """Return one rule."""
    return _rule(await context.database.read(store.find_rule, user_id, rule_id))


async def create_rule(
    context: Context, user_id: int, name: str, wish: RuleWish
) -> Rule:
    """Add a rule after the others; it looks at entries that come from now on."""
    row = await context.database.write(
        _create, user_id, context.new_id(), name, wish, context.clock()
    )
    return _rule(row)


async def change_rule(
    context: Context, user_id: int, rule_id: str, wish: RuleWish
) -> Rule:
    """Change parts of a rule."""
    row = await context.database.write(_change, user_id, rule_id, wish, context.clock())
    return _rule(row)


async def delete_rule(context: Context, user_id: int, rule_id: str) -> None:
    """Delete a rule; what it did stays done."""
    await context.database.write(_delete, user_id, rule_id, context.clock())


async def reorder_rules(context: Context, user_id: int, ids: Sequence[str]) -> None:
    """Put rules in an order; those that are not named come after."""
    await context.database.write(_reorder, user_id, ids, context.clock())


async def preview_rule(
    context: Context, user_id: int, conditions: Conditions
) -> Preview:
    """Try conditions on the newest entries, within a time that a person waits."""
    text = conditions_json(conditions)
    loop = asyncio.get_running_loop()
    ends = loop.time() + _PREVIEW_PATIENCE.total_seconds()
    looked_at, found, after = 0, [], None
    while looked_at < PREVIEW_LOOKS_AT:
        query = ListQuery(user_id, PART, unread=False, after=after)
        places = await context.database.read(entry_places, query)
        if not places:
            break
        found += await match_past(context, user_id, places, text)
        looked_at, after = looked_at + len(places), places[-1]
        if loop.time() > ends:
            return Preview(looked_at, len(found), found[:PREVIEW_SHOWS], False)
    return Preview(looked_at, len(found), found[:PREVIEW_SHOWS], True)


async def apply_to_past(context: Context, user_id: int, rule_id: str) -> LongJob:
    """Let a worker apply a rule to all that its owner sees."""
    await context.database.read(store.find_rule, user_id, rule_id)
    data = json.dumps({"rule_id": rule_id}).encode()
    return await start_long_job(context, user_id, KIND, data)


def _create(
    db: Connection, user_id: int, rule_id: str, name: str, wish: RuleWish, now: int
) -> RuleRow:
    assert wish.conditions is not None
    assert wish.actions is not None
    store.require_webhooks(db, user_id, wish.actions)
    text = RuleText(
        name,
        wish.enabled is not False,
        conditions_json(wish.conditions),
        actions_json(wish.actions),
    )
    made = store.insert_rule(db, user_id, rule_id, text, now)
    tell_settings_changed(db, user_id, _WHAT, now)
    return made


def _change(
    db: Connection, user_id: int, rule_id: str, wish: RuleWish, now: int
) -> RuleRow:
    known = store.find_rule(db, user_id, rule_id)
    store.require_webhooks(db, user_id, wish.actions or ())
    conditions = wish.conditions and conditions_json(wish.conditions)
    actions = wish.actions and actions_json(wish.actions)
    text = RuleText(
        known.name if wish.name is None else wish.name,
        bool(known.enabled) if wish.enabled is None else wish.enabled,
        conditions or known.conditions,
        actions or known.actions,
    )
    changed = store.update_rule(db, user_id, rule_id, text, now)
    tell_settings_changed(db, user_id, _WHAT, now)
    return changed


def _delete(db: Connection, user_id: int, rule_id: str, now: int) -> None:
    store.delete_rule(db, user_id, rule_id)
    tell_settings_changed(db, user_id, _WHAT, now)


def _reorder(db: Connection, user_id: int, ids: Sequence[str], now: int) -> None:
    store.reorder_rules(db, user_id, ids)
    tell_settings_changed(db, user_id, _WHAT, now)


def _rule(row: RuleRow) -> Rule:
    return Rule(
        id=row.id,
        name=row.name,
        position=row.position,
        enabled=bool(row.enabled),
        conditions=read_conditions(row.conditions),
        actions=read_actions(row.actions),
        created_at=row.created_at,
        changed_at=row.changed_at,
        matched=row.matched,
        last_matched_at=row.last_matched_at,
    )
