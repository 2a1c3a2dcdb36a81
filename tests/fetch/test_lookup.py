"""The operating system's answers, without its waiting."""

import asyncio
from socket import gaierror

import pytest

from tidings.fetch.lookup import SystemLookup


async def test_a_name_of_this_machine_is_found() -> None:
    assert set(await SystemLookup()("localhost")) <= {"127.0.0.1", "::1"}


async def test_a_name_that_cannot_exist_is_an_os_error() -> None:
    with pytest.raises(gaierror):
        await SystemLookup()("no-such-name.invalid")


async def test_a_lookup_without_a_listener_still_gives_its_place_back() -> None:
    look_up = SystemLookup(at_once=1)
    first = asyncio.create_task(look_up("localhost"))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    async with asyncio.timeout(5):
        assert await look_up("localhost")
