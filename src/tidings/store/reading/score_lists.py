"""Entries by how little they are framed: a list that is made once, kept, and sliced.

Scores move while a model works, so no cursor over scores is stable.
"""

import json

from tidings.core.errors import ListExpired
from tidings.core.reading.reading import EntryFilter
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import insert
from tidings.store.reading.entries import entry_page
from tidings.store.reading.fair_lists import LIST_LENGTH, FairPlace

_SCORES = """
select t.entry_id, t.overall from ids(:ids) i cross join ai_targets t
where t.entry_id = i.id and t.kind = 'deframe' and t.language = '' and t.version = 0
  and t.overall is not null
"""
_UNSCORED = 1001
# As of a fair list that has no more to give: whoever mixes cursors up meets an end.
_BOUNDS = json.dumps({"feeds": [], "below": {}})


def score_page(
    db: Connection,
    user_id: int,
    wanted: EntryFilter,
    after: FairPlace | None,
    limit: int,
    now: int,
) -> tuple[list[int], FairPlace | None]:
    """Return a page, the least framed first and what has no score last: of the newest
    entries that fit."""
    if after is None:
        list_id, ids = _make_list(db, user_id, wanted, now)
        after = FairPlace(list_id, 0)
    else:
        ids = _stored_ids(db, user_id, after.list_id)
    end = after.offset + limit
    going_on = FairPlace(after.list_id, end) if end < len(ids) else None
    return ids[after.offset : end], going_on


def _make_list(
    db: Connection, user_id: int, wanted: EntryFilter, now: int
) -> tuple[int, list[int]]:
    ids = entry_page(db, user_id, wanted, "newest", None, LIST_LENGTH).ids
    scores: dict[int, int] = dict(db.rows(_SCORES, ids=ids)) if ids else {}
    ids.sort(key=lambda number: scores.get(number, _UNSCORED))
    list_id = next_number(db, "fair_list")
    insert(
        db,
        "fair_lists",
        id=list_id,
        user_id=user_id,
        entry_ids=json.dumps(ids),
        bounds=_BOUNDS,
        made_at=now,
    )
    return list_id, ids


def _stored_ids(db: Connection, user_id: int, list_id: int) -> list[int]:
    found = db.value(
        "select entry_ids from fair_lists where id = :id and user_id = :user",
        id=list_id,
        user=user_id,
    )
    if found is None:
        raise ListExpired("This list is no longer kept. Start again from the top.")
    ids: list[int] = json.loads(found)
    return ids
