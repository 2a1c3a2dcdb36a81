"""Stories over HTTP: side by side, once in a list, read at once, and taken apart."""

from typing import Any

import pytest

from tests.make import NOON, new_entry
from tests.web.conftest import Person
from tests.web.v1.following import HOUR, a_followed_feed, an_entry, ids_of, told
from tidings.context import Context
from tidings.jobs.stories.cluster_stories import cluster_stories
from tidings.store.engine.connection import Connection
from tidings.store.feeds.follow import follow_feed

STORIES = "/api/v1/stories"
# Three outlets on one fire, two on one vote, and one who stands alone.
FIRE = (
    "Warehouse fire in Brannock, 400 evacuated",
    "Brannock warehouse fire: 400 evacuated from homes",
    "400 evacuated as Brannock warehouse burns in fire",
)
VOTE = ("Morrow wins confidence vote by 17", "Confidence vote: Morrow wins by 17")


async def a_feed_with(
    context: Context, reader: Person, *titles: str, at: int = NOON - HOUR
) -> list[int]:
    feed, _ = await a_followed_feed(context, reader)
    return [
        await an_entry(
            context,
            feed,
            keys=new_entry(title).keys,
            guid=title,
            title=title,
            language="en",
            words=10 * feed,
            published_at=at,
        )
        for title in titles
    ]


async def a_town(context: Context, reader: Person) -> list[list[int]]:
    """Return the entries of three feeds: fire and vote, fire and vote, fire and recipe."""
    ids = [
        await a_feed_with(context, reader, FIRE[0], VOTE[0]),
        await a_feed_with(context, reader, FIRE[1], VOTE[1]),
        await a_feed_with(context, reader, FIRE[2], "Pumpkin soup with ginger"),
    ]
    await cluster_stories(context)
    return ids


