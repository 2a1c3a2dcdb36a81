"""What a user follows, with what was set for each feed: for lists that leave the house."""

from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.engine.sql_words import with_words

_SETTINGS = """
f.url, f.title, f.site_url, f.polling, f.enforce_feed_domain, f.allow_duplicate_urls,
f.retry_policy, f.poll_interval, f.user_agent
"""
_OF_USER = with_words(
    """
select {settings}, s.title, s.folder_id, s.muted
from subscriptions s cross join feeds f
where s.user_id = :user and s.active = 1 and f.id = s.feed_id and f.url is not null
  and f.deleted_at is null
order by s.position, s.id
""",
    settings=_SETTINGS,
)
_OF_ALL = with_words(
    """
select {settings}, null, null, 0 from feeds f
where f.url is not null and f.deleted_at is null
order by f.id limit :many
""",
    settings=_SETTINGS,
)
_ALL = 100_000


@dataclass(frozen=True, slots=True)
class ListedFeed:
    """A feed with what was set for it; nothing secret."""

    url: str
    feed_title: str
    site_url: str | None
    polling: int
    enforce_feed_domain: int
    allow_duplicate_urls: int
    retry_policy: str | None
    poll_interval: int | None
    user_agent: str | None
    own_title: str | None  # None: the feed's
    folder_id: int | None  # None: in no folder
    muted: int


def followed_feeds(db: Connection, user_id: int) -> list[ListedFeed]:
    """Return everything that a user follows from the web, in their order."""
    return all_of(db, ListedFeed, _OF_USER, user=user_id)


def all_feeds(db: Connection) -> list[ListedFeed]:
    """Return every feed of the instance."""
    return all_of(db, ListedFeed, _OF_ALL, many=_ALL)


def is_following(db: Connection, user_id: int, feed_ids: list[int]) -> set[int]:
    """Return which of these feeds a user follows."""
    rows = db.rows(
        """
        select s.feed_id from ids(:feeds) i cross join subscriptions s
        where s.user_id = :user and s.feed_id = i.id and s.active = 1
        """,
        user=user_id,
        feeds=feed_ids,
    )
    return {row[0] for row in rows}
