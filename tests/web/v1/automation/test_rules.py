"""Rules over HTTP: made, changed, tried out and applied to the past."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.make import NOON, a_feed, new_entry
from tests.store.rule_lab import a_webhook
from tests.web.conftest import Person, signed_in
from tidings.context import Context
from tidings.jobs.system.long_job_kinds import KINDS
from tidings.operations.system.long_job_progress import Progress
from tidings.store.engine.packing import pack
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.reconcile import find_drift
from tidings.store.system.long_jobs import claim_job
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import LONG_JOBS

STORM = {"field": "title", "operator": "contains", "value": "storm"}
RULE = {"name": "Storms", "conditions": [STORM], "actions": [{"do": "star"}]}
_LEASE = timedelta(seconds=60)
NOWHERE = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
async def plain_ann(plain_context: Context) -> AsyncIterator[Person]:
    """On one engine, for what never reaches the database."""
    async with signed_in(plain_context, "ann") as person:
        yield person


async def made(person: Person, **changes: object) -> dict[str, object]:
    answer = await person.http.post("/api/v1/rules", json=RULE | changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


def entries_of(context, person, *titles, text=""):
    """A feed that the person follows, with entries of these titles."""

    def work(db):
        feed = a_feed(db)
        follow_feed(db, person.id, feed, NOON)
        codec, content = pack(f"<p>{text}</p>")
        new = [
            replace(new_entry(f"{feed}-{n}"), title=title, codec=codec, content=content)
            for n, title in enumerate(titles)
        ]
        return feed, list(append_entries(db, feed, new, NOON))

    return context.database.write_now(work)


def states(context) -> list[tuple[object, ...]]:
    sql = "select entry_id, read, starred, hidden from entry_states order by entry_id"
    return context.database.read_now(lambda db: db.rows(sql))


async def test_rule_is_made_shown_changed_and_deleted(ann):
    rule = await made(ann, match="any", enabled=False)
    assert (rule["name"], rule["match"], rule["enabled"]) == ("Storms", "any", False)
    assert rule["conditions"] == [STORM]
    assert (await ann.http.get(f"/api/v1/rules/{rule['id']}")).json() == rule
    changed = await ann.http.patch(
        f"/api/v1/rules/{rule['id']}",
        json={"enabled": True, "actions": [{"do": "tag", "tag": "wind"}]},
    )
    assert changed.json()["actions"] == [{"do": "tag", "tag": "wind"}]
    assert changed.json()["conditions"] == [STORM]
    listed = (await ann.http.get("/api/v1/rules")).json()
    assert listed == {"items": [changed.json()], "next_cursor": None}
    gone = await ann.http.delete(f"/api/v1/rules/{rule['id']}")
    assert gone.status_code == 204
    assert (await ann.http.get(f"/api/v1/rules/{rule['id']}")).status_code == 404


async def test_rules_are_put_in_order(ann):
    first, second, third = [(await made(ann, name=name))["id"] for name in "abc"]
    answer = await ann.http.post("/api/v1/rules/reorder", json={"ids": [third, first]})
    assert answer.status_code == 204
    listed = (await ann.http.get("/api/v1/rules")).json()["items"]
    assert [rule["id"] for rule in listed] == [third, first, second]


async def test_rule_of_somebody_else_is_not_there(ann, bob):
    rule = (await made(ann))["id"]
    for method, path, body in (
        ("GET", f"rules/{rule}", None),
        ("PATCH", f"rules/{rule}", {"enabled": False}),
        ("DELETE", f"rules/{rule}", None),
        ("POST", f"rules/{rule}/apply", None),
        ("POST", "rules/reorder", {"ids": [rule]}),
    ):
        answer = await bob.http.request(method, f"/api/v1/{path}", json=body)
        assert answer.status_code == 404, path
    assert (await bob.http.get("/api/v1/rules")).json()["items"] == []


@pytest.mark.both_engines
async def test_webhook_of_a_rule_must_be_ones_own(context, ann, bob):
    hook = context.database.write_now(a_webhook, bob.id, NOWHERE)
    actions = [{"do": "webhook", "webhook_id": hook}]
    answer = await ann.http.post("/api/v1/rules", json=RULE | {"actions": actions})
    assert answer.status_code == 404
    assert (await made(bob, actions=actions))["actions"] == actions


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "a\0b"},
        {"conditions": []},
        {"conditions": [STORM | {"value": " "}]},
        {"conditions": [STORM | {"value": ["storm"]}]},
        {"conditions": [STORM | {"operator": "is_one_of"}]},
        {"conditions": [STORM | {"operator": "matches", "value": "*" * 11}]},
        {"conditions": [STORM | {"field": "body"}]},
        {"conditions": [STORM | {"extra": 1}]},
        {"conditions": [{"field": "feed", "operator": "equals", "value": 2**70}]},
        {"conditions": [{"field": "score", "operator": "above", "value": 2}]},
        {"conditions": [STORM] * 21},
        {"actions": []},
        {"actions": [{"do": "fly"}]},
        {"actions": [{"do": "tag"}]},
        {"actions": [{"do": "tag", "tag": "  "}]},
        {"actions": [{"do": "webhook", "webhook_id": "x"}]},
        {"match": "some"},
        {"unknown": 1},
    ],
)
async def test_rule_that_makes_no_sense_is_refused(plain_ann, changes):
    answer = await plain_ann.http.post("/api/v1/rules", json=RULE | changes)
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"]


async def test_reader_has_a_hundred_rules_at_most(plain_ann):
    for number in range(100):
        await made(plain_ann, name=str(number))
    answer = await plain_ann.http.post("/api/v1/rules", json=RULE)
    assert answer.status_code == 409


async def test_regular_expression_is_checked_when_its_rule_is_saved(
    context: Context, ann: Person
) -> None:
    entries_of(context, ann, "Storm 2024", "Storm of the year", "Calm 2024")
    expression = {"field": "title", "operator": "regex", "value": r"^storm \d{4}$"}
    rule = await made(ann, conditions=[expression])
    assert rule["conditions"] == [expression]
    tried = {"conditions": [expression]}
    preview = (await ann.http.post("/api/v1/rules/preview", json=tried)).json()
    assert [entry["title"] for entry in preview["newest"]] == ["Storm 2024"]
    broken = RULE | {"conditions": [STORM, expression | {"value": r"(a)\1"}]}
    answer = await ann.http.post("/api/v1/rules", json=broken)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "BAD_EXPRESSION"
    assert error["details"] == {"field": "conditions.1.value"}


async def test_rule_searches_in_the_search_language(
    context: Context, ann: Person
) -> None:
    entries_of(context, ann, "Storm", "Calm", "Rain", text="Waves were high")
    query = {"field": "search", "operator": "finds", "value": "(storm OR calm) wav*"}
    rule = await made(ann, conditions=[query])
    assert rule["conditions"] == [query]
    tried = {"conditions": [query]}
    preview = (await ann.http.post("/api/v1/rules/preview", json=tried)).json()
    assert {entry["title"] for entry in preview["newest"]} == {"Storm", "Calm"}
    broken = RULE | {"conditions": [query | {"value": "date:2019"}]}
    error = (await ann.http.post("/api/v1/rules", json=broken)).json()["error"]
    assert error["code"] == "SEARCH_OPERATOR"
    expected = {"field": "conditions.0.value", "term": "date", "nearest": "after"}
    assert error["details"] == expected


async def test_preview_counts_what_a_reader_sees_and_changes_nothing(context, ann, bob):
    _, numbers = entries_of(context, ann, *(["A storm"] * 30), "Sun")
    entries_of(context, bob, "A storm of others")
    answer = await ann.http.post("/api/v1/rules/preview", json={"conditions": [STORM]})
    found = answer.json()
    assert (found["looked_at"], found["matched"], found["complete"]) == (31, 30, True)
    assert [each["id"] for each in found["newest"]] == numbers[:30][::-1][:20]
    assert states(context) == []


@pytest.mark.both_engines
async def test_preview_reads_the_whole_text(context, ann):
    entries_of(context, ann, "One", text="deep <b>inside</b>")
    condition = {"field": "text", "operator": "contains", "value": "deep inside"}
    answer = await ann.http.post(
        "/api/v1/rules/preview", json={"conditions": [condition]}
    )
    assert answer.json()["matched"] == 1


@pytest.mark.both_engines
async def test_rule_is_applied_to_the_past_without_messages(context, ann):
    feed, numbers = entries_of(context, ann, "A storm", "Sun", "Storms again")
    actions = [{"do": "hide"}, {"do": "notify"}]
    rule = await made(ann, actions=actions)
    answer = await ann.http.post(f"/api/v1/rules/{rule['id']}/apply")
    assert answer.status_code == 202
    assert await work_off_queue(context, None, LONG_JOBS) == 1
    hidden = [row for row in states(context) if row[3]]
    assert [row[0] for row in hidden] == [numbers[0], numbers[2]]
    (counted,) = context.database.read_now(unread_counts, ann.id)
    assert counted.unread == 1
    assert context.database.read_now(find_drift, feed) == []
    told = context.database.read_now(
        lambda db: db.rows("select kind, payload from events order by id")
    )
    kinds = [kind for kind, _ in told]
    assert "notify" not in kinds
    payloads = [json.loads(text) for kind, text in told if kind == "state_changed"]
    assert [each["ids"] for each in payloads] == [[numbers[0], numbers[2]]]
    shown = (await ann.http.get(f"/api/v1/rules/{rule['id']}")).json()
    assert shown["matched"] == 2


async def test_application_that_was_killed_goes_on_where_it_was(context, ann):
    entries_of(context, ann, *(["A storm"] * 450))
    rule = await made(ann)
    await ann.http.post(f"/api/v1/rules/{rule['id']}/apply")

    class Killed(Exception):
        pass

    class OneStep(Progress):
        def step(self, done, total):
            if done > 200:
                raise Killed
            return super().step(done, total)

    lease = context.database.write_now(claim_job, NOON, _LEASE)
    with pytest.raises(Killed):
        await KINDS["apply_rule"](context, None, lease, OneStep(context, lease))
    assert sum(row[2] for row in states(context)) == 200
    context.clock.move(_LEASE * 1.5)
    assert await work_off_queue(context, None, LONG_JOBS) == 1
    assert sum(row[2] for row in states(context)) == 450
    shown = (await ann.http.get(f"/api/v1/rules/{rule['id']}")).json()
    assert shown["matched"] == 450
