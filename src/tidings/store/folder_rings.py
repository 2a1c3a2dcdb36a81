"""Which folders stand around a folder, itself included."""

from collections.abc import Mapping

from tidings.store.connection import Connection

_DEEPEST = 50


def folder_rings(
    db: Connection, user_ids: list[int]
) -> Mapping[int | None, frozenset[int]]:
    """Return for each folder of these users itself and all folders it is in."""
    rows = db.rows(
        """
        select f.id, f.parent_id from ids(:users) i cross join folders f
        where f.user_id = i.id
        """,
        users=user_ids,
    )
    parents: dict[int, int | None] = dict(rows)
    return {number: _ring(number, parents) for number in parents}


def _ring(number: int, parents: Mapping[int, int | None]) -> frozenset[int]:
    ring: set[int] = set()
    at: int | None = number
    # Bounded, whatever the table says: a folder inside itself must not hang anyone.
    while at is not None and len(ring) < _DEEPEST:
        ring.add(at)
        at = parents.get(at)
    return frozenset(ring)
