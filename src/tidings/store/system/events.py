"""Events for clients, written in the commit that they are about."""

import json
from collections.abc import Mapping, Sequence

from tidings.core.system.events import SESSION_ENDED, Event
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.numbers import next_number
from tidings.store.engine.sql_words import with_words

_INSERT = """
insert into events (id, at, kind, user_id, feed_id, payload)
values ({id}, :at, :kind, :user, :feed, :payload)
"""
# Both in one, where each statement is a way to the server and back.
_TAKE_AND_INSERT = with_words(
    """
with taken as (
  insert into numbers (name, last) values ('event', 1)
  on conflict (name) do update set last = numbers.last + 1
  returning last)
{insert} returning id
""",
    insert=_INSERT,
    id="(select last from taken)",
)
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


def publish_event(
    db: Connection,
    kind: str,
    now: int,
    *,
    user_id: int | None = None,
    feed_id: int | None = None,
    payload: Mapping[str, object] | None = None,
) -> int:
    """Note an event; take its number last, so that numbers become visible in order."""
    event = {"kind": kind, "user": user_id, "feed": feed_id}
    event["payload"] = json.dumps(payload or {})
    if db.engine == "postgres":
        number: int = db.value(_TAKE_AND_INSERT, at=now, **event)
    else:
        number = next_number(db, "event")
        db.run(with_words(_INSERT, id=":id"), id=number, at=now, **event)
    db.wake_on_commit()
    return number


def publish_session_ended(
    db: Connection, user_id: int, session_ids: Sequence[str], now: int
) -> int:
    """Let the streams of these sessions end now, not at the next look at them."""
    payload = {"sessions": list(session_ids)}
    return publish_event(db, SESSION_ENDED, now, user_id=user_id, payload=payload)


def publish_settings_changed(db: Connection, user_id: int, what: str, now: int) -> int:
    """Let a reader's other devices load one kind of their settings again."""
    payload = {"what": what}
    return publish_event(db, "settings_changed", now, user_id=user_id, payload=payload)


def newest_event(db: Connection) -> int:
    """Return the number of the last event ever published, 0 if there was none."""
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
