"""Outcomes name themselves: a stable code, and words that are safe to show."""

from datetime import timedelta
from typing import get_args

import pytest

from tidings.core.feeds.outcome import (
    Failed,
    FailureCode,
    Fetched,
    FetchOutcome,
    Gone,
    HttpFailed,
    NoFeedFound,
    NotAPage,
    NotModified,
    PageFetched,
    PageOutcome,
    SlowDown,
    refusal,
)
from tidings.core.feeds.parsed import NotAFeedKind

MINUTE = timedelta(minutes=1)
URL = "https://example.org/feed"


@pytest.mark.parametrize(
    ("status", "retry_after", "expected"),
    [
        (429, None, SlowDown(429)),
        (429, MINUTE, SlowDown(429, MINUTE)),
        (503, MINUTE, SlowDown(503, MINUTE)),
        (503, timedelta(0), SlowDown(503, timedelta(0))),
        (503, None, HttpFailed(503)),
        (500, MINUTE, HttpFailed(500, MINUTE)),
        (410, None, Gone()),
        (404, None, HttpFailed(404)),
    ],
)
def test_a_refusal_is_named_by_status_and_retry_after(
    status: int, retry_after: timedelta | None, expected: object
) -> None:
    assert refusal(status, retry_after) == expected


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Fetched(b"", URL), "fetched"),
        (NotModified(URL), "not_modified"),
        (SlowDown(), "slow_down"),
        (Gone(), "gone"),
        (HttpFailed(401), "unauthorized"),
        (HttpFailed(403), "forbidden"),
        (HttpFailed(404), "not_found"),
        (HttpFailed(418), "http_error"),
        (HttpFailed(502), "server_error"),
        (HttpFailed(999), "odd_status"),
        (NoFeedFound("html"), "not_a_feed_html"),
        (NoFeedFound("too-large"), "not_a_feed_too_large"),
        (Failed("timeout"), "timeout"),
        (PageFetched(b"", URL), "fetched"),
        (NotAPage("video/mp4"), "not_a_page"),
    ],
)
def test_codes_are_stable(outcome: FetchOutcome | PageOutcome, code: str) -> None:
    assert outcome.code == code
    assert outcome.message


@pytest.mark.parametrize("code", get_args(FailureCode))
def test_every_failure_has_words(code: FailureCode) -> None:
    assert Failed(code, "port 81").message.endswith(": port 81")


@pytest.mark.parametrize("kind", get_args(NotAFeedKind))
def test_every_kind_of_no_feed_has_words(kind: NotAFeedKind) -> None:
    assert NoFeedFound(kind).message


@pytest.mark.parametrize("status", [401, 403, 404, 410, 500])
def test_a_refusal_says_its_status(status: int) -> None:
    assert f"HTTP {status}" in refusal(status, None).message


def test_a_body_does_not_leak_into_logs() -> None:
    assert "secret" not in repr(Fetched(b"secret", URL))
    assert "secret" not in repr(PageFetched(b"secret", URL))
