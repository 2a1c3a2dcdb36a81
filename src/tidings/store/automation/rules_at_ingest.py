"""Rules meet new entries in the commit that stores these.

So nothing is lost or done twice whoever is killed when, counters are right at once,
and nobody sees an entry flash up that a rule hides. Where nobody has rules, it costs
one look into an empty table.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tidings.core.automation.rule_values import Action, read_actions
from tidings.core.automation.rules import (
    Facts,
    Folders,
    folded,
    looks_at_text,
    stored_matcher,
)
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import key_numbers
from tidings.core.errors import TidingsError
from tidings.store.automation.rule_effects import (
    Match,
    MatchedEntry,
    PendingEvent,
    carry_out,
)
from tidings.store.automation.rule_facts import scores_of
from tidings.store.engine.connection import Connection
from tidings.store.feeds.folders import folder_rings

_ANY_RULE = "select 1 from rules limit 1"
_RULES = """
select r.user_id, r.id, r.name, r.conditions, r.actions, s.feed_id, s.folder_id,
  coalesce(s.title, f.title), f.language
from ids(:feeds) i cross join subscriptions s cross join rules r cross join feeds f
where s.feed_id = i.id and s.active = 1 and r.user_id = s.user_id and r.enabled = 1
  and f.id = i.id
order by r.user_id, r.position, r.id, s.feed_id
"""
_NUMBERS = """
select id, guid_key, url_key, content_key from entries
where id between :first and :last and feed_id = :feed order by id
"""


@dataclass(frozen=True, slots=True)
class Arrived:
    """New entries of one feed, and the numbers they were given."""

    feed_id: int
    numbers: range
    entries: Sequence[NewEntry]


@dataclass(frozen=True, slots=True)
class _Rule:
    user_id: int
    id: str
    name: str
    conditions: str
    actions: str
    feed_id: int
    folder_id: int | None
    feed_title: str
    feed_language: str | None


def apply_rules(
    db: Connection, arrived: Sequence[Arrived], now: int
) -> list[PendingEvent]:
    """Carry out rules for new entries; return the events to publish at the end."""
    with_new = {each.feed_id: each for each in arrived if each.numbers}
    if not with_new or db.value(_ANY_RULE) is None:
        return []
    rows = db.rows(_RULES, feeds=sorted(with_new))
    rules = [_Rule(*row) for row in rows]
    if not rules:
        return []
    rings = _rings(db, rules)
    seen = _seen(db, with_new, rules)
    return carry_out(db, list(_matches(rules, seen, rings)), now, is_new=True)


def _rings(db: Connection, rules: Iterable[_Rule]) -> Mapping[int | None, Folders]:
    """Return the folders around each folder, if any rule wants to know."""
    users = {rule.user_id for rule in rules if '"folder"' in rule.conditions}
    return folder_rings(db, sorted(users)) if users else {}


def _seen(
    db: Connection, arrived: Mapping[int, Arrived], rules: Iterable[_Rule]
) -> Mapping[int, list[tuple[int, NewEntry, Facts]]]:
    """Return the new entries of each feed that has rules, as rules see them."""
    with_text: dict[int, bool] = defaultdict(bool)
    scored: set[int] = set()
    one_of: dict[int, _Rule] = {}
    for rule in rules:
        one_of[rule.feed_id] = rule
        with_text[rule.feed_id] |= looks_at_text(rule.conditions)
        if '"score"' in rule.conditions:
            scored.update(arrived[rule.feed_id].numbers)
    # The same text may have been judged before; what was not is met when it is.
    scores = scores_of(db, sorted(scored)) if scored else {}
    return {
        feed_id: [
            (number, entry, _facts(entry, rule, with_text[feed_id], scores.get(number)))
            for number, entry in _numbered(db, arrived[feed_id])
        ]
        for feed_id, rule in one_of.items()
    }


def _numbered(db: Connection, arrived: Arrived) -> Iterator[tuple[int, NewEntry]]:
    """Yield each entry with its number: they were put in order while being stored."""
    by_keys = {tuple(key_numbers(e.keys).values()): e for e in arrived.entries}
    first, last = arrived.numbers[0], arrived.numbers[-1]
    for number, *keys in db.rows(
        _NUMBERS, first=first, last=last, feed=arrived.feed_id
    ):
        yield number, by_keys[tuple(keys)]


def _facts(entry: NewEntry, rule: _Rule, with_text: bool, score: float | None) -> Facts:
    return folded(
        Facts(
            title=entry.title,
            text=entry.text if with_text else "",
            author=entry.author,
            url=entry.url or "",
            tags=categories_of(entry.extras),
            language=entry.language or rule.feed_language or "",
            feed_id=rule.feed_id,
            score=score,
        )
    )


def categories_of(extras: str) -> tuple[str, ...]:
    """Return what a feed filed an entry under."""
    if "categories" not in extras:
        return ()
    found = json.loads(extras).get("categories") or ()
    return tuple(each for each in found if isinstance(each, str))


def _matches(
    rules: Iterable[_Rule],
    seen: Mapping[int, list[tuple[int, NewEntry, Facts]]],
    rings: Mapping[int | None, Folders],
) -> Iterator[Match]:
    """Yield for each rule what it found, in all feeds together."""
    found: dict[tuple[int, str], list[MatchedEntry]] = defaultdict(list)
    by_key: dict[tuple[int, str], _Rule] = {}
    for rule in rules:
        matches = stored_matcher(rule.conditions)
        folders = rings.get(rule.folder_id, frozenset())
        key = (rule.user_id, rule.id)
        by_key[key] = rule
        found[key] += [
            _matched(number, entry, rule)
            for number, entry, facts in seen[rule.feed_id]
            if matches(facts, folders)
        ]
    for (user_id, rule_id), entries in found.items():
        if entries:
            rule = by_key[user_id, rule_id]
            actions = _actions(rule.actions)
            yield Match(user_id, rule_id, rule.name, actions, entries)


def _matched(number: int, entry: NewEntry, rule: _Rule) -> MatchedEntry:
    return MatchedEntry(
        id=number,
        feed_id=rule.feed_id,
        feed_title=rule.feed_title,
        title=entry.title,
        url=entry.url,
        author=entry.author,
        excerpt=entry.excerpt,
        published_at=entry.published_at,
    )


@lru_cache(maxsize=4096)
def _actions(text: str) -> tuple[Action, ...]:
    try:
        return read_actions(text)
    except (TidingsError, ValueError, LookupError, TypeError):
        return ()  # a broken rule must not keep entries out
