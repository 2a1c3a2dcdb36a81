"""Where readers are in long entries: of all their devices, the newest word counts."""

from tidings.store.engine.connection import Connection

_NOTE = """
insert into reading_places (user_id, entry_id, place, at)
values (:user, :entry, :place, :at)
on conflict (user_id, entry_id) do update set place = excluded.place, at = excluded.at
where excluded.at >= reading_places.at
"""
_FORGET = "delete from reading_places where user_id = :user and at < :before"


def note_place(
    db: Connection, user_id: int, entry_id: int, place: int, at: int
) -> None:
    """Note where a reader is in an entry, unless a newer place is known."""
    db.run(_NOTE, user=user_id, entry=entry_id, place=place, at=at)


def forget_places(db: Connection, user_id: int, before: int) -> int:
    """Forget places of a reader that were noted before a time."""
    return db.run(_FORGET, user=user_id, before=before)
