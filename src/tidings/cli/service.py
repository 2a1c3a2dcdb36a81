"""The life of `tidings serve`: prepare, start the children, say where it is, stop."""

import asyncio
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tidings.cli.healthcheck import ask
from tidings.cli.lifetime import collect_rarely, give_way, stop_event
from tidings.cli.listen import Listener, inherited_listener, listen
from tidings.cli.output import CommandFailed, say
from tidings.cli.supervisor import Child, keep_running
from tidings.cli.systemd import notify
from tidings.config import child_environment, service_manager_socket
from tidings.context import Context
from tidings.core.setting_values import HostPort
from tidings.core.settings import Settings
from tidings.observe.logs import configure_logs
from tidings.wiring import (
    open_context,
    open_fetching,
    prepare_database,
)

_NEWSPAPER = "newspaper"
_READY_WITHIN = 30.0
# The newspaper's feeds are followed and read on the first start; then people may look.
_FURNISHED_WITHIN = 15.0
_ASK_AGAIN = 2.0


@dataclass(frozen=True, slots=True)
class _Service:
    """What is running, and what to say about it."""

    settings: Settings
    listener: Listener
    newspaper: Listener | None  # None: this is not the demo
    greeting: list[str]


def run_service(settings: Settings, *, worker: bool, demo: bool) -> None:
    """Serve until a signal says stop; raise if it cannot even start."""
    _configure_logs(settings, "serve")
    if demo:
        from tidings.cli.newspaper import refuse_strangers

        refuse_strangers(settings)
    with (
        closing(listen(settings.server.host, settings.server.port)) as listener,
        tempfile.TemporaryDirectory(prefix="tidings-") as shared,
        ExitStack() as stack,
    ):
        prepare_database(settings, check=True)
        service = _prepared(settings, listener, demo=demo)
        if service.newspaper is not None:
            stack.enter_context(closing(service.newspaper))
        # Closed by the system when this process ends, however it ends.
        lifeline, _held = os.pipe()
        children = _children(service, lifeline, shared, worker=worker)
        asyncio.run(_supervise(service, children))


def _prepared(settings: Settings, listener: Listener, *, demo: bool) -> _Service:
    with open_context(settings) as context:
        if not demo:
            greeting = asyncio.run(_greeting(context))
            return _Service(settings, listener, None, greeting)
        from tidings.cli.newspaper import demo_greeting, prepare_demo

        newspaper = prepare_demo(settings, context)
        return _Service(settings, listener, newspaper, demo_greeting())


def _children(
    service: _Service, lifeline: int, shared: str, *, worker: bool
) -> list[Child]:
    variables = {"PROMETHEUS_MULTIPROC_DIR": shared}
    listeners: dict[str, Listener | None] = {"web": service.listener}
    if worker:
        listeners["worker"] = None
    if service.newspaper is not None:
        from tidings.cli.newspaper import demo_variables

        listeners[_NEWSPAPER] = service.newspaper
        variables |= demo_variables(service.settings, service.newspaper)
    return [
        Child(
            role,
            _words(role, service.settings, opened, lifeline),
            (lifeline,) if opened is None else (lifeline, opened.fileno()),
            child_environment(variables),
        )
        for role, opened in listeners.items()
    ]


def run_child(role: str, settings: Settings, *, listener: int, lifeline: int) -> None:
    """Be one process of a running `tidings serve`."""
    _configure_logs(settings, role)
    with open_context(settings) as context:
        if role == _NEWSPAPER:
            from tidings.cli.newspaper import serve_newspaper

            with closing(inherited_listener(listener)) as inherited:
                asyncio.run(serve_newspaper(context, inherited, lifeline))
        elif role == "web":
            import uvloop

            with (
                closing(inherited_listener(listener)) as inherited,
                asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            ):
                runner.run(_serve(settings, context, inherited, lifeline))
        else:
            asyncio.run(_work(settings, context, lifeline))


async def _serve(
    settings: Settings, context: Context, listener: Listener, lifeline: int
) -> None:
    from tidings.cli.web_process import serve_web

    async with open_fetching(settings) as fetching:
        try:
            await serve_web(context, fetching, listener, lifeline)
        finally:
            await context.doors.close()


async def _work(settings: Settings, context: Context, lifeline: int) -> None:
    from tidings.worker.run import run_worker

    give_way()
    collect_rarely()
    stop = stop_event(lifeline)
    async with open_fetching(settings) as fetching:
        await run_worker(context, fetching, stop)


async def _supervise(service: _Service, children: list[Child]) -> None:
    stop, ended = stop_event(), asyncio.Event()
    # Others may be reading the newspaper: it goes when they are gone.
    lasting = [child for child in children if child.name == _NEWSPAPER]
    async with asyncio.TaskGroup() as tasks:
        for child in lasting:
            tasks.create_task(keep_running(child, ended))
        others = [child for child in children if child not in lasting]
        asked = await _keep_service(service, others, stop)
        ended.set()
    if not asked:
        raise CommandFailed(
            f"The web process did not get ready within {_READY_WITHIN:g} s."
            " The messages above say why."
        )


async def _keep_service(
    service: _Service, children: list[Child], stop: asyncio.Event
) -> bool:
    """Run until asked to stop; return False if it ends unasked: it did not get ready."""
    manager = service_manager_socket()
    server = service.settings.server
    async with asyncio.TaskGroup() as tasks:
        for child in children:
            tasks.create_task(keep_running(child, stop))
        place = HostPort(server.host, server.port)
        if await _is_ready("/readyz", place, _READY_WITHIN, stop):
            if service.newspaper is not None and _has_worker(children):
                place = HostPort(*service.newspaper.getsockname())
                await _is_ready("/ready", place, _FURNISHED_WITHIN, stop)
            notify(manager, "READY=1")
            say("\n".join([f"Tidings runs at {server.base_url}", *service.greeting]))
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


async def _greeting(context: Context) -> list[str]:
    from tidings.services.registration import is_registration_open
    from tidings.services.users import list_users

    if await list_users(context) or context.accounts.password is not None:
        return []
    by_page = await is_registration_open(context)
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


def _configure_logs(settings: Settings, process: str) -> None:
    observe = settings.observe
    configure_logs(observe.log_level, observe.log_format, process=process)
