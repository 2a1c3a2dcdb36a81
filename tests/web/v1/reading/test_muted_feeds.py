"""Muted feeds and folders: out of Unread and its count, read where they are."""

import pytest

from tests.web.conftest import Person
from tests.web.v1.following import a_folder, a_followed_feed, ids_of
from tidings.context import Context

MARK_ALL = "/api/v1/entries/mark-all-read"


async def mute(person: Person, feed: int, muted: bool = True) -> None:
    counts = (await person.http.get("/api/v1/counts")).json()["feeds"]
    (number,) = [one["subscription_id"] for one in counts if one["feed_id"] == feed]
    address = f"/api/v1/subscriptions/{number}"
    answer = await person.http.patch(address, json={"muted": muted})
    assert (answer.status_code, answer.json()["muted"]) == (200, muted)


async def counts_of(person: Person) -> tuple[int, dict[int, int], dict[int, int]]:
    counts = (await person.http.get("/api/v1/counts")).json()
    feeds = {each["feed_id"]: each["unread"] for each in counts["feeds"]}
    folders = {each["folder_id"]: each["unread"] for each in counts["folders"]}
    return counts["unread"], feeds, folders


@pytest.mark.both_engines
async def test_a_muted_feed_is_read_only_where_it_is(
    context: Context, ann: Person
) -> None:
    loud, shouts = await a_followed_feed(context, ann, 3)
    calm, words = await a_followed_feed(context, ann, 2)
    await mute(ann, loud)
    assert await ids_of(ann, unread=True) == words[::-1]
    assert await ids_of(ann, order="fair") == words[::-1]
    assert await ids_of(ann, unread=True, feed_id=loud) == shouts[::-1]
    assert set(await ids_of(ann)) == {*words, *shouts}
    assert await counts_of(ann) == (2, {loud: 3, calm: 2}, {})
    await mute(ann, loud, False)
    assert set(await ids_of(ann, unread=True)) == {*words, *shouts}
    assert (await counts_of(ann))[0] == 5


@pytest.mark.both_engines
async def test_a_muted_folder_mutes_all_that_is_in_it(
    context: Context, ann: Person
) -> None:
    outer = await a_folder(context, ann)
    inner = await a_folder(context, ann, parent=outer)
    deep, loud = await a_followed_feed(context, ann, 2, folder=inner)
    address = f"/api/v1/folders/{outer}"
    answer = await ann.http.patch(address, json={"muted": True})
    assert (answer.status_code, answer.json()["muted"]) == (200, True)
    # Nothing else is followed: no list of feeds is not the list of all.
    assert await ids_of(ann, unread=True) == []
    assert await ids_of(ann, order="fair") == []
    assert await ids_of(ann, unread=True, folder_id=inner) == loud[::-1]
    assert await counts_of(ann) == (0, {deep: 2}, {outer: 2, inner: 2})
    listed = (await ann.http.get("/api/v1/folders")).json()["items"]
    assert {each["id"]: each["muted"] for each in listed} == {outer: True, inner: False}


@pytest.mark.both_engines
async def test_marking_the_unread_list_leaves_alone_what_it_does_not_show(
    context: Context, ann: Person
) -> None:
    loud, shouts = await a_followed_feed(context, ann, 3)
    _, words = await a_followed_feed(context, ann, 2)
    await mute(ann, loud)
    newest = max(*shouts, *words)
    body = {"all": True, "before": newest, "muted": False}
    answer = await ann.http.post(MARK_ALL, json=body)
    assert answer.json() == {"changed": 2}
    assert await counts_of(ann) == (0, {loud: 3}, {})
    answer = await ann.http.post(MARK_ALL, json={"all": True, "before": newest})
    assert answer.json() == {"changed": 3}
