"""Events: what is to be told to clients, written in the commit that it speaks of."""

import json
from collections.abc import Sequence

from tidings.core.events import SESSION_ENDED, Event
from tidings.store.connection import Connection, Row
from tidings.store.numbers import next_number

_COLUMNS = "select id, kind, user_id, feed_id, payload from events"


def forget_events(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` events from before a time, oldest first; return how many."""
    return db.run(
        """
        delete from events where id in (
            select id from events where at < :before order by at, id limit :most
        )
        """,
        before=before,
        most=most,
    )


def tell(
    db: Connection,
    kind: str,
    now: int,
    *,
    user_id: int | None = None,
    feed_id: int | None = None,
    payload: str = "{}",
) -> int:
    """Note an event; take its number last, so that numbers become visible in order."""
    number = next_number(db, "event")
    db.run(
        "insert into events (id, at, kind, user_id, feed_id, payload)"
        " values (:id, :at, :kind, :user, :feed, :payload)",
        id=number,
        at=now,
        kind=kind,
        user=user_id,
        feed=feed_id,
        payload=payload,
    )
    db.wake_on_commit()
    return number


def tell_session_ended(
    db: Connection, user_id: int, session_ids: Sequence[str], now: int
) -> int:
    """Let the streams of these sessions end now, not at the next look at them."""
    told = json.dumps({"sessions": list(session_ids)})
    return tell(db, SESSION_ENDED, now, user_id=user_id, payload=told)


def tell_settings_changed(db: Connection, user_id: int, what: str, now: int) -> int:
    """Let a reader's other devices load one kind of their settings again."""
    payload = json.dumps({"what": what})
    return tell(db, "settings_changed", now, user_id=user_id, payload=payload)


def newest_event(db: Connection) -> int:
    """Return the number of the last event ever told, 0 if there was none."""
    return db.value("select last from numbers where name = 'event'") or 0


def oldest_kept_event(db: Connection) -> int | None:
    """Return the number of the oldest event that is still there."""
    number: int | None = db.value("select min(id) from events")
    return number


def events_after(db: Connection, after: int, most: int) -> list[Event]:
    """Return the next events of everybody, in order."""
    sql = f"{_COLUMNS} where id > :after order by id limit :most"
    return [_event(row) for row in db.rows(sql, after=after, most=most)]


def events_of_user(
    db: Connection, user_id: int, after: int, up_to: int, most: int
) -> list[Event]:
    """Return a user's own events between two numbers, the later one included."""
    sql = (
        f"{_COLUMNS} where user_id = :user and id > :after and id <= :up_to"
        " order by id limit :most"
    )
    rows = db.rows(sql, user=user_id, after=after, up_to=up_to, most=most)
    return [_event(row) for row in rows]


def events_of_feeds(db: Connection, after: int, up_to: int, most: int) -> list[Event]:
    """Return the events of all feeds between two numbers, the later one included."""
    sql = (
        f"{_COLUMNS} where user_id is null and id > :after and id <= :up_to"
        " order by id limit :most"
    )
    rows = db.rows(sql, after=after, up_to=up_to, most=most)
    return [_event(row) for row in rows]


def _event(row: Row) -> Event:
    number, kind, user_id, feed_id, payload = row
    return Event(number, kind, user_id, feed_id, json.loads(payload))
