"""How large the database was, one number for each day, for little more than a year."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.core.clock import micros, to_datetime
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, upsert

KEPT = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class DatabaseSize:
    """The last size that was measured on a day."""

    day: str  # 2025-10-09, UTC
    bytes: int


def note_size(db: Connection, size: int, now: int) -> None:
    """Keep what was measured as the size of this day, and forget what is too old."""
    upsert(db, "database_sizes", "day", day=_day(now), bytes=size)
    db.run("delete from database_sizes where day < :day", day=_day(now - micros(KEPT)))


def sizes_since(db: Connection, at: int) -> list[DatabaseSize]:
    """Return the sizes of the days since a time, the oldest first."""
    return all_of(
        db,
        DatabaseSize,
        "select {*} from database_sizes where day >= :day order by day",
        day=_day(at),
    )


def _day(at: int) -> str:
    return to_datetime(at).date().isoformat()
