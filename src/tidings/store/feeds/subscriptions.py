"""What a user follows, one by one and in pages: found, changed, ordered."""

from dataclasses import dataclass
from typing import Any

from tidings.core.errors import NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.reading_scope import scope_feeds

_ROW = """
select s.id, s.feed_id, s.title, s.folder_id, s.position, s.created_at,
  s.updated_at, s.muted,
  h.last_seq - s.read_seq - s.read_above + s.unread_below
from subscriptions s cross join feed_heads h
where s.user_id = :user and s.active = 1 and h.feed_id = s.feed_id {which}
"""
_NAMES = """
select s.feed_id, s.title, f.title, f.url from subscriptions s cross join feeds f
where s.user_id = :user and s.active = 1 and f.id = s.feed_id
"""
_OF_FEEDS = " and s.feed_id in (select id from ids(:feeds))"
_ENABLED = (
    " and not exists (select 1 from feeds f where f.id = s.feed_id and f.enabled = 0)"
)
_SETTABLE = frozenset({"title", "folder_id", "position", "muted"})


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """One subscription; what belongs to the feed is not here."""

    id: int
    feed_id: int
    own_title: str | None  # None: the feed's
    folder_id: int | None  # None: in no folder
    position: int
    created_at: int
    updated_at: int
    muted: int
    unread: int


@dataclass(frozen=True, slots=True)
class SubscriptionFilter:
    """Which subscriptions a list is of; without anything said, of all."""

    folder_id: int | None = None  # None: whatever they are in; else with inner folders
    include_disabled: bool = True
    text: str = ""  # part of the own title, the feed's title or its address


EVERYTHING = SubscriptionFilter()


def subscriptions_page(
    db: Connection,
    user_id: int,
    after: tuple[int, int],
    limit: int,
    wanted: SubscriptionFilter = EVERYTHING,
) -> list[SubscriptionRow]:
    """Return subscriptions in their order, from after a position and number; raises
    `NotFound` for a folder that is not the user's."""
    feeds = scope_feeds(db, user_id, None, wanted.folder_id)
    if wanted.text:
        feeds = _named(db, user_id, wanted.text, feeds)
    which = "and (s.position > :position or (s.position = :position and s.id > :id))"
    which += "" if wanted.include_disabled else _ENABLED
    which += "" if feeds is None else _OF_FEEDS
    given = {} if feeds is None else {"feeds": list(feeds)}
    return _rows(
        db,
        f"{which} order by s.position, s.id limit :limit",
        user=user_id,
        position=after[0],
        id=after[1],
        limit=limit,
        **given,
    )


def find_subscription(db: Connection, user_id: int, number: int) -> SubscriptionRow:
    """Return a subscription of a user, or raise `NotFound`."""
    rows = _rows(db, "and s.id = :id", user=user_id, id=number)
    if not rows:
        raise no_such_subscription()
    return rows[0]


def feeds_of_subscriptions(
    db: Connection, user_id: int, numbers: list[int], *, also_left: bool = False
) -> dict[int, int]:
    """Return the feed of each of these subscriptions; raises `NotFound` unless all of
    them are the user's. Those that have ended count only if asked for."""
    rows = db.rows(
        """
        select s.id, s.feed_id from ids(:ids) i cross join subscriptions s
        where s.id = i.id and s.user_id = :user and s.active >= :least
        order by s.feed_id
        """,
        ids=numbers,
        user=user_id,
        least=0 if also_left else 1,
    )
    if len(rows) != len(set(numbers)):
        raise no_such_subscription()
    return {row[0]: row[1] for row in rows}


def followed_feed_ids(db: Connection, user_id: int) -> list[int]:
    """Return every feed that a user follows."""
    rows = db.rows(
        "select feed_id from subscriptions where user_id = :user and active = 1"
        " order by feed_id",
        user=user_id,
    )
    return [row[0] for row in rows]


def set_subscriptions(
    db: Connection,
    user_id: int,
    feed_ids: list[int],
    column: str,
    value: object,
    now: int,
) -> None:
    """Change one thing of subscriptions, by their feeds."""
    if column not in _SETTABLE:
        raise ValueError(f"{column} cannot be set")
    sql = with_words(
        "update subscriptions set {column} = :value, updated_at = :now"
        " where user_id = :user and active = 1 and feed_id in (select id from ids(:feeds))",
        column=column,
    )
    db.run(sql, value=value, user=user_id, feeds=feed_ids, now=now)


def _named(
    db: Connection, user_id: int, text: str, among: tuple[int, ...] | None
) -> tuple[int, ...]:
    """Return the feeds of a user with a text in a name or address, whatever its case.

    Compared here, since SQLite knows upper and lower case of ASCII only.
    """
    wanted = text.casefold()
    allowed = None if among is None else set(among)
    return tuple(
        feed
        for feed, *names in db.rows(_NAMES, user=user_id)
        if (allowed is None or feed in allowed)
        and any(wanted in name.casefold() for name in names if name)
    )


def no_such_subscription() -> NotFound:
    return NotFound("There is no such subscription.")


def _rows(db: Connection, which: str, **parameters: Any) -> list[SubscriptionRow]:
    return all_of(db, SubscriptionRow, with_words(_ROW, which=which), **parameters)
