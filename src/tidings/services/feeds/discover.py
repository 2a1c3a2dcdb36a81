"""From whatever someone typed to feeds that were really fetched and read.

Few requests, throttled like all others: the page itself, what it names, what its kind of
site has, and last the usual places, until one is good.
"""

import asyncio
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import partial

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.entries.identity import url_key
from tidings.core.errors import Conflict, Invalid
from tidings.core.feeds.moves import secrets_may_go_along
from tidings.core.feeds.outcome import Failed
from tidings.core.feeds.parsed import ParsedFeed
from tidings.core.feeds.typed_address import addresses_meant
from tidings.core.views import view_of
from tidings.fetch.feed import FeedSecrets
from tidings.fetch.target import BadUrl, Credentials, parse_target, take_credentials
from tidings.formats.discover import (
    FeedCandidate,
    feed_in_podcast_lookup,
    find_feeds,
    guess_feeds,
)
from tidings.formats.site_rules import podcast_lookup
from tidings.services.feeds.probe import FeedAt, NothingAt, PageAt, Probed, probe

_MOST_CANDIDATES = 8
_LONGEST_SEARCH = timedelta(seconds=60)
# No answer at all over https: the site may speak only http.
_NO_ANSWER = frozenset({"refused", "tls", "timeout", "unreachable", "connection_lost"})
# Without an answer from the host there is no point in asking it for more.
_NO_HOST = _NO_ANSWER | {
    "dns",
    "blocked_address",
    "bad_url",
    "host_busy",
    "host_held",
    "slow_down",
}
_COMMENTS = re.compile(r"\bcomments?\b|/comments?/|\breplies\b", re.IGNORECASE)
_NO_SECRETS = FeedSecrets()


class SeveralFeeds(Conflict):
    """There is a choice to make; `details["feeds"]` lists what there is."""

    code = Code.CHOOSE


class NoFeedThere(Invalid):
    """No feed was found; the message says what was found instead, and
    `details["reason"]` is the code of that."""

    code = Code.NO_FEED


@dataclass(frozen=True, slots=True)
class FoundView:
    """A feed that was found, as far as a person needs it to choose."""

    url: str
    title: str
    kind: str | None  # None: it was not looked at yet, only its name was found
    entries: int | None  # None: like `kind`
    newest_at: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class FoundFeeds:
    """What was found at an address, best first; `problem` says why if nothing was."""

    address: str
    items: Sequence[FoundView]
    problem: str


