"""The ledger: what AI was used for, by day, kind, model, feed and user, and its price."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace

from tidings.store.connection import Connection, Row

_COUNTS = ("calls", "failures", "cache_hits", "tokens_in", "tokens_out", "price")
_ENTER = """
insert into ai_ledger (day, kind, provider, model, feed_id, user_id, calls, failures,
  cache_hits, tokens_in, tokens_out, price)
values (:day, :kind, :provider, :model, :feed_id, :user_id, :calls, :failures,
  :cache_hits, :tokens_in, :tokens_out, :price)
on conflict (day, kind, provider, model, feed_id, user_id) do update set
  calls = ai_ledger.calls + excluded.calls,
  failures = ai_ledger.failures + excluded.failures,
  cache_hits = ai_ledger.cache_hits + excluded.cache_hits,
  tokens_in = ai_ledger.tokens_in + excluded.tokens_in,
  tokens_out = ai_ledger.tokens_out + excluded.tokens_out,
  price = ai_ledger.price + excluded.price
"""
_SELECT = """
select day, kind, provider, model, feed_id, user_id, calls, failures, cache_hits,
  tokens_in, tokens_out, price
from ai_ledger
"""
_TOTAL = """
select coalesce(sum(calls), 0), coalesce(sum(failures), 0),
  coalesce(sum(cache_hits), 0), coalesce(sum(tokens_in), 0),
  coalesce(sum(tokens_out), 0), coalesce(sum(price), 0)
from ai_ledger where day >= :since
"""
# A user's lines, counted to nobody in particular; `where` parts `on conflict` from it.
_TO_NOBODY = (
    _ENTER.partition("values")[0]
    + """
select day, kind, provider, model, feed_id, 0, calls, failures, cache_hits, tokens_in,
  tokens_out, price
from ai_ledger where user_id = :user
order by day, kind, provider, model, feed_id
on conflict"""
    + _ENTER.partition("on conflict")[2]
)
_OWN = " and user_id = :user"


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


def enter(db: Connection, lines: Iterable[LedgerLine]) -> None:
    """Add lines to the ledger."""
    # In one order, whoever writes: two that cross would wait for each other.
    summed = sorted(_summed(lines), key=_place)
    if summed:
        db.run_many(_ENTER, [asdict(line) for line in summed])


def disown_lines(db: Connection, user_id: int) -> None:
    """Keep what was spent, and forget that this user caused it."""
    db.run(_TO_NOBODY, user=user_id)
    db.run("delete from ai_ledger where user_id = :user", user=user_id)


def ledger_lines(
    db: Connection, user_id: int | None, since: str, offset: int, limit: int
) -> list[LedgerLine]:
    """Return lines, newest day first; of one user, or of everybody."""
    sql = f"{_SELECT} where day >= :since{_OWN if user_id is not None else ''}"
    sql += (
        " order by day desc, kind, provider, model, feed_id, user_id"
        " limit :limit offset :offset"
    )
    known = {"since": since, "limit": limit, "offset": offset}
    if user_id is not None:
        known["user"] = user_id
    return [_line(row) for row in db.rows(sql, **known)]


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
    return tuple(
        getattr(line, each.name) for each in fields(line) if each.name not in _COUNTS
    )


def _line(row: Row) -> LedgerLine:
    day, kind, provider, model, feed_id, user_id, *counts = row
    named = dict(zip(_COUNTS, map(int, counts), strict=True))
    return LedgerLine(day, kind, provider, model, feed_id, user_id, **named)
