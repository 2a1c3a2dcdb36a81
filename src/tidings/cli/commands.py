"""All commands. They import what they need when they run, so help is quick."""

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
app.command("worker")(worker.worker)
feeds.app.command("enforce-domain")(feed_switches.enforce_domain)
feeds.app.command("full-text")(feed_switches.full_text)
feeds.app.command("prompts")(feed_switches.prompts)
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
