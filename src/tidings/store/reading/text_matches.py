"""Which entries hold the words asked for: the index's own languages, of both engines.

Words come cut and cleaned, so that nothing a user types is ever read as an operator.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tidings.core.reading.search_leaves import TextField, Words
from tidings.core.reading.search_terms import Either, Term
from tidings.core.reading.search_words import LONGEST_WORD, words_of
from tidings.store.engine.connection import Connection, Engine
from tidings.store.engine.postgres_server import PLANNING

# How many matches SQLite reads in the time in which it seeks one more range.
_WORTH_A_SEEK = 200
# PostgreSQL reads as many vectors one by one as quickly as its index.
_FEW = 600
_MOST_RANGES = 8

_FTS5_FIELDS = {TextField.TITLE: "{title} : ", TextField.AUTHOR: "{author} : "}
_VECTOR_FIELDS = {TextField.TITLE: ":A", TextField.AUTHOR: ":B"}
_PREFIX_WEIGHTS = {"": ":*", ":A": ":*A", ":B": ":*B"}
_OR: dict[Engine, str] = {"sqlite": " OR ", "postgres": " | "}

# How far down the numbers the newest matches reach; nothing if there are not so many.
_REACH_FTS5 = """
select (select rowid from entry_search order by rowid desc limit 1), rowid
from entry_search where entry_search match :q
order by rowid desc limit 1 offset :most - 1
"""
_NEWEST_FTS5 = """
select rowid from entry_search where entry_search match :q
order by rowid desc limit :most
"""
_RANGE_FTS5 = """
select rowid from entry_search where entry_search match :q
  and rowid between :low and :high
"""
_ANY_VECTOR = """
select entry_id from entry_search where words @@ cast(:q as tsquery) limit :most
"""
_RANGE_VECTOR = """
select entry_id from entry_search where words @@ cast(:q as tsquery)
  and entry_id between :low and :high
"""
_EACH_VECTOR = """
select s.entry_id from ids(:ids) i cross join entry_search s
where s.entry_id = i.id and s.words @@ cast(:q as tsquery)
"""
_ESTIMATE = """
explain (format json)
select 1 from entry_search where words @@ cast(:q as tsquery)
"""
# The plus keeps SQLite from querying the index again for every number.
_RANKS_FTS5 = """
select rowid, -bm25(entry_search, 8.0, 2.0, 1.0) from entry_search
where entry_search match :q and rowid between :low and :high
  and +rowid in (select id from ids(:ids))
"""
_RANKS_VECTOR = """
select s.entry_id,
  ts_rank_cd('{0.1, 0.1, 0.2, 0.8}', s.words, cast(:q as tsquery), 1)
from ids(:ids) i cross join entry_search s where s.entry_id = i.id
"""
_PLANNING = """
select set_config('enable_bitmapscan', :bitmap, true),
  set_config('enable_seqscan', :seq, true), set_config('plan_cache_mode', :plan, true)
"""


@dataclass(frozen=True, slots=True)
class TextQuery:
    """Words in the engine's own language; None where nothing is asked.

    `unwanted` counts only where `wanted` is None: else it is part of `wanted`.
    """

    wanted: str | None = None
    unwanted: str | None = None
    impossible: bool = False  # a word that no index holds


def text_query(engine: Engine, terms: Iterable[Term]) -> TextQuery:
    """Return what the index is to be asked; more than terms mean where they are not all
    about words (`is_about_words`)."""
    wanted: list[str] = []
    unwanted: list[str] = []
    for term in terms:
        if isinstance(term, Either):
            ways = [text_query(engine, way) for way in term.ways]
            possible = [way.wanted for way in ways if not way.impossible]
            if not possible:
                return TextQuery(impossible=True)
            found = [way for way in possible if way is not None]
            if len(found) == len(possible):
                wanted.append(f"({_OR[engine].join(found)})")
        elif isinstance(term, Words):
            words = words_of(" ".join(term.words))
            if max(map(len, words)) <= LONGEST_WORD:
                phrase = _spelled(engine, term, words)
                (unwanted if term.negated else wanted).append(phrase)
            elif not term.negated:
                return TextQuery(impossible=True)
    return _joined(engine, wanted, unwanted)


def is_about_words(term: Term) -> bool:
    """Return whether the index can answer a term by itself, as `text_query` asks it."""
    if isinstance(term, Either):
        return all(
            all(map(is_about_words, way))
            and not all(isinstance(each, Words) and each.negated for each in way)
            for way in term.ways
        )
    return isinstance(term, Words)


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches; or, if they are too many, what share of all entries they are, about."""

    ids: list[int]
    complete: bool
    share: float = 1.0


