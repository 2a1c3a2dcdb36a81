"""`tidings feed enforce-domain|full-text|prompts`: what is taken from a feed, and what a
model should know about it."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Literal

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import print_json, say

if TYPE_CHECKING:
    from tidings.context import Context
    from tidings.services.ai.choices import FeedPromptsView

_FEED = typer.Argument(metavar="ID|URL", help="The feed's number or address.")
_SUMMARY = typer.Option(None, "--summary", help='Added for summaries; "" for nothing.')
_DEFRAME = typer.Option(None, "--deframe", help="Added when entries are deframed.")
_WANTED = typer.Argument(..., metavar="on|off")


def enforce_domain(feed: str = _FEED, wanted: Literal["on", "off"] = _WANTED) -> None:
    """Set whether entries that link to another site are left out."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import enforce_feed_domain

    now = run_in_context(
        lambda context: enforce_feed_domain(context, feed, enforced=wanted == "on")
    )
    say(f"Leaving out entries of other sites is {wanted} for feed {now.id}.")


def full_text(feed: str = _FEED, wanted: Literal["on", "off"] = _WANTED) -> None:
    """Set whether the article of every new entry is fetched, before it is deframed or
    summarised."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import fetch_full_texts

    now = run_in_context(
        lambda context: fetch_full_texts(context, feed, fetched=wanted == "on")
    )
    say(f"Fetching the article of every entry is {wanted} for feed {now.id}.")


def prompts(
    feed: str = _FEED,
    summary: str | None = _SUMMARY,
    deframe: str | None = _DEFRAME,
    as_json: bool = JSON_OPTION,
) -> None:
    """Set or show what is added to the prompts for a feed."""
    from tidings.cli.run import run_in_context

    said = {"summary": summary, "deframe": deframe}
    changes = {kind: text or None for kind, text in said.items() if text is not None}
    now = asdict(
        run_in_context(lambda context: _change_prompts(context, feed, changes))
    )
    if as_json:
        print_json(now)
        return
    for kind, text in now.items():
        say(f"{kind}: {text or 'the usual'}")


async def _change_prompts(
    context: "Context", feed: str, changes: dict[str, str | None]
) -> "FeedPromptsView":
    from pydantic import ValidationError

    from tidings.services.ai import choices
    from tidings.services.feeds.feeds import show_feed

    found, _ = await show_feed(context, feed)
    known = await choices.feed_prompts(context, found.id)
    if not changes:
        return known
    try:
        wanted = choices.FeedPrompts(**asdict(replace(known, **changes)))
    except ValidationError:
        raise typer.BadParameter("Use text of at most 4,000 characters.") from None
    return await choices.set_feed_prompts(context, found.id, wanted)
