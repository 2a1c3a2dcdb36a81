"""Applies a rule to what is stored already, part by part, each in a commit of its own.

A run that is killed goes on after the last part; no part is done twice. Messages are
not sent: they speak of what is new.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tidings.context import Context, Fetching
from tidings.core.automation.rule_values import read_actions
from tidings.core.reading.reading import ListQuery, Place
from tidings.operations.automation.past_rules import PART, match_past
from tidings.operations.system.long_job_progress import Progress
from tidings.store.automation.rule_effects import (
    Match,
    MatchedEntry,
    carry_out,
    publish_all,
)
from tidings.store.automation.rule_facts import (
    about_how_many,
)
from tidings.store.automation.rules import RuleRow, find_rule
from tidings.store.engine.connection import Connection
from tidings.store.reading.entry_lists import entry_places
from tidings.store.system.long_jobs import LongJob, Step, save_step


async def apply_rule(
    context: Context, _fetching: Fetching, job: LongJob, progress: Progress
) -> dict[str, Any]:
    """Do what a rule says to all that its owner sees, newest first."""
    rule_id = json.loads(job.input)["rule_id"]
    rule = await context.database.read(find_rule, job.user_id, rule_id)
    total = job.total or await context.database.read(about_how_many, job.user_id)
    done, found, after = job.done, job.result.get("matched", 0), _place(job.result)
    while places := await context.database.read(
        entry_places, ListQuery(job.user_id, PART, unread=False, after=after)
    ):
        matched = await match_past(context, job.user_id, places, rule.conditions)
        done, found, after = done + len(places), found + len(matched), places[-1]
        result = {"matched": found, "at": after.at, "id": after.id}
        step = progress.step(done, max(total, done))
        await context.database.write(
            _carry_out_part, _match(job.user_id, rule, matched), step, result
        )
    return {"matched": found}


def _carry_out_part(
    db: Connection, match: Match, step: Step, result: Mapping[str, Any]
) -> None:
    events = carry_out(db, [match], step.now, is_new=False) if match.entries else []
    publish_all(db, events, step.now)
    save_step(db, step, result)


def _match(user_id: int, rule: RuleRow, entries: Sequence[MatchedEntry]) -> Match:
    actions = read_actions(rule.actions)
    return Match(user_id, rule.id, rule.name, actions, entries)


def _place(result: Mapping[str, Any]) -> Place | None:
    return Place(result["at"], result["id"]) if "at" in result else None
