"""`tidings cleanup`: forgets what is past its time, now instead of tonight."""

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import print_json, say


def cleanup(
    dry_run: bool = typer.Option(
        False, "--dry-run", help="Say which feeds it would shorten; change nothing."
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Remove old entries as TIDINGS_RETENTION_… says; what readers keep stays."""
    from tidings.cli.run import run_in_context
    from tidings.jobs.entries.clean_up import clean_up, clean_up_preview

    if dry_run:
        feeds = run_in_context(clean_up_preview)
        if as_json:
            print_json({"feeds": feeds})
        else:
            many = "One feed has" if len(feeds) == 1 else f"{len(feeds)} feeds have"
            say(f"{many} entries past their time. Nothing was changed.")
        return
    removed = run_in_context(clean_up)
    if as_json:
        print_json(removed)
    else:
        for name, count in removed.items():
            say(f"{name.replace('_', ' ')}: {count}")
