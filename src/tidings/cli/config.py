"""`tidings config …`: which settings hold, and where each comes from."""

from dataclasses import asdict

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import print_json, print_table, warn

app = typer.Typer(help="Show the settings.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Show the settings."""


@app.command("show")
def show(as_json: bool = JSON_OPTION) -> None:
    """Print every setting, its value (secrets masked) and its source."""
    from tidings.config import describe, load_settings

    settings = load_settings()
    described = describe(settings)
    if as_json:
        print_json([asdict(row) for row in described])
    else:
        rows = [
            {"setting": row.name, "value": row.value_masked, "source": row.source}
            for row in described
        ]
        print_table(rows, {"default": "dim"})
    for unknown in settings.report.unknown:
        hint = f" Did you mean {unknown.closest}?" if unknown.closest else ""
        warn(f"{unknown.name} is set and means nothing to Tidings.{hint}")
