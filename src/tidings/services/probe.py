"""One look at an address that nobody follows yet: a feed, a page, or neither."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.feed import FeedSettings, FeedToRefresh, FetchState
from tidings.core.next_check import CheckReason, NextCheck
from tidings.core.outcome import Failed, Fetched, FetchOutcome, SlowDown
from tidings.core.parsed import NotAFeed, ParsedFeed
from tidings.core.redirects import permanent_target
from tidings.core.refresh import READER_VERSION
from tidings.core.urls import host_of, without_login
from tidings.fetch.feed import FeedSecrets, fetch_feed
from tidings.fetch.page import PAGE_TYPES
from tidings.fetch.target import BadUrl, parse_target
from tidings.fetch.turn import turn_at
from tidings.formats.feed import read_feed

# A person waits: rather an answer that the host is busy than one after minutes.
_PATIENCE = timedelta(seconds=20)
_HOLD_WITHOUT_WORDS = timedelta(minutes=1)
_NO_SECRETS = FeedSecrets()
_LONGEST_SHOWN = 200
# A page may leave out every tag by which it would be known as one.
_PERHAPS_A_PAGE = frozenset({"text", "xml", "truncated"})
_A_PAGE = "This is a web page, not a feed."


@dataclass(frozen=True, slots=True)
class FeedAt:
    """A feed; `url` is where to fetch it from now on."""

    url: str
    parsed: ParsedFeed = field(repr=False)
    fetched: Fetched = field(repr=False)


@dataclass(frozen=True, slots=True)
class PageAt:
    """A web page, which may name feeds."""

    url: str
    body: bytes = field(repr=False)
    content_type: str
    reason: str  # what it is, in words


@dataclass(frozen=True, slots=True)
class NothingAt:
    """Neither; `outcome` says whether it is worth trying again, None if it is not."""

    url: str
    code: str
    reason: str
    outcome: FetchOutcome | None = None
    body: bytes = field(default=b"", repr=False)  # what came instead


Probed = FeedAt | PageAt | NothingAt


async def probe(
    context: Context, fetching: Fetching, url: str, secrets: FeedSecrets = _NO_SECRETS
) -> Probed:
    """Fetch an address when its host may be visited, and say what is there."""
    target = parse_target(url)
    if isinstance(target, BadUrl):
        shown = without_login(url)[:_LONGEST_SHOWN]
        return NothingAt(shown, "bad_url", f"the address is wrong: {target.reason}")
    url, pace = target.url, fetching.pace
    host = host_of(url) or target.host
    async with turn_at(pace, host, context.clock, _PATIENCE) as is_ours:
        if not is_ours:
            busy = Failed("host_busy")
            return NothingAt(url, busy.code, busy.message, busy)
        outcome = await fetch_feed(
            fetching.client,
            _unknown_feed(url),
            context.clock(),
            reader_version=READER_VERSION,
            secrets=secrets,
        )
    if isinstance(outcome, SlowDown):
        wait = outcome.retry_after or _HOLD_WITHOUT_WORDS
        now = context.clock()
        await pace.hold(host, now + micros(wait), now)
    if not isinstance(outcome, Fetched):
        return NothingAt(url, outcome.code, outcome.message, outcome)
    return await _read(fetching, url, outcome)


async def _read(fetching: Fetching, url: str, fetched: Fetched) -> Probed:
    def read() -> ParsedFeed | NotAFeed:
        return read_feed(
            fetched.body,
            content_type=fetched.content_type,
            url=fetched.final_url,
            limit=fetching.max_entries,
        )

    parsed = await asyncio.get_running_loop().run_in_executor(fetching.threads, read)
    if isinstance(parsed, ParsedFeed):
        home = _address_to_keep(url, fetched)
        return FeedAt(home, parsed, replace(fetched, hops=()))
    said = fetched.content_type.partition(";")[0].strip().lower()
    if parsed.kind == "html" or (said in PAGE_TYPES and parsed.kind in _PERHAPS_A_PAGE):
        reason = parsed.reason if parsed.kind == "html" else _A_PAGE
        return PageAt(fetched.final_url, fetched.body, fetched.content_type, reason)
    code = f"not_a_feed_{parsed.kind}"
    return NothingAt(url, code, parsed.reason, body=fetched.body)


def _address_to_keep(url: str, fetched: Fetched) -> str:
    """Return where a permanent redirect leads: whoever adds a feed wants it as it is."""
    moved = permanent_target(url, fetched.hops)
    is_less_safe = url.startswith("https:") and not (moved or url).startswith("https:")
    return url if moved is None or is_less_safe else moved


def _unknown_feed(url: str) -> FeedToRefresh:
    state = FetchState(NextCheck(None, CheckReason.ASKED))
    return FeedToRefresh(0, url, FeedSettings(), state, 0)
