"""The `tidings` program. Commands import what they need when they run, so help is quick.

Exit codes: 0 done, 1 failed with a sentence on standard error, 2 wrong usage.
"""

import sys
from typing import NoReturn

import typer

from tidings import __version__
from tidings.cli import (
    ai,
    cleanup,
    config,
    database,
    doctor,
    feed_switches,
    feeds,
    healthcheck,
    openapi,
    opml,
    root_domains,
    serve,
    users,
    worker,
)
from tidings.core.errors import TidingsError


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Tidings {__version__}")
        raise typer.Exit


app = typer.Typer(
    help="Tidings, a self-hosted feed reader.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("serve")(serve.serve)
app.command("process", hidden=True)(serve.process)
app.command("worker")(worker.worker)
feeds.app.command("enforce-domain")(feed_switches.enforce_domain)
feeds.app.command("full-text")(feed_switches.full_text)
app.add_typer(feeds.app, name="feed")
app.add_typer(root_domains.app, name="root-domain")
app.add_typer(opml.app, name="opml")
app.add_typer(users.app, name="user")
app.add_typer(database.app, name="db")
app.add_typer(config.app, name="config")
app.add_typer(ai.app, name="ai")
app.command("cleanup")(cleanup.cleanup)
app.command("doctor")(doctor.doctor)
app.command("healthcheck")(healthcheck.healthcheck)
app.command("openapi")(openapi.openapi)


@app.callback()
def program(
    version: bool = typer.Option(
        False, "--version", is_eager=True, callback=_show_version, help="Print it."
    ),
) -> None:
    """Tidings, a self-hosted feed reader."""


def main() -> None:
    """Run a command; a refusal is one sentence, a bug is a traceback."""
    try:
        app(prog_name="tidings")
    except TidingsError as error:
        _fail(error.message)
    except OSError as error:
        if error.filename is None:  # not about a file that someone named: a bug
            raise
        _fail(f"{error.filename}: {error.strerror}.")


def _fail(sentence: str) -> NoReturn:
    typer.echo(f"tidings: {sentence}", err=True)
    sys.exit(1)
