"""A site on this machine, and readers who follow feeds of it over the API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.services.site import Services, open_services
from tests.web.conftest import Person, signed_in
from tidings.store.accounts.accounts import set_role

API = "/api/v1"


@dataclass(frozen=True)
class Town:
    services: Services
    bea: Person
    bob: Person
    cora: Person  # an administrator

    def url(self, path: str) -> str:
        return self.services.url(path)

    async def follow(self, person: Person, path: str, **more: object) -> dict:
        answer = await person.http.post(
            f"{API}/subscriptions", json={"url": self.url(path), **more}
        )
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def told(self, kind: str) -> list[tuple[object, ...]]:
        """Every event of a kind, with its user, feed and payload."""
        return self.services.rows(
            f"select user_id, feed_id, payload from events where kind = '{kind}'"
            " order by id"
        )


@asynccontextmanager
async def open_town(database_url: str) -> AsyncIterator[Town]:
    """Readers of a town are nobody special: the first account is someone else's."""
    async with (
        open_services(database_url) as services,
        signed_in(services.context, "bea", services.fetching) as bea,
        signed_in(services.context, "bob", services.fetching) as bob,
        signed_in(services.context, "cora", services.fetching) as cora,
    ):
        services.write(set_role, cora.id, "admin")
        yield Town(services, bea, bob, cora)
