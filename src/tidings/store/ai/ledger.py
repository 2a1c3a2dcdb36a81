"""The ledger: what AI was used for, by day, kind, model, feed and user, and its price."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, columns, fields_of, insert_text, values_of
from tidings.store.engine.sql_words import with_words

_COUNTS = ("calls", "failures", "cache_hits", "tokens_in", "tokens_out", "price")


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """Use of one kind on one day; 0 stands for no feed, and for the background."""

    day: str
    kind: str
    provider: str
    model: str
    feed_id: int
    user_id: int
    calls: int = 0
    failures: int = 0
    cache_hits: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    price: int = 0  # billionths


_FIELDS = fields_of(LedgerLine)
_PLACE = fields_of(LedgerLine, *_COUNTS)
_ADD = with_words(
    " on conflict ({place}) do update set {sums}",
    place=columns(_PLACE),
    sums=", ".join(f"{name} = ai_ledger.{name} + excluded.{name}" for name in _COUNTS),
)
_ENTER = insert_text("ai_ledger", _FIELDS) + _ADD
_TOTAL = with_words(
    "select {sums} from ai_ledger where day >= :since",
    sums=", ".join(f"coalesce(sum({name}), 0)" for name in _COUNTS),
)
# A user's lines, counted to nobody in particular; `where` parts `on conflict` from it.
_TO_NOBODY = with_words(
    """
insert into ai_ledger ({fields}) select {values} from ai_ledger where user_id = :user
order by day, kind, provider, model, feed_id {add}
""",
    fields=columns(_FIELDS),
    values=columns(_FIELDS, user_id="0"),
    add=_ADD,
)
_LINES = "select {*} from ai_ledger where day >= :since"
_OWN = " and user_id = :user"
_NEWEST_FIRST = """
 order by day desc, kind, provider, model, feed_id, user_id limit :limit offset :offset
"""


def enter(db: Connection, lines: Iterable[LedgerLine]) -> None:
    """Add lines to the ledger."""
    # In one order, whoever writes: two that cross would wait for each other.
    summed = sorted(_summed(lines), key=_place)
    if summed:
        db.run_many(_ENTER, [values_of(line) for line in summed])


def disown_lines(db: Connection, user_id: int) -> None:
    """Keep what was spent, and forget that this user caused it."""
    db.run(_TO_NOBODY, user=user_id)
    db.run("delete from ai_ledger where user_id = :user", user=user_id)


def ledger_lines(
    db: Connection, user_id: int | None, since: str, offset: int, limit: int
) -> list[LedgerLine]:
    """Return lines, newest day first; of one user, or of everybody."""
    sql = _LINES + ("" if user_id is None else _OWN) + _NEWEST_FIRST
    known = {"since": since, "limit": limit, "offset": offset}
    if user_id is not None:
        known["user"] = user_id
    return all_of(db, LedgerLine, sql, **known)


def ledger_total(db: Connection, user_id: int | None, since: str) -> Mapping[str, int]:
    """Return everything since a day in one sum."""
    known: dict[str, object] = {"since": since}
    sql = _TOTAL
    if user_id is not None:
        sql, known["user"] = sql + _OWN, user_id
    row = db.row(sql, **known) or (0,) * len(_COUNTS)
    return {name: int(value) for name, value in zip(_COUNTS, row, strict=True)}


def _summed(lines: Iterable[LedgerLine]) -> list[LedgerLine]:
    sums: dict[tuple[object, ...], LedgerLine] = {}
    for line in lines:
        known = sums.get(_place(line))
        if known is not None:
            counts = {
                name: getattr(known, name) + getattr(line, name) for name in _COUNTS
            }
            line = replace(line, **counts)
        sums[_place(line)] = line
    return list(sums.values())


def _place(line: LedgerLine) -> tuple[object, ...]:
    return tuple(getattr(line, name) for name in _PLACE)