def first_matches(db: Connection, wanted: str, most: int, countable: int) -> Matches:
    """Return all entries that match if they are fewer than `most`.

    PostgreSQL's index has no order to stop in, and is not asked for more matches than
    are `countable`: their share is estimated.
    """
    if db.engine == "sqlite":
        reach = db.row(_REACH_FTS5, q=wanted, most=most)
        if reach is not None:
            share = most / (reach[0] - reach[1] + 1)
            return Matches([], complete=False, share=min(1.0, share))
        ids = _ids(db.rows(_NEWEST_FTS5, q=wanted, most=most))
        return Matches(ids, complete=True)
    with _index_scans(db):
        rows = int(db.value(_ESTIMATE, q=wanted)[0]["Plan"]["Plan Rows"])
        if rows <= countable:
            ids = _ids(db.rows(_ANY_VECTOR, q=wanted, most=most))
            if len(ids) < most:
                return Matches(ids, complete=True)
        newest = db.value("select max(entry_id) from entry_search") or 1
        return Matches([], complete=False, share=min(1.0, max(rows, most) / newest))


def matches_among(
    db: Connection, query: str, ids: list[int], share: float = 1.0
) -> set[int]:
    """Return those of the entries that match; `share` of all entries do, about."""
    if not ids:
        return set()
    ranges = list(_ranges(sorted(ids), int(_WORTH_A_SEEK / share)))
    if db.engine == "sqlite":
        return _in_ranges(db, _RANGE_FTS5, query, ranges).intersection(ids)
    if len(ids) <= _FEW or len(ranges) > _MOST_RANGES:
        return set(_ids(db.rows(_EACH_VECTOR, q=query, ids=ids)))
    with _index_scans(db):
        return _in_ranges(db, _RANGE_VECTOR, query, ranges).intersection(ids)


def ranks(db: Connection, wanted: str, ids: list[int]) -> dict[int, float]:
    """Return how well each entry matches; words in a title weigh most."""
    if not ids:
        return {}
    if db.engine == "sqlite":
        low, high = min(ids), max(ids)
        rows = db.rows(_RANKS_FTS5, q=wanted, low=low, high=high, ids=ids)
    else:
        rows = db.rows(_RANKS_VECTOR, q=wanted, ids=ids)
    return {id_: float(rank) for id_, rank in rows}


def _spelled(engine: Engine, term: Words, words: list[str]) -> str:
    if engine == "sqlite":
        star = " *" if term.prefix else ""
        return f'({_FTS5_FIELDS.get(term.field, "")}"{" ".join(words)}"{star})'
    weight = _VECTOR_FIELDS.get(term.field, "")
    spelled = [f"'{word}'{weight}" for word in words]
    if term.prefix:
        spelled[-1] = f"'{words[-1]}'{_PREFIX_WEIGHTS[weight]}"
    return f"({' <-> '.join(spelled)})"


def _joined(engine: Engine, wanted: list[str], unwanted: list[str]) -> TextQuery:
    conjunction, exclusion = (
        (" AND ", " NOT ") if engine == "sqlite" else (" & ", " & !")
    )
    without = _OR[engine].join(unwanted) or None
    if not wanted:
        return TextQuery(unwanted=without)
    query = conjunction.join(wanted)
    if without:
        query = f"({query}){exclusion}({without})"
    return TextQuery(wanted=query)


def _in_ranges(
    db: Connection, sql: str, query: str, ranges: list[tuple[int, int]]
) -> set[int]:
    return {
        row[0]
        for low, high in ranges
        for row in db.rows(sql, q=query, low=low, high=high)
    }


def _ranges(ids: list[int], gap: int) -> Iterator[tuple[int, int]]:
    """Return few ranges that hold all of the sorted numbers, without the wide gaps."""
    low = previous = ids[0]
    for id_ in ids:
        if id_ - previous > gap:
            yield low, previous
            low = id_
        previous = id_
    yield low, previous


@contextmanager
def _index_scans(db: Connection) -> Iterator[None]:
    """Let PostgreSQL use the index of words, which it can only by a bitmap.

    Each query is planned by itself: a plan that fits all words fits neither rare nor common.
    """
    db.value(_PLANNING, bitmap="on", seq="off", plan="force_custom_plan")
    yield
    db.value(_PLANNING, bitmap="off", seq="on", plan=PLANNING)


def _ids(rows: list[tuple[int, ...]]) -> list[int]:
    return [row[0] for row in rows]
