"""A feed as the worker meets it: what people set, what machines learnt, and the lease.

The two halves live apart, so that a fetch never overwrites a person's choice.
"""

from dataclasses import dataclass, field, replace
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.feeds.failures import FailureState, RetryPolicy
from tidings.core.feeds.http_hints import HttpHints, Validators
from tidings.core.feeds.last_answer import LastAnswer
from tidings.core.feeds.next_check import NextCheck
from tidings.core.feeds.parsed import ParsedFeed
from tidings.core.feeds.redirects import RedirectState
from tidings.core.feeds.rhythm import Tempo, Timetable
from tidings.core.feeds.schedule import PollingPolicy
from tidings.core.urls import absolute_url

# Some servers say "not modified" for ever: now and then we ask for the whole feed.
LONGEST_WITHOUT_BODY = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class FeedHints:
    """What a feed says about itself beside its entries; addresses are absolute."""

    timetable: Timetable = field(default_factory=Timetable)
    hub_urls: tuple[str, ...] = ()
    self_url: str | None = None  # None: not said


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """What people set for one feed; `None` means: as everywhere."""

    enabled: bool = True  # False: not fetched, not published
    polling: bool = True  # False: a success is not followed by another check
    enforce_feed_domain: bool = False  # True: entries that link elsewhere are dropped
    allow_duplicate_urls: bool = False  # True: entries may share a URL
    retry: RetryPolicy | None = None
    interval: timedelta | None = None
    user_agent: str | None = None
    proxy: str | None = field(default=None, repr=False)  # may carry a password


@dataclass(frozen=True, slots=True)
class FetchState:
    """What machines learn about one feed, written only with what was fetched."""

    next_check: NextCheck
    validators: Validators = field(default_factory=Validators)
    fresh_for: timedelta | None = None  # None: the server did not say
    failures: FailureState = field(default_factory=FailureState)
    redirect: RedirectState = field(default_factory=RedirectState)
    tempo: Tempo = field(default_factory=Tempo)
    guid_collisions: int = 0
    reader_version: int = 0  # of the reader that read the last body; 0: none did
    last_checked_at: int | None = None  # None: never
    last_success_at: int | None = None  # None: never
    last_body_at: int | None = None  # None: never
    body_hash: bytes | None = None  # of the last document read; None: none was
    answer: LastAnswer = field(default_factory=LastAnswer)


@dataclass(frozen=True, slots=True)
class FeedToRefresh:
    """A due feed that a worker holds on lease; `lease_token` fences its commit."""

    id: int
    url: str
    settings: FeedSettings
    state: FetchState
    lease_token: int


def feed_hints(parsed: ParsedFeed, http: HttpHints, final_url: str) -> FeedHints:
    """Join what the document and its headers say; for hubs the headers go first."""
    named = (absolute_url(final_url, hub) for hub in http.hub_urls)
    self_url = None if http.self_url is None else absolute_url(final_url, http.self_url)
    return FeedHints(
        timetable=Timetable(
            ttl=parsed.ttl,
            update_period=parsed.update_period,
            skip_hours=parsed.skip_hours,
            skip_days=parsed.skip_days,
        ),
        hub_urls=tuple(hub for hub in named if hub is not None) or parsed.hub_urls,
        self_url=self_url or parsed.self_url,
    )


def policy_for(settings: FeedSettings, policy: PollingPolicy) -> PollingPolicy:
    """Return the policy of one feed: what a person set for it goes before the rest."""
    if settings.polling and settings.retry is None and settings.interval is None:
        return policy
    return replace(
        policy,
        polling=policy.polling and settings.polling,
        retry=policy.retry if settings.retry is None else settings.retry,
        interval=policy.interval if settings.interval is None else settings.interval,
        # Someone who sets an interval means it, whatever the feed's rhythm.
        adaptive=policy.adaptive and settings.interval is None,
    )


def validators_to_send(
    state: FetchState, *, reader_version: int, now: int
) -> Validators:
    """Return the validators for the next request; none when the whole feed is wanted.

    That is so after our reader changed, and when no body came for long: a server with a
    wrong idea of "not modified" would otherwise hide its entries for ever.
    """
    if state.reader_version != reader_version or state.last_body_at is None:
        return Validators()
    if abs(now - state.last_body_at) > micros(LONGEST_WITHOUT_BODY):
        return Validators()
    return state.validators
