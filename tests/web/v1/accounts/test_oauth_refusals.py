"""Whatever is wrong with a sign-in elsewhere, nobody gets in by it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.web.v1.provider import (
    CLIENT_ID,
    OTHER_KEY,
    SECONDS,
    LyingProvider,
    signed,
    signed_by_nobody,
    signed_with_the_public_key,
    tampered,
)
from tests.web.v1.sign_in import (
    PAGE,
    House,
    code_of,
    come_back,
    leave,
    open_house,
    sign_in,
)

Lie = dict[str, Any]


@pytest.fixture
async def house(new_url: Callable[..., str]) -> AsyncIterator[House]:
    """On one engine: what is refused never gets as far as the accounts."""
    async with open_house(new_url("sqlite", migrated=True)) as opened:
        yield opened


def nobody_is_in(house: House) -> bool:
    return house.rows("select id from sessions union all select name from users") == []


CLAIMS: dict[str, Lie] = {
    "another nonce": {"nonce": "x" * 43},
    "no nonce": {"nonce": None},
    "a nonce among others": {"nonce": ["x", "y"]},
    "another issuer": {"iss": "https://evil.example"},
    "the issuer with a slash": {"iss": "http://127.0.0.1/"},
    "no issuer": {"iss": None},
    "another audience": {"aud": "somebody-else"},
    "no audience": {"aud": None},
    "an audience of numbers": {"aud": [1, 2]},
    "others as well, and nobody said who": {"aud": [CLIENT_ID, "somebody-else"]},
    "made for another party": {"aud": [CLIENT_ID, "x"], "azp": "x"},
    "ours, but for another party": {"azp": "somebody-else"},
    "run out": {"exp": SECONDS - 121},
    "runs out never": {"exp": None},
    "run out in words": {"exp": "tomorrow"},
    "from the future": {"iat": SECONDS + 121},
    "from before we asked": {"iat": SECONDS - 121},
    "without its time": {"iat": None},
    "not yet good": {"nbf": SECONDS + 121},
    "about nobody": {"sub": None},
    "about nothing": {"sub": ""},
    "about a number": {"sub": 7},
    "about too much": {"sub": "x" * 256},
    "about NUL": {"sub": "a\0b"},
}


@pytest.mark.parametrize("lie", CLAIMS.values(), ids=CLAIMS)
async def test_a_token_that_says_anything_else_is_refused(
    house: House, lie: Lie
) -> None:
    house.provider.claims = lie
    async with house.browser() as browser:
        answer = await sign_in(house, browser)
        assert (answer.status_code, code_of(answer)) == (401, "IDENTITY_REFUSED")
        assert (await browser.get("/api/v1/users/me/identities")).status_code == 401
    assert nobody_is_in(house)


def _another_key_under_the_known_name(claims: dict[str, Any]) -> str:
    return signed(claims, OTHER_KEY, kid="first")


SIGNATURES: dict[str, Callable[[dict[str, Any]], object]] = {
    "by nobody": signed_by_nobody,
    "with the public key as a password": signed_with_the_public_key,
    "by another key": lambda claims: signed(claims, OTHER_KEY),
    "by another key under the known name": _another_key_under_the_known_name,
    "of something else": tampered,
    "not at all": lambda claims: signed(claims).rsplit(".", 1)[0],
    "missing": lambda claims: None,
    "a number": lambda claims: 7,
    "nonsense": lambda claims: "a.b.c",
    "too long": lambda claims: signed(claims) + "A" * 40_000,
    "empty": lambda claims: "",
}


@pytest.mark.parametrize("sign", SIGNATURES.values(), ids=SIGNATURES)
async def test_a_token_that_is_not_properly_signed_is_refused(
    house: House, sign: Callable[[dict[str, Any]], str]
) -> None:
    house.provider.sign = sign
    async with house.browser() as browser:
        answer = await sign_in(house, browser)
    assert (answer.status_code, code_of(answer)) == (401, "IDENTITY_REFUSED")
    assert nobody_is_in(house)


@pytest.mark.parametrize("verified", [False, None, "false", "yes", 1.5, [True]])
@pytest.mark.parametrize("known", [True, False])
async def test_an_unverified_address_neither_links_nor_begins_an_account(
    house: House, known: bool, verified: object
) -> None:
    if known:
        house.run(
            "insert into users (id, name, name_key, email, proven_email, created_at)"
            " values (1, 'ann', 'ann', 'ann@example.org', 'ann@example.org', 0)"
        )
    house.provider.claims = {"email_verified": verified}
    async with house.browser() as browser:
        answer = await sign_in(house, browser)
    assert (answer.status_code, code_of(answer)) == (403, "EMAIL_UNVERIFIED")
    assert house.rows("select * from sessions") == []
    assert house.rows("select * from identities") == []


async def test_an_address_that_only_user_info_vouches_for_must_be_about_the_same_one(
    house: House,
) -> None:
    house.provider.claims = {"email": None, "email_verified": None}
    house.provider.userinfo = {
        "sub": "eve",
        "email": "a@b.example",
        "email_verified": True,
    }
    async with house.browser() as browser:
        answer = await sign_in(house, browser)
    assert (answer.status_code, code_of(answer)) == (401, "IDENTITY_REFUSED")


async def test_a_token_does_not_vouch_for_the_address_in_user_info(
    house: House,
) -> None:
    house.provider.claims = {"email": None, "email_verified": True}
    house.provider.userinfo = {"sub": "ann-1", "email": "boss@example.org"}
    async with house.browser() as browser:
        answer = await sign_in(house, browser)
    assert code_of(answer) == "EMAIL_UNVERIFIED"


async def test_a_state_is_good_once(house: House) -> None:
    async with house.browser() as browser:
        await leave(house, browser)
        kept = dict(browser.cookies)
        assert (await come_back(house, browser)).status_code == 302
        browser.cookies.clear()
        browser.cookies.update(kept)
        again = await come_back(house, browser)
    assert (again.status_code, code_of(again)) == (403, "SIGN_IN_EXPIRED")
    assert len(house.rows("select * from sessions")) == 1


async def test_of_two_returns_at_once_one_gets_in(house: House) -> None:
    async with house.browser() as browser:
        await leave(house, browser)
        answers = await asyncio.gather(*(come_back(house, browser) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [302, 403, 403, 403]


async def test_a_state_of_another_browser_is_refused_and_used_up(house: House) -> None:
    """Otherwise somebody could have us sign in to their account."""
    async with house.browser() as attacker, house.browser() as victim:
        await leave(house, attacker)
        answer = await come_back(house, victim)
        assert (answer.status_code, code_of(answer)) == (403, "SIGN_IN_EXPIRED")
        late = await come_back(house, attacker)
        assert (late.status_code, code_of(late)) == (403, "SIGN_IN_EXPIRED")
    assert nobody_is_in(house)


async def test_a_victim_in_the_middle_of_their_own_sign_in_is_safe_too(
    house: House,
) -> None:
    async with house.browser() as attacker, house.browser() as victim:
        await leave(house, attacker)
        stolen = house.provider.asked["state"]
        await leave(house, victim)
        answer = await come_back(house, victim, state=stolen)
    assert code_of(answer) == "SIGN_IN_EXPIRED"


async def test_a_state_of_one_provider_is_worth_nothing_at_another(
    house: House,
) -> None:
    async with house.browser() as browser:
        await leave(house, browser, "oidc")
        answer = await come_back(house, browser, "oauth/google")
    assert code_of(answer) == "SIGN_IN_EXPIRED"


@pytest.mark.parametrize(
    ("after", "status"),
    [(timedelta(minutes=9, seconds=59), 302), (timedelta(minutes=10), 403)],
)
async def test_a_state_is_good_for_ten_minutes(
    house: House, after: timedelta, status: int
) -> None:
    async with house.browser() as browser:
        await leave(house, browser)
        house.clock.move(after)
        moved = int(after.total_seconds())
        house.provider.claims = {"iat": SECONDS + moved, "exp": SECONDS + moved + 60}
        assert (await come_back(house, browser)).status_code == status


ANSWERS: dict[str, tuple[dict[str, str], str]] = {
    "cancelled": ({"error": "access_denied", "code": ""}, "SIGN_IN_CANCELLED"),
    "broken": ({"error": "server_error", "code": ""}, "PROVIDER_UNAVAILABLE"),
    "without a code": ({"code": ""}, "IDENTITY_REFUSED"),
    "with a wrong code": ({"code": "guessed"}, "IDENTITY_REFUSED"),
    "in another's name": ({"iss": "https://evil.example"}, "IDENTITY_REFUSED"),
    "with a made-up state": ({"state": "x" * 43}, "SIGN_IN_EXPIRED"),
    "without a state": ({"state": ""}, "SIGN_IN_EXPIRED"),
}


@pytest.mark.parametrize(("query", "code"), ANSWERS.values(), ids=ANSWERS)
async def test_an_answer_that_is_no_proof_is_refused(
    house: House, query: dict[str, str], code: str
) -> None:
    async with house.browser() as browser:
        await leave(house, browser)
        answer = await come_back(house, browser, **query)
    assert code_of(answer) == code
    assert 400 <= answer.status_code < 500
    assert nobody_is_in(house)


async def test_an_answer_must_name_its_provider_if_that_one_always_does(
    house: House,
) -> None:
    house.provider.configuration = {
        "authorization_response_iss_parameter_supported": True
    }
    async with house.browser() as browser:
        assert code_of(await sign_in(house, browser)) == "IDENTITY_REFUSED"
        await leave(house, browser)
        named = await come_back(house, browser, iss=house.provider.issuer)
        assert named.status_code == 302


def _other_issuer(provider: LyingProvider) -> None:
    provider.configuration = {"issuer": "https://evil.example"}


def _no_doors(provider: LyingProvider) -> None:
    provider.configuration = {"token_endpoint": None}


def _script_door(provider: LyingProvider) -> None:
    provider.configuration = {"authorization_endpoint": "javascript:alert(1)"}


@pytest.mark.parametrize("lie", [_other_issuer, _no_doors, _script_door])
async def test_a_configuration_that_is_not_the_issuers_own_is_not_used(
    house: House, lie: Callable[[LyingProvider], None]
) -> None:
    lie(house.provider)
    async with house.browser() as browser:
        answer = await browser.get("/api/v1/auth/oidc")
    assert code_of(answer) == "PROVIDER_UNAVAILABLE"
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    ("status", "code"), [(400, "IDENTITY_REFUSED"), (503, "PROVIDER_UNAVAILABLE")]
)
async def test_a_provider_that_gives_no_tokens_lets_nobody_in(
    house: House, status: int, code: str
) -> None:
    house.provider.token_status = status
    async with house.browser() as browser:
        assert code_of(await sign_in(house, browser)) == code
    assert nobody_is_in(house)


async def test_a_provider_at_home_must_be_let_through_by_name(
    new_url: Callable[..., str],
) -> None:
    url = new_url("sqlite", migrated=True)
    nowhere = {"TIDINGS_ALLOW_ORIGINS": "127.0.0.1:9"}
    async with open_house(url, nowhere) as house, house.browser() as browser:
        answer = await browser.get("/api/v1/auth/oidc")
        assert code_of(answer) == "PROVIDER_UNAVAILABLE"
        hint = f"TIDINGS_ALLOW_ORIGINS=127.0.0.1:{house.provider.port}"
        assert hint in answer.json()["error"]["message"]
        assert house.provider.received == []


async def test_a_browser_is_told_on_our_own_sign_in_page(house: House) -> None:
    house.provider.claims = {"nonce": "wrong"}
    async with house.browser() as browser:
        await leave(house, browser, next="https://evil.example/")
        browser.headers.update(PAGE)
        answer = await come_back(house, browser)
    assert answer.status_code == 302
    assert answer.headers["location"] == "/login?error=IDENTITY_REFUSED"
    assert "tidings_flow" not in " ".join(browser.cookies)


async def test_a_provider_that_is_not_set_up_is_not_there(
    new_url: Callable[..., str],
) -> None:
    without = {
        f"TIDINGS_{name}": ""
        for name in (
            *("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"),
            *("OAUTH_FACEBOOK_CLIENT_ID", "OAUTH_FACEBOOK_CLIENT_SECRET"),
        )
    }
    url = new_url("sqlite", migrated=True)
    async with open_house(url, without) as house, house.browser() as browser:
        for path in ("auth/oidc", "auth/oidc/callback", "auth/oauth/facebook"):
            assert (await browser.get(f"/api/v1/{path}")).status_code == 404
        assert (await browser.get("/api/v1/auth/oauth/myspace")).status_code == 422


async def test_one_address_cannot_leave_without_end(house: House) -> None:
    async with house.browser() as browser:
        answers = [await browser.get("/api/v1/auth/oidc") for _ in range(21)]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0
