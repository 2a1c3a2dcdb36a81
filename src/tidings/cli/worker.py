"""`tidings worker`: the background work alone, as many as one likes on PostgreSQL."""

import typer


def worker(
    once: bool = typer.Option(
        False, "--once", help="Work off everything that is due, then stop."
    ),
) -> None:
    """Do the background work until stopped."""
    from tidings.cli.processes.work import run_alone, run_once

    if once:
        run_once()
    else:
        run_alone()
