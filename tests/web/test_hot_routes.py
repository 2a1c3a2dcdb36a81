"""Frequent routes take a short way; what is not as usual is answered as by any route."""

import pytest

from tests.contexts import make_context
from tests.web.conftest import signed_in
from tests.web.v1.following import a_followed_feed
from tidings.store.engine.database import Database

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
