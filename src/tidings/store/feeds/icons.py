"""Pictures of feeds, each kept once, and which feeds are still without."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.feeds.icons import LOOK_AGAIN_AFTER, TRY_AGAIN_AFTER
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import all_of, insert_new, update

# A try that began so long ago is over, with or without a picture.
_STILL_TRYING = timedelta(minutes=10)
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
select {f.*} from ids(:ids) i cross join feeds f
where f.id = i.id order by f.id
"""
_DROP_UNUSED = """
delete from icons where id in (select id from ids(:old)) and not exists (
  select 1 from feeds f where f.icon_id = icons.id)
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
    return all_of(db, FeedWithoutIcon, _WHERE_TO_LOOK, ids=[row[0] for row in claimed])


def icon_of_site(
    db: Connection, origin: str, icon_url: str | None, among: list[int], now: int
) -> tuple[bool, int | None]:
    """Return whether a site was asked of late for another feed than these, and the
    picture that it gave; None: it has none."""
    row = db.row(
        """
        select f.icon_id from feeds f cross join feed_fetch_state t
        where t.feed_id = f.id and f.deleted_at is null
          and substr(coalesce(f.site_url, f.url), 1, cast(:length as integer)) = :origin
          and coalesce(f.icon_url, '') = :icon
          and f.id not in (select id from ids(:among))
          and t.icon_tried_at > :lately
          and (f.icon_id is not null or t.icon_tried_at < :settled)
        order by f.icon_id desc nulls last limit 1
        """,
        origin=origin,
        length=len(origin),
        icon=icon_url or "",
        among=among,
        lately=now - micros(TRY_AGAIN_AFTER),
        settled=now - micros(_STILL_TRYING),
    )
    return (False, None) if row is None else (True, row[0])


def share_icon(db: Connection, feed_ids: list[int], icon_id: int) -> None:
    """Give feeds a picture that is known."""
    old = db.rows(
        "select distinct f.icon_id from ids(:feeds) i cross join feeds f"
        " where f.id = i.id and f.icon_id <> :icon",
        icon=icon_id,
        feeds=feed_ids,
    )
    db.run(
        "update feeds set icon_id = :icon where id in (select id from ids(:feeds))",
        icon=icon_id,
        feeds=feed_ids,
    )
    if old:
        db.run(_DROP_UNUSED, old=[row[0] for row in old])


def save_icon(db: Connection, feed_id: int, png: bytes, now: int) -> int:
    """Give a feed its picture and return the picture's number."""
    old = db.value("select icon_id from feeds where id = :feed", feed=feed_id)
    number = _stored(db, png, now)
    update(db, "feeds", "id", id=feed_id, icon_id=number)
    if old not in (None, number):
        db.run(_DROP_UNUSED, old=[old])
    return number


def _stored(db: Connection, png: bytes, now: int) -> int:
    digest = hashlib.sha256(png).digest()
    known: int | None = db.value("select id from icons where hash = :h", h=digest)
    if known is not None:
        return known
    number = next_number(db, "icon")
    insert_new(db, "icons", "hash", id=number, hash=digest, png=png, fetched_at=now)
    found: int = db.value("select id from icons where hash = :h", h=digest)
    return found
