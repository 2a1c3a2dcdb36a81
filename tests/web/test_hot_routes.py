"""Frequent routes take a short way; what is not as usual is answered as by any route."""

from collections.abc import AsyncIterator

import pytest

from tests.contexts import make_context
from tests.web.conftest import signed_in
from tests.web.v1.following import a_followed_feed
from tidings.store.engine.database import Database
from tidings.web import v1
from tidings.web.json_route import JsonRoute
from tidings.web.short_way import has_short_way

MARK = "/api/v1/entries/mark-read"


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b'{"ids": [1]}', 200),
        ("application/json; charset=utf-8", b'{"ids": [1]}', 200),
        ("text/plain", b'{"ids": [1]}', 422),
        ("application/json", b'{"ids": [0]}', 422),
        ("application/json", b'{"ids": [1]', 422),
        ("application/json", b"", 422),
    ],
)
async def test_a_body_is_read_once_whichever_way_it_goes(
    database: Database, kind: str, body: bytes, status: int
) -> None:
    context = make_context(database)
    async with signed_in(context, "ann") as person:
        await a_followed_feed(context, person, 1)
        answer = await person.http.post(
            MARK, content=body, headers={"content-type": kind}
        )
        assert answer.status_code == status, answer.text
        assert (status == 200) == (answer.json() == {"changed": 1, "along": []})
        counts = (await person.http.get("/api/v1/counts")).json()
        assert counts["unread"] == (0 if status == 200 else 1)


@pytest.mark.parametrize(
    ("number", "status"),
    [("1", 200), ("001", 200), ("2", 404), ("0", 422), ("9" * 40, 422), ("١", 422)],
)
async def test_a_number_in_a_path_is_what_it_is_anywhere(
    database: Database, number: str, status: int
) -> None:
    context = make_context(database)
    async with signed_in(context, "ann") as person:
        await a_followed_feed(context, person, 1)
        answer = await person.http.get(f"/api/v1/entries/{number}")
        assert answer.status_code == status, answer.text


async def test_a_token_that_may_only_read_marks_nothing(database: Database) -> None:
    context = make_context(database)
    async with signed_in(context, "ann") as person:
        await a_followed_feed(context, person, 1)
        made = await person.http.post(
            "/api/v1/users/me/tokens", json={"name": "Phone", "scope": "read"}
        )
        token = {"authorization": f"Bearer {made.json()['token']}"}
        assert (await person.http.get("/api/v1/counts", headers=token)).is_success
        answer = await person.http.post(MARK, json={"ids": [1]}, headers=token)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "READ_ONLY_TOKEN"


async def _two_megabytes() -> AsyncIterator[bytes]:
    for _ in range(32):
        yield b" " * 65536


async def test_a_body_without_a_length_is_refused_once_it_is_too_large(
    database: Database,
) -> None:
    async with signed_in(make_context(database), "ann") as person:
        headers = {"content-type": "application/json"}
        answer = await person.http.post(MARK, content=_two_megabytes(), headers=headers)
        assert answer.status_code == 413
        assert answer.json()["error"]["code"] == "TOO_LARGE"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 200),
        ("?limit=1", 200),
        ("?limit=1&also=what", 200),
        ("?limit=1&limit=2", 200),
        ("?limit=0", 422),
        ("?limit=many", 422),
        ("?limit=0&limit=1", 200),
        ("?cursor=%00", 422),
    ],
)
async def test_what_a_query_says_is_what_it_is_anywhere(
    database: Database, query: str, status: int
) -> None:
    async with signed_in(make_context(database), "ann") as person:
        answer = await person.http.get(f"/api/v1/tags{query}")
        assert answer.status_code == status, answer.text


async def test_what_only_people_and_administrators_may_is_kept_from_others(
    database: Database,
) -> None:
    context = make_context(database)
    async with signed_in(context, "ann") as ann, signed_in(context, "bob") as bob:
        tokens = "/api/v1/users/me/tokens"
        made = await ann.http.post(tokens, json={"name": "Script", "scope": "write"})
        token = {"authorization": f"Bearer {made.json()['token']}"}
        answer = await ann.http.get(tokens, headers=token)
        assert answer.json()["error"]["code"] == "SESSION_REQUIRED"
        for administered in ("/api/v1/users", "/api/v1/invites"):
            answer = await bob.http.get(administered)
            assert answer.json()["error"]["code"] == "ADMIN_ONLY"
            answer = await bob.http.get(administered, headers={"authorization": ""})
            assert answer.json()["error"]["code"] == "UNAUTHORIZED"


async def test_a_number_within_a_path_leads_to_the_same_route(
    database: Database,
) -> None:
    context = make_context(database)
    async with signed_in(context, "ann") as person:
        feed, (entry,) = await a_followed_feed(context, person, 1)
        star = f"/api/v1/entries/{entry}/star"
        assert (await person.http.put(star)).status_code == 204
        starred = await person.http.get("/api/v1/entries?starred=true")
        assert [each["id"] for each in starred.json()["items"]] == [entry]
        assert (await person.http.put(f"{star}?version=0")).status_code == 422
        assert (await person.http.get(f"/api/v1/feeds/{feed}")).status_code == 200
        assert (await person.http.get("/api/v1/feeds/0")).status_code == 422


def test_what_pages_ask_all_day_has_a_short_way() -> None:
    ways = {
        (method, route.path)
        for router in v1.ROUTERS
        for route in router.routes
        if isinstance(route, JsonRoute) and has_short_way(route)
        for method in route.methods or ()
    }
    assert ways >= {
        ("GET", "/counts"),
        ("GET", "/entries"),
        ("GET", "/entries/search"),
        ("GET", "/entries/{id}"),
        ("POST", "/entries/mark-read"),
        ("PUT", "/entries/{id}/star"),
        ("GET", "/folders"),
        ("GET", "/status"),
        ("GET", "/stories"),
        ("GET", "/subscriptions"),
        ("GET", "/tags"),
        ("GET", "/users/me"),
    }
    # What is not as usual in itself: nobody signed in, files, a choice of bodies.
    assert not ways & {
        ("POST", "/auth/login"),
        ("POST", "/subscriptions/import"),
        ("POST", "/entries/mark-all-read"),
    }
