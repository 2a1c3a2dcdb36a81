"""The life of `tidings serve`: prepare, start the children, say where it is, stop.

The supervisor itself stays small: it never opens the database, and imports nothing that
does. What has to be done there first is done by the web process, which then says a word.
"""

import asyncio
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Literal

from tidings.cli.healthcheck import ask
from tidings.cli.output import CommandFailed, say
from tidings.cli.processes.lifetime import stop_event
from tidings.cli.processes.listen import Listener, listen
from tidings.cli.processes.supervisor import (
    LONGEST_PAUSE,
    LONGEST_PAUSE_OF_WEB,
    Child,
    Started,
    keep_running,
    start_and_listen,
)
from tidings.cli.processes.systemd import notify
from tidings.config import child_environment, service_manager_socket
from tidings.core.settings.settings import Settings
from tidings.core.settings.values import HostPort
from tidings.observe.logs import configure_service_logs

Welcome = Literal["nobody", "operator", "first visitor"]
"""The instructions for making the first account, if there is none."""

NEWSPAPER = "newspaper"
_READY_WITHIN = 30.0
# The newspaper's feeds are followed and read on the first start; then people may look.
_FURNISHED_WITHIN = 15.0
_ASK_AGAIN = 2.0


@dataclass(frozen=True, slots=True)
class _Service:
    """What is running."""

    settings: Settings
    listener: Listener
    newspaper: Listener | None  # None: this is not the demo


def run_service(settings: Settings, *, worker: bool, demo: bool) -> None:
    """Serve until a signal says stop; raise if it cannot even start."""
    configure_service_logs(settings.observe, "serve")
    with (
        ExitStack() as stack,
        tempfile.TemporaryDirectory(prefix="tidings-") as shared,
    ):
        newspaper = None
        if demo:
            from tidings.cli.processes.newspaper import refuse_strangers

            refuse_strangers(settings)
        listener = listen(settings.server.host, settings.server.port)
        stack.enter_context(closing(listener))
        if demo:
            newspaper = stack.enter_context(closing(_newspaper(settings)))
        service = _Service(settings, listener, newspaper)
        # Closed by the system when this process ends, however it ends.
        lifeline, _held = os.pipe()
        children = _children(service, lifeline, shared, worker=worker)
        asyncio.run(_supervise(service, children))


def _newspaper(settings: Settings) -> Listener:
    """Make what the demo shows, and return the newspaper's socket."""
    from tidings.cli.processes.newspaper import prepare_demo
    from tidings.wiring import open_context, prepare_database

    prepare_database(settings, check=True)
    with open_context(settings) as context:
        return prepare_demo(settings, context)


def _children(
    service: _Service, lifeline: int, shared: str, *, worker: bool
) -> list[Child]:
    variables = {"PROMETHEUS_MULTIPROC_DIR": shared}
    listeners: dict[str, Listener | None] = {"web": service.listener}
    if worker:
        listeners["worker"] = None
    if service.newspaper is not None:
        from tidings.cli.processes.newspaper import demo_variables

        listeners[NEWSPAPER] = service.newspaper
        variables |= demo_variables(service.settings, service.newspaper)
    pauses = {"web": LONGEST_PAUSE_OF_WEB}
    return [
        Child(
            role,
            _words(role, service.settings, opened, lifeline),
            (lifeline,) if opened is None else (lifeline, opened.fileno()),
            child_environment(variables),
            pauses.get(role, LONGEST_PAUSE),
        )
        for role, opened in listeners.items()
    ]


async def _supervise(service: _Service, children: list[Child]) -> None:
    stop, ended = stop_event(), asyncio.Event()
    web, *others = children
    started = await start_and_listen(web, stop)
    if started is None:
        return
    if not started.word:
        raise _not_prepared(started)
    # Others may be reading the newspaper: it goes when they are gone.
    lasting = [child for child in others if child.name == NEWSPAPER]
    async with asyncio.TaskGroup() as tasks:
        for child in lasting:
            tasks.create_task(keep_running(child, ended))
        others = [child for child in others if child not in lasting]
        asked = await _keep_service(service, web, started, others, stop)
        ended.set()
    if not asked:
        raise CommandFailed(
            f"The web process did not get ready within {_READY_WITHIN:g} s."
            " The messages above say why."
        )


def _not_prepared(started: Started) -> BaseException:
    if started.process.returncode == 1:  # it has said why
        return SystemExit(1)
    return CommandFailed(
        "The process that checks and upgrades the database ended by itself"
        f" ({started.process.returncode}). Start again."
    )


async def _keep_service(
    service: _Service,
    web: Child,
    started: Started,
    others: list[Child],
    stop: asyncio.Event,
) -> bool:
    """Run until asked to stop; return False if it ends unasked: it did not get ready."""
    manager = service_manager_socket()
    server = service.settings.server
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keep_running(web, stop, started.process))
        for child in others:
            tasks.create_task(keep_running(child, stop))
        place = HostPort(server.host, server.port)
        if await _is_ready("/readyz", place, _READY_WITHIN, stop):
            if service.newspaper is not None and _has_worker(others):
                place = HostPort(*service.newspaper.getsockname())
                await _is_ready("/ready", place, _FURNISHED_WITHIN, stop)
            notify(manager, "READY=1")
            greeting = _greeting(service, started.word)
            say("\n".join([f"Tidings runs at {server.base_url}", *greeting]))
            await stop.wait()
        notify(manager, "STOPPING=1")
        asked = stop.is_set()
        # Nobody should be queued up any more for a server that is about to end.
        service.listener.close()
        stop.set()
    return asked


def _has_worker(children: list[Child]) -> bool:
    return any(child.name == "worker" for child in children)


async def _is_ready(
    path: str, place: HostPort, within: float, stop: asyncio.Event
) -> bool:
    """Wait until a child says it is ready; False if it does not get so, or on a stop."""
    deadline = monotonic() + within
    while monotonic() < deadline and not stop.is_set():
        asking = asyncio.to_thread(
            ask, path, place.host, place.port, patience=_ASK_AGAIN
        )
        # Usually one question is enough: it waits in the socket until a child takes it.
        if await asking == 200:
            return True
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 0.2)
    return False


def _greeting(service: _Service, welcome: str) -> list[str]:
    if service.newspaper is not None:
        from tidings.cli.processes.newspaper import demo_greeting

        return demo_greeting()
    if welcome == "nobody":
        return []
    by_page = welcome == "first visitor"
    way = (
        "Open that page to create the first one, or"
        if by_page
        else "Create the first one"
    )
    return [
        f"There is no account yet. {way} in another terminal:",
        f"    cd {Path.cwd()} && {_program()} user add NAME",
    ]


def _program() -> str:
    """Return how a person calls this program from the working directory."""
    called = Path(sys.argv[0]).absolute()
    found = shutil.which("tidings")
    if found and Path(found).absolute() == called:
        return "tidings"
    if called.name != "tidings":
        return "python -m tidings"
    return os.path.relpath(called)


def _words(
    role: str, settings: Settings, listener: Listener | None, lifeline: int
) -> list[str]:
    server = settings.server
    words = ["process", role, "--host", server.host, "--port", str(server.port)]
    words += ["--lifeline", str(lifeline)]
    if listener is not None:
        words += ["--listener", str(listener.fileno())]
    return words
