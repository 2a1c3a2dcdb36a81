"""`tidings serve --demo`: the sample newspaper beside the service, on this machine only."""

import asyncio
from ipaddress import ip_address

import uvicorn

from tidings.cli.output import CommandFailed
from tidings.cli.processes.lifetime import stop_event
from tidings.cli.processes.listen import Listener, listen
from tidings.context import Context
from tidings.core.settings.settings import KNOWN_SETTINGS, Settings
from tidings.core.settings.values import HostPort
from tidings.demo.foundation import (
    ACCOUNT,
    HOST,
    PASSWORD,
    Foundation,
    recall,
    remember,
)
from tidings.demo.furnish import follow_everything, furnish
from tidings.demo.newspaper import Newspaper, newspaper_app
from tidings.services.accounts.users import add_user, list_users
from tidings.wiring import open_fetching

# Requests under way may finish this long after the signal to stop.
_PATIENCE = 2
_PRETENDED_AI = {"TIDINGS_AI_PROVIDER": "mock", "TIDINGS_AI_MAX_RPM": "600"}


def refuse_strangers(settings: Settings) -> None:
    """Raise unless only this machine can reach the service: everybody knows the
    password of the demo."""
    host = settings.server.host
    if host != "localhost" and not _is_loopback(host):
        raise CommandFailed(
            f"The demo does not listen on {host}: everybody knows its password. Leave"
            " --host and TIDINGS_HOST out, or serve without --demo."
        )


def prepare_demo(settings: Settings, context: Context) -> Listener:
    """Make the account if it is missing, let it follow the newspaper's feeds, and
    return the newspaper's socket."""
    return asyncio.run(_prepare(settings, context))


def demo_variables(settings: Settings, listener: Listener) -> dict[str, str]:
    """Return what the demo sets for the processes of the service.

    The guard lets the newspaper through, and nothing else that is not public. All of
    its feeds are on one host, which does not mind several visitors at a time. Unless a
    real AI is set, one that needs no network plays its part.
    """
    allowed = (*settings.fetch.allow_origins, HostPort(HOST, _port(listener)))
    kind = KNOWN_SETTINGS["TIDINGS_ALLOW_ORIGINS"].kind
    return {
        "TIDINGS_ALLOW_ORIGINS": kind.write(allowed),
        "TIDINGS_FETCH_HOST_DELAY": "0.05s",
        "TIDINGS_FETCH_HOST_CONCURRENCY": "6",
        **({} if settings.ai.provider != "none" else _PRETENDED_AI),
    }


def demo_greeting() -> list[str]:
    """Return the message that is printed when the demo is up."""
    return [f"Sign in as {ACCOUNT} with the password {PASSWORD}."]


async def serve_newspaper(context: Context, listener: Listener, lifeline: int) -> None:
    """Serve the newspaper and mark what was read in it, until asked to stop."""
    stop = stop_event(lifeline)
    foundation = await recall(context)
    if foundation is None:
        raise CommandFailed("The newspaper is started by `tidings serve --demo` only.")
    newspaper = Newspaper(foundation.origin, foundation.founded_at, context.clock)
    server = uvicorn.Server(
        uvicorn.Config(
            newspaper_app(newspaper),
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_PATIENCE,
        )
    )

    async def end_when_asked() -> None:
        await stop.wait()
        server.should_exit = True

    async with asyncio.TaskGroup() as tasks:
        beside = [
            tasks.create_task(end_when_asked()),
            tasks.create_task(furnish(context, newspaper, foundation)),
        ]
        # uvicorn's own handlers of signals would end it without its tasks.
        await server._serve(sockets=[listener])
        for task in beside:
            task.cancel()


async def _prepare(settings: Settings, context: Context) -> Listener:
    if ACCOUNT not in {user.name for user in await list_users(context)}:
        await add_user(context, ACCOUNT, PASSWORD, "admin")
    known = await recall(context)
    listener = _listen_again(known.port) if known else listen(HOST, 0)
    known = known or Foundation(_port(listener), context.clock())
    if not known.is_furnished:
        await remember(context, known)
        # Before the worker starts: so it has something to do at once.
        async with open_fetching(settings) as fetching:
            await follow_everything(context, fetching, known)
    return listener


def _listen_again(port: int) -> Listener:
    try:
        return listen(HOST, port)
    except CommandFailed as error:
        raise CommandFailed(
            f"The demo's sample feeds are at port {port}, where another program listens"
            " now. Stop that program, or delete the demo's database to begin again."
        ) from error


def _port(listener: Listener) -> int:
    return int(listener.getsockname()[1])


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
