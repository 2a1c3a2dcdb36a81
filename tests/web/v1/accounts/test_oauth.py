"""Signing in elsewhere: who comes back is who they are here, on both engines."""

import json
from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from tests.web.v1.provider import KEY, OTHER_KEY, SECONDS, signed
from tests.web.v1.sign_in import House, code_of, come_back, leave, open_house, sign_in

ME = "/api/v1/users/me/identities"


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    async with open_house(database_url) as opened:
        yield opened


@pytest.fixture
async def small_house(new_url: Callable[..., str]) -> AsyncIterator[House]:
    """On one engine, for what has nothing to do with the database."""
    async with open_house(new_url("sqlite", migrated=True)) as opened:
        yield opened


@pytest.fixture
async def browser(house: House) -> AsyncIterator[httpx.AsyncClient]:
    async with house.browser() as opened:
        yield opened


def users(house: House) -> list[tuple[object, ...]]:
    return house.rows("select name, email, proven_email, role from users order by id")


ANN = ("ann", "ann@example.org", "ann@example.org", "admin")


async def test_a_newcomer_gets_an_account_and_a_session(
    house: House, browser: httpx.AsyncClient
) -> None:
    answer = await sign_in(house, browser)
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    assert users(house) == [ANN]
    mine = (await browser.get(ME)).json()["items"]
    assert [(one["provider"], one["email"]) for one in mine] == [
        ("oidc", "ann@example.org")
    ]


async def test_whoever_comes_again_is_the_same_even_with_another_address(
    house: House, browser: httpx.AsyncClient
) -> None:
    await sign_in(house, browser)
    house.provider.claims = {"email": "other@example.org", "email_verified": False}
    assert (await sign_in(house, browser)).status_code == 302
    assert users(house) == [ANN]
    assert len(house.rows("select distinct id from sessions")) == 2


async def test_a_proven_address_opens_the_account_that_proved_it(
    house: House, browser: httpx.AsyncClient
) -> None:
    await sign_in(house, browser)
    house.provider.claims = {"sub": "ann-at-google"}
    assert (await sign_in(house, browser, "oauth/google")).status_code == 302
    assert users(house) == [ANN]
    linked = house.rows("select provider, user_id from identities order by provider")
    assert linked == [("google", 1), ("oidc", 1)]


async def test_an_address_that_somebody_merely_typed_opens_nothing(
    house: House, browser: httpx.AsyncClient
) -> None:
    """Otherwise whoever typed ours first would share the account with us."""
    house.run(
        "insert into users (id, name, name_key, email, created_at)"
        " values (7, 'eve', 'eve', 'ann@example.org', 0)"
    )
    answer = await sign_in(house, browser)
    assert (answer.status_code, code_of(answer)) == (409, "EMAIL_TAKEN")
    assert house.rows("select * from sessions") == []
    assert house.rows("select * from identities") == []


async def test_an_address_that_was_changed_after_it_was_proven_opens_nothing(
    house: House, browser: httpx.AsyncClient
) -> None:
    house.provider.claims = {"sub": "eve", "email": "eve@example.org"}
    await sign_in(house, browser)
    house.run("update users set email = 'ann@example.org'")
    house.provider.claims = {}
    assert code_of(await sign_in(house, browser)) == "EMAIL_TAKEN"


async def test_a_locked_account_stays_locked(
    house: House, browser: httpx.AsyncClient
) -> None:
    await sign_in(house, browser)
    house.run("update users set disabled_at = 1")
    again = await sign_in(house, browser)
    assert (again.status_code, code_of(again)) == (403, "ACCOUNT_DISABLED")
    house.provider.claims = {"sub": "another"}
    by_address = await sign_in(house, browser, "oauth/google")
    assert code_of(by_address) == "ACCOUNT_DISABLED"
    assert len(house.rows("select * from identities")) == 1


async def test_names_that_are_taken_get_a_number(
    house: House, browser: httpx.AsyncClient
) -> None:
    for number in range(3):
        house.provider.claims = {
            "sub": f"ann-{number}",
            "email": f"ann@{number}.example",
        }
        await sign_in(house, browser)
    assert [name for name, *_ in users(house)] == ["ann", "ann2", "ann3"]
    assert [role for *_, role in users(house)] == ["admin", "user", "user"]


async def test_without_an_address_an_account_has_none(
    house: House, browser: httpx.AsyncClient
) -> None:
    house.provider.claims = {"email": None, "email_verified": None}
    house.provider.userinfo = {"sub": "ann-1", "preferred_username": "Ann Lee"}
    assert (await sign_in(house, browser)).status_code == 302
    assert users(house) == [("AnnLee", None, None, "admin")]


async def test_an_address_may_come_from_user_info(
    house: House, browser: httpx.AsyncClient
) -> None:
    house.provider.claims = {"email": None, "email_verified": None}
    assert (await sign_in(house, browser)).status_code == 302
    assert users(house) == [ANN]


@pytest.mark.parametrize(
    ("settings", "first", "second"),
    [
        ({"TIDINGS_REGISTRATION": "open"}, 302, 302),
        ({"TIDINGS_REGISTRATION": "first"}, 302, 403),
        ({"TIDINGS_REGISTRATION": "invite"}, 403, 403),
        ({"TIDINGS_REGISTRATION": "closed"}, 403, 403),
        ({"TIDINGS_PASSWORD": "only one here"}, 403, 403),
    ],
)
async def test_a_new_account_needs_a_registration_that_is_open(
    new_url: Callable[..., str], settings: dict[str, str], first: int, second: int
) -> None:
    url = new_url("sqlite", migrated=True)
    async with open_house(url, settings) as house, house.browser() as browser:
        assert (await sign_in(house, browser)).status_code == first
        house.provider.claims = {"sub": "bob", "email": "bob@example.org"}
        answer = await sign_in(house, browser)
        assert answer.status_code == second
        if second == 403:
            assert code_of(answer) == "REGISTRATION_CLOSED"


