"""`tidings root-domain …`: how feeds are grouped by site."""

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import print_json, print_table, say

app = typer.Typer(help="Group feeds by their sites.", no_args_is_help=True)

_FEED = typer.Argument(metavar="ID|URL", help="The feed's number or address.")


@app.command("list")
def list_all(as_json: bool = JSON_OPTION) -> None:
    """List every root domain with the number of its feeds."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import list_root_domains

    domains = run_in_context(list_root_domains)
    if as_json:
        print_json([{"root_domain": name, "feeds": feeds} for name, feeds in domains])
        return
    if not domains:
        say("No feed has a root domain.")
    rows = [{"root domain": name, "feeds": str(feeds)} for name, feeds in domains]
    print_table(rows, {})


@app.command("set")
def set_domain(
    feed: str = _FEED,
    domain: str = typer.Argument(help="The domain, such as example.org."),
) -> None:
    """Put a feed into the group of a domain."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import set_root_domain

    now = run_in_context(lambda context: set_root_domain(context, feed, domain))
    say(f"Feed {now.id} belongs to {now.root_domain}.")


@app.command("clear")
def clear(feed: str = _FEED) -> None:
    """Take a feed out of its group."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import set_root_domain

    now = run_in_context(lambda context: set_root_domain(context, feed, None))
    say(f"Feed {now.id} belongs to no root domain.")