async def stories_of(reader: Person, **query: object) -> list[dict[str, Any]]:
    answer = await reader.http.get(STORIES, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


async def request(reader: Person, **preferences: object) -> None:
    answer = await reader.http.patch(
        "/api/v1/users/me", json={"preferences": preferences}
    )
    assert answer.status_code == 200, answer.text


async def split(reader: Person, story: int, entry: int) -> int:
    answer = await reader.http.post(
        f"{STORIES}/{story}/split", json={"entry_id": entry}
    )
    return answer.status_code


async def join(reader: Person, story: int, entry: int) -> int:
    answer = await reader.http.delete(
        f"{STORIES}/{story}/split", params={"entry_id": entry}
    )
    return answer.status_code


async def test_stories_show_each_outlet_side_by_side(
    context: Context, ann: Person
) -> None:
    (fire, vote), (_, vote_too), _ = await a_town(context, ann)
    found = {story["size"]: story for story in await stories_of(ann)}
    assert sorted(found) == [2, 3]
    assert found[3]["lead"]["id"] == fire
    assert found[3]["unread"] == 3
    assert len(found[3]["feeds"]) == 3
    opened = (await ann.http.get(f"{STORIES}/{found[2]['id']}")).json()
    assert opened["lead_id"] == vote
    assert [told["entry"]["id"] for told in opened["items"]] == [vote, vote_too]
    assert opened["items"][0]["entry"]["title"] == VOTE[0]
    assert opened["items"][0]["feed"]["title"] == found[2]["feeds"][0]["title"]
    assert opened["items"][0]["entry"]["deframed"] is None


async def test_a_story_was_told_when_its_entries_were_published(
    context: Context, ann: Person
) -> None:
    [later] = await a_feed_with(context, ann, VOTE[0])
    [earlier] = await a_feed_with(context, ann, VOTE[1], at=NOON - 3 * HOUR)
    await cluster_stories(context)
    [story] = await stories_of(ann)
    assert (story["first_at"], story["last_at"]) == (NOON - 3 * HOUR, NOON - HOUR)
    opened = (await ann.http.get(f"{STORIES}/{story['id']}")).json()
    assert (opened["first_at"], opened["last_at"]) == (NOON - 3 * HOUR, NOON - HOUR)
    assert [told["entry"]["id"] for told in opened["items"]] == [earlier, later]


async def test_entries_say_which_story_they_belong_to(
    context: Context, ann: Person
) -> None:
    ids = await a_town(context, ann)
    listed = (await ann.http.get("/api/v1/entries")).json()["items"]
    sizes = {entry["id"]: (entry["story"] or {}).get("size") for entry in listed}
    assert sizes == dict(
        zip([*ids[0], *ids[1], *ids[2]], [3, 2, 3, 2, 3, None], strict=True)
    )
    opened = (await ann.http.get(f"/api/v1/entries/{ids[0][0]}")).json()
    assert opened["story"]["size"] == 3
    await request(ann, stories=False)
    opened = (await ann.http.get(f"/api/v1/entries/{ids[0][0]}")).json()
    assert opened["story"] is None


async def test_pages_of_stories_fit_together(context: Context, ann: Person) -> None:
    await a_town(context, ann)
    first = (await ann.http.get(STORIES, params={"limit": 1})).json()
    second = (
        await ann.http.get(STORIES, params={"limit": 1, "cursor": first["next_cursor"]})
    ).json()
    both = [story["id"] for story in first["items"] + second["items"]]
    assert both == [story["id"] for story in await stories_of(ann)]
    assert len(set(both)) == 2
    wrong = await ann.http.get(STORIES, params={"cursor": "nonsense"})
    assert wrong.status_code == 422


async def test_a_reader_sees_only_what_they_may_see(
    context: Context, ann: Person, bob: Person
) -> None:
    ids = await a_town(context, ann)
    assert await stories_of(bob) == []
    story = (await stories_of(ann))[0]["id"]
    assert (await bob.http.get(f"{STORIES}/{story}")).status_code == 404
    assert await split(bob, story, ids[0][0]) == 404

    def follow(db: Connection) -> None:
        for (feed,) in db.rows(
            "select feed_id from entries where id in (:one, :other)",
            one=ids[0][0],
            other=ids[1][0],
        ):
            follow_feed(db, bob.id, feed, NOON)

    await context.database.write(follow)
    sizes = sorted(story["size"] for story in await stories_of(bob))
    assert sizes == [2, 2]  # not three: he does not follow the third feed


async def test_what_a_reader_splits_off_stays_alone_for_them_only(
    context: Context, ann: Person, bob: Person
) -> None:
    (fire, _), (fire_too, _), (fire_three, soup) = await a_town(context, ann)

    def follow(db: Connection) -> None:
        for (feed,) in db.rows("select feed_id from subscriptions"):
            follow_feed(db, bob.id, feed, NOON)

    await context.database.write(follow)
    story = next(each for each in await stories_of(ann) if each["size"] == 3)["id"]
    assert await split(ann, story, soup) == 404
    assert await split(ann, story, fire_too) == 204
    assert await split(ann, story, fire_too) == 404
    await cluster_stories(context)
    opened = (await ann.http.get(f"{STORIES}/{story}")).json()
    assert [each["entry"]["id"] for each in opened["items"]] == [fire, fire_three]
    alone = (await ann.http.get(f"/api/v1/entries/{fire_too}")).json()
    assert alone["story"] is None
    assert (await bob.http.get(f"{STORIES}/{story}")).json()["size"] == 3
    assert (await told(context, ann))[-1] == {"ids": [fire_too], "story": None}
    assert await split(ann, story, fire) == 204
    assert (await ann.http.get(f"{STORIES}/{story}")).status_code == 404


async def test_reading_one_reads_all_where_the_reader_wants_it(
    context: Context, ann: Person
) -> None:
    (fire, _), (fire_too, _), (fire_three, _) = await a_town(context, ann)
    mark = "/api/v1/entries/mark-read"
    one = (await ann.http.post(mark, json={"ids": [fire]})).json()
    assert one == {"changed": 1, "along": []}
    await request(ann, story_read_together=True)
    rest = (await ann.http.post(mark, json={"ids": [fire]})).json()
    assert rest == {"changed": 2, "along": sorted([fire_too, fire_three])}
    assert (await told(context, ann))[-1] == {
        "ids": sorted([fire_too, fire_three]),
        "read": True,
    }
    again = (await ann.http.post(mark, json={"ids": [fire], "read": False})).json()
    assert again == {"changed": 1, "along": []}  # unread is meant of this one


async def test_what_was_read_along_can_be_brought_back_exactly(
    context: Context, ann: Person
) -> None:
    (fire, vote), (fire_too, vote_too), (fire_three, _) = await a_town(context, ann)
    mark = "/api/v1/entries/mark-read"
    await ann.http.post(mark, json={"ids": [fire_too]})
    before = await ids_of(ann, unread=True)
    await request(ann, story_read_together=True)
    done = (await ann.http.post(mark, json={"ids": [fire, vote]})).json()
    assert done == {"changed": 4, "along": sorted([fire_three, vote_too])}
    back = {"ids": [fire, vote, *done["along"]], "read": False}
    assert (await ann.http.post(mark, json=back)).json() == {"changed": 4, "along": []}
    assert await ids_of(ann, unread=True) == before  # not what was read before


async def test_a_late_wish_reads_along_only_what_was_not_marked_since(
    context: Context, ann: Person
) -> None:
    (fire, _), (fire_too, _), (fire_three, _) = await a_town(context, ann)
    await request(ann, story_read_together=True)
    undone = {"ids": [fire_too], "read": False}
    await ann.http.post("/api/v1/entries/mark-read", json=undone)

    def late(at: int, *, read: bool, entry: int = fire) -> dict[str, Any]:
        intent = {"entry_id": entry, "field": "read", "value": read, "at": at}
        return {"sent_at": NOON, "intents": [intent]}

    sync = "/api/v1/entries/sync"
    await ann.http.post(sync, json=late(NOON - HOUR, read=True))
    unread = await ids_of(ann, unread=True)
    assert fire_too in unread
    assert {fire, fire_three}.isdisjoint(unread)
    # What was read along has its time: a wish from before it does not hold.
    older = late(NOON - 2 * HOUR, read=False, entry=fire_three)
    assert (await ann.http.post(sync, json=older)).json()["results"] == ["superseded"]
    body = {"ids": [fire, fire_too], "read": True, "at": NOON - HOUR}
    answer = (await ann.http.post("/api/v1/entries/mark-read", json=body)).json()
    assert answer == {"changed": 0, "along": []}


async def test_marking_a_feed_read_reads_its_stories_where_the_reader_wants_it(
    context: Context, ann: Person
) -> None:
    (fire, vote), (fire_too, vote_too), (fire_three, soup) = await a_town(context, ann)
    story = next(each for each in await stories_of(ann) if each["size"] == 3)["id"]
    assert await split(ann, story, fire_three) == 204
    feed = (await ann.http.get(f"/api/v1/entries/{fire}")).json()["feed_id"]
    mark_all = "/api/v1/entries/mark-all-read"
    body = {"feed_id": feed, "before": soup}
    await request(ann, story_read_together=True, stories=False)
    assert (await ann.http.post(mark_all, json=body)).json() == {"changed": 2}
    again = {"ids": [fire, vote], "read": False}
    await ann.http.post("/api/v1/entries/mark-read", json=again)
    await request(ann, stories=True)
    # Never past the point, and not what she has taken out of its story.
    to_fire_too = {**body, "before": fire_too}
    assert (await ann.http.post(mark_all, json=to_fire_too)).json() == {"changed": 3}
    assert (await told(context, ann))[-1] == {"ids": [fire_too], "read": True}
    assert await ids_of(ann, unread=True, order="oldest") == [
        vote_too,
        fire_three,
        soup,
    ]
    # Nothing is unread in the feed any more, so nothing is read by marking it.
    assert (await ann.http.post(mark_all, json=body)).json() == {"changed": 0}
    assert await ids_of(ann, unread=True, order="oldest") == [
        vote_too,
        fire_three,
        soup,
    ]
    # Unread again is meant of the one: the rest stays read.
    undone = {"ids": [fire], "read": False}
    await ann.http.post("/api/v1/entries/mark-read", json=undone)
    assert fire_too not in await ids_of(ann, unread=True)
    counts = (await ann.http.get("/api/v1/counts")).json()
    assert counts["unread"] == 4


@pytest.mark.both_engines
async def test_marking_a_folder_read_reads_its_stories_elsewhere(
    context: Context, ann: Person
) -> None:
    (fire, _), (fire_too, vote_too), (fire_three, soup) = await a_town(context, ann)
    await request(ann, story_read_together=True)
    subscriptions = (await ann.http.get("/api/v1/subscriptions")).json()["items"]
    folder = (await ann.http.post("/api/v1/folders", json={"name": "Local"})).json()
    feed = (await ann.http.get(f"/api/v1/entries/{fire_three}")).json()["feed_id"]
    (number,) = [each["id"] for each in subscriptions if each["feed_id"] == feed]
    moved = await ann.http.patch(
        f"/api/v1/subscriptions/{number}", json={"folder_id": folder["id"]}
    )
    assert moved.status_code == 200, moved.text
    body = {"folder_id": folder["id"], "before": soup}
    done = await ann.http.post("/api/v1/entries/mark-all-read", json=body)
    assert done.json() == {"changed": 4}
    unread = await ids_of(ann, unread=True)
    assert {fire, fire_too, fire_three, soup}.isdisjoint(unread)
    assert vote_too in unread


@pytest.mark.parametrize(
    ("survivor", "place"), [("first", 0), ("longest", 2), ("preferred", 1)]
)
async def test_lists_show_a_story_once_where_the_reader_wants_it(
    context: Context, ann: Person, survivor: str, place: int
) -> None:
    ids = await a_town(context, ann)
    entry = (await ann.http.get(f"/api/v1/entries/{ids[1][0]}")).json()
    await request(
        ann,
        story_hide_duplicates=True,
        story_survivor=survivor,
        story_preferred_feeds=[entry["feed_id"]],
    )
    shown = await ids_of(ann)
    assert len(shown) == 3
    assert {pair[0] for pair in ids} & set(shown) == {ids[place][0]}
    # One feed's own list leaves nothing out.
    assert len(await ids_of(ann, feed_id=entry["feed_id"])) == 2


async def test_nothing_unread_is_out_of_reach(context: Context, ann: Person) -> None:
    ids = await a_town(context, ann)
    await request(ann, story_hide_duplicates=True)
    seen: list[int] = []
    for order in ("newest", "score", "fair", "oldest"):
        unread = await ids_of(ann, unread=True, order=order)
        assert unread or len(seen) == 6
        seen += unread
        await ann.http.post(
            "/api/v1/entries/mark-read", json={"ids": unread or [ids[0][0]]}
        )
    assert sorted(seen) == sorted([*ids[0], *ids[1], *ids[2]])


@pytest.mark.both_engines
async def test_what_a_reader_split_off_can_be_put_back(
    context: Context, ann: Person, bob: Person
) -> None:
    (_, vote), (_, vote_too), (_, soup) = await a_town(context, ann)
    story = next(each for each in await stories_of(ann) if each["size"] == 2)["id"]
    before = (await ann.http.get(f"{STORIES}/{story}")).json()
    assert await split(ann, story, vote_too) == 204
    assert (await ann.http.get(f"{STORIES}/{story}")).status_code == 404
    assert await join(bob, story, vote_too) == 404
    assert await join(ann, story, soup) == 404
    assert await join(ann, story + 100, vote_too) == 404
    assert await join(ann, story, vote_too) == 204
    assert (await ann.http.get(f"{STORIES}/{story}")).json() == before
    events = await told(context, ann)
    assert events[-1] == {"ids": [vote_too], "story": story}
    # Again, and of one that was never split off: nothing to do, nothing to tell.
    assert await join(ann, story, vote_too) == await join(ann, story, vote) == 204
    assert await told(context, ann) == events
    wrong = await ann.http.delete(f"{STORIES}/{story}/split")
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    "body", [{}, {"entry_id": 0}, {"entry_id": "1"}, {"entry_id": 1, "more": 1}, []]
)
async def test_a_split_names_one_entry(ann: Person, body: object) -> None:
    answer = await ann.http.post(f"{STORIES}/1/split", json=body)
    assert answer.status_code == 422


async def test_private_feeds_are_in_no_story(context: Context, ann: Person) -> None:
    await a_feed_with(context, ann, FIRE[0])
    private = await a_feed_with(context, ann, FIRE[1])

    def own(db: Connection) -> None:
        db.run(
            "update feeds set owner_id = :user where id ="
            " (select feed_id from entries where id = :id)",
            user=ann.id,
            id=private[0],
        )

    await context.database.write(own)
    await cluster_stories(context)
    assert await stories_of(ann) == []