@dataclass(frozen=True, slots=True)
class FoundFeed:
    """A feed that was fetched and read, and why it was looked at."""

    at: FeedAt = field(repr=False)
    reason: str
    named: str | None = None  # what the page calls it; None: nothing

    @property
    def url(self) -> str:
        return self.at.url

    @property
    def title(self) -> str:
        return self.at.parsed.title or self.named or self.url

    @property
    def kind(self) -> str:
        return self.at.parsed.kind

    @property
    def entries(self) -> int:
        return len(self.at.parsed.entries)

    @property
    def newest_at(self) -> int | None:
        return max(_times(self.at.parsed), default=None)

    @property
    def is_about_comments(self) -> bool:
        return bool(_COMMENTS.search(f"{self.title} {self.named or ''} {self.url}"))

    def as_dict(self) -> dict[str, object]:
        """Return what a person needs to choose, ready for JSON."""
        return asdict(view_of(FoundView, self))


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found for an address, best first; `problem` says why if nothing was."""

    address: str
    feeds: tuple[FoundFeed, ...] = ()
    problem: str = ""
    first_look: Probed | None = None  # None: the address could not be read
    allow: str = ""  # what would let an address through that is not public


async def discover_feeds(
    context: Context, fetching: Fetching, address: str
) -> Discovery:
    """Find the feeds of an address, a bare domain or a page; raises `Invalid` for
    what is no address."""
    meant = addresses_meant(address)
    if not meant:
        raise Invalid(
            "This is not a web address: it should look like example.org or"
            " https://example.org/feed.xml.",
            code=Code.NOT_AN_ADDRESS,
            details={"field": "url"},
        )
    urls, login = [take_credentials(each)[0] for each in meant], meant[0]
    search = _Search(context, fetching, take_credentials(login)[1])
    seen = await search.first_look(urls)
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST_SEARCH.total_seconds()):
            await search.follow_up(seen)
    allow = _allowing(seen, urls)
    problem = "" if search.found else _problem(seen, allow)
    return Discovery(seen.url, tuple(search.found), problem, seen, allow)


async def find_feeds_of(
    context: Context, fetching: Fetching, address: str
) -> FoundFeeds:
    """Return the feeds of an address to choose from; raises `NoFeedThere` if the address
    itself could not be read. A page without feeds is an answer."""
    found = await discover_feeds(context, fetching, address)
    if not found.feeds and isinstance(found.first_look, NothingAt):
        raise _no_feed_there(found)
    items = [view_of(FoundView, feed) for feed in found.feeds]
    return FoundFeeds(found.address, items, found.problem)


def the_one_feed(discovery: Discovery) -> FoundFeed:
    """Return the only feed worth following, or raise: none, or a choice to make."""
    feeds = discovery.feeds
    if not feeds:
        raise _no_feed_there(discovery)
    main = [found for found in feeds if not found.is_about_comments] or feeds
    if len(main) > 1:
        raise SeveralFeeds(
            f"There are {len(main)} feeds at {discovery.address}: choose one.",
            details={"feeds": [found.as_dict() for found in feeds]},
        )
    return main[0]


class _Search:
    """One search: how much was tried, and what was found."""

    def __init__(
        self, context: Context, fetching: Fetching, credentials: Credentials | None
    ) -> None:
        self._context = context
        self._fetching = fetching
        self._secrets = FeedSecrets(credentials)
        self._home = ""
        self._left = _MOST_CANDIDATES
        self._tried: set[bytes | None] = set()
        self.found: list[FoundFeed] = []

    async def first_look(self, urls: Sequence[str]) -> Probed:
        """Look at the address itself, by http if nobody answers over https."""
        for url in urls:
            self._home = url
            seen = await self._probe(url)
            if not isinstance(seen, NothingAt) or seen.code not in _NO_ANSWER:
                break
        return seen

    async def follow_up(self, seen: Probed) -> None:
        """Try what an address leads to, best first, until something is found."""
        match seen:
            case FeedAt():
                self.found.append(FoundFeed(seen, "this is a feed"))
                return
            case NothingAt(code=code) if code in _NO_HOST:
                return
            case PageAt():
                named = await self._named_by(seen)
            case NothingAt():
                named = ()
        sure = [each for each in named if each.certainty != "link"]
        links = [each for each in named if each.certainty == "link"]
        await self._try([*await self._podcast(seen.url), *sure])
        if not self.found:
            await self._try(links)
        if not self.found:
            await self._try(guess_feeds(seen.url), until_good=True)

    async def _try(
        self, candidates: Iterable[FeedCandidate], *, until_good: bool = False
    ) -> None:
        for candidate in candidates:
            key = url_key(candidate.url)
            if self._left <= 0 or (until_good and self.found):
                return
            if key not in self._tried:
                self._left -= 1
                seen = await self._probe(candidate.url)
                if isinstance(seen, FeedAt):
                    self._add(FoundFeed(seen, candidate.reason, candidate.title))

    async def _named_by(self, page: PageAt) -> tuple[FeedCandidate, ...]:
        find = partial(
            find_feeds, page.body, content_type=page.content_type, url=page.url
        )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._fetching.threads, find)

    async def _podcast(self, url: str) -> list[FeedCandidate]:
        """Ask Apple's directory for the feed behind one of its pages."""
        lookup = podcast_lookup(url)
        if lookup is None:
            return []
        seen = await self._probe(lookup)
        feed = None
        if isinstance(seen, NothingAt):  # it is JSON, and no feed
            feed = feed_in_podcast_lookup(seen.body)
        reason = "the podcast directory names it"
        return [] if feed is None else [FeedCandidate(feed, "site rule", reason)]

    async def _probe(self, url: str) -> Probed:
        self._tried.add(url_key(url))
        ours = secrets_may_go_along(self._home, url)
        secrets = self._secrets if ours else _NO_SECRETS
        return await probe(self._context, self._fetching, url, secrets)

    def _add(self, new: FoundFeed) -> None:
        """Keep a feed unless it is one that we have, in another format perhaps."""
        for known in self.found:
            same_place = url_key(known.url) == url_key(new.url)
            if same_place or (_look(known) and _look(known) == _look(new)):
                return
        self.found.append(new)


def _look(found: FoundFeed) -> tuple[str | None, ...]:
    entries = found.at.parsed.entries
    return tuple(entry.url or entry.guid or entry.title for entry in entries)


def _times(parsed: ParsedFeed) -> list[int]:
    times = (entry.published_at or entry.updated_at for entry in parsed.entries)
    return [at for at in times if at is not None]


def _no_feed_there(discovery: Discovery) -> NoFeedThere:
    seen = discovery.first_look
    reason = seen.code if isinstance(seen, NothingAt) else "not_a_feed_html"
    details = {"field": "url", "reason": reason}
    if discovery.allow:
        details["allow"] = discovery.allow
    return NoFeedThere(discovery.problem, details=details)


def _allowing(seen: Probed, urls: Sequence[str]) -> str:
    """Return what to set so that an address is fetched although it is not public; nothing
    if it is not that address which was refused, but one that it redirects to."""
    refused = seen.outcome if isinstance(seen, NothingAt) else None
    if not isinstance(refused, Failed) or refused.code != "blocked_address":
        return ""
    targets = [each for each in map(parse_target, urls) if not isinstance(each, BadUrl)]
    named = refused.detail.partition(",")[0].partition(" ")[0]
    places = [each.host_and_port for each in targets if each.host == named]
    return f"TIDINGS_ALLOW_ORIGINS={','.join(places)}" if places else ""


def _problem(seen: Probed, allow: str) -> str:
    match seen:
        case NothingAt() if allow:
            return f"{seen.sentence} The administrator can allow it with {allow}"
        case PageAt(url, reason=reason):
            what = reason.removesuffix(", not a feed.").removeprefix("This is ")
            return (
                f"{url} is {what} that names no feed, and none was found at the"
                " usual places."
            )
        case NothingAt(url, code="unauthorized", reason=reason):
            return (
                f"No feed at {url}: {reason.rstrip('.')}. Write it into the address:"
                " https://name:password@example.org/feed."
            )
        case NothingAt():
            return seen.sentence
        case _:
            return ""
