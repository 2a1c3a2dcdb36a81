"""Ask for one feed, politely: only what changed, in its owner's name, to a value."""

from dataclasses import dataclass, field

from tidings.core.feeds.feed import FeedToRefresh, validators_to_send
from tidings.core.feeds.http_hints import Validators, keep_unsaid, read_hints
from tidings.core.feeds.outcome import (
    Failed,
    Fetched,
    FetchOutcome,
    NotModified,
    refusal,
)
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response, TripStep
from tidings.fetch.target import Credentials, take_credentials

ACCEPT = (
    "application/atom+xml, application/rss+xml, application/feed+json, "
    "application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, "
    "application/json;q=0.7, */*;q=0.1"
)


@dataclass(frozen=True, slots=True)
class FeedSecrets:
    """What only the feed's own server may see; decrypted just for the request."""

    credentials: Credentials | None = None  # None: no basic authentication
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    proxy: str | None = field(default=None, repr=False)  # None: straight to the host


NO_SECRETS = FeedSecrets()


async def fetch_feed(
    client: FetchClient,
    feed: FeedToRefresh,
    now: int,
    *,
    reader_version: int,
    secrets: FeedSecrets = NO_SECRETS,
    steps: list[TripStep] | None = None,
) -> FetchOutcome:
    """Fetch a feed unless the server says that it has not changed."""
    validators = validators_to_send(feed.state, reader_version=reader_version, now=now)
    answer = await client.request(_request(feed, validators, secrets), steps)
    if isinstance(answer, FetchFailed):
        return answer.failure
    return _outcome(feed, validators, answer, now)


def _request(
    feed: FeedToRefresh, validators: Validators, secrets: FeedSecrets
) -> Request:
    url, named = take_credentials(feed.url)
    headers = {"Accept": ACCEPT}
    if feed.settings.user_agent:
        headers["User-Agent"] = feed.settings.user_agent
    if validators.etag:
        headers["If-None-Match"] = validators.etag
    if validators.last_modified:
        headers["If-Modified-Since"] = validators.last_modified
    return Request(
        url,
        headers=headers,
        private_headers=secrets.headers,
        credentials=secrets.credentials or named,
        proxy=secrets.proxy or feed.settings.proxy,
    )


def _outcome(
    feed: FeedToRefresh, sent: Validators, answer: Response, now: int
) -> FetchOutcome:
    hints = read_hints(answer.headers, now)
    # "No content" says that there is nothing new, unless nothing was ever read.
    nothing_new = answer.status == 204 and feed.state.last_body_at is not None
    if answer.status == 304 or nothing_new:
        if answer.status == 304 and sent == Validators():
            return Failed("unasked_not_modified")
        known = keep_unsaid(
            hints, validators=feed.state.validators, fresh_for=feed.state.fresh_for
        )
        return NotModified(answer.url, known, answer.hops, answer.status)
    # A part of a feed (206) that nobody asked for is no feed.
    if not 200 <= answer.status <= 299 or answer.status == 206:
        return refusal(answer.status, hints.retry_after)
    return Fetched(
        body=answer.body,
        final_url=answer.url,
        status=answer.status,
        content_type=answer.headers.get("content-type", ""),
        hints=hints,
        hops=answer.hops,
    )
