"""One process of a running `tidings serve`: what it is started with, and what it does."""

import asyncio
import os
from contextlib import closing
from dataclasses import dataclass, replace

from tidings.cli.processes.lifetime import collect_rarely, give_way, stop_event
from tidings.cli.processes.listen import Listener, inherited_listener
from tidings.cli.processes.service import NEWSPAPER, Welcome
from tidings.context import Context, Restarts
from tidings.core.settings.settings import Settings
from tidings.observe.logs import configure_service_logs
from tidings.wiring import open_context, open_fetching, prepare_database


@dataclass(frozen=True, slots=True)
class ChildStart:
    """What the supervisor gives to one of its processes."""

    role: str
    listener: int  # a descriptor; -1: it does not listen
    lifeline: int  # the descriptor that closes when the supervisor is gone
    restarts: int  # how often it has died before
    word: int  # the descriptor for whom to welcome; -1: the database is prepared


def run_child(start: ChildStart, settings: Settings) -> None:
    """Be one process of a running `tidings serve`."""
    configure_service_logs(settings.observe, start.role)
    if start.word >= 0:
        prepare_database(settings, check=True)
    with open_context(settings) as opened:
        if start.word >= 0:
            _say_whom_to_welcome(opened, start.word)
        restarts = Restarts(start.restarts, opened.clock())
        _run(start, settings, replace(opened, restarts=restarts))


def _say_whom_to_welcome(context: Context, word: int) -> None:
    """Notify the supervisor that the database is ready, before anything slow is imported:
    it starts the others now."""
    welcome = asyncio.run(_welcome(context))
    with os.fdopen(word, "w") as supervisor:
        supervisor.write(welcome)


async def _welcome(context: Context) -> Welcome:
    from tidings.services.accounts.registration import is_registration_open
    from tidings.services.accounts.users import list_users

    if await list_users(context) or context.accounts.password is not None:
        return "nobody"
    return "first visitor" if await is_registration_open(context) else "operator"


def _run(start: ChildStart, settings: Settings, context: Context) -> None:
    if start.role == NEWSPAPER:
        from tidings.cli.processes.newspaper import serve_newspaper

        with closing(inherited_listener(start.listener)) as inherited:
            asyncio.run(serve_newspaper(context, inherited, start.lifeline))
    elif start.role == "web":
        import uvloop

        with (
            closing(inherited_listener(start.listener)) as inherited,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            runner.run(_serve(settings, context, inherited, start.lifeline))
    else:
        asyncio.run(_work(settings, context, start.lifeline))


async def _serve(
    settings: Settings, context: Context, listener: Listener, lifeline: int
) -> None:
    from tidings.cli.processes.web_process import serve_web

    async with open_fetching(settings) as fetching:
        try:
            await serve_web(context, fetching, listener, lifeline)
        finally:
            await context.sign_in_state.close()


async def _work(settings: Settings, context: Context, lifeline: int) -> None:
    from tidings.worker.run import run_worker

    give_way()
    collect_rarely()
    stop = stop_event(lifeline)
    async with open_fetching(settings) as fetching:
        await run_worker(context, fetching, stop)
