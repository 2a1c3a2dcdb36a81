"""One look at an address that nobody follows yet: a feed, a page, or neither."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.feeds.failures import FailureKind, kind_of_failure
from tidings.core.feeds.feed import FeedSettings, FeedToRefresh, FetchState
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import Fetched, FetchOutcome
from tidings.core.feeds.parsed import NotAFeed, ParsedFeed
from tidings.core.feeds.redirects import RedirectState, observe_redirect
from tidings.core.feeds.refresh import READER_VERSION
from tidings.core.urls import place_of, without_login
from tidings.fetch.feed import FeedSecrets, fetch_feed
from tidings.fetch.page import PAGE_TYPES
from tidings.fetch.target import BadUrl, parse_target
from tidings.formats.feeds.feed import read_feed
from tidings.observe.logs import get_log
from tidings.operations.feeds.host_turn import turn_at

# A person waits: rather an answer that the host is busy than one after minutes.
_PATIENCE = timedelta(seconds=20)
MAY_PASS = frozenset(
    {FailureKind.TEMPORARY, FailureKind.RATE_LIMITED, FailureKind.NOT_COUNTED}
)
_NO_SECRETS = FeedSecrets()
_LONGEST_SHOWN = 200
# A page may leave out every tag by which it would be known as one.
_PERHAPS_A_PAGE = frozenset({"text", "xml", "truncated"})
_A_PAGE = "This is a web page, not a feed."

log = get_log()


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

    @property
    def sentence(self) -> str:
        """Say that no feed is there, or that nobody knows yet."""
        kind = None if self.outcome is None else kind_of_failure(self.outcome)
        reason = self.reason.rstrip(".")
        if kind in MAY_PASS:
            return f"{self.url} could not be read: {reason}."
        return f"No feed at {self.url}: {reason}."


Probed = FeedAt | PageAt | NothingAt


async def probe(
    context: Context, fetching: Fetching, url: str, secrets: FeedSecrets = _NO_SECRETS
) -> Probed:
    """Fetch an address when its host may be visited, and say what is there."""
    target = parse_target(url)
    if isinstance(target, BadUrl):
        shown = without_login(url)[:_LONGEST_SHOWN]
        return NothingAt(shown, "bad_url", f"the address is wrong: {target.reason}")
    url = target.url
    async with turn_at(context, fetching, place_of(url), _PATIENCE) as turn:
        if turn.refused:
            return NothingAt(url, turn.refused.code, turn.refused.message, turn.refused)
        outcome = await fetch_feed(
            fetching.client,
            _unknown_feed(url),
            context.clock(),
            reader_version=READER_VERSION,
            secrets=secrets,
        )
        turn.learn(outcome)
    if isinstance(outcome, Fetched):
        found = await _read(fetching, url, outcome, context.clock())
    else:
        found = NothingAt(url, outcome.code, outcome.message, outcome)
    _log(url, found)
    return found


def _log(url: str, found: Probed) -> None:
    match found:
        case FeedAt(parsed=parsed):
            entries = len(parsed.entries)
            log.info("address looked at", url=url, outcome="feed", found=entries)
        case PageAt():
            log.info("address looked at", url=url, outcome="page")
        case NothingAt(code=code, reason=reason):
            log.info("address looked at", url=url, outcome=code, message=reason)


async def _read(fetching: Fetching, url: str, fetched: Fetched, now: int) -> Probed:
    def read() -> ParsedFeed | NotAFeed:
        return read_feed(
            fetched.body,
            content_type=fetched.content_type,
            url=fetched.final_url,
            limit=fetching.max_entries,
        )

    parsed = await asyncio.get_running_loop().run_in_executor(fetching.threads, read)
    if isinstance(parsed, ParsedFeed):
        return _feed_at(url, parsed, fetched, now)
    said = fetched.content_type.partition(";")[0].strip().lower()
    if parsed.kind == "html" or (said in PAGE_TYPES and parsed.kind in _PERHAPS_A_PAGE):
        reason = parsed.reason if parsed.kind == "html" else _A_PAGE
        return PageAt(fetched.final_url, fetched.body, fetched.content_type, reason)
    code = f"not_a_feed_{parsed.kind}"
    return NothingAt(url, code, parsed.reason, body=fetched.body)


def _feed_at(url: str, parsed: ParsedFeed, fetched: Fetched, now: int) -> FeedAt:
    """Believe a redirect as later checks do: https of the same address at once, all
    others when they were seen often enough, of which this is the first time."""
    seen = observe_redirect(
        RedirectState(), url, fetched.hops, is_feed=True, now=now
    ).new_url
    if seen is None:
        return FeedAt(url, parsed, fetched)
    return FeedAt(seen, parsed, replace(fetched, hops=fetched.hops[1:]))


def _unknown_feed(url: str) -> FeedToRefresh:
    state = FetchState(NextCheck(None, CheckReason.ASKED))
    return FeedToRefresh(0, url, FeedSettings(), state, 0)
