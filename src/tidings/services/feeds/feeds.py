"""What an operator does with feeds: list, switch on and off, let be checked, remove."""

from tidings.context import Context
from tidings.core.codes import Code
from tidings.core.errors import Conflict, Invalid, NotFound
from tidings.core.urls import host_of
from tidings.store.engine.connection import Connection
from tidings.store.feeds import feeds
from tidings.store.feeds.addresses import aliases_of
from tidings.store.feeds.feeds import FeedRow
from tidings.store.feeds.not_fetched import switch_feed
from tidings.store.system.events import publish_event

_PAGE = 500


async def list_all_feeds(context: Context) -> list[FeedRow]:
    """Return every feed, by number."""
    found: list[FeedRow] = []
    while page := await context.database.read(
        feeds.list_feeds, found[-1].id if found else 0, _PAGE
    ):
        found += page
    return found


async def show_feed(context: Context, name: str) -> tuple[FeedRow, list[str]]:
    """Return a feed by its number or address, and the addresses that it has left."""
    return await context.database.read(_with_aliases, name)


async def enable_feed(context: Context, name: str, *, enabled: bool) -> FeedRow:
    """Let a feed be fetched and published, or not; its schedule stays as it is."""
    return await context.database.write(_switch, name, enabled, context.clock())


async def poll_feed(
    context: Context, name: str, *, polling: bool | None = None
) -> FeedRow:
    """Let a success be followed by another check, or not; None switches it over."""
    return await context.database.write(_set_polling, name, polling, context.clock())


async def enforce_feed_domain(
    context: Context, name: str, *, enforced: bool
) -> FeedRow:
    """Leave out entries that link to another site than the feed's, or take them."""
    return await context.database.write(
        _set, name, "enforce_feed_domain", int(enforced), context.clock()
    )


async def fetch_full_texts(context: Context, name: str, *, fetched: bool) -> FeedRow:
    """Fetch the article of every new entry of a feed, or only where it is asked for."""
    return await context.database.write(
        _set, name, "full_text", int(fetched), context.clock()
    )


async def set_root_domain(context: Context, name: str, domain: str | None) -> FeedRow:
    """Put a feed into the group of a domain, or into none."""
    if domain is not None:
        domain = host_of(f"https://{domain}/")
        if domain is None:
            raise Invalid("This is not a domain.", details={"field": "root_domain"})
    return await context.database.write(
        _set, name, "root_domain", domain, context.clock()
    )


async def list_root_domains(context: Context) -> list[tuple[str, int]]:
    """Return every root domain with the number of its feeds."""
    return await context.database.read(feeds.root_domains)


async def delete_feed(context: Context, name: str) -> FeedRow:
    """Remove a feed softly: nobody sees or fetches it, stars and history stay."""
    return await context.database.write(_delete, name, context.clock())


async def sync_feed(context: Context, name: str) -> FeedRow:
    """Let a feed be checked at once, whatever kept it from being checked."""
    return await context.database.write(_sync, name, context.clock())


async def sync_all_feeds(context: Context) -> tuple[int, int]:
    """Let every enabled feed be checked at once; return how many are, and how many have
    to wait because their server refused a request."""
    return await context.database.write(feeds.make_all_due, context.clock())


def _find(db: Connection, name: str) -> FeedRow:
    try:
        return feeds.find_feed(db, name)
    except NotFound:
        if feeds.is_deleted(db, name):
            raise NotFound(f"The feed {name} is deleted.") from None
        raise


def _with_aliases(db: Connection, name: str) -> tuple[FeedRow, list[str]]:
    feed = _find(db, name)
    return feed, aliases_of(db, feed.id)


def _set(db: Connection, name: str, column: str, value: object, now: int) -> FeedRow:
    feed = _find(db, name)
    feeds.set_feed(db, feed.id, column, value)
    feeds.touch_feed(db, feed.id, now)
    publish_event(db, "feed_changed", now, feed_id=feed.id)
    return feeds.find_feed(db, str(feed.id))


def _switch(db: Connection, name: str, enabled: bool, now: int) -> FeedRow:
    feed = _find(db, name)
    switch_feed(db, feed.id, enabled=enabled)
    feeds.touch_feed(db, feed.id, now)
    publish_event(db, "feed_changed", now, feed_id=feed.id)
    return feeds.find_feed(db, str(feed.id))


def _set_polling(db: Connection, name: str, polling: bool | None, now: int) -> FeedRow:
    wanted = not _find(db, name).polling if polling is None else polling
    return _set(db, name, "polling", int(wanted), now)


def _delete(db: Connection, name: str, now: int) -> FeedRow:
    feed = _find(db, name)
    feeds.delete_feed(db, feed.id, now)
    publish_event(db, "feed_changed", now, feed_id=feed.id)
    return feed


def _sync(db: Connection, name: str, now: int) -> FeedRow:
    feed = _find(db, name)
    if not feed.enabled:
        raise Conflict(
            f"Feed {feed.id} is disabled. Enable it first: tidings feed enable"
            f" {feed.id}",
            code=Code.FEED_DISABLED,
        )
    feeds.make_due(db, feed.id, now)
    return feeds.find_feed(db, str(feed.id))
