"""`tidings serve`: a web process and a worker process under one small supervisor."""

import typer

from tidings.cli import long_running

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
        help="Try it with sample feeds; sign in as demo, password demo-demo-demo.",
    ),
) -> None:
    """Serve Tidings, with a worker beside it, until stopped."""
    long_running.serve(host, port, worker=not no_worker, demo=demo)
