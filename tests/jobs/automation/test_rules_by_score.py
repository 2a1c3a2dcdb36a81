"""Rules that ask for a score: applied when a model has given one, and to the past."""

import json

import pytest

from tests.contexts import make_context
from tests.deframings import deframe
from tests.make import NOON, a_feed, a_user, new_entry, some_entries
from tests.store.rule_lab import a_rule, condition, stored
from tidings.core.reading.reading import ListQuery
from tidings.operations.automation.past_rules import match_past
from tidings.operations.automation.rules_by_score import publish_results
from tidings.store.automation.rules_at_ingest import Arrived, apply_rules
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.entry_lists import probed_places

LOADED = condition("score", "above", 0.6)


def a_reader(db: Connection) -> tuple[int, list[int]]:
    user, feed = a_user(db), a_feed(db)
    follow_feed(db, user, feed, NOON)
    return user, some_entries(db, feed, [None] * 2)


def rated(db: Connection, ids: list[int], score: float) -> None:
    for number in ids:
        deframe(db, number, overall=score)
    publish_results(db, [(number, "deframe") for number in ids], NOON)


def starred(db: Connection) -> list[int]:
    rows = db.rows("select entry_id from entry_states where starred = 1")
    return sorted(row[0] for row in rows)


def notices(db: Connection) -> list[int]:
    rows = db.rows("select payload from events where kind = 'notify'")
    return [json.loads(payload)["count"] for (payload,) in rows]


def test_a_rule_by_score_acts_when_the_score_comes(database: Database) -> None:
    user, (calm, loaded) = database.write_now(a_reader)
    conditions = stored(LOADED, condition("title", "contains", "title"))
    actions = (("star", ""), ("notify", ""))
    database.write_now(a_rule, user, conditions, *actions)
    database.write_now(rated, [calm], 0.2)
    database.write_now(rated, [loaded], 0.9)
    assert database.read_now(starred) == [loaded]
    assert database.read_now(notices) == [1]


@pytest.mark.both_engines
def test_nobody_is_told_of_what_is_rated_anew(database: Database) -> None:
    user, ids = database.write_now(a_reader)
    database.write_now(a_rule, user, stored(LOADED), ("star", ""), ("notify", ""))
    changed = "update entries set changed_at = 5 where id = :id"
    database.write_now(lambda db: db.run(changed, id=ids[0]))
    old = "update entries set received_at = 1 where id = :id"
    database.write_now(lambda db: db.run(old, id=ids[1]))
    database.write_now(rated, ids, 0.9)
    assert database.read_now(starred) == ids
    assert database.read_now(notices) == []


def test_what_held_without_a_score_is_not_done_again(database: Database) -> None:
    user, ids = database.write_now(a_reader)
    either = stored(LOADED, condition("title", "contains", "title"), match="any")
    database.write_now(a_rule, user, either, ("star", ""))
    database.write_now(rated, ids, 0.9)
    assert database.read_now(starred) == []


async def test_the_past_is_looked_at_by_its_scores(database: Database) -> None:
    context = make_context(database)
    user, (calm, loaded) = database.write_now(a_reader)
    database.write_now(rated, [calm], 0.2)
    database.write_now(rated, [loaded], 0.9)
    places = database.read_now(probed_places, ListQuery(user, 50, unread=False))
    found = await match_past(context, user, places, stored(LOADED))
    assert [entry.id for entry in found] == [loaded]


def test_a_text_that_was_rated_before_meets_the_rule_as_it_comes(
    database: Database,
) -> None:
    user, _ = database.write_now(a_reader)
    database.write_now(a_rule, user, stored(LOADED), ("star", ""))

    def arrive(db: Connection) -> list[int]:
        feed = db.value("select feed_id from subscriptions")
        entries = [new_entry("a"), new_entry("b")]
        numbers = append_entries(db, feed, entries, NOON)
        deframe(db, numbers[1], overall=0.9)
        apply_rules(db, [Arrived(feed, numbers, entries)], NOON)
        return [numbers[1]]

    assert database.write_now(arrive) == database.read_now(starred)
