"""`tidings feed …`: feeds from the command line."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

import typer

from tidings.cli.options import JSON_OPTION
from tidings.cli.output import print_json, print_table, say, warn

if TYPE_CHECKING:
    from tidings.context import Context, Fetching
    from tidings.core.errors import TidingsError
    from tidings.services.feeds.diagnose import Diagnosis
    from tidings.services.feeds.feed_settings import FeedSettingsView
    from tidings.services.feeds.register import FeedOptions, Registered
    from tidings.services.feeds.subscribe import Subscribed
    from tidings.store.feeds.feeds import FeedRow

app = typer.Typer(help="Add, list, switch and check feeds.", no_args_is_help=True)

_FEED = typer.Argument(metavar="ID|URL", help="The feed's number or address.")


@app.command("add")
def add(  # noqa: PLR0913 - one for each option
    url: str = typer.Argument(help="A feed, or the page of a site that has one."),
    no_root_domain: bool = typer.Option(
        False, "--no-root-domain", help="Do not put it into a group."
    ),
    no_polling: bool = typer.Option(False, "--no-polling", help="Check it only once."),
    enforce_domain: bool = typer.Option(
        False, "--enforce-domain", help="Leave out entries that link to another site."
    ),
    full_text: bool = typer.Option(
        False, "--full-text", help="Fetch the article of every entry."
    ),
    disabled: bool = typer.Option(
        False, "--disabled", help="Register it without fetching anything."
    ),
    user: str | None = typer.Option(
        None,
        "--user",
        help="Let this user follow it, with its entries at once; this publishes nothing.",
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Register a feed; a site's home page will do.

    Without --user everybody may read it, deframed, at /rss, unless it needs a login;
    with --user this publishes nothing (`tidings feed publishing` does).
    """
    from tidings.cli.run_fetching import run_with_fetching
    from tidings.services.feeds.discover import SeveralFeeds
    from tidings.services.feeds.register import FeedOptions

    if disabled and user:
        raise typer.BadParameter("A disabled feed cannot be followed.")
    options = FeedOptions(
        not no_root_domain, not disabled, not no_polling, enforce_domain, full_text
    )

    async def register(context: "Context", fetching: "Fetching") -> "_Added":
        return await _add(context, fetching, url, options, user)

    try:
        feed, registered, subscribed = run_with_fetching(register)
    except SeveralFeeds as error:
        _offer(error, as_json=as_json)
        raise
    if as_json:
        from tidings.cli.feed_words import feed_as_dict
        from tidings.wiring import now

        shown = feed_as_dict(feed, _base_url(), now())
        print_json({**shown, "is_new": registered.is_new})
    else:
        _say_what_was_added(feed, registered, subscribed)
    if feed.published_since is not None:
        _warn_unless_deframing()


@app.command("delete")
def delete(feed: str = _FEED) -> None:
    """Delete a feed; what readers starred is kept."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import delete_feed

    gone = run_in_context(lambda context: delete_feed(context, feed))
    say(f"Feed {gone.id} is deleted: {gone.url}")


@app.command("enable")
def enable(feed: str = _FEED) -> None:
    """Let a feed be fetched and published; this does not schedule a check."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import enable_feed

    now = run_in_context(lambda context: enable_feed(context, feed, enabled=True))
    say(f"Feed {now.id} is enabled.")
    if now.next_check_at is None:
        say(f"No check is scheduled. To check it now: tidings feed sync {now.id}")


