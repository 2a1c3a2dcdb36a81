"""Marks made offline over HTTP: the newest wish holds, and every device can settle."""

from typing import Any

import pytest

from tests.make import NOON
from tests.web.conftest import Person
from tests.web.v1.following import HOUR, a_followed_feed, ids_of, more_entries, told
from tidings.context import Context
from tidings.jobs.entries.clean_up import clean_up
from tidings.store.engine.connection import Connection
from tidings.store.reading.tags import MOST_TAGS

SYNC = "/api/v1/entries/sync"
MARK = "/api/v1/entries/mark-read"
MARK_ALL = "/api/v1/entries/mark-all-read"


def intent(
    entry: int, field: str, value: bool, at: int, tag: str | None = None
) -> dict[str, Any]:
    intent = {"entry_id": entry, "field": field, "value": value, "at": at}
    return intent if tag is None else {**intent, "tag": tag}


async def sync(reader: Person, *intents: dict[str, Any], sent_at: int = NOON) -> Any:
    body = {"sent_at": sent_at, "intents": list(intents)}
    answer = await reader.http.post(SYNC, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_wishes_are_carried_out_told_and_may_be_sent_again(
    context: Context, ann: Person
) -> None:
    feed, (first, second) = await a_followed_feed(context, ann, 2)
    intents = [
        intent(first, "read", True, NOON - HOUR),
        intent(second, "starred", True, NOON - HOUR),
        intent(second, "tag", True, NOON - HOUR, "  to  read "),
    ]
    done = await sync(ann, *intents)
    assert done["results"] == ["applied"] * 3
    assert done["entries"] == [
        {"id": first, "feed_id": feed, "read": True, "starred": False, "tags": []},
        {
            "id": second,
            "feed_id": feed,
            "read": False,
            "starred": True,
            "tags": ["to read"],
        },
    ]
    assert await sync(ann, *intents) == done
    assert await ids_of(ann, unread=True) == [second]
    assert len(await told(context, ann)) == 3


async def test_a_newer_mark_made_elsewhere_holds(context: Context, ann: Person) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    await ann.http.post(MARK, json={"ids": [entry], "read": True})
    await ann.http.put(f"/api/v1/entries/{entry}/star")
    await ann.http.put(f"/api/v1/entries/{entry}/tags/a")
    late = [
        intent(entry, "read", False, NOON - 1),
        intent(entry, "starred", False, NOON - 1),
        intent(entry, "tag", False, NOON - 1, "a"),
    ]
    done = await sync(ann, *late)
    assert done["results"] == ["superseded"] * 3
    (settled,) = done["entries"]
    assert (settled["read"], settled["starred"], settled["tags"]) == (True, True, ["a"])


async def test_saying_again_what_is_so_makes_it_newer(
    context: Context, ann: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    await sync(ann, intent(entry, "read", True, NOON - 3 * HOUR))
    await sync(ann, intent(entry, "read", True, NOON - HOUR))
    done = await sync(ann, intent(entry, "read", False, NOON - 2 * HOUR))
    assert done["results"] == ["superseded"]
    assert done["entries"][0]["read"]


@pytest.mark.parametrize("scope", ["all", "feed"])
async def test_an_unread_from_before_a_mark_all_loses_where_it_reached(
    context: Context, ann: Person, scope: str
) -> None:
    feed, (old,) = await a_followed_feed(context, ann, 1)
    await ann.http.post(MARK, json={"ids": [old], "read": True})
    (late,) = await more_entries(context, feed, 1)
    named = {"all": True} if scope == "all" else {"feed_id": feed}
    await ann.http.post(MARK_ALL, json={**named, "before": old})
    await sync(ann, intent(late, "read", True, NOON - 3 * HOUR))
    done = await sync(
        ann,
        intent(old, "read", False, NOON - 1),
        intent(late, "read", False, NOON - 1),
    )
    assert done["results"] == ["superseded", "applied"]
    assert await ids_of(ann, unread=True) == [late]


@pytest.mark.parametrize("first", ["mark-all", "sync"])
async def test_a_late_mark_all_leaves_what_was_marked_unread_after_it(
    context: Context, ann: Person, first: str
) -> None:
    _, ids = await a_followed_feed(context, ann, 4)
    before, after, here, untouched = ids
    # Of these, one is read already where nothing but its time remembers it.
    await ann.http.post(MARK, json={"ids": [here], "read": True})
    await ann.http.post(MARK, json={"ids": [here], "read": False})
    intents = [
        intent(before, "read", False, NOON - 2 * HOUR),
        intent(after, "read", False, NOON - HOUR + 1),
    ]
    late = {"all": True, "before": untouched, "at": NOON - HOUR}
    if first == "sync":
        await sync(ann, *intents)
    for _ in range(2):
        answer = await ann.http.post(MARK_ALL, json=late)
        assert answer.status_code == 200, answer.text
    if first == "mark-all":
        await sync(ann, *intents)
    assert await ids_of(ann, unread=True) == [here, after]


async def test_a_late_mark_all_does_not_make_an_earlier_one_older(
    context: Context, ann: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    everything = {"all": True, "before": entry}
    await ann.http.post(MARK_ALL, json=everything)
    await ann.http.post(MARK_ALL, json=everything | {"at": NOON - 2 * HOUR})
    done = await sync(ann, intent(entry, "read", False, NOON - HOUR))
    assert done["results"] == ["superseded"]


async def test_a_clock_that_is_wrong_is_corrected(
    context: Context, ann: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    await ann.http.post(MARK, json={"ids": [entry], "read": True})
    years = 10 * 365 * 24 * HOUR
    intents = intent(entry, "read", False, NOON + years - HOUR)
    done = await sync(ann, intents, sent_at=NOON + years)
    assert done["results"] == ["superseded"]


async def test_of_several_wishes_in_one_message_the_newest_holds(
    context: Context, ann: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    done = await sync(
        ann,
        intent(entry, "starred", False, NOON - 1),
        intent(entry, "starred", True, NOON - 2),
    )
    assert done["results"] == ["applied", "superseded"]
    assert not done["entries"][0]["starred"]


async def test_what_a_reader_cannot_see_is_gone(
    context: Context, ann: Person, bob: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)
    done = await sync(bob, intent(entry, "starred", True, NOON - 1))
    assert done == {"results": ["gone"], "entries": []}


async def test_no_room_for_another_tag_stops_nothing_else(
    context: Context, ann: Person
) -> None:
    _, (entry,) = await a_followed_feed(context, ann, 1)

    def fill(db: Connection) -> None:
        db.run_many(
            "insert into tags (id, user_id, name, created_at)"
            " values (:id, :user, :name, 1)",
            [
                {"id": 10_000 + place, "user": ann.id, "name": f"tag {place}"}
                for place in range(MOST_TAGS)
            ],
        )

    await context.database.write(fill)
    done = await sync(
        ann,
        intent(entry, "tag", True, NOON - 1, "one more"),
        intent(entry, "tag", True, NOON - 1, "tag 7"),
    )
    assert done["results"] == ["refused", "applied"]
    assert done["entries"][0]["tags"] == ["tag 7"]


async def test_too_many_tags_at_once_are_refused(context: Context, ann: Person) -> None:
    intents = [intent(1, "tag", True, NOON, f"tag {place}") for place in range(51)]
    answer = await ann.http.post(SYNC, json={"sent_at": NOON, "intents": intents})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "intent",
    [
        {"entry_id": 1, "field": "read", "value": True, "at": NOON, "tag": "a"},
        {"entry_id": 1, "field": "tag", "value": True, "at": NOON},
        {"entry_id": 1, "field": "hidden", "value": True, "at": NOON},
        {"entry_id": 1, "field": "read", "value": 1, "at": NOON},
        {"entry_id": 1, "field": "read", "value": True, "at": -1},
    ],
)
async def test_a_wish_that_makes_no_sense_is_refused(
    ann: Person, intent: dict[str, Any]
) -> None:
    answer = await ann.http.post(SYNC, json={"sent_at": NOON, "intents": [intent]})
    assert answer.status_code == 422


@pytest.mark.both_engines
async def test_times_of_marks_are_forgotten_after_two_months_unless_it_was_read(
    context: Context, ann: Person
) -> None:
    _, (old, new) = await a_followed_feed(context, ann, 2)
    two_months = 61 * 24 * HOUR
    await sync(ann, intent(old, "starred", True, NOON - two_months))
    await sync(ann, intent(old, "read", True, NOON - two_months))
    await sync(ann, intent(new, "starred", True, NOON - HOUR))
    await clean_up(context)
    left = await context.database.read(
        lambda db: db.rows("select entry_id, field from mark_times order by entry_id")
    )
    assert left == [(old, "read"), (new, "starred")]