async def test_another_issuer_does_not_inherit_the_people_of_the_last_one(
    new_url: Callable[..., str],
) -> None:
    url = new_url("sqlite", migrated=True)
    for count in (1, 2):
        async with open_house(url) as house, house.browser() as browser:
            house.provider.claims = {"email": None, "email_verified": None}
            house.provider.userinfo = {"sub": "ann-1"}
            assert (await sign_in(house, browser)).status_code == 302
            assert len(house.rows("select id from users")) == count


async def test_facebook_tells_a_number_and_a_name(
    house: House, browser: httpx.AsyncClient
) -> None:
    assert (await sign_in(house, browser, "oauth/facebook")).status_code == 302
    assert users(house) == [("AnnLee", None, None, "admin")]
    assert house.rows("select provider, subject, email from identities") == [
        ("facebook", "1020", None)
    ]
    proof = house.provider.received[-1].query["appsecret_proof"]
    assert len(proof) == 64


async def test_apple_posts_a_form_across_sites(
    house: House, browser: httpx.AsyncClient
) -> None:
    house.provider.configuration = {
        "token_endpoint_auth_methods_supported": ["client_secret_post"]
    }
    await leave(house, browser, "oauth/apple", next="/entries/1")
    assert house.provider.asked["response_mode"] == "form_post"
    answer = await browser.post(
        "/api/v1/auth/oauth/apple/callback",
        data={"state": house.provider.asked["state"], "code": "code", "user": "{}"},
        headers={"origin": "https://appleid.apple.com", "sec-fetch-site": "cross-site"},
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/entries/1")
    assert users(house) == [ANN]


async def test_only_apple_posts(small_house: House) -> None:
    async with small_house.browser() as browser:
        google = await browser.post("/api/v1/auth/oauth/google/callback")
        assert google.status_code == 422
        apple = await browser.get("/api/v1/auth/oauth/apple/callback")
        assert code_of(apple) == "SIGN_IN_EXPIRED"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"state=a%00b", 422),
        (b"state=" + b"x" * 501, 422),
        (b"&".join(b"a=%d" % n for n in range(200)), 422),
        (b"x" * 70_000, 413),
        (b"\xff\xfe", 403),
        (b"", 403),
    ],
)
async def test_a_form_of_nonsense_is_refused(
    small_house: House, body: bytes, status: int
) -> None:
    async with small_house.browser() as browser:
        answer = await browser.post("/api/v1/auth/oauth/apple/callback", content=body)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("wanted", "page"),
    [
        ("/entries/12?x=1", "/entries/12?x=1"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("/%2fevil.example", "/"),
        ("/..//evil.example", "/"),
        ("https:evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("\t//evil.example", "/"),
    ],
)
async def test_one_ends_at_a_page_of_ours(
    small_house: House, wanted: str, page: str
) -> None:
    async with small_house.browser() as browser:
        await leave(small_house, browser, next=wanted)
        answer = await come_back(small_house, browser)
    assert answer.headers["location"] == page


async def test_what_leaves_is_bound_and_nothing_secret_is_kept(
    small_house: House,
) -> None:
    async with small_house.browser() as browser:
        answer = await browser.get("/api/v1/auth/oidc")
        apple = await browser.get("/api/v1/auth/oauth/apple")
    cookie = answer.headers["set-cookie"].lower()
    for part in ("__host-tidings_flow=", "httponly", "secure", "path=/"):
        assert part in cookie
    assert "samesite=lax" in cookie
    assert "max-age=600" in cookie
    assert "samesite=none" in apple.headers["set-cookie"].lower()
    small_house.provider.visit(answer.headers["location"])
    asked = small_house.provider.asked
    assert asked["code_challenge_method"] == "S256"
    kept = json.dumps(small_house.rows("select * from sign_in_flows"), default=repr)
    assert asked["state"] not in kept
    assert asked["nonce"] not in kept


async def test_a_new_key_of_the_provider_is_fetched_once(small_house: House) -> None:
    provider = small_house.provider
    async with small_house.browser() as browser:
        await sign_in(small_house, browser)
        await sign_in(small_house, browser)
        assert provider.paths.count("/jwks") == 1
        provider.keys = [KEY, OTHER_KEY]
        provider.sign = lambda claims: signed(claims, OTHER_KEY)
        assert (await sign_in(small_house, browser)).status_code == 302
        assert provider.paths.count("/jwks") == 2


async def test_keys_are_asked_for_again_after_an_hour(small_house: House) -> None:
    async with small_house.browser() as browser:
        await sign_in(small_house, browser)
        small_house.clock.now += 3_600_000_000
        later = {"iat": SECONDS + 3600, "exp": SECONDS + 3700}
        small_house.provider.claims = later
        assert (await sign_in(small_house, browser)).status_code == 302
    assert small_house.provider.paths.count("/jwks") == 2
    configuration = "/.well-known/openid-configuration"
    assert small_house.provider.paths.count(configuration) == 2
