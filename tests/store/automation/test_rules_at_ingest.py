"""Rules act in the commit that stores the entries: nothing later, nothing twice."""

import json
from dataclasses import replace

import pytest

from tests.make import NOON, a_user, new_entry
from tests.store.entries.test_apply_plan import apply, changed, column, leased, plan_of
from tests.store.rule_lab import a_rule, a_webhook, condition, stored
from tidings.core.reading.reading import ListQuery
from tidings.store.automation.rules import find_rule
from tidings.store.engine.database import Database
from tidings.store.entries.apply_plan import apply_plans
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.folders import ensure_folders
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.merge_feeds import merge_feeds
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import probed_places, walked_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import hide_entries, mark_entries
from tidings.store.reading.reconcile import find_drift

STORM = stored(condition("title", "contains", "storm"))


def entry(guid, title="Storm", **more):
    return replace(new_entry(guid), title=title, **more)


@pytest.fixture
def feed(database: Database) -> int:
    return database.write_now(add_feed, "https://feeds.example/a", NOON)[0]


@pytest.fixture
def ann(database: Database, feed: int) -> int:
    user = database.write_now(a_user, "ann")
    database.write_now(follow_feed, user, feed, NOON)
    return user


def listed(database: Database, user: int, *, unread: bool) -> list[int]:
    query = ListQuery(user, 50, unread=unread)
    probed = [place.id for place in database.read_now(probed_places, query)]
    walked = [place.id for place in database.read_now(walked_places, query)]
    assert probed == walked
    return sorted(probed)


def unread_total(database: Database, user: int) -> int:
    return sum(each.unread for each in database.read_now(unread_counts, user))


def told(database: Database, kind: str) -> list[dict[str, object]]:
    rows = column(
        database, "select payload from events where kind = :k order by id", k=kind
    )
    return [json.loads(str(row)) for row in rows]


def test_hidden_entry_is_never_listed_nor_counted(database, feed, ann):
    database.write_now(a_rule, ann, STORM, ("hide", ""))
    applied = changed(database, feed, new=(entry("a"), entry("b", "Sun")))
    hidden, kept = applied.new
    assert listed(database, ann, unread=True) == [kept]
    assert listed(database, ann, unread=False) == [kept]
    assert unread_total(database, ann) == 1
    assert database.read_now(find_drift, feed) == []
    assert told(database, "state_changed") == [
        {"ids": [hidden], "read": True, "hidden": True}
    ]


def test_hidden_entry_stays_hidden_whatever_is_marked_read(database, feed, ann):
    database.write_now(a_rule, ann, STORM, ("hide", ""))
    first = changed(database, feed, new=(entry("a"), entry("b", "Sun"))).new
    database.write_now(mark_entries, ann, list(first), read=True)
    database.write_now(mark_all_read, ann, first[-1])
    assert listed(database, ann, unread=False) == [first[1]]
    assert database.read_now(find_drift, feed) == []


def test_marking_a_hidden_entry_unread_brings_it_back(database, feed, ann):
    (number,) = changed(database, feed, new=(entry("a"),)).new
    assert database.write_now(hide_entries, ann, [number]) == [number]
    assert database.write_now(hide_entries, ann, [number]) == []
    database.write_now(mark_entries, ann, [number], read=False)
    assert listed(database, ann, unread=True) == [number]
    assert unread_total(database, ann) == 1
    assert database.read_now(find_drift, feed) == []


def test_an_entry_that_names_no_language_has_that_of_its_feed(database, feed, ann):
    conditions = stored(condition("language", "equals", "pt"))
    database.write_now(a_rule, ann, conditions, ("star", ""))
    said = "update feeds set language = 'pt_BR' where id = :f"
    database.write_now(lambda db: db.run(said, f=feed))
    applied = changed(database, feed, new=(entry("a"), entry("b", language="en")))
    sql = "select entry_id from entry_states where starred = 1"
    assert column(database, sql) == [applied.new[0]]


def test_all_marks_come_at_once(database, feed, ann):
    database.write_now(
        a_rule, ann, STORM, ("mark_read", ""), ("star", ""), ("tag", "weather")
    )
    (number,) = changed(database, feed, new=(entry("a"),)).new
    rows = database.read_now(
        lambda db: db.rows("select entry_id, read, starred, marks from entry_states")
    )
    assert rows == [(number, 1, 1, 1)]
    assert column(database, "select name from tags") == ["weather"]
    assert unread_total(database, ann) == 0
    assert database.read_now(find_drift, feed) == []
    assert database.read_now(find_rule, ann, "rule-1").matched == 1


def test_rule_is_its_owners_alone(database, feed, ann):
    bob = database.write_now(a_user, "bob")
    database.write_now(follow_feed, bob, feed, NOON)
    database.write_now(a_rule, ann, STORM, ("mark_read", ""))
    changed(database, feed, new=(entry("a"),))
    assert (unread_total(database, ann), unread_total(database, bob)) == (0, 1)


@pytest.mark.parametrize("state", ["disabled", "left"])
def test_rule_rests_when_disabled_or_its_owner_left(database, feed, ann, state):
    enabled = state != "disabled"
    database.write_now(a_rule, ann, STORM, ("star", ""), enabled=enabled)
    if state == "left":
        database.write_now(leave_feed, ann, feed, NOON)
    changed(database, feed, new=(entry("a"),))
    assert column(database, "select count(*) from entry_states") == [0]


