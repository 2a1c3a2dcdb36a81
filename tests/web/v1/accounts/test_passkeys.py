"""Passkeys: made by an owner, used to sign in, refused when anything is off."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from tests.contexts import Clock, make_context
from tests.web.conftest import Person, client_for, signed_in
from tests.web.v1.authenticator import ORIGIN, Authenticator, decoded, encoded
from tests.web.v1.sign_in import code_of
from tidings.context import Context
from tidings.store.engine.database import Database, open_database

MINE = "/api/v1/users/me/passkeys"
SIGN_IN = "/api/v1/auth/passkey"
LATER = timedelta(minutes=5)


@pytest.fixture
def context(database: Database) -> Context:
    return make_context(database, settings={"TIDINGS_BASE_URL": ORIGIN})


@pytest.fixture
async def ann(context: Context) -> AsyncIterator[Person]:
    async with _somebody(context, "ann") as person:
        yield person


@pytest.fixture
def small_context(new_url: Callable[..., str]) -> Iterator[Context]:
    """On one engine, for what never gets as far as the database."""
    opened = open_database(new_url("sqlite", migrated=True))
    yield make_context(opened, settings={"TIDINGS_BASE_URL": ORIGIN})
    opened.close_now()


@pytest.fixture
async def guest(context: Context) -> AsyncIterator[httpx.AsyncClient]:
    async with client_for(context) as opened:
        yield opened


@asynccontextmanager
async def _somebody(context: Context, name: str) -> AsyncIterator[Person]:
    async with signed_in(context, name) as person:
        yield person


async def add(person: Person, key: Authenticator, name: str = "phone") -> Any:
    options = (await person.http.post(f"{MINE}/options")).json()
    body = {"name": name, "credential": key.make(options)}
    answer = await person.http.post(MINE, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def challenge(guest: httpx.AsyncClient) -> dict[str, Any]:
    answer = await guest.post(f"{SIGN_IN}/options")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def enter(guest: httpx.AsyncClient, credential: object) -> httpx.Response:
    return await guest.post(SIGN_IN, json={"credential": credential})


async def test_a_passkey_signs_its_owner_in(
    ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    answer = await enter(guest, key.sign(await challenge(guest)))
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert (said["user"]["id"], said["user"]["name"]) == (ann.id, "ann")
    assert said["token"] in answer.headers["set-cookie"]
    listed = (await guest.get(MINE)).json()["items"]
    assert [one["name"] for one in listed] == ["phone"]
    assert listed[0]["last_used_at"] is not None


async def test_an_owner_lists_and_removes_passkeys(ann: Person) -> None:
    first = await add(ann, Authenticator(), "phone")
    second = await add(ann, Authenticator(), "key ring")
    listed = (await ann.http.get(MINE)).json()["items"]
    assert listed == [first, second]
    assert (await ann.http.delete(f"{MINE}/{first['id']}")).status_code == 204
    assert (await ann.http.delete(f"{MINE}/{first['id']}")).status_code == 404
    last = await ann.http.delete(f"{MINE}/{second['id']}")
    assert (last.status_code, code_of(last)) == (409, "LAST_WAY_IN")


async def test_nobody_sees_or_removes_the_passkeys_of_another(
    context: Context, ann: Person
) -> None:
    hers = await add(ann, Authenticator())
    async with _somebody(context, "bob") as bob:
        assert (await bob.http.get(MINE)).json() == {"items": []}
        assert (await bob.http.delete(f"{MINE}/{hers['id']}")).status_code == 404


async def test_a_browser_is_asked_not_to_make_a_second_one(ann: Person) -> None:
    key = Authenticator()
    await add(ann, key)
    options = (await ann.http.post(f"{MINE}/options")).json()
    known = [one["id"] for one in options["excludeCredentials"]]
    assert known == [encoded(key.credential_id)]
    selection = options["authenticatorSelection"]
    assert selection["residentKey"] == "required"
    assert selection["userVerification"] == "preferred"
    assert options["rp"]["id"] == "localhost"


async def test_a_passkey_that_is_known_cannot_be_added_again(
    context: Context, ann: Person
) -> None:
    key = Authenticator()
    await add(ann, key)
    async with _somebody(context, "bob") as bob:
        options = (await bob.http.post(f"{MINE}/options")).json()
        twin = Authenticator()
        twin.cred_init = lambda rp_id, handle: vars(twin).update(vars(key))
        body = {"name": "copy", "credential": twin.make(options)}
        answer = await bob.http.post(MINE, json=body)
        assert (answer.status_code, code_of(answer)) == (409, "PASSKEY_EXISTS")


async def test_a_challenge_is_good_once(ann: Person, guest: httpx.AsyncClient) -> None:
    key = Authenticator()
    await add(ann, key)
    options = await challenge(guest)
    assert (await enter(guest, key.sign(options))).status_code == 200
    again = await enter(guest, key.sign(options))
    assert (again.status_code, code_of(again)) == (403, "PASSKEY_REFUSED")


async def test_the_same_answer_twice_gets_in_once(
    ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    credential = key.sign(await challenge(guest))
    assert (await enter(guest, credential)).status_code == 200
    assert (await enter(guest, credential)).status_code == 403


async def test_a_challenge_is_good_for_five_minutes(
    small_context: Context,
) -> None:
    clock = Clock()
    context = replace(small_context, clock=clock)
    key = Authenticator()
    async with signed_in(context, "ann") as ann, client_for(context) as browser:
        await add(ann, key)
        options = await challenge(browser)
        clock.move(LATER)
        assert code_of(await enter(browser, key.sign(options))) == "PASSKEY_REFUSED"
        options = await challenge(browser)
        clock.move(LATER - timedelta(seconds=1))
        assert (await enter(browser, key.sign(options))).status_code == 200


async def test_a_browser_that_was_left_open_adds_none(small_context: Context) -> None:
    clock = Clock()
    async with signed_in(replace(small_context, clock=clock), "ann") as ann:
        clock.move(timedelta(hours=1))
        answer = await ann.http.post(f"{MINE}/options")
    assert (answer.status_code, code_of(answer)) == (403, "SIGN_IN_AGAIN")


async def test_a_counter_that_goes_back_is_a_copy(
    ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    for count, status in ((5, 200), (5, 403), (3, 403), (6, 200)):
        key.sign_count = count - 1
        answer = await enter(guest, key.sign(await challenge(guest)))
        assert answer.status_code == status, count


async def test_a_key_that_does_not_count_is_welcome(
    ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    for _ in range(2):
        key.sign_count = -1
        assert (await enter(guest, key.sign(await challenge(guest)))).status_code == 200


async def test_a_locked_owner_stays_out(
    context: Context, ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    await context.database.write(lambda db: db.run("update users set disabled_at = 1"))
    answer = await enter(guest, key.sign(await challenge(guest)))
    assert (answer.status_code, code_of(answer)) == (403, "ACCOUNT_DISABLED")


Spoil = Callable[[dict[str, Any]], None]


def _set(name: str, value: bytes | str) -> Spoil:
    text = value if isinstance(value, str) else encoded(value)

    def spoil(credential: dict[str, Any]) -> None:
        credential["response"][name] = text

    return spoil


def _flip(name: str) -> Spoil:
    def spoil(credential: dict[str, Any]) -> None:
        value = bytearray(decoded(credential["response"][name]))
        value[-1] ^= 1
        credential["response"][name] = encoded(bytes(value))

    return spoil


def _name_another(credential: dict[str, Any]) -> None:
    credential["id"] = credential["rawId"] = encoded(b"unknown")


SPOILT: dict[str, Spoil] = {
    "the signature": _flip("signature"),
    "what was signed": _flip("authenticatorData"),
    "an empty signature": _set("signature", b"\0"),
    "whose it is": _set("userHandle", (99).to_bytes(8, "big")),
    "which key it is": _name_another,
    "no device": _set("authenticatorData", b"short"),
    "no words": _set("clientDataJSON", b"[]"),
    "no JSON": _set("clientDataJSON", b"\xff\xfe{"),
    "no challenge": _set("clientDataJSON", b'{"type": "webauthn.get"}'),
    "an odd challenge": _set(
        "clientDataJSON",
        b'{"type": "webauthn.get", "challenge": 7, "origin": "http://localhost:8000"}',
    ),
    "deep nonsense": _set("clientDataJSON", b"[" * 5000),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
async def test_an_answer_that_was_spoilt_lets_nobody_in(
    small_context: Context, spoil: Spoil
) -> None:
    key = Authenticator()
    async with _somebody(small_context, "ann") as ann:
        await add(ann, key)
    async with client_for(small_context) as guest:
        credential = key.sign(await challenge(guest))
        spoil(credential)
        answer = await enter(guest, credential)
    assert (answer.status_code, code_of(answer)) == (403, "PASSKEY_REFUSED")
    assert "set-cookie" not in answer.headers


async def test_an_answer_given_to_another_site_lets_nobody_in(
    ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    for origin in ("https://evil.example", "http://localhost:8001", "null"):
        answer = await enter(guest, key.sign(await challenge(guest), origin))
        assert code_of(answer) == "PASSKEY_REFUSED", origin
    key.rp_id = "evil.example"
    options = {**await challenge(guest), "rpId": "evil.example"}
    assert code_of(await enter(guest, key.sign(options))) == "PASSKEY_REFUSED"


async def test_a_challenge_serves_only_what_it_was_made_for(
    context: Context, ann: Person, guest: httpx.AsyncClient
) -> None:
    key = Authenticator()
    await add(ann, key)
    to_add = (await ann.http.post(f"{MINE}/options")).json()
    mixed = {**to_add, "rpId": "localhost"}
    assert code_of(await enter(guest, key.sign(mixed))) == "PASSKEY_REFUSED"
    async with _somebody(context, "bob") as bob:
        hers = (await ann.http.post(f"{MINE}/options")).json()
        body = {"name": "x", "credential": Authenticator().make(hers)}
        answer = await bob.http.post(MINE, json=body)
        assert code_of(answer) == "PASSKEY_REFUSED"


@pytest.mark.parametrize(
    "spoil",
    [
        _set("attestationObject", b"\xa0"),
        _set("attestationObject", b"nonsense"),
        _set("attestationObject", b"\xa3cfmtctpmgattStmt\xa0hauthDataX\x01\x00"),
        _flip("attestationObject"),
        _name_another,
    ],
)
async def test_a_new_passkey_that_was_spoilt_is_not_kept(
    small_context: Context, spoil: Spoil
) -> None:
    async with _somebody(small_context, "ann") as ann:
        options = (await ann.http.post(f"{MINE}/options")).json()
        credential = Authenticator().make(options)
        spoil(credential)
        answer = await ann.http.post(MINE, json={"name": "x", "credential": credential})
        assert (answer.status_code, code_of(answer)) == (403, "PASSKEY_REFUSED")
        assert (await ann.http.get(MINE)).json() == {"items": []}


@pytest.mark.both_engines
async def test_a_program_cannot_add_a_passkey(
    context: Context, ann: Person, guest: httpx.AsyncClient
) -> None:
    assert (await guest.post(f"{MINE}/options")).status_code == 401
    made = await ann.http.post(
        "/api/v1/users/me/tokens", json={"name": "app", "scope": "write"}
    )
    token = made.json()["token"]
    program = {"authorization": f"Bearer {token}"}
    answer = await guest.post(f"{MINE}/options", headers=program)
    assert answer.status_code == 403


@pytest.mark.parametrize("number", ["127.0.0.1", "[::1]", "127.1.2.3"])
async def test_on_this_machine_passkeys_are_those_of_localhost(
    small_context: Context, number: str
) -> None:
    settings = {"TIDINGS_BASE_URL": f"http://{number}:8000"}
    context = make_context(small_context.database, settings=settings)
    key = Authenticator()
    async with _somebody(context, "ann") as ann, client_for(context) as guest:
        await add(ann, key)
        said = (await guest.get("/api/v1/auth/options")).json()
        assert said["passkey_origin"] == ORIGIN
        answer = await enter(guest, key.sign(await challenge(guest)))
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "base",
    ["http://127.0.0.1:8000", ORIGIN, "https://news.example.org"],
)
async def test_no_host_of_a_request_chooses_whose_passkeys_are_taken(
    small_context: Context, base: str
) -> None:
    settings = {"TIDINGS_BASE_URL": base}
    context = make_context(small_context.database, settings=settings)
    async with client_for(context) as guest:
        ours = (await challenge(guest))["rpId"]
        for host in ("evil.localhost:8000", "evil.lan", "localhost:9", "192.0.2.1"):
            for name in ("host", "x-forwarded-host", "forwarded"):
                value = f"host={host}" if name == "forwarded" else host
                answer = await guest.post(f"{SIGN_IN}/options", headers={name: value})
                assert answer.json()["rpId"] == ours, (name, host)
    assert ours in ("localhost", "news.example.org")


@pytest.mark.parametrize(
    "origin",
    [
        *("http://127.0.0.1:8000", "http://localhost:8001", "https://localhost:8000"),
        *("http://evil.localhost:8000", "http://localhost", "https://evil.example"),
    ],
)
async def test_on_this_machine_only_the_origin_of_localhost_is_taken(
    small_context: Context, origin: str
) -> None:
    settings = {"TIDINGS_BASE_URL": "http://127.0.0.1:8000"}
    context = make_context(small_context.database, settings=settings)
    key = Authenticator()
    async with _somebody(context, "ann") as ann, client_for(context) as guest:
        await add(ann, key)
        answer = await enter(guest, key.sign(await challenge(guest), origin))
        assert (answer.status_code, code_of(answer)) == (403, "PASSKEY_REFUSED")


@pytest.mark.parametrize(
    "base", ["http://192.0.2.1:8000", "http://[2001:db8::1]", "https://127.0.0.1:8000"]
)
async def test_passkeys_need_a_name(small_context: Context, base: str) -> None:
    settings = {"TIDINGS_BASE_URL": base}
    context = make_context(small_context.database, settings=settings)
    async with client_for(context) as browser:
        answer = await browser.post(f"{SIGN_IN}/options")
    assert (answer.status_code, code_of(answer)) == (409, "PASSKEYS_UNAVAILABLE")
