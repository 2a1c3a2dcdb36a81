"""`tidings doctor`: looks at the installation and says what to do about what it finds."""

from dataclasses import asdict

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import print_json, print_table

_STYLES = {"ok": "green", "warn": "yellow", "fail": "bold red"}


def doctor(as_json: bool = JSON_OPTION) -> None:
    """Check this machine, the settings and the database; exit code 1 if one fails."""
    from tidings.cli.checkup import examine

    findings = examine()
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        rows = [
            {
                "state": finding.state,
                "checked": finding.checked,
                "found": finding.found,
                "what to do": finding.advice,
            }
            for finding in findings
        ]
        print_table(rows, _STYLES)
    if any(finding.state == "fail" for finding in findings):
        raise typer.Exit(1)
