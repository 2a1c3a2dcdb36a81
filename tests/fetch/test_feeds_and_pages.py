"""What a server answers becomes the right outcome for a feed and for a page."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.fetch.lab import HOST, OTHER_HOST
from tests.fetch.origin import Origin
from tests.fetch.payloads import FEED
from tidings.core.clock import micros
from tidings.core.feeds.feed import FeedSettings, FeedToRefresh, FetchState
from tidings.core.feeds.http_hints import HttpHints, Validators
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import (
    Failed,
    Fetched,
    FetchOutcome,
    Gone,
    HttpFailed,
    NotAPage,
    NotModified,
    PageFetched,
    SlowDown,
)
from tidings.core.feeds.redirects import Hop
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import TripStep
from tidings.fetch.feed import FeedSecrets, fetch_feed
from tidings.fetch.page import fetch_page
from tidings.fetch.target import Credentials

# Sunday, 6 July 2025, 12:00 UTC.
NOW = 1_751_803_200_000_000
READER = 3
KNOWN = Validators('"one"', "Sat, 05 Jul 2025 12:00:00 GMT")
SEEN = FetchState(
    next_check=NextCheck(NOW, CheckReason.INTERVAL),
    validators=KNOWN,
    fresh_for=timedelta(hours=1),
    reader_version=READER,
    last_body_at=NOW - micros(timedelta(hours=2)),
)


def feed_at(
    url: str, state: FetchState = SEEN, settings: FeedSettings | None = None
) -> FeedToRefresh:
    return FeedToRefresh(1, url, settings or FeedSettings(), state, lease_token=1)


async def fetched(client: FetchClient, feed: FeedToRefresh) -> FetchOutcome:
    return await fetch_feed(client, feed, NOW, reader_version=READER)


async def test_a_new_feed_is_asked_for_whole(
    origin: Origin, client: FetchClient
) -> None:
    new = replace(SEEN, validators=Validators(), last_body_at=None, reader_version=0)
    outcome = await fetched(client, feed_at(origin.url("/conditional"), new))
    assert isinstance(outcome, Fetched)
    assert outcome.body == FEED
    assert outcome.hints.validators == Validators('"one"', "yesterday")
    sent = origin.received[0].headers
    assert not {"if-none-match", "if-modified-since"} & set(sent)
    assert sent["accept"].startswith("application/atom+xml")


async def test_what_did_not_change_is_not_sent_again(
    origin: Origin, client: FetchClient
) -> None:
    outcome = await fetched(client, feed_at(origin.url("/conditional")))
    assert outcome == NotModified(
        origin.url("/conditional"),
        HttpHints(fresh_for=timedelta(hours=1), validators=KNOWN),
    )
    sent = origin.received[0].headers
    assert sent["if-none-match"] == '"one"'
    assert sent["if-modified-since"] == "Sat, 05 Jul 2025 12:00:00 GMT"


async def test_validators_travel_with_a_redirect(
    origin: Origin, client: FetchClient
) -> None:
    to = origin.url("/conditional", OTHER_HOST)
    url = origin.url(f"/redirect?code=301&to={to}", HOST)
    outcome = await fetched(client, feed_at(url))
    assert isinstance(outcome, NotModified)
    assert outcome.hops == (Hop(301, to),)


async def test_not_modified_without_being_asked_is_no_success(
    origin: Origin, client: FetchClient
) -> None:
    other_reader = replace(SEEN, reader_version=READER - 1)
    outcome = await fetched(client, feed_at(origin.url("/not-modified"), other_reader))
    assert outcome == Failed("unasked_not_modified")


async def test_no_content_means_nothing_new_for_a_feed_that_was_read_before(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/status?code=204")
    known = await fetched(client, feed_at(url, replace(SEEN, last_body_at=1)))
    assert isinstance(known, NotModified)
    assert known.status == 204
    assert known.hints.validators == KNOWN
    new = await fetched(client, feed_at(url, replace(SEEN, last_body_at=None)))
    assert isinstance(new, Fetched)
    assert new.body == b""


HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("query", "outcome"),
    [
        ("code=429", SlowDown(429, None)),
        ("code=429&Retry-After=3600", SlowDown(429, HOUR)),
        (
            "code=429&Retry-After=Sun,%2006%20Jul%202025%2013:00:00%20GMT",
            SlowDown(429, HOUR),
        ),
        (
            "code=429&Retry-After=Sunday,%2006-Jul-25%2013:00:00%20GMT",
            SlowDown(429, HOUR),
        ),
        ("code=429&Retry-After=-5", SlowDown(429, timedelta(0))),
        ("code=429&Retry-After=soon", SlowDown(429, None)),
        ("code=429&Retry-After=99999999999999", SlowDown(429, timedelta(days=365))),
        ("code=503&Retry-After=3600", SlowDown(503, HOUR)),
        ("code=503", HttpFailed(503)),
        ("code=410", Gone()),
        ("code=404", HttpFailed(404)),
        ("code=401", HttpFailed(401)),
        ("code=500", HttpFailed(500)),
        ("code=206", HttpFailed(206)),
        ("code=300", HttpFailed(300)),
    ],
)
async def test_each_status_becomes_its_outcome(
    query: str, outcome: FetchOutcome, origin: Origin, client: FetchClient
) -> None:
    feed = feed_at(origin.url(f"/status?{query}"))
    assert await fetched(client, feed) == outcome


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/close", "connection_lost"),
        ("/infinite", "too_large"),
        ("/garbage", "bad_answer"),
        ("/redirect?code=301&to=http://10.0.0.1/", "blocked_address"),
    ],
)
async def test_each_failure_keeps_its_code(
    path: str, code: str, origin: Origin, client: FetchClient
) -> None:
    outcome = await fetched(client, feed_at(origin.url(path)))
    assert isinstance(outcome, Failed)
    assert outcome.code == code


async def test_a_feed_is_asked_in_its_owners_name(
    origin: Origin, client: FetchClient
) -> None:
    feed = feed_at(origin.url("/echo"), settings=FeedSettings(user_agent="Mine/1"))
    secrets = FeedSecrets(Credentials("me", "word"), {"X-Key": "k"})
    steps: list[TripStep] = []
    await fetch_feed(
        client, feed, NOW, reader_version=READER, secrets=secrets, steps=steps
    )
    sent = origin.received[0].headers
    assert (sent["user-agent"], sent["x-key"]) == ("Mine/1", "k")
    assert sent["authorization"] == "Basic bWU6d29yZA=="
    assert [step.name for step in steps] == ["request", "connect", "answer", "body"]


async def test_credentials_inside_a_feeds_url_are_used_and_not_told(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/echo").replace("//", "//me:word@")
    outcome = await fetched(client, feed_at(url))
    assert isinstance(outcome, Fetched)
    assert outcome.final_url == origin.url("/echo")
    assert origin.received[0].headers["authorization"] == "Basic bWU6d29yZA=="


async def test_a_feeds_proxy_is_used(origin: Origin, client: FetchClient) -> None:
    settings = FeedSettings(proxy=f"http://{HOST}:{origin.port}")
    feed = feed_at("http://somewhere.example/plain", settings=settings)
    assert isinstance(await fetched(client, feed), Fetched)
    assert origin.received[0].target == "http://somewhere.example/plain"


@pytest.mark.parametrize(
    "content_type", ["text/html", "Application/XHTML+XML; charset=utf-8"]
)
async def test_a_page_is_fetched(
    content_type: str, origin: Origin, client: FetchClient
) -> None:
    quoted = content_type.replace(" ", "%20").replace("+", "%2b")
    url = origin.url(f"/typed?type={quoted}")
    outcome = await fetch_page(client, url, NOW)
    assert outcome == PageFetched(b"<p>hello", url, content_type)


@pytest.mark.parametrize("content_type", ["video/mp4", "application/pdf", "image/png"])
async def test_what_is_no_page_is_not_downloaded(
    content_type: str, origin: Origin, client: FetchClient
) -> None:
    url = origin.url(f"/typed?type={content_type}")
    assert await fetch_page(client, url, NOW) == NotAPage(content_type)


async def test_a_page_that_is_refused_says_how_long(
    origin: Origin, client: FetchClient
) -> None:
    url = origin.url("/status?code=429&Retry-After=3600")
    assert await fetch_page(client, url, NOW) == SlowDown(429, HOUR)
    assert await fetch_page(client, "nonsense", NOW) == Failed(
        "bad_url", "it must begin with http:// or https:// and a host"
    )
