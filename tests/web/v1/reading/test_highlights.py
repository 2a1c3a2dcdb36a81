import json
import uuid
from dataclasses import replace

import pytest

from tests.contexts import Clock
from tests.make import NOON, a_feed, new_entry
from tests.web.conftest import Person, signed_in
from tidings.context import Context
from tidings.store.engine.connection import Connection
from tidings.store.entries.append_entries import append_entries
from tidings.store.entries.retain import forget_up_to
from tidings.store.feeds.feeds import delete_feed
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.reading.highlights import forget_deleted_highlights
from tidings.store.reading.reconcile import find_drift, heal_counters

HTML = "<p>The bridge opened.</p><p>We are happy that it holds, said the engineer.</p>"
QUOTE = "We are happy that it holds"
MARK = {"quote": QUOTE, "prefix": "opened. ", "suffix": ", said", "position": 19}


async def an_entry(context: Context, reader: Person, html: str = HTML) -> int:
    return await context.database.write(_add_entry, reader.id, html)


def _add_entry(db: Connection, user_id: int, html: str) -> int:
    feed = a_feed(db)
    follow_feed(db, user_id, feed, NOON)
    entry = replace(new_entry(f"bridge-{feed}"), content=html.encode())
    return append_entries(db, feed, [entry], NOON)[0]


def _change_text(db: Connection, entry_id: int, html: str) -> None:
    db.run(
        "update entry_bodies set content = :c, codec = 0 where entry_id = :id",
        c=html.encode(),
        id=entry_id,
    )


def _feed_of(db: Connection, entry_id: int) -> int:
    return db.value("select feed_id from entries where id = :id", id=entry_id)


