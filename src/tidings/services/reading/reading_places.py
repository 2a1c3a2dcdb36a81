"""Where a reader is in a long entry: any of their devices goes on from there."""

from typing import Annotated

import msgspec
from pydantic import Field

from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.services.fields import LARGEST, RequestModel
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.reading.entries import is_visible
from tidings.store.reading.reading_places import note_place

_MILLION = 1_000_000


class PlaceInText(RequestModel):
    """How far a reader has come in an entry."""

    place: Annotated[
        float,
        Field(
            ge=0,
            le=1,
            description="how much of the text is above; 0 once it is read to its end",
        ),
    ]
    at: Annotated[
        int | None,
        Field(
            ge=0,
            le=LARGEST,
            description="when that was, if not now: a newer place stays",
        ),
    ] = None


class ReadingPlace(msgspec.Struct, frozen=True):
    """How much of an entry's text is above the place that its reader came to, 0 to 1."""

    place: float
    at: int


def reading_place(place: int | None, at: int | None) -> ReadingPlace | None:
    """Return a place as it is stored; None: none was noted."""
    if place is None or at is None:
        return None
    return ReadingPlace(place / _MILLION, at)


async def keep_place(
    context: Context, user_id: int, entry_id: int, there: PlaceInText
) -> None:
    """Note where a reader is in an entry."""
    now = context.clock()
    at = now if there.at is None else min(there.at, now)
    place = round(there.place * _MILLION)
    await context.database.write(_keep, user_id, entry_id, place, at)


@idempotent
def _keep(db: Connection, user_id: int, entry_id: int, place: int, at: int) -> None:
    if not is_visible(db, user_id, entry_id):
        raise NotFound("There is no such entry.")
    note_place(db, user_id, entry_id, place, at)
