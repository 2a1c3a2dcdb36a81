"""How feeds are doing: what was learnt about each, and how much it brings."""

from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.asked_checks import ASK
from tidings.store.publishing.builds import IS_PUBLIC

_FACTS = with_words(
    """
select f.id, f.url, f.kind, f.title, f.description, f.site_url, f.language, f.icon_id,
  f.enabled, f.polling, f.full_text, f.created_at, t.next_check_at, t.check_code,
  t.check_figures, t.last_checked_at, t.last_success_at, t.failures, t.failing_since,
  t.dormant_since, t.resting_since, t.last_error_code, t.last_error,
  h.last_seq - h.floor_seq - h.gaps, h.last_at, t.last_error_kind, t.last_error_at,
  t.limited_since, t.last_status, t.etag, t.last_modified, t.fresh_for,
  t.cache_control, t.expires, t.retry_after_until, t.redirect_target,
  t.guid_collisions, f.disabled_by, p.since,
  coalesce(f.updated_at, f.created_at)
from ids(:feeds) i cross join feeds f cross join feed_heads h
  cross join feed_fetch_state t left join published_feeds p on p.feed_id = t.feed_id
  and {is_public}
where f.id = i.id and h.feed_id = i.id and t.feed_id = i.id and f.deleted_at is null
""",
    is_public=IS_PUBLIC,
)
# An index alone answers; the limit keeps a flood from being counted to its end.
_SINCE = """
select i.id, (
  select count(*) from (
    select 1 from entries e where e.feed_id = i.id and e.sort_at >= :since limit :most) x),
  (select min(e.sort_at) from entries e where e.feed_id = i.id)
from ids(:feeds) i
"""
_MOST_COUNTED = 2000
_ASK_POLITELY = """
update feed_fetch_state set {ask}
where feed_id in (
  select f.id from ids(:feeds) i cross join feeds f
  where f.id = i.id and f.enabled = 1 and f.deleted_at is null
    and f.url is not null and (f.polling = 1 or :wake = 1))
and (resting_since is null or :wake = 1)
and (last_checked_at is null or last_checked_at < :not_since)
returning feed_id, next_check_at
"""


@dataclass(frozen=True, slots=True)
class FeedHealthRow:
    """A feed with what was set, and what machines learnt about it; nothing secret."""

    id: int
    url: str | None  # None: mails and saved pages
    kind: str
    title: str
    description: str
    site_url: str | None
    language: str | None
    icon_id: int | None
    enabled: int
    polling: int
    full_text: int
    created_at: int
    next_check_at: int | None
    check_code: str
    check_figures: str
    last_checked_at: int | None
    last_success_at: int | None
    failures: int
    failing_since: int | None
    dormant_since: int | None
    resting_since: int | None
    last_error_code: str | None
    last_error: str | None
    entries: int
    newest_at: int
    last_error_kind: str | None
    last_error_at: int | None
    limited_since: int | None
    last_status: int | None
    etag: str | None
    last_modified: str | None
    fresh_for: int | None
    cache_control: str | None
    expires: str | None
    retry_after_until: int | None
    redirect_target: str | None
    guid_collisions: int
    disabled_by: int | None  # None: an operator, if it is disabled
    published_since: int | None  # None: it is not published
    updated_at: int  # by people


def feed_facts(db: Connection, feed_ids: list[int]) -> dict[int, FeedHealthRow]:
    """Return what is known about feeds, by number; deleted ones are left out."""
    rows = db.rows(_FACTS, feeds=feed_ids)
    return {row[0]: FeedHealthRow(*row) for row in rows}


def entries_since(
    db: Connection, feed_ids: list[int], since: int
) -> dict[int, tuple[int, int]]:
    """Return how many entries each feed has from after a time, up to a bound, and the
    time of its oldest; feeds without entries are left out."""
    rows = db.rows(_SINCE, feeds=feed_ids, since=since, most=_MOST_COUNTED)
    return {feed: (count, oldest) for feed, count, oldest in rows if oldest is not None}


def may_see_feed(db: Connection, user_id: int, feed_id: int) -> bool:
    """Whether a user follows a feed."""
    found = db.value(
        "select 1 from subscriptions s"
        " where s.user_id = :user and s.feed_id = :feed and s.active = 1",
        user=user_id,
        feed=feed_id,
    )
    return found is not None


def other_followers(db: Connection, user_id: int, feed_id: int) -> int:
    """Return how many others follow a feed."""
    count: int = db.value(
        "select count(*) from subscriptions"
        " where feed_id = :feed and active = 1 and user_id <> :user",
        feed=feed_id,
        user=user_id,
    )
    return count


def make_due_politely(
    db: Connection, feed_ids: list[int], now: int, not_since: int, *, wake: bool
) -> dict[int, bool]:
    """Let feeds be checked as soon as possible and return for each of those whether that
    is now: otherwise its server is left alone for some time. Feeds checked since a time
    are left out and, unless `wake`, those that rest or are not polled."""
    rows = db.rows(
        with_words(_ASK_POLITELY, ask=ASK),
        feeds=feed_ids,
        now=now,
        not_since=not_since,
        wake=int(wake),
    )
    if rows:
        db.wake_on_commit()
    return {feed_id: at <= now for feed_id, at in rows}


def feed_icon(db: Connection, feed_id: int) -> tuple[bytes, bytes] | None:
    """Return the hash and the PNG of a feed's picture; None if it has none."""
    row = db.row(
        """
        select i.hash, i.png from feeds f cross join icons i
        where f.id = :feed and f.deleted_at is null and i.id = f.icon_id
        """,
        feed=feed_id,
    )
    return None if row is None else (bytes(row[0]), bytes(row[1]))
