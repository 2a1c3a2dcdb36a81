"""`tidings ai`: how it stands, what work would cost, and asking a model again."""

from dataclasses import asdict
from typing import Literal

import typer

from tidings.cli.options import JSON_OPTION, YES_OPTION
from tidings.cli.output import confirm, print_json, say
from tidings.core.clock import to_datetime

app = typer.Typer(
    help="AI: status, cost, and doing entries again.", no_args_is_help=True
)

_KIND = typer.Option("summary", "--kind", help="summary or deframe.")
_FEED = typer.Option(None, "--feed", help="The number of a feed; all if left out.")
_DAYS = typer.Option(7, "--days", min=1, max=3650, help="How far back.")


@app.command("status")
def status(as_json: bool = JSON_OPTION) -> None:
    """Show the state of the provider, the queue and the caps."""
    from tidings.cli.run import run_in_context
    from tidings.services.ai.use import ai_status

    found = asdict(run_in_context(lambda context: ai_status(context, 0)))
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        if name != "own_key":
            say(f"{name.replace('_', ' ')}: {_words(name, value)}")


@app.command("estimate")
def estimate(
    kind: str = _KIND,
    feed: int | None = _FEED,
    days: int = _DAYS,
    as_json: bool = JSON_OPTION,
) -> None:
    """Estimate what processing the entries of the last days would cost."""
    found = _estimated(kind, feed, days)
    if as_json:
        print_json(found)
    else:
        say(_sentence(found))


@app.command("reprocess")
def reprocess(
    kind: str = _KIND,
    feed: int | None = _FEED,
    days: int = _DAYS,
    yes: bool = YES_OPTION,
    as_json: bool = JSON_OPTION,
) -> None:
    """Process entries again with the current prompt and model, within the caps."""
    from tidings.cli.run import run_in_context
    from tidings.services.ai import use as ai_use

    wanted = ai_use.ManyEntries(kind=_kind(kind), feed_id=feed, days=days)
    confirm(f"{_sentence(_estimated(kind, feed, days))} Go on?", yes=yes)
    done = run_in_context(lambda context: ai_use.reprocess(context, wanted))
    if as_json:
        print_json({"queued": done.queued})
    else:
        say(f"{done.queued} entries are on their way.")


def _estimated(kind: str, feed: int | None, days: int) -> dict[str, object]:
    from tidings.cli.run import run_in_context
    from tidings.services.ai import use as ai_use

    wanted = _kind(kind)
    return asdict(
        run_in_context(lambda context: ai_use.estimate(context, wanted, feed, days))
    )


def _kind(text: str) -> Literal["summary", "deframe"]:
    if text == "summary":
        return "summary"
    if text == "deframe":
        return "deframe"
    raise typer.BadParameter("use summary or deframe", param_hint="--kind")


def _sentence(found: dict[str, object]) -> str:
    return (
        f"{found['entries']} entries, {found['cached']} of them done already:"
        f" {found['calls']} calls, about {found['tokens_in']} tokens in and"
        f" {found['tokens_out']} out, price {found['price']}, at least"
        f" {found['minutes']} min."
    )


def _words(name: str, value: object) -> str:
    if name.endswith("_until") and isinstance(value, int):
        return f"{to_datetime(value):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, dict):
        cap = value["cap"]
        return f"{value['tokens']} tokens" + ("" if cap is None else f" of {cap}")
    return "-" if value is None else str(value)
