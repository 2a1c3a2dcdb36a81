"""Leases on feeds: who may fetch and write one, proved by a token in the commit.

Pushes, mails and polls of a feed all take the same lease: one writer per feed. Leases are
short and renewed while their holder lives, so those of a dead one end within seconds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from tidings.core.clock import MICROSECOND, micros
from tidings.core.feeds.failures import RetryPolicy
from tidings.core.feeds.feed import FeedSettings, FeedToRefresh
from tidings.core.feeds.host_pace import (
    DueFeed,
    PaceRules,
    VisitEnd,
    after_visits,
    share_out,
)
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.leases import (
    TAKE,
    claim_times,
    free,
    release_rows,
    renew_rows,
)
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.fetch_state import COLUMNS, state_of_row
from tidings.store.feeds.host_pace import (
    host_states,
    lock_hosts,
    postpone_feeds,
    postpone_held,
    save_states,
)

# What somebody asked for has an index of its own: it never waits behind what is overdue.
_DUE = """
select feed_id, host, asked, last_checked_at from (
  select t.feed_id, t.host, 1 as asked, coalesce(t.last_checked_at, 0) as last_checked_at
  from feed_fetch_state t cross join feeds f
  where t.asked_at is not null and t.next_check_at <= :now {free}
  order by t.asked_at, t.feed_id limit :window) first
union all
select feed_id, host, asked, last_checked_at from (
  select t.feed_id, t.host, 0 as asked, coalesce(t.last_checked_at, 0) as last_checked_at
  from feed_fetch_state t cross join feeds f
  where t.next_check_at <= :now and t.asked_at is null {free}
  order by t.next_check_at, t.feed_id limit :window) later
"""
_FREE = with_words(
    "and {free} and f.id = t.feed_id and f.enabled = 1 and f.deleted_at is null",
    free=free("t.leased_until"),
)
_CLAIM = with_words(
    """
update feed_fetch_state set {take}, leased_by = :worker
where feed_id in (select id from ids(:feeds)) and next_check_at <= :now and {free}
returning feed_id
""",
    take=TAKE,
    free=free(),
)
_CLAIM_ONE = with_words(
    """
update feed_fetch_state set {take}, leased_by = :worker
where feed_id = :feed and {free}
""",
    take=TAKE,
    free=free(),
)
_NEXT_DUE = with_words(
    """
select t.next_check_at from feed_fetch_state t cross join feeds f
where t.next_check_at is not null {free}
order by t.next_check_at limit 1
""",
    free=_FREE,
)
_CLAIMED = """
select f.id, f.url, f.enabled, f.polling, f.enforce_feed_domain,
       f.allow_duplicate_urls, f.retry_policy, f.poll_interval, f.user_agent, f.secrets,
       t.lease_token, {columns}
