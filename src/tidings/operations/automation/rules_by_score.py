"""Rules that ask for a score meet entries when these have one, in the commit that brings
it: a model may take its time, and entries do not wait for it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby

from tidings.core.automation.rule_values import read_actions
from tidings.core.automation.rules import looks_at_text, stored_matcher
from tidings.core.clock import micros
from tidings.operations.automation.past_rules import facts_of
from tidings.store.ai.requests import publish_ready
from tidings.store.automation.rule_effects import (
    Match,
    MatchedEntry,
    PendingEvent,
    carry_out,
    publish_all,
)
from tidings.store.automation.rule_facts import (
    Past,
    ScoreRule,
    new_among,
    past_entries,
    score_rules,
)
from tidings.store.engine.connection import Connection

# No notifications about older entries: all may be scored again at once.
_NEW = timedelta(days=1)


def publish_results(db: Connection, shown: Sequence[tuple[int, str]], now: int) -> None:
    """Publish that entries have something to show, after rules have looked at it."""
    rated = sorted({entry for entry, kind in shown if kind == "deframe"})
    events = _apply(db, rated, now) if rated else []
    publish_ready(db, shown, now)
    publish_all(db, events, now)


def _apply(db: Connection, ids: list[int], now: int) -> list[PendingEvent]:
    by_user = groupby(score_rules(db, ids), key=lambda rule: rule.user_id)
    matches = [
        match
        for user_id, rules in by_user
        for match in _matches(db, user_id, list(rules), ids)
    ]
    new = new_among(db, ids, now - micros(_NEW)) if matches else set()
    events: list[PendingEvent] = []
    for is_new in (True, False):
        part = [
            replace(
                match, entries=[e for e in match.entries if (e.id in new) is is_new]
            )
            for match in matches
        ]
        part = [match for match in part if match.entries]
        events += carry_out(db, part, now, is_new=is_new) if part else []
    return events


def _matches(
    db: Connection, user_id: int, rules: Sequence[ScoreRule], ids: list[int]
) -> list[Match]:
    with_text = any(looks_at_text(rule.conditions) for rule in rules)
    past = past_entries(db, user_id, ids, with_text=with_text)
    return [_match(rule, past) for rule in rules]


def _match(rule: ScoreRule, past: Past) -> Match:
    matches = stored_matcher(rule.conditions)
    found: list[MatchedEntry] = []
    for each in past.entries:
        facts, folders = facts_of(each), past.rings.get(each.folder_id, frozenset())
        # What holds without a score was done when the entry came.
        if matches(facts, folders) and not matches(replace(facts, score=None), folders):
            found.append(each.entry)
    return Match(rule.user_id, rule.id, rule.name, read_actions(rule.actions), found)
