"""`tidings worker`: the background work alone, as many as one likes on PostgreSQL."""

import typer

from tidings.cli import long_running


def worker(
    once: bool = typer.Option(
        False, "--once", help="Do everything that is due, then stop."
    ),
) -> None:
    """Do the background work until stopped."""
    long_running.work(once=once)
