"""The life of `tidings serve`: prepare, start the children, say where it is, stop."""

import asyncio
import os
import shutil
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic

from tidings.cli.healthcheck import ask
from tidings.cli.lifetime import stop_event
from tidings.cli.listen import Listener, inherited_listener, listen
from tidings.cli.output import CommandFailed, say
from tidings.cli.supervisor import Child, keep_running
from tidings.cli.systemd import notify
from tidings.config import child_environment, service_manager_socket
from tidings.context import Context
from tidings.core.settings import Settings
from tidings.observe.logs import configure_logs
from tidings.wiring import (
    open_context,
    open_fetching,
    prepare_database,
)

DEMO_NAME = "demo"
DEMO_PASSWORD = "demo-demo-demo"
_READY_WITHIN = 30.0
_ASK_AGAIN = 2.0


def run_service(settings: Settings, *, worker: bool, demo: bool) -> None:
    """Serve until a signal says stop; raise if it cannot even start."""
    _configure_logs(settings, "serve")
    with (
        closing(listen(settings.server.host, settings.server.port)) as listener,
        tempfile.TemporaryDirectory(prefix="tidings-") as shared,
    ):
        prepare_database(settings, check=True)
        with open_context(settings) as context:
            greeting = asyncio.run(_greeting(context, demo=demo))
        # Closed by the system when this process ends, however it ends.
        lifeline, _held = os.pipe()
        environment = child_environment({"PROMETHEUS_MULTIPROC_DIR": shared})
        children = [
            Child(
                role,
                _words(role, settings, listener, lifeline),
                (lifeline, listener.fileno()) if role == "web" else (lifeline,),
                environment,
            )
            for role in (("web", "worker") if worker else ("web",))
        ]
        asyncio.run(_supervise(settings, children, listener, greeting))


def run_child(role: str, settings: Settings, *, listener: int, lifeline: int) -> None:
    """Be the web or the worker process of a running `tidings serve`."""
    _configure_logs(settings, role)
    with open_context(settings) as context:
        if role == "web":
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

    stop = stop_event(lifeline)
    async with open_fetching(settings) as fetching:
        await run_worker(context, fetching, stop)


async def _supervise(
    settings: Settings,
    children: list[Child],
    listener: Listener,
    greeting: list[str],
) -> None:
    stop = stop_event()
    manager = service_manager_socket()
    async with asyncio.TaskGroup() as tasks:
        for child in children:
            tasks.create_task(keep_running(child, stop))
        ready = await _is_ready(settings, stop)
        if ready:
            notify(manager, "READY=1")
            say("\n".join([f"Tidings runs at {settings.server.base_url}", *greeting]))
            await stop.wait()
        notify(manager, "STOPPING=1")
        asked = stop.is_set()
        # Nobody should be queued up any more for a server that is about to end.
        listener.close()
        stop.set()
    if not asked:
        raise CommandFailed(
            f"The web process did not get ready within {_READY_WITHIN:g} s."
            " The messages above say why."
        )


async def _is_ready(settings: Settings, stop: asyncio.Event) -> bool:
    """Wait until the web process is ready; False if it does not get so, or on a stop."""
    server = settings.server
    deadline = monotonic() + _READY_WITHIN
    while monotonic() < deadline and not stop.is_set():
        asking = asyncio.to_thread(
            ask, "/readyz", server.host, server.port, patience=_ASK_AGAIN
        )
        # Usually one question is enough: it waits in the socket until a child takes it.
        if await asking == 200:
            return True
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 0.2)
    return False


async def _greeting(context: Context, *, demo: bool) -> list[str]:
    from tidings.services.users import add_user, list_users

    names = {user.name for user in await list_users(context)}
    lines = []
    if demo:
        if DEMO_NAME not in names:
            await add_user(context, DEMO_NAME, DEMO_PASSWORD, "user")
        lines.append(f"Sign in as {DEMO_NAME} with the password {DEMO_PASSWORD}.")
    elif not names and context.accounts.password is None:
        lines += [
            "There is no account yet. Create the first one in another terminal:",
            f"    cd {Path.cwd()} && {_program()} user add NAME",
        ]
    return lines


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
    role: str, settings: Settings, listener: Listener, lifeline: int
) -> list[str]:
    server = settings.server
    words = ["process", role, "--host", server.host, "--port", str(server.port)]
    words += ["--lifeline", str(lifeline)]
    return words + (["--listener", str(listener.fileno())] if role == "web" else [])


def _configure_logs(settings: Settings, process: str) -> None:
    observe = settings.observe
    configure_logs(observe.log_level, observe.log_format, process=process)
