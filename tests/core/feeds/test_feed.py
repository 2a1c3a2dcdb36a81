"""What a worker holds of a feed: its settings, its state, and what follows from them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tidings.core.clock import micros
from tidings.core.feeds.failures import RetryPolicy
from tidings.core.feeds.feed import (
    FeedHints,
    FeedSettings,
    FetchState,
    feed_hints,
    policy_for,
    validators_to_send,
)
from tidings.core.feeds.http_hints import HttpHints, Validators
from tidings.core.feeds.parsed import ParsedFeed
from tidings.core.feeds.rhythm import Timetable
from tidings.core.feeds.schedule import CheckReason, NextCheck, PollingPolicy

NOW = 1_700_000_000_000_000
HOUR = timedelta(hours=1)
DAY = micros(timedelta(days=1))
POLICY = PollingPolicy()
KNOWN = Validators('"abc"', "Sun, 06 Nov 1994 08:49:37 GMT")
STATE = FetchState(
    NextCheck(NOW, CheckReason.ASKED),
    validators=KNOWN,
    reader_version=3,
    last_body_at=NOW - DAY,
)
PAGE = "https://example.org/blog/feed.xml"


def test_a_feed_without_settings_follows_the_policy() -> None:
    assert policy_for(FeedSettings(), POLICY) == POLICY


def test_a_new_feed_is_fetched_again_and_again_and_loses_nothing() -> None:
    settings = FeedSettings()
    assert settings.enabled
    assert settings.polling
    assert not settings.enforce_feed_domain


def test_what_a_person_set_goes_before_the_policy() -> None:
    settings = FeedSettings(
        polling=False, retry=RetryPolicy.ONE_STRIKE, interval=6 * HOUR
    )
    assert policy_for(settings, POLICY) == replace(
        POLICY,
        polling=False,
        retry=RetryPolicy.ONE_STRIKE,
        interval=6 * HOUR,
        adaptive=False,
    )


def test_the_password_of_a_proxy_does_not_leak_into_logs() -> None:
    assert "secret" not in repr(FeedSettings(proxy="http://user:secret@proxy.example"))


def test_validators_are_sent_when_the_last_body_was_read_as_today() -> None:
    assert validators_to_send(STATE, reader_version=3, now=NOW) == KNOWN


@pytest.mark.parametrize(
    ("state", "reader_version", "now"),
    [
        (STATE, 4, NOW),
        (replace(STATE, last_body_at=None), 3, NOW),
        (STATE, 3, NOW + 7 * DAY),
        (STATE, 3, NOW - 30 * DAY),
    ],
)
def test_the_whole_feed_is_asked_for_when_not_modified_could_not_be_trusted(
    state: FetchState, reader_version: int, now: int
) -> None:
    sent = validators_to_send(state, reader_version=reader_version, now=now)
    assert sent == Validators()


PARSED = ParsedFeed(
    kind="rss",
    hub_urls=("https://hub.example/",),
    self_url="https://example.org/self",
    ttl=HOUR,
    update_period=2 * HOUR,
    skip_hours=frozenset({1}),
    skip_days=frozenset({6}),
)
TIMETABLE = Timetable(HOUR, 2 * HOUR, frozenset({1}), frozenset({6}))


@pytest.mark.parametrize(
    ("http", "hub_urls", "self_url"),
    [
        (HttpHints(), PARSED.hub_urls, PARSED.self_url),
        (
            HttpHints(hub_urls=("/hub", "https://b.example/"), self_url="feed.xml"),
            ("https://example.org/hub", "https://b.example/"),
            PAGE,
        ),
        (
            HttpHints(hub_urls=("javascript:x",), self_url="ftp://example.org/"),
            PARSED.hub_urls,
            PARSED.self_url,
        ),
    ],
)
def test_hints_join_document_and_headers(
    http: HttpHints, hub_urls: tuple[str, ...], self_url: str
) -> None:
    assert feed_hints(PARSED, http, PAGE) == FeedHints(TIMETABLE, hub_urls, self_url)
