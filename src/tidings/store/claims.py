"""Leases on feeds: who may fetch and write one, proved by a token in the commit.

Pushes, mails and polls of a feed all take the same lease: one writer per feed. A
worker that dies loses its leases by time.
"""

from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import MICROSECOND, micros
from tidings.core.failures import RetryPolicy
from tidings.core.feed import FeedSettings, FeedToRefresh
from tidings.store.connection import Connection, Row
from tidings.store.fetch_state import COLUMNS, state_of_row
from tidings.store.sql_words import with_words

# Ranks are within a host, so that each host gets its share and no more.
_DUE = """
select d.feed_id, d.next_check_at,
  row_number() over (partition by d.host order by d.next_check_at, d.feed_id) as place
from (
  select t.feed_id, t.host, t.next_check_at
  from feed_fetch_state t cross join feeds f
  where t.next_check_at <= :now and (t.leased_until is null or t.leased_until < :now)
    and f.id = t.feed_id and f.enabled = 1 and f.deleted_at is null
  order by t.next_check_at, t.feed_id limit :window) d
"""
_CLAIM = """
update feed_fetch_state
set lease_token = lease_token + 1, leased_until = :until, leased_by = :worker
where feed_id in (
  select feed_id from ({due}) ranked where place <= :share
  order by next_check_at, feed_id limit :many)
and (leased_until is null or leased_until < :now)
returning feed_id
"""
# Feeds of a host that has many due stand in line, so that they do not hide others, and
# so that no other worker takes the next one while the first is being visited.
_STAND_IN_LINE = """
with ranked as materialized ({due})
update feed_fetch_state
set next_check_at = (select :now + (ranked.place - :share) * :gap from ranked
                     where ranked.feed_id = feed_fetch_state.feed_id)
where feed_id in (select feed_id from ranked where place > :share)
  and next_check_at <= :now and (leased_until is null or leased_until < :now)
"""
_CLAIMED = """
select f.id, f.url, f.enabled, f.polling, f.enforce_feed_domain,
       f.allow_duplicate_urls, f.retry_policy, f.poll_interval, f.user_agent, f.secrets,
       t.lease_token, {columns}
from ids(:ids) i cross join feeds f cross join feed_fetch_state t
where f.id = i.id and t.feed_id = i.id
order by t.next_check_at, f.id
"""
_FEED_COLUMNS = 11
# However little room there is, enough feeds are looked at to see several hosts.
_LEAST_WINDOW = 200
# No lease is longer: one that ends later was taken by a clock that had jumped ahead.
_LONGEST_LEASE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """How many feeds a worker takes at once, and for how long."""

    many: int = 50
    share: int = 2  # of one host
    gap: timedelta = timedelta(seconds=1)  # between feeds of a host that stand in line
    lease: timedelta = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class ClaimedFeed:
    """A leased feed, and what only its own server may see, still encrypted."""

    feed: FeedToRefresh
    secrets: bytes | None  # None: nothing secret


def claim_due_feeds(
    db: Connection, worker: str, now: int, rules: ClaimRules
) -> list[ClaimedFeed]:
    """Lease due feeds, oldest due first, of each host no more than its share."""
    window = {
        "now": now,
        "share": rules.share,
        "window": max(rules.many * 4, _LEAST_WINDOW),
    }
    if rules.gap > timedelta(0):
        sql = with_words(_STAND_IN_LINE, due=_DUE)
        db.run(sql, **window, gap=micros(rules.gap))
    claimed = db.rows(
        with_words(_CLAIM, due=_DUE),
        **window,
        worker=worker,
        until=now + micros(rules.lease),
        many=rules.many,
    )
    return claimed_feeds(db, [row[0] for row in claimed])


def claim_feed(
    db: Connection, feed_id: int, worker: str, now: int, lease: timedelta
) -> ClaimedFeed | None:
    """Lease one feed, due or not; None while someone else holds it."""
    changed = db.run(
        """
        update feed_fetch_state
        set lease_token = lease_token + 1, leased_until = :until, leased_by = :worker
        where feed_id = :feed and (leased_until is null or leased_until < :now)
        """,
        feed=feed_id,
        worker=worker,
        now=now,
        until=now + micros(lease),
    )
    return claimed_feeds(db, [feed_id])[0] if changed else None


def claimed_feeds(db: Connection, ids: list[int]) -> list[ClaimedFeed]:
    """Return leased feeds with all that a check needs to know."""
    if not ids:
        return []
    columns = ", ".join(f"t.{name}" for name in COLUMNS)
    rows = db.rows(with_words(_CLAIMED, columns=columns), ids=ids)
    return [_claimed(row) for row in rows]


def rescue_from_clock_jump(db: Connection, now: int, horizon: int) -> int:
    """Make due what a clock that had jumped ahead set beyond any allowed time, and
    end the leases it gave; return how many feeds would have waited."""
    db.run(
        "update feed_fetch_state set leased_until = null, leased_by = null"
        " where leased_until > :latest",
        latest=now + micros(_LONGEST_LEASE),
    )
    return db.run(
        "update feed_fetch_state set next_check_at = :now"
        " where next_check_at > :horizon",
        now=now,
        horizon=horizon,
    )


def release_claims(db: Connection, claims: list[tuple[int, int]]) -> None:
    """Give feeds back unfetched; those leased anew by others are left alone."""
    db.run_many(
        "update feed_fetch_state set leased_until = null, leased_by = null"
        " where feed_id = :feed and lease_token = :token",
        [{"feed": feed, "token": token} for feed, token in claims],
    )


def postpone_claims(db: Connection, claims: list[tuple[int, int, int]]) -> None:
    """Give feeds back to be tried later, as (feed, token, time): their host is busy."""
    db.run_many(
        "update feed_fetch_state"
        " set leased_until = null, leased_by = null, next_check_at = :at"
        " where feed_id = :feed and lease_token = :token",
        [{"feed": feed, "token": token, "at": at} for feed, token, at in claims],
    )


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


def next_due_at(db: Connection) -> int | None:
    """Return when the next feed is due that nobody holds; None if none ever is."""
    at: int | None = db.value(
        """
        select t.next_check_at from feed_fetch_state t cross join feeds f
        where t.next_check_at is not null and t.leased_until is null
          and f.id = t.feed_id and f.enabled = 1 and f.deleted_at is null
        order by t.next_check_at limit 1
        """
    )
    return at
