"""A feed that has moved for good takes its new address, or joins the feed that is there.

Whoever adds the old address later finds the feed where it went.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.core.feeds.moves import secrets_may_go_along
from tidings.core.feeds.redirects import SIGHTINGS_NEEDED, TIME_NEEDED
from tidings.core.urls import place_of
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import update
from tidings.store.feeds.addresses import private_key, public_key
from tidings.store.feeds.feeds import delete_feed, make_due, touch_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.merge_feeds import merge_feeds
from tidings.store.system.events import publish_event

_A_MOMENT = timedelta(seconds=1)
_FORGET_OLD_ADDRESS = """
update feed_fetch_state set etag = null, last_modified = null, fresh_for = null,
  body_hash = null, redirect_target = null, redirect_sightings = 0,
  redirect_first_at = null, icon_tried_at = null, last_status = null,
  cache_control = null, expires = null, retry_after_until = null, limited_since = null
where feed_id = :feed
"""


@dataclass(frozen=True, slots=True)
class Move:
    """A believed move; `into` is the feed that has the address, None if it is free."""

    feed_id: int
    url: str
    key: bytes
    old_url: str
    old_key: bytes
    into: int | None
    leaves_alias: bool = True  # False: whoever adds the old address gets another feed

    @property
    def heads(self) -> set[int]:
        """The feeds whose entries change."""
        return set() if self.into is None else {self.feed_id, self.into}


def prepare_move(db: Connection, feed_id: int, new_url: str, now: int) -> Move | None:
    """Make sure that a move can be made in this commit; None if not, or not yet."""
    row = db.row(
        "select url, url_key, owner_id from feeds"
        " where id = :feed and deleted_at is null",
        feed=feed_id,
    )
    if row is None:
        return None
    old_url, old_key, owner = row
    private = bytes(old_key) != public_key(old_url)
    if private and not secrets_may_go_along(old_url, new_url):
        return None
    key = private_key(owner, new_url) if private else public_key(new_url)
    other = db.row(
        "select id, enabled from feeds"
        " where url_key = :key and deleted_at is null and id <> :feed",
        key=key,
        feed=feed_id,
    )
    if other is not None and not _may_join(db, feed_id, new_url, other, now):
        return None
    into = None if other is None else other[0]
    return Move(feed_id, new_url, key, old_url, bytes(old_key), into)


def carry_out_move(db: Connection, move: Move, now: int) -> int | None:
    """Move a feed; return the feed that it is now, None if nothing was done."""
    if _is_gone(db, move.feed_id) or (move.into and _is_gone(db, move.into)):
        return None
    if move.into is None:
        _take_address(db, move)
        _leave_alias(db, move.feed_id, move, now)
        return move.feed_id
    merge_feeds(db, move.feed_id, move.into, now)
    db.run(
        "update feeds set polling = 1 where id = :into"
        " and (select f.polling from feeds f where f.id = :feed) = 1",
        into=move.into,
        feed=move.feed_id,
    )
    db.run(
        "update feed_aliases set feed_id = :into where feed_id = :feed",
        into=move.into,
        feed=move.feed_id,
    )
    _leave_alias(db, move.into, move, now)
    delete_feed(db, move.feed_id, now)
    make_due(db, move.into, now)
    return move.into


def move_by_hand(
    db: Connection, feed_id: int, new_url: str, now: int, *, leaves_alias: bool
) -> tuple[Move, int]:
    """Move a feed because somebody says so; return the move and the feed that it is now.

    A check that is under way loses its lease: what it brings is of the old address.
    Raises `Conflict` if the feed at the new address cannot be joined, or a login would
    go to another server.
    """
    db.run(
        "update feed_fetch_state set lease_token = lease_token + 1, leased_until = null"
        " where feed_id = :feed",
        feed=feed_id,
    )
    move = prepare_move(db, feed_id, new_url, now)
    if move is None:
        raise Conflict(
            "The feed cannot be moved there now: its login is for another server, or"
            " the feed at that address is disabled or just being checked.",
            code=Code.MOVE_REFUSED,
        )
    move = replace(move, leaves_alias=leaves_alias)
    for number in sorted(move.heads or {feed_id}):
        lock_head(db, number)
    if not leaves_alias:
        db.run("delete from feed_aliases where feed_id = :feed", feed=feed_id)
    moved_to = carry_out_move(db, move, now)
    if moved_to is None:
        raise NotFound("There is no such feed.")
    db.run(_FORGET_OLD_ADDRESS, feed=moved_to)
    touch_feed(db, moved_to, now)
    make_due(db, moved_to, now)
    return move, moved_to


def publish_move(db: Connection, move: Move, feed_id: int, now: int) -> None:
    """Notify subscribers that a feed has another address, or is another feed."""
    payload = {"was": move.feed_id, "url": move.url}
    publish_event(db, "feed_changed", now, feed_id=feed_id, payload=payload)


def _may_join(
    db: Connection, feed_id: int, new_url: str, other: tuple[int, int], now: int
) -> bool:
    """Hold the other feed for the rest of the commit, unless someone checks it now."""
    number, enabled = other
    if not enabled:
        return False
    held = db.run(
        "update feed_fetch_state set lease_token = lease_token + 1"
        " where feed_id = :feed and (leased_until is null or leased_until < :now)",
        feed=number,
        now=now,
    )
    if not held:
        # The redirect stays believed, so that the next check tries again.
        update(
            db,
            "feed_fetch_state",
            "feed_id",
            feed_id=feed_id,
            redirect_target=new_url,
            redirect_sightings=SIGHTINGS_NEEDED,
            redirect_first_at=now - micros(TIME_NEEDED + _A_MOMENT),
        )
    return held > 0


def _take_address(db: Connection, move: Move) -> None:
    db.run("delete from feed_aliases where url_key = :key", key=move.key)
    update(db, "feeds", "id", id=move.feed_id, url=move.url, url_key=move.key)
    db.run(
        "update feed_fetch_state set host = :host where feed_id = :feed",
        host=place_of(move.url),
        feed=move.feed_id,
    )


def _leave_alias(db: Connection, feed_id: int, move: Move, now: int) -> None:
    # http and https of one address have one key: there is nothing to leave behind.
    if move.old_key == move.key or not move.leaves_alias:
        return
    db.run(
        """
        insert into feed_aliases (url_key, feed_id, url, since)
        values (:key, :feed, :url, :now)
        on conflict (url_key) do update set feed_id = excluded.feed_id
        """,
        key=move.old_key,
        feed=feed_id,
        url=move.old_url,
        now=now,
    )


def _is_gone(db: Connection, feed_id: int) -> bool:
    gone: int | None = db.value(
        "select 1 from feeds where id = :feed and deleted_at is not null", feed=feed_id
    )
    return gone is not None
