"""Push subscriptions over HTTP: a browser's own, tied to its session, outward only."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.push_device import PushDevice, decoded
from tests.services.site import Answer, Services, open_services
from tests.web.conftest import Person, client_for, signed_in
from tidings.services.accounts.sessions import open_session
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import PUSHES

PATH = "/api/v1/push/subscriptions"
DEVICE = PushDevice()


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        opened.site.pages["/push"] = Answer(status=201)
        yield opened


@pytest.fixture
async def ann(services: Services) -> AsyncIterator[Person]:
    async with signed_in(services.context, "anna", services.fetching) as person:
        person.http.headers["user-agent"] = "Ann's phone"
        yield person


@pytest.fixture
async def bob(services: Services) -> AsyncIterator[Person]:
    async with signed_in(services.context, "bob", services.fetching) as person:
        yield person


async def made(person: Person, endpoint: str) -> dict[str, Any]:
    body = DEVICE.subscription(endpoint)
    answer = await person.http.post(PATH, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def listed(person: Person) -> list[dict[str, Any]]:
    return (await person.http.get(PATH)).json()["items"]


async def test_key_is_a_point_and_the_same_for_everybody(ann, bob):
    key = (await ann.http.get("/api/v1/push/key")).json()["public_key"]
    assert len(decoded(key)) == 65
    assert (await bob.http.get("/api/v1/push/key")).json() == {"public_key": key}


async def test_browser_subscribes_and_is_listed_without_its_secrets(services, ann):
    first = await made(ann, services.url("/push"))
    assert first == {
        "id": first["id"],
        "service": "127.0.0.1",
        "user_agent": "Ann's phone",
        "is_this_session": True,
        "created_at": services.clock.now,
        "last_ok_at": None,
        "failures": 0,
        "last_error": None,
    }
    assert await made(ann, services.url("/push")) == first
    assert await listed(ann) == [first]


async def test_another_session_sees_that_it_is_another_browser(services, ann):
    await made(ann, services.url("/push"))
    token, session = await open_session(services.context, ann.id)
    async with client_for(services.context, fetching=services.fetching) as laptop:
        laptop.headers["authorization"] = f"Bearer {token}"
        (seen,) = (await laptop.get(PATH)).json()["items"]
        assert seen["is_this_session"] is False
        await laptop.post(PATH, json=DEVICE.subscription(services.url("/other")))
        assert len(await listed(ann)) == 2
        ended = await ann.http.delete(f"/api/v1/users/me/sessions/{session.id}")
        assert ended.status_code == 204
    assert len(await listed(ann)) == 1


async def test_test_is_sent_by_a_worker_never_inside_a_request(services, ann):
    device = await made(ann, services.url("/push"))
    await ann.http.get("/api/v1/push/key")
    answer = await ann.http.post(f"{PATH}/{device['id']}/test")
    assert (answer.status_code, answer.json()) == (202, device)
    assert services.site.received == []
    await work_off_queue(services.context, services.fetching, PUSHES)
    (request,) = services.site.received
    assert DEVICE.read(request)["tag"] == "test"
    (after,) = await listed(ann)
    assert after["last_ok_at"] == services.clock.now


async def test_subscription_is_deleted(services, ann):
    path = f"{PATH}/{(await made(ann, services.url('/push')))['id']}"
    assert (await ann.http.delete(path)).status_code == 204
    assert (await ann.http.delete(path)).status_code == 404
    assert await listed(ann) == []


async def test_subscription_of_somebody_else_is_not_there(services, ann, bob):
    path = f"{PATH}/{(await made(ann, services.url('/push')))['id']}"
    assert (await bob.http.delete(path)).status_code == 404
    assert (await bob.http.post(f"{path}/test")).status_code == 404
    assert await listed(bob) == []
    assert len(await listed(ann)) == 1


REFUSED = (
    "http://push.example/send/1",  # not encrypted on its way
    "http://127.0.0.1:1/",
    "https://127.0.0.1:1/",
    "https://localhost/",
    "https://[::1]/",
    "https://169.254.169.254/latest",
    "https://10.0.0.1/",
    "https://user:secret@push.example/",
    "ftp://push.example/",
    "push.example",
)


async def test_address_that_is_not_public_and_secure_is_refused(ann):
    for endpoint in REFUSED:
        answer = await ann.http.post(PATH, json=DEVICE.subscription(endpoint))
        assert answer.status_code == 422, endpoint
        assert answer.json()["error"]["details"]["field"] == "endpoint"


KEYS = DEVICE.subscription("")["keys"]
BROKEN: tuple[dict[str, Any], ...] = (
    {},
    {"endpoint": "https://push.example/1"},
    {"endpoint": "", "keys": KEYS},
    {"endpoint": "https://push.example/\0", "keys": KEYS},
    {"endpoint": "https://push.example/" + "a" * 2000, "keys": KEYS},
    {"endpoint": "https://push.example/1", "keys": {}},
    {"endpoint": "https://push.example/1", "keys": KEYS | {"auth": "abc"}},
    {"endpoint": "https://push.example/1", "keys": KEYS | {"auth": "é" * 22}},
    {"endpoint": "https://push.example/1", "keys": KEYS | {"p256dh": "A" * 87}},
    {"endpoint": "https://push.example/1", "keys": KEYS | {"more": "x"}},
    {"endpoint": "https://push.example/1", "keys": KEYS, "expirationTime": "soon"},
    {"endpoint": "https://push.example/1", "keys": KEYS, "more": 1},
)


async def test_what_no_browser_says_is_refused(ann):
    for body in BROKEN:
        answer = await ann.http.post(PATH, json=body)
        assert answer.status_code == 422, body
    lone = b'{"endpoint": "https://push.example/\\ud800", "keys": {}}'
    answer = await ann.http.post(
        PATH, content=lone, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422


async def test_program_with_a_token_is_no_browser(services, ann):
    for scope in ("read", "write"):
        body = {"name": scope, "scope": scope}
        token = (await ann.http.post("/api/v1/users/me/tokens", json=body)).json()
        async with client_for(services.context, fetching=services.fetching) as http:
            http.headers["authorization"] = f"Bearer {token['token']}"
            body = DEVICE.subscription(services.url("/push"))
            assert (await http.post(PATH, json=body)).status_code == 403
            assert (await http.get(PATH)).status_code == 200
