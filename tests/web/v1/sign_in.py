"""Browsers that sign in elsewhere: the app in this process, a provider on a socket."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import httpx

from tests.contexts import Clock
from tests.make import NOON
from tests.web.v1.provider import CLIENT_ID, CLIENT_SECRET, LyingProvider
from tidings.auth.providers import Graph, OpenId, SignInProvider, configured_providers
from tidings.config import load_settings
from tidings.context import Context, Fetching
from tidings.web.app import create_app
from tidings.web.v1.accounts.oauth import given_providers
from tidings.wiring import build_context, open_fetching

BASE = "https://tidings.lan"
PAGE = {"accept": "text/html,application/xhtml+xml"}
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class House:
    """Tidings and a provider that it trusts."""

    provider: LyingProvider
    context: Context
    fetching: Fetching
    clock: Clock

    def browser(self) -> httpx.AsyncClient:
        """Return a browser with an empty cookie jar."""
        app = create_app(self.context, self.fetching)
        app.dependency_overrides[given_providers] = self._providers
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
        return httpx.AsyncClient(transport=transport, base_url=BASE)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        return self.context.database.read_now(lambda db: db.rows(sql))

    def run(self, sql: str) -> None:
        self.context.database.write_now(lambda db: db.run(sql))

    def _providers(self) -> dict[str, SignInProvider]:
        """The configured ones, but each lives on this machine."""
        near = {
            "google": OpenId(self.provider.issuer),
            "apple": OpenId(self.provider.issuer),
            "facebook": Graph(*map(self.provider.url, ("/authorize", "/token", "/me"))),
        }
        return {
            name: replace(one, speaks=near.get(name, one.speaks))
            for name, one in configured_providers(self.context.accounts).items()
        }


@asynccontextmanager
async def open_house(
    database_url: str, settings: Mapping[str, str] = _NOTHING
) -> AsyncIterator[House]:
    async with LyingProvider() as provider:
        preset = {
            f"TIDINGS_OAUTH_{company}_CLIENT_{what}": value
            for company in ("GOOGLE", "FACEBOOK", "APPLE")
            for what, value in (("ID", CLIENT_ID), ("SECRET", CLIENT_SECRET))
        }
        loaded = load_settings(
            {
                "TIDINGS_DATABASE_URL": database_url,
                "TIDINGS_BASE_URL": BASE,
                "TIDINGS_SECRET_KEY": "k" * 40,
                "TIDINGS_ALLOW_ORIGINS": f"127.0.0.1:{provider.port}",
                "TIDINGS_REGISTRATION": "open",
                "TIDINGS_OIDC_ISSUER": provider.issuer,
                "TIDINGS_OIDC_CLIENT_ID": CLIENT_ID,
                "TIDINGS_OIDC_CLIENT_SECRET": CLIENT_SECRET,
                **preset,
                **settings,
            },
            Path("/nonexistent"),
        )
        clock = Clock(NOON)
        context = replace(build_context(loaded), clock=clock)
        try:
            async with open_fetching(loaded) as fetching:
                yield House(provider, context, fetching, clock)
        finally:
            context.database.close_now()


async def leave(
    house: House, browser: httpx.AsyncClient, way: str = "oidc", **query: str
) -> None:
    """Begin to sign in, as far as the provider's page."""
    answer = await browser.get(f"/api/v1/auth/{way}", params=query)
    assert answer.status_code == 302, answer.text
    house.provider.visit(answer.headers["location"])


async def come_back(
    house: House, browser: httpx.AsyncClient, way: str = "oidc", **query: str
) -> httpx.Response:
    """Return from the provider's page with a code; a program, so errors are JSON."""
    given = {"state": house.provider.asked["state"], "code": "code", **query}
    return await browser.get(f"/api/v1/auth/{way}/callback", params=given)


async def sign_in(
    house: House, browser: httpx.AsyncClient, way: str = "oidc"
) -> httpx.Response:
    await leave(house, browser, way)
    return await come_back(house, browser, way)


def code_of(answer: httpx.Response) -> str:
    return answer.json()["error"]["code"]