@app.command("disable")
def disable(feed: str = _FEED) -> None:
    """Stop fetching and publishing a feed; its schedule stays, without effect."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import enable_feed

    now = run_in_context(lambda context: enable_feed(context, feed, enabled=False))
    say(f"Feed {now.id} is disabled.")


@app.command("polling")
def polling(
    feed: str = _FEED,
    wanted: Literal["on", "off"] | None = typer.Argument(
        None, metavar="on|off", help="Left out, polling is toggled."
    ),
) -> None:
    """Turn polling on or off: whether a check is followed by another one."""
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import poll_feed

    choice = None if wanted is None else wanted == "on"
    now = run_in_context(lambda context: poll_feed(context, feed, polling=choice))
    say(f"Polling of feed {now.id} is {'on' if now.polling else 'off'}.")


@app.command("move")
def move(
    feed: str = _FEED,
    url: str = typer.Argument(help="Where the feed is now; a site's page will do."),
) -> None:
    """Give a feed another address and check it; all that readers did stays.

    A feed that is registered under the new address already is joined with this one.
    """
    from tidings.cli.run_fetching import run_with_fetching
    from tidings.services.feeds.move_feed import move_feed_by_operator

    moved = run_with_fetching(
        lambda context, fetching: move_feed_by_operator(context, fetching, feed, url)
    )
    say(f"Feed {moved.id} is now at {moved.url}")


@app.command("publishing")
def publishing(
    feed: str = _FEED,
    wanted: Literal["on", "off"] = typer.Argument(..., metavar="on|off"),
) -> None:
    """Let everybody read a feed in neutral words at /rss, or only its followers."""
    from tidings.cli.run import run_in_context
    from tidings.services.publishing.deframed import publish_feed

    now = run_in_context(
        lambda context: publish_feed(context, feed, published=wanted == "on")
    )
    say(f"Publishing of feed {now.id} is {wanted}.")
    if wanted == "on":
        _warn_unless_deframing()


@app.command("list")
def list_all(as_json: bool = JSON_OPTION) -> None:
    """List all feeds: their state, the next check and its reason, the last error."""
    from tidings.cli.feed_words import feed_as_dict, feed_as_row
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import list_all_feeds
    from tidings.wiring import now

    feeds, base_url = run_in_context(list_all_feeds), _base_url()
    if as_json:
        print_json([feed_as_dict(feed, base_url, now()) for feed in feeds])
        return
    if not feeds:
        say("There are no feeds. Add one: tidings feed add URL")
    rows = [feed_as_row(feed, base_url, now()) for feed in feeds]
    print_table(rows, {"no": "dim"})


@app.command("show")
def show(feed: str = _FEED, as_json: bool = JSON_OPTION) -> None:
    """Show everything about one feed, but no secrets."""
    from tidings.cli.feed_words import feed_as_dict, feed_as_lines
    from tidings.cli.run_fetching import run_with_fetching
    from tidings.wiring import now

    row, aliases, settings = run_with_fetching(
        lambda context, fetching: _show(context, fetching, feed)
    )
    if as_json:
        shown = {name: _json_value(value) for name, value in asdict(settings).items()}
        known = feed_as_dict(row, _base_url(), now())
        print_json({**known, "aliases": aliases, "settings": shown})
        return
    lines = feed_as_lines(row, _base_url(), asdict(settings), aliases, now())
    for name, value in lines.items():
        say(f"{name.replace('_', ' ')}: {value}")


@app.command("sync")
def sync(
    feed: str | None = typer.Argument(
        None, metavar="ID|URL", help="The feed's number or address."
    ),
    everything: bool = typer.Option(False, "--all", help="Every enabled feed."),
) -> None:
    """Let a feed be checked as soon as a worker can, whatever kept it from that; only a
    server that refused a request is left alone as long as it asks."""
    from tidings.cli.feed_words import next_check_reason, next_check_words
    from tidings.cli.run import run_in_context
    from tidings.services.feeds.feeds import sync_all_feeds, sync_feed
    from tidings.wiring import now

    if (feed is None) is not everything:
        raise typer.BadParameter("Name one feed, or give --all.")
    if feed is None:
        _say_how_many(*run_in_context(sync_all_feeds))
        return
    wanted = feed
    synced = run_in_context(lambda context: sync_feed(context, wanted))
    asked_at = now()
    if next_check_words(synced, asked_at) == "due now":
        say(f"Feed {synced.id} is due now.")
    else:
        say(f"Feed {synced.id} is asked for. {next_check_reason(synced, asked_at)}")


@app.command("diagnose")
def diagnose(
    feed: str = _FEED,
    whole: bool = typer.Option(
        False, "--whole", help="Ask for the document even if it has not changed."
    ),
    as_json: bool = JSON_OPTION,
) -> None:
    """Check a feed step by step and say what would happen; nothing is written."""
    from tidings.cli.run_fetching import run_with_fetching
    from tidings.services.feeds.diagnose import diagnose_feed

    found = run_with_fetching(
        lambda context, fetching: diagnose_feed(context, fetching, feed, whole=whole)
    )
    if as_json:
        print_json(asdict(found))
    else:
        _say_steps(found)


def _say_how_many(due: int, waiting: int) -> None:
    say("1 feed is due now." if due == 1 else f"{due} feeds are due now.")
    if waiting:
        wait = "1 more waits" if waiting == 1 else f"{waiting} more wait"
        say(
            f"{wait} until the server may be asked again."
            " To see until when: tidings feed list"
        )


_Added = tuple["FeedRow", "Registered", "Subscribed | None"]


async def _add(
    context: "Context",
    fetching: "Fetching",
    url: str,
    options: "FeedOptions",
    user_name: str | None,
) -> "_Added":
    from tidings.services.feeds.register import register_feed
    from tidings.services.feeds.subscribe import follow_registered
    from tidings.services.publishing.deframed import publish_if_public
    from tidings.store.accounts.accounts import require_user
    from tidings.store.feeds.feeds import find_feed

    if user_name is None:
        registered = await register_feed(context, fetching, url, options)
        await publish_if_public(context, registered.feed_id)
        subscribed = None
    else:
        user = await context.database.read(require_user, user_name)
        registered = await register_feed(
            context, fetching, url, options, owner_id=user.id
        )
        subscribed = await follow_registered(context, fetching, user.id, registered)
    feed = await context.database.read(find_feed, str(registered.feed_id))
    return feed, registered, subscribed


async def _show(
    context: "Context", fetching: "Fetching", name: str
) -> tuple["FeedRow", list[str], "FeedSettingsView"]:
    from tidings.services.feeds.feed_settings import show_feed_settings
    from tidings.services.feeds.feeds import show_feed

    feed, aliases = await show_feed(context, name)
    return feed, aliases, await show_feed_settings(context, fetching, feed.id)


def _offer(error: "TidingsError", *, as_json: bool) -> None:
    """Print the feeds to choose from."""
    from tidings.core.clock import to_datetime

    feeds: Any = error.details["feeds"]
    if as_json:
        print_json({"feeds": feeds})
        return
    rows = [
        {
            "url": found["url"],
            "title": found["title"],
            "entries": str(found["entries"]),
            "newest": f"{to_datetime(found['newest_at']):%Y-%m-%d}"
            if found["newest_at"]
            else "-",
        }
        for found in feeds
    ]
    print_table(rows, {})
    warn(f"Add one of them, for example: tidings feed add {feeds[0]['url']}")


def _say_what_was_added(
    feed: "FeedRow", registered: "Registered", subscribed: "Subscribed | None"
) -> None:
    if registered.is_new:
        say(f"Feed {feed.id} is added: {feed.title or feed.url}")
        say(f"Address: {feed.url}")
    else:
        say(f"Feed {feed.id} is known already: {feed.title or feed.url}")
    if feed.published_since is not None:
        from tidings.services.feeds.health import published_url

        say(f"Published at: {published_url(feed, _base_url())}")
    problem = subscribed.problem if subscribed else registered.problem
    if problem:
        warn(f"{problem} It stays on the list and will be tried again.")
    elif subscribed is not None:
        say(f"It is followed, with {feed.entries} entries.")
    elif registered.is_new and feed.enabled:
        say("A worker checks it next; to do that now: tidings worker --once")


def _warn_unless_deframing() -> None:
    from tidings.config import load_settings
    from tidings.core.ai.tasks import can_deframe

    provider = load_settings().ai.provider
    if not can_deframe(provider):
        warn(
            f'Nothing appears there yet: the AI provider "{provider}" cannot deframe'
            " (set TIDINGS_AI_PROVIDER)."
        )


def _base_url() -> str:
    from tidings.config import load_settings

    return load_settings().server.base_url


def _say_steps(found: "Diagnosis") -> None:
    for step in found.steps:
        after = f"{step.facts['ms']:>5} ms  " if "ms" in step.facts else " " * 10
        say(f"{after}{step.words}")
        headers = step.facts.get("headers")
        if isinstance(headers, dict):
            for name, value in headers.items():
                say(f"{' ' * 12}{name}: {value}")
        titles = step.facts.get("new_titles")
        if isinstance(titles, list):
            for title in titles:
                say(f"{' ' * 12}new: {title}")
    say(f"Outcome: {found.message}.")


def _json_value(value: object) -> object:
    from datetime import timedelta

    if isinstance(value, timedelta):
        return value // timedelta(microseconds=1)
    return value
