"""Webhooks over HTTP: the secret is shown once, and nothing inward can be reached."""

from collections.abc import AsyncIterator

import pytest

from tests.services.site import Services, open_services
from tests.web.conftest import Person, signed_in


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        yield opened


@pytest.fixture
async def ann(services: Services) -> AsyncIterator[Person]:
    async with signed_in(services.context, "anna", services.fetching) as person:
        yield person


@pytest.fixture
async def bob(services: Services) -> AsyncIterator[Person]:
    async with signed_in(services.context, "bob", services.fetching) as person:
        yield person


async def made(person: Person, url: str) -> dict[str, object]:
    answer = await person.http.post("/api/v1/webhooks", json={"url": url, "name": "x"})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_secret_is_shown_once_and_kept_sealed(services, ann):
    hook = await made(ann, services.url("/hook"))
    secret = str(hook.pop("secret"))
    assert secret.startswith("whsec_")
    assert (await ann.http.get(f"/api/v1/webhooks/{hook['id']}")).json() == hook
    listed = (await ann.http.get("/api/v1/webhooks")).json()
    assert listed == {"items": [hook], "next_cursor": None}
    ((stored,),) = services.rows("select secret from webhooks")
    assert secret.encode() not in bytes(stored)


async def test_every_change_is_told_to_the_readers_other_devices(services, ann):
    hook = await made(ann, services.url("/hook"))
    path = f"/api/v1/webhooks/{hook['id']}"
    await ann.http.patch(path, json={"name": "y"})
    await ann.http.post(f"{path}/secret")
    await ann.http.delete(path)
    told = "select payload from events where kind = 'settings_changed'"
    assert services.rows(told) == [('{"what": "webhooks"}',)] * 4


async def test_another_secret_can_be_made(services, ann, bob):
    hook = await made(ann, services.url("/hook"))
    path = f"/api/v1/webhooks/{hook['id']}/secret"
    renewed = await ann.http.post(path)
    assert renewed.status_code == 200
    assert renewed.json()["secret"] != hook["secret"]
    assert (await bob.http.post(path)).status_code == 404


async def test_webhook_is_changed_and_deleted(services, ann):
    path = f"/api/v1/webhooks/{(await made(ann, services.url('/hook')))['id']}"
    changed = await ann.http.patch(path, json={"name": "y", "enabled": False})
    assert (changed.json()["name"], changed.json()["enabled"]) == ("y", False)
    test = await ann.http.post(f"{path}/test")
    assert test.status_code == 409
    assert (await ann.http.delete(path)).status_code == 204
    assert (await ann.http.get(path)).status_code == 404


async def test_tests_are_listed_page_by_page(services, ann):
    path = f"/api/v1/webhooks/{(await made(ann, services.url('/hook')))['id']}"
    sent = []
    for _ in range(3):
        services.clock.now += 1_000_000
        answer = await ann.http.post(f"{path}/test")
        assert answer.status_code == 202
        sent.append(answer.json()["id"])
    assert services.site.received == []  # never inside a request
    first = (await ann.http.get(f"{path}/deliveries?limit=2")).json()
    second = await ann.http.get(
        f"{path}/deliveries", params={"limit": 2, "cursor": first["next_cursor"]}
    )
    found = [each["id"] for each in first["items"] + second.json()["items"]]
    assert found == sent[::-1]
    assert second.json()["next_cursor"] is None
    wrong = await ann.http.get(f"{path}/deliveries", params={"cursor": "nonsense"})
    assert wrong.status_code == 422


REFUSED = (
    "http://127.0.0.1:1/",
    "http://localhost/",
    "http://[::1]/",
    "http://169.254.169.254/latest",
    "http://user:secret@news.example/",
    "ftp://news.example/",
    "not a url",
    "http://10.0.0.1/",
)


async def test_address_that_is_not_public_is_refused(ann):
    for url in REFUSED:
        answer = await ann.http.post("/api/v1/webhooks", json={"url": url})
        assert answer.status_code == 422, url
        assert answer.json()["error"]["details"]["field"] == "url"


async def test_address_is_judged_again_when_it_changes(services, ann):
    path = f"/api/v1/webhooks/{(await made(ann, services.url('/hook')))['id']}"
    answer = await ann.http.patch(path, json={"url": "http://127.0.0.1:1/"})
    assert answer.status_code == 422


async def test_webhook_of_somebody_else_is_not_there(services, ann, bob):
    path = f"/api/v1/webhooks/{(await made(ann, services.url('/hook')))['id']}"
    for method, where, body in (
        ("GET", path, None),
        ("PATCH", path, {"name": "z"}),
        ("DELETE", path, None),
        ("POST", f"{path}/test", None),
        ("GET", f"{path}/deliveries", None),
    ):
        answer = await bob.http.request(method, where, json=body)
        assert answer.status_code == 404, where
    assert (await bob.http.get("/api/v1/webhooks")).json()["items"] == []
