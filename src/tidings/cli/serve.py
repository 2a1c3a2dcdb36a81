"""`tidings serve`: a web process and a worker process under one small supervisor."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from tidings.core.settings.settings import Settings

_HOST = typer.Option(None, "--host", help="The address to listen on.")
_PORT = typer.Option(None, "--port", help="The port to listen on.")


def serve(
    host: str | None = _HOST,
    port: int | None = _PORT,
    no_worker: bool = typer.Option(
        False, "--no-worker", help="Only answer requests; a worker runs elsewhere."
    ),
    demo: bool = typer.Option(
        False,
        "--demo",
        help="Show everything with sample feeds and an account demo (demo-demo-demo).",
    ),
) -> None:
    """Serve Tidings, with a worker beside it, until stopped."""
    from tidings.cli.processes.service import run_service

    run_service(settings_for(host, port), worker=not no_worker, demo=demo)


def process(
    role: str = typer.Argument(),
    host: str = _HOST,
    port: int = _PORT,
    listener: int = typer.Option(-1, "--listener"),
    lifeline: int = typer.Option(-1, "--lifeline"),
    restarts: int = typer.Option(0, "--restarts"),
) -> None:
    """Run one child of `tidings serve`; not for people."""
    from tidings.cli.processes.child import ChildStart, run_child

    start = ChildStart(role, listener, lifeline, restarts)
    run_child(start, settings_for(host, port))


def settings_for(host: str | None, port: int | None) -> "Settings":
    """Return the settings with what the command line says on top."""
    from tidings.config import load_settings

    options = {"TIDINGS_HOST": host or "", "TIDINGS_PORT": str(port or "")}
    return load_settings(options=options)
