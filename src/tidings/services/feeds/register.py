"""Registers feeds: finds out what an address means, and puts it on the list, due at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.errors import Invalid
from tidings.core.feeds.failures import kind_of_failure
from tidings.core.feeds.outcome import SlowDown
from tidings.core.feeds.typed_address import addresses_meant
from tidings.core.urls import host_of, root_domain
from tidings.fetch.target import BadUrl, parse_target, take_credentials
from tidings.services.feeds.discover import (
    Discovery,
    FoundFeed,
    NoFeedThere,
    discover_feeds,
    the_one_feed,
)
from tidings.services.feeds.feed_settings import (
    login_secrets,
    set_login,
)
from tidings.services.feeds.probe import MAY_PASS, NothingAt, Probed
from tidings.store.engine.connection import Connection
from tidings.store.feeds.addresses import feed_at, public_key
from tidings.store.feeds.feeds import NewFeed, insert_feed

# Failures that waiting may cure, but that more likely mean a wrong address.
_WRONG_ADDRESS = frozenset(
    {"dns", "blocked_address", "bad_redirect", "bad_url", "too_many_redirects"}
)
_LONGEST_TITLE = 1000


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """How a new feed begins."""

    with_root_domain: bool = True
    enabled: bool = True
    polling: bool = True
    enforce_domain: bool = False
    full_text: bool = False


@dataclass(frozen=True, slots=True)
class Registered:
    """A feed on the list; `found` is None unless it was just fetched and read."""

    feed_id: int
    url: str
    is_new: bool
    found: FoundFeed | None = None
    problem: str = ""  # why it could not be read yet
    limited: SlowDown | None = None  # the server asked for that; None: it did not


_USUAL = FeedOptions()


async def register_feed(
    context: Context,
    fetching: Fetching,
    address: str,
    options: FeedOptions = _USUAL,
    *,
    owner_id: int | None = None,
) -> Registered:
    """Put the feed of an address on the list; raises when none is found, or several.

    A login in the address is taken out and sealed, and makes the feed its owner's own.
    A server that does not answer at the moment is no reason to refuse.
    """
    meant = addresses_meant(address)
    login = take_credentials(meant[0])[1] if meant else None
    if login is None:
        known = await context.database.read(_known, meant)
        if known is not None:
            return Registered(known, meant[0], is_new=False)
    if not options.enabled:
        url, found, problem, limited = _unseen(meant), None, "", None
    else:
        discovery = await discover_feeds(context, fetching, address)
        url, found, problem = _chosen(discovery, is_whole=len(meant) == 1)
        limited = _limited(discovery.first_look)
    new = NewFeed(
        url,
        root_domain=_root_domain(fetching, url) if options.with_root_domain else None,
        enabled=options.enabled,
        polling=options.polling,
        enforce_domain=options.enforce_domain,
        full_text=options.full_text,
        title="" if found is None else found.title[:_LONGEST_TITLE],
        secrets=login_secrets(context, fetching.box, login),
        owner_id=owner_id,
    )
    number, is_new = await context.database.write(insert_feed, new, context.clock())
    if login is not None and not is_new:
        await set_login(context, fetching, number, login)
    return Registered(number, url, is_new, found, problem, limited)


def feed_found(fetching: Fetching, found: FoundFeed) -> NewFeed:
    """Return a feed to register that was just read."""
    domain = _root_domain(fetching, found.url)
    return NewFeed(found.url, root_domain=domain, title=found.title[:_LONGEST_TITLE])


def _chosen(
    discovery: Discovery, *, is_whole: bool
) -> tuple[str, FoundFeed | None, str]:
    """Return the address to register, with what was found there or why nothing was."""
    try:
        found = the_one_feed(discovery)
    except NoFeedThere as error:
        if is_whole and _may_pass(discovery):
            return discovery.address, None, error.message
        raise
    return found.url, found, ""


def _limited(seen: Probed | None) -> SlowDown | None:
    outcome = seen.outcome if isinstance(seen, NothingAt) else None
    return outcome if isinstance(outcome, SlowDown) else None


def _may_pass(discovery: Discovery) -> bool:
    seen = discovery.first_look
    if not isinstance(seen, NothingAt) or seen.outcome is None:
        return False
    return kind_of_failure(seen.outcome) in MAY_PASS and seen.code not in _WRONG_ADDRESS


def _unseen(meant: Sequence[str]) -> str:
    """Return an address as it is, for a feed that is not to be fetched."""
    target = parse_target(take_credentials(meant[0])[0]) if meant else BadUrl("")
    if isinstance(target, BadUrl):
        reason = f": {target.reason}" if target.reason else ""
        raise Invalid(
            f"This is not a web address{reason}.",
            code=Code.NOT_AN_ADDRESS,
            details={"field": "url"},
        )
    return target.url


def _root_domain(fetching: Fetching, url: str) -> str | None:
    return root_domain(host_of(url) or "", fetching.suffixes)


def _known(db: Connection, meant: Sequence[str]) -> int | None:
    found = (feed_at(db, public_key(url)) for url in meant)
    return next((number for number in found if number is not None), None)
