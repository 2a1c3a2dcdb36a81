"""`tidings db …`: upgrade, check, back up, restore, tidy and move the database."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tidings.cli.options import JSON_OPTION, YES_OPTION
from tidings.cli.output import (
    CommandFailed,
    confirm,
    print_json,
    print_table,
    progress,
    say,
)

if TYPE_CHECKING:
    from tidings.core.settings.settings import Settings

app = typer.Typer(
    help="Upgrade, check, back up, restore and move the database.",
    no_args_is_help=True,
)

_FILE = typer.Argument(help="The backup file.")


@app.command("upgrade")
def upgrade() -> None:
    """Bring the database up to date; `serve` and `worker` do so at every start."""
    from tidings.wiring import prepare_database

    ran = prepare_database(_settings(), check=False)
    say(f"Upgraded: {', '.join(ran)}." if ran else "The database is up to date.")


@app.command("check")
def check(as_json: bool = JSON_OPTION) -> None:
    """Check for damage; exit code 1 if there is any."""
    from tidings.store.engine.maintenance import database_size, integrity_problems
    from tidings.store.engine.migrate import current_revision

    url = _settings().database.url
    problems = integrity_problems(url.reveal())
    found = {
        "database": url.shown,
        # A damaged database may not even know this.
        "revision": None if problems else current_revision(url.reveal()),
        "megabytes": round(database_size(url.reveal()) / 1_000_000, 1),
        "problems": problems,
    }
    if as_json:
        print_json(found)
    else:
        words = {**found, "problems": "; ".join(problems) or "none"}
        row = {name: str(value or "none") for name, value in words.items()}
        print_table([row], {})
    if problems:
        raise typer.Exit(1)


@app.command("backup")
def backup(file: Path = _FILE) -> None:
    """Write a backup; Tidings may keep running."""
    from tidings.store.engine.backup import back_up

    with progress("Backing up") as show:
        back_up(_url(), file, show)
    say(f"Backed up to {file} ({file.stat().st_size / 1_000_000:.1f} MB).")


@app.command("restore")
def restore(file: Path = _FILE, yes: bool = YES_OPTION) -> None:
    """Replace what the database holds with a backup."""
    from tidings.store.engine.backup import restore as restore_from

    settings = _settings()
    if not file.is_file():
        raise CommandFailed(f"There is no file {file}.")
    confirm(
        f"Replace everything in {settings.database.url.shown} by {file}? Stop Tidings"
        " first.",
        yes=yes,
    )
    with progress("Restoring") as show:
        restore_from(settings.database.url.reveal(), file, show)
    say(f"Restored from {file}.")


@app.command("vacuum")
def vacuum() -> None:
    """Return the space of deleted rows to the disk."""
    from tidings.store.engine.maintenance import vacuum as tidy

    say(f"Done; {tidy(_url()) / 1_000_000:.1f} MB given back.")


@app.command("copy-to")
def copy_to(
    url: str = typer.Argument(help="The other database, such as postgresql://…"),
) -> None:
    """Copy everything into another, empty database, of either kind."""
    from tidings.core.settings.kinds import DATABASE_URL
    from tidings.store.engine.backup import copy_to as copy

    try:
        target = DATABASE_URL.read(url)
    except ValueError:
        raise typer.BadParameter(f"Use {DATABASE_URL.allowed}.") from None
    with progress("Copying") as show:
        copy(_url(), target.reveal(), show)
    say(f"Copied to {target.shown}. Set TIDINGS_DATABASE_URL to use it.")


def _settings() -> "Settings":
    from tidings.config import load_settings

    return load_settings()


def _url() -> str:
    return _settings().database.url.reveal()