def test_conditions_see_every_part_of_an_entry(database, feed, ann):
    whole = entry(
        "a",
        author="Ann",
        text="Trees fell",
        url="https://news.example/x",
        language="en",
        extras='{"categories": ["Weather"]}',
    )
    conditions = stored(
        condition("text", "contains", "trees"),
        condition("author", "equals", "ann"),
        condition("url", "starts_with", "https://news"),
        condition("language", "equals", "en"),
        condition("tag", "is_one_of", ["weather"]),
        condition("feed", "equals", feed),
    )
    database.write_now(a_rule, ann, conditions, ("star", ""))
    changed(database, feed, new=(entry("b"), whole))
    assert column(
        database,
        "select e.guid from entry_states s cross join entries e"
        " where e.id = s.entry_id and s.starred = 1",
    ) == ["a"]


def test_folder_means_all_folders_around_a_feed(database, feed, ann):
    folders = database.write_now(ensure_folders, ann, [("News", "Local")], NOON)
    inner, outer = folders["News", "Local"], folders[("News",)]
    database.write_now(
        lambda db: db.run("update subscriptions set folder_id = :f", f=inner)
    )
    rule = stored(condition("folder", "equals", outer))
    database.write_now(a_rule, ann, rule, ("star", ""))
    changed(database, feed, new=(entry("a"),))
    assert column(database, "select starred from entry_states") == [1]


def test_notice_and_message_are_noted_in_the_same_commit(database, feed, ann):
    hook = database.write_now(a_webhook, ann)
    database.write_now(a_rule, ann, STORM, ("notify", ""), ("webhook", hook))
    numbers = changed(database, feed, new=(entry("a"), entry("b"))).new
    (notice,) = told(database, "notify")
    assert (notice["rule"], notice["count"]) == ("Rule rule-1", 2)
    (body,) = column(database, "select body from webhook_deliveries")
    sent = json.loads(str(body))
    assert sent["type"] == "entries.matched"
    assert [each["id"] for each in sent["data"]["entries"]] == list(numbers)
    assert sent["data"]["entries"][0]["feed"]["id"] == feed


def test_many_entries_make_few_messages(database, feed, ann):
    hook = database.write_now(a_webhook, ann)
    database.write_now(a_rule, ann, STORM, ("webhook", hook))
    changed(database, feed, new=tuple(entry(f"a{n}") for n in range(45)))
    bodies = column(database, "select body from webhook_deliveries order by id")
    sizes = sorted(len(json.loads(str(b))["data"]["entries"]) for b in bodies)
    assert sizes == [5, 20, 20]


def test_webhook_of_somebody_else_is_told_nothing(database, feed, ann):
    bob = database.write_now(a_user, "bob")
    hook = database.write_now(a_webhook, bob)
    database.write_now(a_rule, ann, STORM, ("webhook", hook))
    changed(database, feed, new=(entry("a"),))
    assert column(database, "select count(*) from webhook_deliveries") == [0]


def test_plan_whose_lease_was_lost_sets_off_no_rule(database, feed, ann):
    database.write_now(a_rule, ann, STORM, ("notify", ""))
    plan = plan_of(feed, leased(database, feed), new=(entry("a"),))
    assert apply(database, plan) != [None]
    assert apply(database, plan) == [None]
    assert len(told(database, "notify")) == 1
    assert database.read_now(find_rule, ann, "rule-1").matched == 1


def test_rule_that_cannot_be_read_keeps_no_entry_out(database, feed, ann):
    database.write_now(a_rule, ann, "{}", ("star", ""))
    database.write_now(a_rule, ann, STORM, ("fly", ""), rule_id="rule-2")
    assert len(changed(database, feed, new=(entry("a"),)).new) == 1


def test_batch_with_rules_asks_as_often_as_with_one_entry(database, feed, ann):
    database.write_now(a_rule, ann, STORM, ("mark_read", ""), ("star", ""))
    asked = []

    class Counting:
        def __init__(self, db):
            self._db, self.engine = db, db.engine

        def __getattr__(self, name):
            def call(*args, **more):
                asked.append(name)
                return getattr(self._db, name)(*args, **more)

            return call

    def apply_counting(size):
        entries = tuple(entry(f"{size}-{n}") for n in range(size))
        plan = plan_of(feed, leased(database, feed), new=entries)
        asked.clear()

        database.write_now(lambda db: apply_plans(Counting(db), [plan], NOON))
        return len(asked)

    apply_counting(1)
    assert apply_counting(2) == apply_counting(100)


def test_hidden_entry_stays_hidden_when_its_feed_merges_into_another(
    database, feed, ann
):
    database.write_now(a_rule, ann, STORM, ("hide", ""))
    changed(database, feed, new=(entry("a"), entry("b", "Sun")))
    other, _ = database.write_now(add_feed, "https://feeds.example/b", NOON)
    changed(database, other, new=(entry("a"),))
    database.write_now(merge_feeds, feed, other, NOON)
    titles = column(
        database,
        "select e.title from entries e cross join ids(:ids) i where e.id = i.id",
        ids=listed(database, ann, unread=False),
    )
    assert titles == ["Sun"]
    assert database.read_now(find_drift, other) == []
