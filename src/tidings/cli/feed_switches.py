"""`tidings feed enforce-domain|full-text`: what is taken from a feed."""

from typing import Literal

import typer

from tidings.cli.output import say

_FEED = typer.Argument(metavar="ID|URL", help="The feed's number or address.")
_WANTED = typer.Argument(..., metavar="on|off")


def enforce_domain(feed: str = _FEED, wanted: Literal["on", "off"] = _WANTED) -> None:
    """Say whether entries that link to another site are left out."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import enforce_feed_domain

    now = run_in_context(
        lambda context: enforce_feed_domain(context, feed, enforced=wanted == "on")
    )
    say(f"Leaving out entries of other sites is {wanted} for feed {now.id}.")


def full_text(feed: str = _FEED, wanted: Literal["on", "off"] = _WANTED) -> None:
    """Say whether the article of every new entry is fetched, before it is deframed or
    summarised."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import fetch_full_texts

    now = run_in_context(
        lambda context: fetch_full_texts(context, feed, fetched=wanted == "on")
    )
    say(f"Fetching the article of every entry is {wanted} for feed {now.id}.")
