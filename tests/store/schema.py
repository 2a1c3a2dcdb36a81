"""What a database's schema is, so that two of them can be compared exactly."""

import re
import sqlite3
from contextlib import closing
from typing import Any

import psycopg

from tidings.store.engine.database import sqlite_path

Schema = dict[str, Any]

_POSTGRES_SCHEMA = {
    "columns": """
        select table_name, ordinal_position, column_name, data_type, column_default,
               is_nullable, is_identity, collation_name
        from information_schema.columns where table_schema = current_schema()
        """,
    "constraints": """
        select conrelid::regclass::text, conname, convalidated, condeferrable,
               pg_get_constraintdef(oid)
        from pg_constraint where connamespace = current_schema()::regnamespace
        """,
    "indexes": """
        select indrelid::regclass::text, indisvalid, pg_get_indexdef(indexrelid)
        from pg_index join pg_class on pg_class.oid = indrelid
        where relnamespace = current_schema()::regnamespace
        """,
    "tables": """
        select relname, relpersistence, reloptions
        from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace
        """,
}


def schema_of(url: str) -> Schema:
    """Return everything that is in a database, but the table of its revision."""
    return _sqlite_schema(url) if url.startswith("sqlite:") else _postgres_schema(url)


def without_search_index(schema: Schema) -> Schema:
    """Leave out what only its migration describes: each engine has its own kind."""
    if "tables" not in schema:
        return {
            name: sql
            for name, sql in schema.items()
            if not name.startswith("entry_search")
        }
    return {
        kind: [row for row in rows if row[0] != "entry_search"]
        for kind, rows in schema.items()
    }


def _sqlite_schema(url: str) -> Schema:
    with closing(sqlite3.connect(sqlite_path(url))) as connection:
        rows = connection.execute("select name, sql from sqlite_master").fetchall()
    return {
        name: _in_one_order(sql)
        for name, sql in rows
        if sql is not None and name != "schema_revision"
    }


def _in_one_order(sql: str) -> object:
    """Return a statement as words; a table's constraints may come in any order."""
    words = _in_small_letters(" ".join(sql.split()))
    table = re.fullmatch(r"(create table \w+) \((.*)\)(.*)", words)
    if not table:
        return words
    parts = _top_level_parts(table[2])
    columns = [part for part in parts if not part.startswith("constraint")]
    constraints = {part for part in parts if part.startswith("constraint")}
    return table[1], columns, constraints, table[3].strip()


def _in_small_letters(sql: str) -> str:
    """Return names and keywords alike, however they were written; values as they are."""
    return "".join(
        piece if piece.startswith("'") else piece.replace('"', "").lower()
        for piece in re.split(r"('(?:[^']|'')*')", sql)
    ).replace("foreign key(", "foreign key (")


def _top_level_parts(body: str) -> list[str]:
    parts, depth = [""], 0
    for letter in body:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _postgres_schema(url: str) -> Schema:
    with psycopg.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        return {
            kind: sorted(
                (row for row in connection.execute(sql) if row[0] != "schema_revision"),
                key=repr,
            )
            for kind, sql in _POSTGRES_SCHEMA.items()
        }
