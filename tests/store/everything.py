"""Rows in every declared table, with the values that copies get wrong, and their sum."""

import hashlib
import sqlite3
from contextlib import closing
from typing import Any

import psycopg
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, SmallInteger, Table

from tidings.store.engine.connection import Connection
from tidings.store.engine.database import sqlite_path
from tidings.store.tables import metadata

ROWS = 6
ODD_TEXT = "ünï — 日本 🦊 \\N \\x00 'quoted' \"too\"\ttab\nline\r %s :name"
# Columns that a check allows only certain values.
_ALLOWED: dict[tuple[str, str], Any] = {
    ("users", "role"): "admin",
    ("feeds", "kind"): "atom",
    ("feeds", "url"): "https://feeds.example/",
    ("feeds", "retry_policy"): "patient",
    ("api_tokens", "scope"): "read",
    ("long_jobs", "state"): "done",
    ("ai_tasks", "state"): "failed",
    ("ai_tasks", "error_class"): "temporary",
    ("ai_lanes", "position"): "HALF",
}


def fill_every_table(db: Connection) -> None:
    for table in metadata.sorted_tables:
        names = [column.name for column in table.columns]
        columns = ", ".join(f'"{name}"' for name in names)
        values = ", ".join(f":{name}" for name in names)
        db.run_many(
            f"insert into {table.name} ({columns}) values ({values})",
            [
                {column.name: _value(table, column, place) for column in table.columns}
                # A folder lies in the next one, so the last comes first.
                for place in reversed(range(ROWS))
            ],
        )


def _value(table: Table, column: Column[Any], place: int) -> Any:
    refers_to_itself = any(key.column.table is table for key in column.foreign_keys)
    if refers_to_itself:
        return place + 2 if place + 1 < ROWS else None
    if (table.name, column.name) in _ALLOWED:
        return _ALLOWED[table.name, column.name]
    if column.nullable and place % 3 == 2:
        return None
    is_key = column.primary_key or column.foreign_keys or column.name.endswith("id")
    if is_key and column.type.python_type is int:
        return place + 1
    return _plain_value(column, place)


def _plain_value(column: Column[Any], place: int) -> Any:
    match column.type:
        case SmallInteger():
            return (-(2**15), 2**15 - 1, 0, 1, 2, 3)[place]
        case BigInteger():
            return (-(2**63), 2**63 - 1, 0, 1, 2, 3)[place]
        case Integer():
            return (-(2**31), 2**31 - 1, 0, 1, 2, 3)[place]
        case LargeBinary():
            return bytes(range(256)) + bytes([place])
    return f"{ODD_TEXT}{place}" if place else ""


def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every declared table, in an order of their own."""
    if url.startswith("sqlite:"):
        opened: Any = closing(sqlite3.connect(sqlite_path(url)))
    else:
        opened = psycopg.connect(url)
    with opened as connection:
        return {
            table.name: sorted(connection.execute(_select(table)).fetchall(), key=repr)
            for table in metadata.sorted_tables
        }


def _select(table: Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f"select {columns} from {table.name}"


def sums_of(url: str) -> dict[str, tuple[int, str]]:
    """Return how many rows each table has, and a hash of them."""
    return {
        name: (len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
        for name, rows in rows_of(url).items()
    }
