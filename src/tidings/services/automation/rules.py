"""Rules: what a reader wants done with entries as they come, and tried on the past."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from tidings.context import Context
from tidings.core.automation.rule_values import (
    Match,
    actions_json,
    conditions_json,
    read_actions,
    read_conditions,
)
from tidings.core.reading.reading import ListQuery
from tidings.core.system.long_job_kind import LongJobKind
from tidings.core.views import view_of
from tidings.operations.automation.past_rules import PART, match_past
from tidings.services.automation.rule_fields import (
    ActionList,
    AnyAction,
    AnyCondition,
    ConditionList,
    actions_of,
    conditions_of,
    shown_actions,
    shown_conditions,
)
from tidings.services.fields import Id, RequestModel, Storable
from tidings.services.system.long_jobs import JobView, start_long_job
from tidings.store.automation import rules as store
from tidings.store.automation.rule_effects import MatchedEntry
from tidings.store.automation.rules import RuleRow, RuleText
from tidings.store.engine.connection import Connection
from tidings.store.reading.entry_lists import entry_places
from tidings.store.system.events import publish_settings_changed

PREVIEW_LOOKS_AT = 5000
PREVIEW_SHOWS = 20
_WHAT = "rules"
_PREVIEW_PATIENCE = timedelta(seconds=2)


_Name = Annotated[Storable, Field(min_length=1, max_length=200)]


class NewRule(RequestModel):
    """A new rule."""

    name: _Name
    enabled: bool = True
    match: Match = "all"
    conditions: ConditionList
    actions: ActionList


class RuleChanges(RequestModel):
    """What is to be different; what is left out stays. A new `match` needs the
    conditions it is about."""

    name: _Name | None = None
    enabled: bool | None = None
    match: Match = "all"
    conditions: ConditionList | None = None
    actions: ActionList | None = None


class RuleOrder(RequestModel):
    """Rules in the order they are to run; those that are left out come after."""

    ids: Annotated[list[Id], Field(max_length=store.MOST_RULES)]


class TriedConditions(RequestModel):
    """Conditions to be tried."""

    match: Match = "all"
    conditions: ConditionList


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule; `matched` counts the entries it found so far."""

    id: str
    name: str
    position: int
    enabled: bool
    match: Match
    conditions: list[AnyCondition]
    actions: list[AnyAction]
    created_at: int
    changed_at: int
    matched: int
    last_matched_at: int | None  # None: never


@dataclass(frozen=True, slots=True)
class RulePreview:
    """What conditions would have found among the newest entries."""

    looked_at: int
    matched: int
    newest: list[MatchedEntry]
    complete: bool  # False: it took too long, and older ones were not looked at


async def list_rules(context: Context, user_id: int) -> list[RuleView]:
    """Return all rules of a user, in the order they run."""
    return [
        _rule(row) for row in await context.database.read(store.list_rules, user_id)
    ]


async def show_rule(context: Context, user_id: int, rule_id: str) -> RuleView:
    """Return one rule."""
    return _rule(await context.database.read(store.find_rule, user_id, rule_id))


async def create_rule(context: Context, user_id: int, new: NewRule) -> RuleView:
    """Add a rule after the others; it looks at entries that come from now on."""
    row = await context.database.write(
        _create, user_id, context.new_id(), new, context.clock()
    )
    return _rule(row)


async def change_rule(
    context: Context, user_id: int, rule_id: str, changes: RuleChanges
) -> RuleView:
    """Change parts of a rule."""
    row = await context.database.write(
        _change, user_id, rule_id, changes, context.clock()
    )
    return _rule(row)


async def delete_rule(context: Context, user_id: int, rule_id: str) -> None:
    """Delete a rule; what it did stays done."""
    await context.database.write(_delete, user_id, rule_id, context.clock())


async def reorder_rules(context: Context, user_id: int, ids: Sequence[str]) -> None:
    """Put rules in an order; those that are not named come after."""
    await context.database.write(_reorder, user_id, ids, context.clock())


async def preview_rule(
    context: Context, user_id: int, tried: TriedConditions
) -> RulePreview:
    """Try conditions on the newest entries, within a time that a person waits."""
    text = conditions_json(conditions_of(tried.match, tried.conditions))
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
            return RulePreview(looked_at, len(found), found[:PREVIEW_SHOWS], False)
    return RulePreview(looked_at, len(found), found[:PREVIEW_SHOWS], True)


async def apply_to_past(context: Context, user_id: int, rule_id: str) -> JobView:
    """Let a worker apply a rule to all that its owner sees."""
    await context.database.read(store.find_rule, user_id, rule_id)
    data = json.dumps({"rule_id": rule_id}).encode()
    return await start_long_job(context, user_id, LongJobKind.APPLY_RULE, data)


def _create(
    db: Connection, user_id: int, rule_id: str, new: NewRule, now: int
) -> RuleRow:
    actions = actions_of(new.actions)
    store.require_webhooks(db, user_id, actions)
    conditions = conditions_json(conditions_of(new.match, new.conditions))
    text = RuleText(new.name, new.enabled, conditions, actions_json(actions))
    made = store.insert_rule(db, user_id, rule_id, text, now)
    publish_settings_changed(db, user_id, _WHAT, now)
    return made


def _change(
    db: Connection, user_id: int, rule_id: str, changes: RuleChanges, now: int
) -> RuleRow:
    known = store.find_rule(db, user_id, rule_id)
    conditions, actions = known.conditions, known.actions
    if changes.conditions is not None:
        wanted = conditions_of(changes.match, changes.conditions)
        conditions = conditions_json(wanted)
    if changes.actions is not None:
        listed = actions_of(changes.actions)
        store.require_webhooks(db, user_id, listed)
        actions = actions_json(listed)
    text = RuleText(
        known.name if changes.name is None else changes.name,
        bool(known.enabled) if changes.enabled is None else changes.enabled,
        conditions,
        actions,
    )
    changed = store.update_rule(db, user_id, rule_id, text, now)
    publish_settings_changed(db, user_id, _WHAT, now)
    return changed


def _delete(db: Connection, user_id: int, rule_id: str, now: int) -> None:
    store.delete_rule(db, user_id, rule_id)
    publish_settings_changed(db, user_id, _WHAT, now)


def _reorder(db: Connection, user_id: int, ids: Sequence[str], now: int) -> None:
    store.reorder_rules(db, user_id, ids)
    publish_settings_changed(db, user_id, _WHAT, now)


def _rule(row: RuleRow) -> RuleView:
    conditions = read_conditions(row.conditions)
    return view_of(
        RuleView,
        row,
        enabled=bool(row.enabled),
        match=conditions.match,
        conditions=shown_conditions(conditions),
        actions=shown_actions(read_actions(row.actions)),
    )
