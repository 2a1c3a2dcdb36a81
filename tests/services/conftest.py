"""A site and the services that visit it, on each engine."""

from collections.abc import AsyncIterator

import pytest

from tests.services.site import Services, open_services


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        yield opened
