"""Turns at a host end with whoever took them, also when that is cut short."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest

from tests.services.site import Services, open_services
from tidings.core.clock import micros
from tidings.core.feeds.host_pace import HostState, PaceRules, Visit
from tidings.operations.feeds.host_turn import turn_at
from tidings.store.engine.connection import Connection

pytestmark = pytest.mark.both_engines

HOST = "a.example"
PATIENCE = timedelta(seconds=20)
LIVES_ON = timedelta(seconds=10)


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        fetching = replace(opened.fetching, pace=PaceRules(timedelta(0), 1))
        yield replace(opened, fetching=fetching)


def find_state(db: Connection) -> HostState:
    state = db.value("select state from host_pace where host = :host", host=HOST)
    return HostState() if state is None else msgspec.json.decode(state, type=HostState)


async def visit(services: Services) -> None:
    async with turn_at(services.context, services.fetching, HOST, PATIENCE) as turn:
        assert turn.refused is None


async def cut_short(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_who_gives_up_waiting_leaves_the_line(services: Services) -> None:
    async with turn_at(services.context, services.fetching, HOST, PATIENCE):
        waiting = asyncio.create_task(visit(services))
        while not (await services.context.database.read(find_state)).waiting:
            pass
        await cut_short(waiting)
        state = services.read(find_state)
        assert (len(state.visits), state.waiting) == (1, ())


async def test_a_visit_that_began_while_its_visitor_left_is_over(
    services: Services,
) -> None:
    leaving = asyncio.create_task(visit(services))
    await asyncio.sleep(0)
    # The commit is there, and the visitor has not been told: nothing else ran meanwhile.
    while not services.read(find_state).visits:
        pass
    await cut_short(leaving)
    assert services.read(find_state).visits == ()


async def test_a_visitor_that_dies_is_in_the_way_for_seconds_only(
    services: Services,
) -> None:
    async with turn_at(services.context, services.fetching, HOST, PATIENCE):
        (begun,) = services.read(find_state).visits
        assert begun.until <= services.clock.now + micros(LIVES_ON)
        services.clock.move(timedelta(seconds=3))
        renewed = begun
        while renewed == begun:
            (renewed,) = (await services.context.database.read(find_state)).visits
        assert renewed.until > begun.until
    # The same visit, by one that was killed in the middle of it.
    dead = HostState(visits=(Visit("turn-dead", renewed.until),))
    services.write(
        lambda db: db.run(
            "update host_pace set state = :state where host = :host",
            state=msgspec.json.encode(dead).decode(),
            host=HOST,
        )
    )
    services.clock.move(LIVES_ON)
    await asyncio.wait_for(visit(services), 30)
