"""Feeds as commands show them: one dictionary for programs, short words for people."""

import json
from collections.abc import Mapping
from typing import Any

from tidings.core.clock import MICROSECOND
from tidings.core.entries.identity import guids_are_unreliable
from tidings.core.feeds.next_check import NextCheck, next_check_from
from tidings.core.spoken import spoken_duration, spoken_moment
from tidings.services.feeds.health import published_url
from tidings.store.feeds.feeds import FeedRow

_LONGEST_CELL = 60


def feed_as_dict(feed: FeedRow, base_url: str, now: int) -> dict[str, Any]:
    """Return all that is known about a feed, ready for JSON; times in microseconds."""
    check = _check(feed, now)
    return {
        "id": feed.id,
        "url": feed.url,
        "kind": feed.kind,
        "title": feed.title,
        "site_url": feed.site_url,
        "root_domain": feed.root_domain,
        "enabled": bool(feed.enabled),
        "polling": bool(feed.polling),
        "enforce_feed_domain": bool(feed.enforce_feed_domain),
        "retry_policy": feed.retry_policy,
        "poll_interval": feed.poll_interval,
        "next_check_at": feed.next_check_at,
        "next_check_code": str(check.code),
        "next_check_reason": check.sentence,
        "last_checked_at": feed.last_checked_at,
        "last_success_at": feed.last_success_at,
        "failures": feed.failures,
        "last_error_code": feed.last_error_code,
        "last_error": feed.last_error,
        "last_error_kind": feed.last_error_kind,
        "last_error_at": feed.last_error_at,
        "failing_since": feed.failing_since,
        "limited_since": feed.limited_since,
        "last_status": feed.last_status,
        "cache_control": feed.cache_control,
        "expires": feed.expires,
        "retry_after_until": feed.retry_after_until,
        "guids_unreliable": guids_are_unreliable(feed.guid_collisions),
        "entries": feed.entries,
        "subscribers": feed.subscribers,
        "published_since": feed.published_since,
        "published_url": published_url(feed, base_url),
    }


def feed_as_row(feed: FeedRow, base_url: str, now: int) -> dict[str, str]:
    """Return a feed as a line of a table."""
    return {
        "id": str(feed.id),
        "title": _short(feed.title),
        "url": feed.url or f"({feed.kind})",
        "enabled": _yes(feed.enabled),
        "polling": _yes(feed.polling),
        "root domain": feed.root_domain or "-",
        "entries": str(feed.entries),
        "next check": next_check_words(feed, now),
        "why": next_check_reason(feed, now),
        "last error": _short(feed.last_error or "-"),
        "published at": published_url(feed, base_url) or "-",
    }


def feed_as_lines(
    feed: FeedRow,
    base_url: str,
    settings: Mapping[str, object],
    aliases: list[str],
    now: int,
) -> dict[str, str]:
    """Return a feed as lines with a name each."""
    row = feed_as_row(feed, base_url, now)
    row |= {"title": feed.title, "last error": feed.last_error or "-"}
    row |= _error_lines(feed, now)
    row |= {
        "kind": feed.kind,
        "site": feed.site_url or "-",
        "subscribers": str(feed.subscribers),
        "failures in a row": str(feed.failures),
        "last checked": _moment(feed.last_checked_at, now),
        "last success": _moment(feed.last_success_at, now),
        "was at": ", ".join(aliases) or "-",
    }
    return row | {name: _setting(value) for name, value in settings.items()}


def _error_lines(feed: FeedRow, now: int) -> dict[str, str]:
    """Return what the server said at the last check, and since when it fails."""
    until = feed.retry_after_until
    lines = {
        "kind of error": feed.last_error_kind or "-",
        "last failed": _moment(feed.last_error_at, now),
        "HTTP status": str(feed.last_status or "-"),
        "Cache-Control": feed.cache_control or "-",
        "Expires": feed.expires or "-",
        "Retry-After": f"until {spoken_moment(until, now)}" if until else "-",
        "guids": "unreliable: entries are told apart by their addresses"
        if guids_are_unreliable(feed.guid_collisions)
        else "reliable",
    }
    if feed.limited_since is not None:
        lines["limited by its server since"] = spoken_moment(feed.limited_since, now)
    return lines


def next_check_words(feed: FeedRow, now: int) -> str:
    """Say when a feed is checked next, seen from now."""
    at = feed.next_check_at
    if not feed.enabled:
        return "not while disabled"
    if at is None:
        return "not scheduled"
    return "due now" if at <= now else f"in {spoken_duration((at - now) * MICROSECOND)}"


def next_check_reason(feed: FeedRow, now: int) -> str:
    """Say why a feed is checked when it is."""
    return _check(feed, now).sentence


def _check(feed: FeedRow, now: int) -> NextCheck:
    figures = json.loads(feed.check_figures)
    return next_check_from(feed.next_check_at, feed.check_code, figures).seen_at(now)


def _setting(value: object) -> str:
    if isinstance(value, bool):
        return _yes(value)
    return "-" if value is None or value == () else str(value)


def _moment(at: int | None, now: int) -> str:
    return "never" if at is None else spoken_moment(at, now)


def _yes(value: int) -> str:
    return "yes" if value else "no"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"
