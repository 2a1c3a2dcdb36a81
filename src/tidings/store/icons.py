"""Pictures of feeds, each kept once, and which feeds are still without."""

import hashlib
from dataclasses import dataclass

from tidings.core.clock import micros
from tidings.core.icons import LOOK_AGAIN_AFTER, TRY_AGAIN_AFTER
from tidings.store.connection import Connection
from tidings.store.numbers import next_number

# Trying is noted before it is done, so that no two workers try at once.
_CLAIM = """
update feed_fetch_state set icon_tried_at = :now
where feed_id in (
  select t.feed_id from feed_fetch_state t cross join feeds f
  where f.id = t.feed_id and f.enabled = 1 and f.deleted_at is null
    and t.last_success_at is not null
    and (t.icon_tried_at is null or t.icon_tried_at < :fetched_before
         or (f.icon_id is null and t.icon_tried_at < :failed_before))
  order by t.feed_id limit :many)
and (icon_tried_at is null or icon_tried_at < :failed_before)
returning feed_id
"""
_WHERE_TO_LOOK = """
select f.id, f.url, f.site_url, f.icon_url from ids(:ids) i cross join feeds f
where f.id = i.id order by f.id
"""
_DROP_UNUSED = """
delete from icons where id = :old and not exists (
  select 1 from feeds f where f.icon_id = :old)
"""


@dataclass(frozen=True, slots=True)
class FeedWithoutIcon:
    """A feed, and where its picture may be found."""

    id: int
    url: str | None  # None: it is not fetched from anywhere
    site_url: str | None  # None: not said
    icon_url: str | None  # None: not said


def claim_feeds_without_icon(
    db: Connection, now: int, many: int
) -> list[FeedWithoutIcon]:
    """Return feeds whose picture is to be looked for now."""
    claimed = db.rows(
        _CLAIM,
        now=now,
        fetched_before=now - micros(LOOK_AGAIN_AFTER),
        failed_before=now - micros(TRY_AGAIN_AFTER),
        many=many,
    )
    rows = db.rows(_WHERE_TO_LOOK, ids=[row[0] for row in claimed])
    return [FeedWithoutIcon(*row) for row in rows]


def save_icon(db: Connection, feed_id: int, png: bytes, now: int) -> int:
    """Give a feed its picture and return the picture's number."""
    old = db.value("select icon_id from feeds where id = :feed", feed=feed_id)
    number = _stored(db, png, now)
    db.run(
        "update feeds set icon_id = :icon where id = :feed", icon=number, feed=feed_id
    )
    if old not in (None, number):
        db.run(_DROP_UNUSED, old=old)
    return number


def _stored(db: Connection, png: bytes, now: int) -> int:
    digest = hashlib.sha256(png).digest()
    known: int | None = db.value("select id from icons where hash = :h", h=digest)
    if known is not None:
        return known
    number = next_number(db, "icon")
    db.run(
        """
        insert into icons (id, hash, png, fetched_at) values (:id, :hash, :png, :now)
        on conflict (hash) do nothing
        """,
        id=number,
        hash=digest,
        png=png,
        now=now,
    )
    found: int = db.value("select id from icons where hash = :h", h=digest)
    return found
