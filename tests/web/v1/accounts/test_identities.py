"""Linking a provider to an account, and unlinking it, by its owner only."""

from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest

from tests.web.v1.sign_in import (
    BASE,
    House,
    code_of,
    come_back,
    leave,
    open_house,
    sign_in,
)

ME = "/api/v1/users/me/identities"
OURS = {"sec-fetch-site": "same-origin"}
BOB = {"sub": "bob", "email": "bob@example.org", "preferred_username": "bob"}


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    async with open_house(database_url) as opened:
        yield opened


@pytest.fixture
async def ann(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """Ann's browser, signed in by the OpenID provider."""
    async with house.browser() as browser:
        await sign_in(house, browser)
        browser.headers.update(OURS)
        yield browser


async def link(
    house: House, browser: httpx.AsyncClient, way: str = "oauth/google"
) -> httpx.Response:
    await leave(house, browser, way, link="true", next="/settings")
    return await come_back(house, browser, way)


async def linked(browser: httpx.AsyncClient) -> list[str]:
    return [one["provider"] for one in (await browser.get(ME)).json()["items"]]


@pytest.mark.both_engines
async def test_an_owner_links_and_unlinks(house: House, ann: httpx.AsyncClient) -> None:
    house.provider.claims = {"sub": "g", "email": "x@y.example", "email_verified": None}
    answer = await link(house, ann)
    assert (answer.status_code, answer.headers["location"]) == (302, "/settings")
    assert await linked(ann) == ["google", "oidc"]
    # Being signed in already, one stays in the same session.
    assert len(house.rows("select * from sessions")) == 1
    assert (await ann.delete(f"{ME}/oidc")).status_code == 204
    assert await linked(ann) == ["google"]
    assert (await ann.delete(f"{ME}/oidc")).status_code == 404


async def test_the_last_way_in_stays(house: House, ann: httpx.AsyncClient) -> None:
    answer = await ann.delete(f"{ME}/oidc")
    assert (answer.status_code, code_of(answer)) == (409, "LAST_WAY_IN")
    assert await linked(ann) == ["oidc"]
    house.run("update users set password_hash = 'some hash'")
    assert (await ann.delete(f"{ME}/oidc")).status_code == 204


async def test_linking_needs_a_session(house: House) -> None:
    async with house.browser() as browser:
        answer = await browser.get("/api/v1/auth/oidc", params={"link": "true"})
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "cross-site", "referer": f"{BASE}/settings"},
        {"referer": "https://evil.example/"},
        {"referer": "https://tidings.lan.evil.example/"},
        {},
    ],
    ids=str,
)
async def test_another_site_cannot_begin_a_link(
    house: House, ann: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    del ann.headers["sec-fetch-site"]
    where = "/api/v1/auth/oauth/google"
    answer = await ann.get(where, params={"link": "true"}, headers=headers)
    assert (answer.status_code, code_of(answer)) == (403, "CROSS_SITE")


async def test_a_page_of_ours_without_fetch_metadata_is_known_by_its_address(
    house: House, ann: httpx.AsyncClient
) -> None:
    del ann.headers["sec-fetch-site"]
    ann.headers["referer"] = f"{BASE}/settings"
    house.provider.claims = {"sub": "g"}
    assert (await link(house, ann)).status_code == 302


async def test_somebody_elses_identity_cannot_be_linked(
    house: House, ann: httpx.AsyncClient
) -> None:
    async with house.browser() as bob:
        house.provider.claims = BOB
        await sign_in(house, bob, "oauth/google")
        answer = await link(house, ann)
        assert (answer.status_code, code_of(answer)) == (409, "IDENTITY_TAKEN")
        assert await linked(ann) == ["oidc"]
        assert await linked(bob) == ["google"]
        assert (await ann.delete(f"{ME}/google")).status_code == 404


@pytest.mark.both_engines
async def test_one_account_of_each_provider_is_enough(
    house: House, ann: httpx.AsyncClient
) -> None:
    house.provider.claims = {"sub": "g1"}
    await link(house, ann)
    house.provider.claims = {"sub": "g2"}
    assert (await link(house, ann)).status_code == 409
    house.provider.claims = {"sub": "g1"}
    assert (await link(house, ann)).status_code == 302


async def test_a_session_that_ended_meanwhile_links_nothing(
    house: House, ann: httpx.AsyncClient
) -> None:
    """A thief with a stolen session must not keep a way in after it is revoked."""
    await leave(house, ann, "oauth/google", link="true")
    house.run("update sessions set revoked_at = 1")
    house.provider.claims = {"sub": "thief"}
    answer = await come_back(house, ann, "oauth/google")
    assert (answer.status_code, code_of(answer)) == (403, "SIGN_IN_EXPIRED")
    assert len(house.rows("select * from identities")) == 1


async def test_a_browser_that_was_left_open_links_nothing(
    house: House, ann: httpx.AsyncClient
) -> None:
    house.clock.move(timedelta(hours=1))
    answer = await ann.get("/api/v1/auth/oidc", params={"link": "true"})
    assert (answer.status_code, code_of(answer)) == (403, "SIGN_IN_AGAIN")


async def test_linking_proves_the_address_that_the_account_has(
    house: House, ann: httpx.AsyncClient
) -> None:
    async def is_proven() -> bool:
        return (await ann.get("/api/v1/users/me")).json()["email_proven"]

    house.run("update users set proven_email = null")
    assert not await is_proven()
    house.provider.claims = {"sub": "g"}
    await link(house, ann)
    assert house.rows("select proven_email from users") == [("ann@example.org",)]
    assert await is_proven()
    house.run("update users set email = 'else@example.org'")
    assert not await is_proven()


async def test_nobody_sets_an_identity_by_changing_their_account(
    house: House, ann: httpx.AsyncClient
) -> None:
    for field in ("identities", "subject", "oidc_id", "proven_email", "provider"):
        answer = await ann.patch("/api/v1/users/me", json={field: "somebody"})
        assert answer.status_code == 422, field
