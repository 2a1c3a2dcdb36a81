"""Options that several commands share."""

import typer

JSON_OPTION = typer.Option(False, "--json", help="Print JSON, for programs.")
YES_OPTION = typer.Option(False, "--yes", help="Do not ask.")