from ids(:ids) i cross join feeds f cross join feed_fetch_state t
where f.id = i.id and t.feed_id = i.id
"""
_FEED_COLUMNS = 11
# However little room there is, enough feeds are looked at to see several hosts.
_LEAST_WINDOW = 200
# Short, and renewed while its holder lives: the feeds of a dead one wait for seconds.
LEASE = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """How many feeds a worker takes at once, and for how long."""

    many: int = 50
    pace: PaceRules = field(default_factory=PaceRules)
    lease: timedelta = LEASE
    longest_visit: timedelta = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class ClaimedFeed:
    """A leased feed, and what only its own server may see, still encrypted."""

    feed: FeedToRefresh
    secrets: bytes | None  # None: nothing secret


def claim_due_feeds(
    db: Connection,
    worker: str,
    now: int,
    rules: ClaimRules,
    ended: Sequence[VisitEnd] = (),
    running: Collection[int] = (),
) -> list[ClaimedFeed]:
    """Lease due feeds whose hosts may be visited now, and begin those visits: what was
    asked for first, then the oldest due. Feeds of other hosts get another time.

    `ended` are visits that ended meanwhile; `running` are feeds that the worker still
    checks, whatever became of their leases.
    """
    due = _due_feeds(db, now, rules, running)
    if not due and not ended:
        return []
    pace = rules.pace
    lock_hosts(db)
    hosts = [feed.host for feed in due] + [end.host for end in ended]
    known = host_states(db, hosts, now, pace)
    left = after_visits(known, ended, pace)
    shares = share_out(
        due,
        {**known, **left},
        now,
        pace,
        many=rules.many,
        until=now + micros(rules.longest_visit),
    )
    save_states(db, {**left, **shares.states})
    postpone_held(db, known, left, now, pace)
    postpone_feeds(db, shares.postponed, now)
    return _lease(db, [feed.feed_id for feed in shares.begun], worker, now, rules.lease)


def _lease(
    db: Connection, feeds: list[int], worker: str, now: int, lease: timedelta
) -> list[ClaimedFeed]:
    if not feeds:
        return []
    claimed = db.rows(_CLAIM, feeds=feeds, worker=worker, **claim_times(now, lease))
    found = {each.feed.id: each for each in claimed_feeds(db, [r[0] for r in claimed])}
    return [found[feed] for feed in feeds if feed in found]


def _due_feeds(
    db: Connection, now: int, rules: ClaimRules, running: Collection[int]
) -> list[DueFeed]:
    window = max(rules.many * 4, _LEAST_WINDOW)
    times = claim_times(now, rules.lease)
    rows = db.rows(with_words(_DUE, free=_FREE), window=window, **times)
    return [
        DueFeed(feed, host, bool(asked), last)
        for feed, host, asked, last in rows
        if feed not in running
    ]


def claim_feed(
    db: Connection, feed_id: int, worker: str, now: int, lease: timedelta
) -> ClaimedFeed | None:
    """Lease one feed, due or not; None while someone else holds it."""
    times = claim_times(now, lease)
    changed = db.run(_CLAIM_ONE, feed=feed_id, worker=worker, **times)
    return claimed_feeds(db, [feed_id])[0] if changed else None


def claimed_feeds(db: Connection, ids: list[int]) -> list[ClaimedFeed]:
    """Return leased feeds with all that a check needs to know."""
    if not ids:
        return []
    columns = ", ".join(f"t.{name}" for name in COLUMNS)
    rows = db.rows(with_words(_CLAIMED, columns=columns), ids=ids)
    return [_claimed(row) for row in rows]


def rescue_from_clock_jump(db: Connection, now: int, horizon: int) -> int:
    """Make due what a clock that had jumped ahead set beyond any allowed time; return
    how many feeds would have waited."""
    return db.run(
        "update feed_fetch_state set next_check_at = :now"
        " where next_check_at > :horizon",
        now=now,
        horizon=horizon,
    )


def release_claims(db: Connection, claims: list[tuple[int, int]]) -> None:
    """Give feeds back unfetched; those leased again by others are left alone."""
    release_rows(db, "feed_fetch_state", ["feed_id"], _held(claims))


def renew_claims(db: Connection, claims: list[tuple[int, int]], until: int) -> None:
    """Hold on to feeds, as (feed, token); those leased again by others are left alone."""
    renew_rows(db, "feed_fetch_state", ["feed_id"], _held(claims), until)


def _held(claims: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"feed_id": feed, "token": token} for feed, token in claims]


def _claimed(row: Row) -> ClaimedFeed:
    number, url, enabled, polling, enforce, duplicates, *rest = row[:_FEED_COLUMNS]
    retry, interval, user_agent, secrets, token = rest
    settings = FeedSettings(
        enabled=bool(enabled),
        polling=bool(polling),
        enforce_feed_domain=bool(enforce),
        allow_duplicate_urls=bool(duplicates),
        retry=None if retry is None else RetryPolicy(retry),
        interval=None if interval is None else interval * MICROSECOND,
        user_agent=user_agent,
    )
    state = state_of_row(row[_FEED_COLUMNS:])
    return ClaimedFeed(FeedToRefresh(number, url, settings, state, token), secrets)


def next_due_at(db: Connection, now: int, lease: timedelta = LEASE) -> int | None:
    """Return when the next feed is due that nobody holds; None if none ever is."""
    at: int | None = db.value(_NEXT_DUE, **claim_times(now, lease))
    return at
