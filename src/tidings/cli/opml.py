"""`tidings opml …`: lists of feeds from and for other readers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import CommandFailed, print_json, progress, say, warn

if TYPE_CHECKING:
    from tidings.context import Context, Fetching
    from tidings.operations.moving.import_opml import OpmlReport

app = typer.Typer(help="Import and export lists of feeds (OPML).", no_args_is_help=True)

_LARGEST = 16 * 1024 * 1024


@app.command("import")
def import_list(
    file: Path = typer.Argument(help="The OPML file."),
    user: str = typer.Option(..., "--user", help="Who follows the feeds."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Let a user follow every feed of a list; a worker fetches them."""
    from tidings.cli.run_fetching import run_with_fetching

    body = _content(file)

    async def load(context: "Context", fetching: "Fetching") -> "OpmlReport":
        from tidings.services.moving.opml import import_opml
        from tidings.store.accounts.accounts import require_user

        who = await context.database.read(require_user, user)
        with progress("Importing") as show:
            return await import_opml(context, fetching, who.id, body, show)

    report = run_with_fetching(load)
    if as_json:
        from dataclasses import asdict

        print_json(asdict(report))
        return
    for problem in report.problems:
        place = f"Line {problem.line}: " if problem.line else ""
        warn(f"{place}{problem.reason}")
    rows = sum(problem.line > 0 for problem in report.problems)
    say(
        f"{report.followed} feeds are followed now, {report.followed_before} were"
        f" before, {rows} could not be read."
    )


@app.command("export")
def export_list(
    file: Path | None = typer.Argument(
        None, help="Where to write; without it, to standard output."
    ),
    user: str | None = typer.Option(
        None, "--user", help="Whose feeds; without it, all feeds of the instance."
    ),
) -> None:
    """Write a list of feeds, without secrets."""
    from tidings.cli.run import run_in_context

    async def write(context: "Context") -> bytes:
        from tidings.services.moving.opml import export_opml
        from tidings.store.accounts.accounts import require_user

        if user is None:
            return await export_opml(context)
        who = await context.database.read(require_user, user)
        return await export_opml(context, who.id)

    body = run_in_context(write)
    if file is None or str(file) == "-":
        sys.stdout.buffer.write(body)
        return
    file.write_bytes(body)
    say(f"Written to {file}.")


def _content(file: Path) -> bytes:
    if not file.is_file():
        raise CommandFailed(f"There is no file {file}.")
    if file.stat().st_size > _LARGEST:
        raise CommandFailed(f"{file} is too large to be a list of feeds.")
    return file.read_bytes()