async def marked(reader: Person, entry: int, **more: object) -> dict[str, object]:
    body = {"entry_id": entry, **MARK, **more}
    answer = await reader.http.post("/api/v1/highlights", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def items(reader: Person, **query: object) -> list[dict[str, object]]:
    answer = await reader.http.get("/api/v1/highlights", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


async def test_a_highlight_is_found_in_the_text_as_it_is_now(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    made = await marked(ann, entry, note="good", color="blue")
    changed = f"<h2>Update</h2>{HTML.replace('happy', 'glad')}"
    expected = {
        HTML: ("same_place", 19, QUOTE),
        f"<p>New.</p>{HTML}": ("moved", 24, QUOTE),
        changed: ("changed", 26, "We are glad that it holds"),
    }
    for html, (how, position, reads) in expected.items():
        await context.database.write(_change_text, entry, html)
        answer = await ann.http.get(f"/api/v1/entries/{entry}/highlights")
        (found,) = answer.json()["items"]
        assert found["id"] == made["id"]
        assert found["found"] == {
            "text": "content",
            "position": position,
            "length": len(reads),
            "how": how,
            "now_reads": reads,
        }
    await context.database.write(_change_text, entry, "<p>Nothing of it.</p>")
    answer = await ann.http.get(f"/api/v1/entries/{entry}/highlights")
    (lost,) = answer.json()["items"]
    assert (lost["found"], lost["quote"]) == (None, QUOTE)


async def test_the_same_id_again_is_the_same_highlight(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    body = {"id": str(uuid.UUID(int=7)), "entry_id": entry, "note": "a note"}
    first = await ann.http.post("/api/v1/highlights", json=body)
    again = await ann.http.post("/api/v1/highlights", json=body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert len(await items(ann)) == 1
    other = await an_entry(context, ann)
    clash = await ann.http.post("/api/v1/highlights", json=body | {"entry_id": other})
    assert clash.status_code == 409


async def test_of_each_part_the_newest_wish_counts(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    made = await marked(ann, entry, at=NOON - 100)
    address = f"/api/v1/highlights/{made['id']}"
    await ann.http.patch(address, json={"note": "new", "at": NOON - 10})
    await ann.http.patch(
        address, json={"note": "old", "color": "pink", "at": NOON - 50}
    )
    (now,) = await items(ann)
    assert (now["note"], now["color"]) == ("new", "pink")
    late = await ann.http.delete(address, params={"at": NOON - 20})
    assert late.status_code == 204
    assert len(await items(ann)) == 1
    # A clock that is ahead does not win for ever.
    await ann.http.patch(address, json={"note": "future", "at": NOON + 10**15})
    assert isinstance(context.clock, Clock)
    context.clock.now += 1
    await ann.http.patch(address, json={"note": "last"})
    assert (await items(ann))[0]["note"] == "last"


async def test_devices_hear_of_every_change_in_order_and_of_deletions(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    made = [await marked(ann, entry, note=f"{n}") for n in range(5)]
    (last,) = await items(ann, limit=1)
    assert last["id"] == made[-1]["id"]
    seen = last["changed_at"]
    await ann.http.delete(f"/api/v1/highlights/{made[0]['id']}")
    await ann.http.patch(f"/api/v1/highlights/{made[3]['id']}", json={"note": "x"})
    changes = await items(ann, changed_after=seen)
    assert [each["id"] for each in changes] == [made[0]["id"], made[3]["id"]]
    assert changes[0]["deleted_at"] is not None
    gone = await ann.http.patch(
        f"/api/v1/highlights/{made[0]['id']}", json={"note": "late"}
    )
    assert gone.status_code == 404
    assert (
        await ann.http.delete(f"/api/v1/highlights/{made[0]['id']}")
    ).status_code == 404


@pytest.mark.parametrize("query", [{}, {"changed_after": 0}])
async def test_pages_hold_each_highlight_once(
    context: Context, ann: Person, query: dict[str, int]
) -> None:
    entry, other = await an_entry(context, ann), await an_entry(context, ann)
    made = [(await marked(ann, entry))["id"] for _ in range(5)]
    await marked(ann, other)
    found, cursor = [], None
    while True:
        more = {"cursor": cursor} if cursor else {}
        answer = await ann.http.get(
            "/api/v1/highlights",
            params={"limit": 2, "entry_id": entry, **query, **more},
        )
        found += [each["id"] for each in answer.json()["items"]]
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            break
    assert found == (made if query else made[::-1])


async def test_a_highlight_keeps_its_entry_like_a_star(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    made = await marked(ann, entry)
    feed = await context.database.read(_feed_of, entry)
    await context.database.write(leave_feed, ann.id, feed, NOON)
    await context.database.write(delete_feed, feed, NOON)
    await context.database.write(
        lambda db: db.run("update entries set shown = 0 where id = :id", id=entry)
    )
    assert await context.database.write(forget_up_to, feed, 1, NOON) == 0
    address = f"/api/v1/entries/{entry}/highlights"
    assert (await ann.http.get(address)).status_code == 200
    assert await context.database.read(find_drift, feed) == []
    await ann.http.delete(f"/api/v1/highlights/{made['id']}")
    assert (await ann.http.get(address)).status_code == 404
    assert await context.database.read(find_drift, feed) == []


async def test_wrong_mark_counts_are_found_and_mended(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    await marked(ann, entry)
    feed = await context.database.read(_feed_of, entry)
    await context.database.write(
        lambda db: db.run(
            "update entry_states set marks = 7 where entry_id = :e", e=entry
        )
    )
    (drift,) = found = await context.database.read(find_drift, feed)
    assert (drift.what, drift.stored, drift.counted) == ("marks", 7, 1)
    await context.database.write(heal_counters, found)
    assert await context.database.read(find_drift, feed) == []


async def test_nobody_else_sees_or_changes_a_highlight(
    context: Context, ann: Person, bob: Person
) -> None:
    entry = await an_entry(context, ann)
    made = await marked(ann, entry)
    assert await items(bob) == []
    assert await items(bob, changed_after=0) == []
    address = f"/api/v1/highlights/{made['id']}"
    answers = [
        await bob.http.patch(address, json={"note": "mine"}),
        await bob.http.delete(address),
        await bob.http.get(f"/api/v1/entries/{entry}/highlights"),
        await bob.http.post("/api/v1/highlights", json={"entry_id": entry, **MARK}),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 404]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"quote": "a\0b"},
        {"quote": " ", "note": ""},
        {"quote": "q", "id": "not-a-uuid"},
        {"quote": "q", "color": "red; url(x)"},
        {"quote": "q", "position": -1},
        {"quote": "q" * 10_001},
        {"quote": "q", "at": 10**30},
        {"quote": "q", "user_id": 2},
    ],
)
async def test_nonsense_is_refused_and_the_field_named(
    plain_context: Context, wrong: dict[str, object]
) -> None:
    async with signed_in(plain_context, "ann") as reader:
        entry = await an_entry(plain_context, reader)
        answer = await reader.http.post(
            "/api/v1/highlights", json={"entry_id": entry, **wrong}
        )
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"]


async def test_a_change_is_told_in_the_same_commit(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    made = await marked(ann, entry)
    kind, user, payload = await context.database.read(
        lambda db: db.row("select kind, user_id, payload from events order by id desc")
    )
    assert (kind, user) == ("state_changed", ann.id)
    assert json.loads(payload) == {
        "ids": [entry],
        "highlight": made["id"],
        "deleted": False,
    }


async def test_deleted_highlights_are_forgotten_in_the_end(
    context: Context, ann: Person
) -> None:
    entry = await an_entry(context, ann)
    kept = await marked(ann, entry)
    gone = await marked(ann, entry)
    await ann.http.delete(f"/api/v1/highlights/{gone['id']}")
    assert await context.database.write(forget_deleted_highlights, NOON, 10) == 0
    assert await context.database.write(forget_deleted_highlights, NOON + 1, 10) == 1
    left = await items(ann, changed_after=0)
    assert [each["id"] for each in left] == [kept["id"]]
