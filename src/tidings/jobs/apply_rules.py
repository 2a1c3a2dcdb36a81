"""Applies a rule to what is stored already, part by part, each in a commit of its own.

A run that is killed goes on after the last part; no part is done twice. Messages are
not sent: they speak of what is new.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tidings.context import Context, Fetching
from tidings.core.reading import ListQuery, Place
from tidings.core.rule_values import read_actions
from tidings.core.rules import Facts, folded, looks_at_text, stored_matcher
from tidings.html.text import plain_text
from tidings.jobs.long_job_progress import Progress
from tidings.store.connection import Connection
from tidings.store.entry_lists import entry_places
from tidings.store.long_jobs import LongJob, Step, save_step
from tidings.store.packing import unpack
from tidings.store.rule_effects import Match, MatchedEntry, carry_out, tell_all
from tidings.store.rule_facts import Past, PastEntry, about_how_many, past_entries
from tidings.store.rules import RuleRow, find_rule
from tidings.store.rules_at_ingest import categories_of

KIND = "apply_rule"
PART = 200


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


async def match_past(
    context: Context, user_id: int, places: Sequence[Place], conditions: str
) -> list[MatchedEntry]:
    """Return which of some stored entries conditions hold for, newest first."""
    ids = [place.id for place in places]
    past = await context.database.read(
        past_entries, user_id, ids, with_text=looks_at_text(conditions)
    )
    matched = await asyncio.to_thread(_matching, past, conditions)
    order = {number: place for place, number in enumerate(ids)}
    return sorted(matched, key=lambda entry: order[entry.id])


def _matching(past: Past, conditions: str) -> list[MatchedEntry]:
    matches = stored_matcher(conditions)
    return [
        each.entry
        for each in past.entries
        if matches(facts_of(each), past.rings.get(each.folder_id, frozenset()))
    ]


def facts_of(past: PastEntry) -> Facts:
    """Return a stored entry as rules see it."""
    text = ""
    if past.codec is not None and past.content is not None:
        text = plain_text(unpack(past.codec, bytes(past.content)))
    entry = past.entry
    return folded(
        Facts(
            title=entry.title,
            text=text,
            author=entry.author,
            url=entry.url or "",
            tags=categories_of(past.extras),
            language=past.language or "",
            feed_id=entry.feed_id,
            score=past.score,
        )
    )


def _carry_out_part(
    db: Connection, match: Match, step: Step, result: Mapping[str, Any]
) -> None:
    told = carry_out(db, [match], step.now, is_new=False) if match.entries else []
    tell_all(db, told, step.now)
    save_step(db, step, result)


def _match(user_id: int, rule: RuleRow, entries: Sequence[MatchedEntry]) -> Match:
    actions = read_actions(rule.actions)
    return Match(user_id, rule.id, rule.name, actions, entries)


def _place(result: Mapping[str, Any]) -> Place | None:
    return Place(result["at"], result["id"]) if "at" in result else None
