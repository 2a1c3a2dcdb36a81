"""Rows as values: column lists, inserts and updates made from a type or from names.

A row type is a frozen dataclass or a `msgspec.Struct` whose fields are called as the columns.
In the texts for `all_of` and `one_of`, `{*}` stands for the columns of the type and `{p.*}`
for those of the table `p`. A key is the names of its columns with commas. Every text and every conversion is made once and kept.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar, get_type_hints

from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.sql_words import with_words

T = TypeVar("T")

_COLUMNS = re.compile(r"\{(?:([a-z_]+)\.)?\*\}")
# How a value of the database becomes that of a field; other types are what they are.
_CONVERSIONS: dict[Any, Callable[[Any], Any]] = {
    bool: bool,
    bool | None: lambda value: None if value is None else bool(value),
    bytes: bytes,
    bytes | None: lambda value: None if value is None else bytes(value),
}
# Both are of types and texts that stand in the program: they do not grow.
_makers: dict[type, Callable[[Row], Any]] = {}
_queries: dict[tuple[type, str], str] = {}


def fields_of(kind: type, *left_out: str) -> tuple[str, ...]:
    """Return the names of a type's fields, without some."""
    names: tuple[str, ...] = kind.__match_args__  # type: ignore[attr-defined]
    return tuple(name for name in names if name not in left_out)


def columns(kind: type | tuple[str, ...], table: str = "", /, **instead: str) -> str:
    """Return what to select for a type: the columns of its fields' names, and the
    expressions given `instead` of some."""
    names = kind if isinstance(kind, tuple) else fields_of(kind)
    if unknown := instead.keys() - set(names):
        raise TypeError(f"there is no field {', '.join(sorted(unknown))}")
    return ", ".join(instead.get(name) or _of(table, name) for name in names)


def changes(names: Iterable[str]) -> str:
    """Return what sets columns to the parameters of their names."""
    return ", ".join(f"{name} = :{name}" for name in names)


def all_of(db: Connection, kind: type[T], sql: str, /, **parameters: Any) -> list[T]:
    """Return all rows of a query as values of a type."""
    return made(kind, db.rows(select_text(kind, sql), **parameters))


def one_of(db: Connection, kind: type[T], sql: str, /, **parameters: Any) -> T | None:
    """Return the first row of a query as a value of a type, if there is one."""
    row = db.row(select_text(kind, sql), **parameters)
    return None if row is None else maker(kind)(row)


def made(kind: type[T], rows: Iterable[Row]) -> list[T]:
    """Return rows as values of a type."""
    return list(map(maker(kind), rows))


def insert(db: Connection, table: str, /, **values: Any) -> int:
    """Insert one row; return how many were inserted."""
    return db.run(insert_text(table, tuple(values)), **stored(values))


def insert_new(db: Connection, table: str, key: str, /, **values: Any) -> bool:
    """Insert one row unless there is one with this key; return whether there was none."""
    sql = insert_new_text(table, tuple(values), key)
    return db.run(sql, **stored(values)) > 0


def upsert(db: Connection, table: str, key: str, /, **values: Any) -> None:
    """Insert one row, or change the one with this key to these values."""
    db.run(upsert_text(table, tuple(values), key), **stored(values))


def update(db: Connection, table: str, key: str, /, **values: Any) -> int:
    """Set columns of the rows whose `key` columns, which are among the values, have
    these values; return how many rows there were."""
    return db.run(update_text(table, tuple(values), key), **stored(values))


def values_of(row: Any) -> dict[str, Any]:
    """Return what a value of a row type says by the names of its columns."""
    return {name: getattr(row, name) for name in type(row).__match_args__}


def stored(values: dict[str, Any]) -> dict[str, Any]:
    """Return values as the database keeps them: truth as 1 or 0."""
    return {
        name: int(value) if isinstance(value, bool) else value
        for name, value in values.items()
    }


@cache
def insert_text(table: str, names: tuple[str, ...]) -> str:
    """Return the statement that inserts a row of values by their columns' names."""
    return with_words(
        "insert into {table} ({names}) values ({values})",
        table=table,
        names=", ".join(names),
        values=", ".join(f":{name}" for name in names),
    )


@cache
def insert_new_text(table: str, names: tuple[str, ...], key: str) -> str:
    """Return the statement that inserts a row unless there is one with this key."""
    return f"{insert_text(table, names)} on conflict ({key}) do nothing"


@cache
def upsert_text(table: str, names: tuple[str, ...], key: str) -> str:
    """Return the statement that inserts a row, or changes all but the key of the one
    with this key."""
    keys = key.split(", ")
    changed = (f"{name} = excluded.{name}" for name in names if name not in keys)
    return (
        f"{insert_text(table, names)} on conflict ({key})"
        f" do update set {', '.join(changed)}"
    )


@cache
def update_text(table: str, names: tuple[str, ...], key: str) -> str:
    """Return the statement that sets all but the key of the rows with this key."""
    keys = key.split(", ")
    return with_words(
        "update {table} set {changes} where {key}",
        table=table,
        changes=changes(name for name in names if name not in keys),
        key=" and ".join(f"{name} = :{name}" for name in keys),
    )


def select_text(kind: type, sql: str) -> str:
    """Return a query with the columns of a type in the places for them."""
    text = _queries.get((kind, sql))
    if text is None:
        text = _COLUMNS.sub(lambda found: columns(kind, found[1] or ""), sql)
        _queries[kind, sql] = text
    return text


def maker(kind: type[T]) -> Callable[[Row], T]:
    """Return what makes a value of a type from a row in the order of its fields."""
    make = _makers.get(kind)
    if make is None:
        make = _makers[kind] = _new_maker(kind)
    return make


def _new_maker(kind: type[T]) -> Callable[[Row], T]:
    hints = get_type_hints(kind)
    converted = [
        (place, _CONVERSIONS[hints[name]])
        for place, name in enumerate(fields_of(kind))
        if hints[name] in _CONVERSIONS
    ]
    if not converted:
        return lambda row: kind(*row)

    def make(row: Row) -> T:
        values = list(row)
        for place, convert in converted:
            values[place] = convert(values[place])
        return kind(*values)

    return make


def _of(table: str, name: str) -> str:
    return f"{table}.{name}" if table else name
