"""Sample feeds: a reader's own, given once, and ordinary ever after."""

from typing import Any

import pytest

from tests.make import stars
from tests.web.conftest import Person
from tests.web.v1.reading_site import open_reading_site
from tidings.context import Context
from tidings.store.moving.user_data import kept_entries
from tidings.store.reading.marking import star_entries

API = "/api/v1/samples"


async def get(person: Person, path: str, **query: Any) -> Any:
    answer = await person.http.get(f"/api/v1/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def give(person: Person, status: int = 201, **body: str) -> list[int]:
    answer = await person.http.post(API, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()["subscription_ids"]


async def test_samples_are_feeds_to_read_search_and_compare(
    ann: Person, bob: Person
) -> None:
    numbers = await give(ann)
    followed = (await get(ann, "subscriptions"))["items"]
    assert [one["id"] for one in followed] == numbers
    assert "The Halmere Courier" in {one["title"] for one in followed}
    assert all(5 <= one["unread"] <= 7 for one in followed)
    (folder,) = (await get(ann, "folders"))["items"]
    assert {one["folder_id"] for one in followed} == {folder["id"]}
    total = sum(one["unread"] for one in followed)
    assert (folder["name"], folder["unread"]) == ("Samples", total)
    entries = (await get(ann, "entries", limit=100))["items"]
    assert len({entry["published_at"] for entry in entries}) == len(entries) == total
    assert {entry["url"] for entry in entries} == {None}
    found = (await get(ann, "entries/search", q="aground"))["items"]
    versions = (await get(ann, f"entries/{found[0]['id']}/versions"))["items"]
    assert len(versions) == 2
    assert versions[1]["title"].startswith("FERRY TERROR")
    opened = [await get(ann, f"entries/{entry['id']}") for entry in entries]
    assert all("<p>" in one["html"] and "<img" not in one["html"] for one in opened)
    assert (await get(bob, "subscriptions"))["items"] == []
    hidden = await bob.http.get(f"/api/v1/entries/{entries[0]['id']}")
    assert hidden.status_code == 404


async def test_asking_twice_gives_nothing_twice_and_moves_nothing(
    ann: Person, bob: Person
) -> None:
    numbers = await give(ann)
    moved = await ann.http.patch(
        f"/api/v1/subscriptions/{numbers[0]}", json={"folder_id": None}
    )
    assert moved.status_code == 200
    before = (await get(ann, "subscriptions"))["items"]
    assert await give(ann, 200) == numbers
    assert (await get(ann, "subscriptions"))["items"] == before
    assert not set(numbers) & set(await give(bob))


async def test_who_left_the_samples_can_have_them_again(ann: Person) -> None:
    numbers = await give(ann)
    left = await ann.http.delete(f"/api/v1/subscriptions/{numbers[0]}")
    assert left.status_code == 204
    assert len((await get(ann, "subscriptions"))["items"]) == len(numbers) - 1
    assert await give(ann) == numbers
    for number in numbers:
        await ann.http.delete(f"/api/v1/subscriptions/{number}")
    assert (await get(ann, "entries"))["items"] == []
    assert (await get(ann, "counts"))["unread"] == 0


async def test_rules_look_at_what_samples_say_now(ann: Person) -> None:
    rule = {
        "name": "Ferries",
        "conditions": [{"field": "title", "operator": "contains", "value": "aground"}],
        "actions": [{"do": "star"}],
    }
    made = await ann.http.post("/api/v1/rules", json=rule)
    assert made.status_code == 201, made.text
    await give(ann)
    (starred,) = (await get(ann, "entries", starred=True))["items"]
    assert starred["title"].startswith("Ferry runs aground in fog")


async def test_an_export_has_only_samples_that_are_kept(
    ann: Person, context: Context
) -> None:
    await give(ann)
    entries = (await get(ann, "entries"))["items"]
    await context.database.write(
        lambda db: star_entries(db, ann.id, stars([entries[0]["id"]]))
    )
    kept, _ = await context.database.read(kept_entries, ann.id, 0, 100)
    assert [entry.said["title"] for entry in kept] == [entries[0]["title"]]


@pytest.mark.both_engines
async def test_nothing_is_ever_fetched_for_samples(database_url: str) -> None:
    async with open_reading_site(database_url) as site:
        await give(site.ann)
        lines = (await get(site.ann, "health/feeds"))["items"]
        assert {line["feed"]["state"] for line in lines} == {"ok"}
        assert {line["feed"]["error"] for line in lines} == {None}
        for which in ("refresh", f"{lines[0]['feed']['id']}/refresh"):
            asked = await site.ann.http.post(f"/api/v1/feeds/{which}")
            assert asked.status_code == 202, asked.text
        due = "select 1 from feed_fetch_state where next_check_at is not null"
        assert site.services.rows(due) == []


@pytest.mark.parametrize(
    ("language", "folder", "title"),
    [
        ("pt-BR", "Exemplos", "Caderno do Cais"),
        ("pl", "Przykłady", "Zapiski z przystani"),
    ],
)
async def test_samples_speak_the_reader_s_language(
    ann: Person, language: str, folder: str, title: str
) -> None:
    await give(ann, language=language)
    assert [one["name"] for one in (await get(ann, "folders"))["items"]] == [folder]
    assert title in {one["title"] for one in (await get(ann, "subscriptions"))["items"]}


async def test_a_language_that_nobody_wrote_in_is_refused(ann: Person) -> None:
    await give_refused(ann, {"language": "de"})
    await give_refused(ann, {"language": 1})
    await give_refused(ann, {"folder": "Mine"})


async def give_refused(person: Person, body: dict[str, Any]) -> None:
    answer = await person.http.post(API, json=body)
    assert answer.status_code == 422
