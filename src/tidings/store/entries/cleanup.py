"""Deletes what retention chose, a slice at a time; what someone kept stays."""

import json

from tidings.core.entries.retention import RetentionLimits, cutoffs
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import insert
from tidings.store.entries.retain import forget_left_behind, forget_unread, forget_up_to
from tidings.store.entries.spans import aged_unread, forgettable_up_to
from tidings.store.feeds.heads import lock_head
from tidings.store.system.events import publish_event

_UNREAD = """
select s.user_id, h.last_seq - s.read_seq - s.read_above + s.unread_below
from subscriptions s, feed_heads h
where s.feed_id = :feed and s.active = 1 and h.feed_id = s.feed_id
"""
_FORGET_TEXTS = """
delete from entry_full_texts where entry_id in (
  select t.entry_id from entry_full_texts t, entries e
  where t.tried_at < :before and t.content is not null and e.id = t.entry_id
    and not exists (select 1 from subscriptions s
                    where s.feed_id = e.feed_id and s.active = 1 and s.read_seq < e.seq)
    and not exists (select 1 from entry_states x
                    where x.feed_id = e.feed_id and x.seq = e.seq
                      and (x.starred = 1 or x.marks > 0 or x.read = 0))
  order by t.entry_id limit :most)
"""


_FORGET_OLD_TEXTS = """
update entry_versions set full_content = null where (entry_id, version) in (
  select v.entry_id, v.version from entry_versions v, entries e
  where v.replaced_at < :before and v.full_content is not null and e.id = v.entry_id
    and not exists (select 1 from subscriptions s
                    where s.feed_id = e.feed_id and s.active = 1 and s.read_seq < e.seq)
    and not exists (select 1 from entry_states x
                    where x.feed_id = e.feed_id and x.seq = e.seq
                      and (x.starred = 1 or x.marks > 0 or x.read = 0))
  order by v.replaced_at limit :most)
"""

_SHOWN_BY_DELETED = """
select e.id from feeds f cross join entries e
where f.id = :feed and f.deleted_at is not null and e.feed_id = f.id and e.shown = 1
limit :most
"""


def clean_feed(
    db: Connection, feed_id: int, limits: RetentionLimits, now: int, most: int
) -> tuple[int, int]:
    """Forget up to `most` numbers of a feed.

    Return how many entries went, and how many of them somebody had not read.
    """
    lock_head(db, feed_id)
    times = cutoffs(limits, now)
    floor, point = forgettable_up_to(db, feed_id, limits, times)
    before: dict[int, int] = dict(db.rows(_UNREAD, feed=feed_id))
    if point > floor:
        gone = forget_up_to(db, feed_id, min(point, floor + most), now)
    elif aged := aged_unread(db, feed_id, times, most):
        gone = forget_unread(db, feed_id, aged, now)
    else:
        return forget_left_behind(db, feed_id, now, most), 0
    return gone, _publish_lost(db, feed_id, before, now)


def _publish_lost(
    db: Connection, feed_id: int, before: dict[int, int], now: int
) -> int:
    """Notify readers of how many unread entries went; return how many that were in all."""
    lost = 0
    for user_id, unread in db.rows(_UNREAD, feed=feed_id):
        removed = before[user_id] - unread
        if removed > 0:
            lost += removed
            payload = {"unread": removed}
            publish_event(
                db,
                "entries_removed",
                now,
                user_id=user_id,
                feed_id=feed_id,
                payload=payload,
            )
    return lost


def has_something_to_forget(
    db: Connection, feed_id: int, limits: RetentionLimits, now: int
) -> bool:
    """Return, without writing, whether `clean_feed` would find something."""
    times = cutoffs(limits, now)
    floor, point = forgettable_up_to(db, feed_id, limits, times)
    if point > floor or aged_unread(db, feed_id, times, most=1):
        return True
    return bool(
        db.value(
            "select 1 from entries where feed_id = :feed and seq <= :floor"
            " and shown = 0 and seq not in (select x.seq from entry_states x"
            " where x.feed_id = :feed and x.seq <= :floor) limit 1",
            feed=feed_id,
            floor=floor,
        )
    )


def shows_though_deleted(db: Connection, feed_id: int) -> bool:
    """Return, without writing, whether `hide_deleted_feed` would find something."""
    return bool(db.value(_SHOWN_BY_DELETED, feed=feed_id, most=1))


def hide_deleted_feed(db: Connection, feed_id: int, most: int) -> int:
    """A feed that was deleted shows nothing any more, so its entries may go."""
    return db.run(
        f"update entries set shown = 0 where id in ({_SHOWN_BY_DELETED})",  # noqa: S608
        feed=feed_id,
        most=most,
    )


def forget_full_texts(db: Connection, before: int, most: int) -> int:
    """Forget whole articles fetched before a time that nobody has kept or still to read,
    also those of earlier versions."""
    gone = db.run(_FORGET_TEXTS, before=before, most=most)
    return gone + db.run(_FORGET_OLD_TEXTS, before=before, most=most)


def forget_tombstones(db: Connection, before: int, most: int) -> int:
    """Forget old traces: their feeds stopped bringing the entries back long ago."""
    return db.run(
        "delete from tombstones where entry_id in (select entry_id from tombstones"
        " where gone_at < :before order by gone_at limit :most)",
        before=before,
        most=most,
    )


def log_clean_up(
    db: Connection, id_: str, at: int, took: int, removed: dict[str, int | str]
) -> None:
    insert(db, "clean_ups", id=id_, at=at, took=took, removed=json.dumps(removed))


def forget_clean_ups(db: Connection, before: int, most: int) -> int:
    return db.run(
        "delete from clean_ups where id in"
        " (select id from clean_ups where at < :before order by at limit :most)",
        before=before,
        most=most,
    )


def last_clean_up_at(db: Connection) -> int | None:
    at: int | None = db.value("select max(at) from clean_ups")
    return at


def clean_ups_before(
    db: Connection, at: int, id_: str, limit: int
) -> list[tuple[str, int, int, str]]:
    """Return logged clean-ups (id, begin, duration, JSON), newest first."""
    return db.rows(
        "select id, at, took, removed from clean_ups"
        " where at < :at or (at = :at and id < :id)"
        " order by at desc, id desc limit :limit",
        at=at,
        id=id_,
        limit=limit,
    )
