"""One SQL text, two engines: the few words that differ are swapped here.

SQL in `store` is written once, in small letters, with `:name` parameters and these
words: `ids(:name) as alias` in a `from` clause lists the numbers of a parameter in a
column `id`, and needs no alias where a bracket follows, as in `in (select id from ids(:name))`;
`texts(:name) as alias` lists its texts in a column `text`;
`pairs(:name) as alias` lists the pairs of a JSON text in columns
`feed_id` and `seq`; `greatest(a, b)` and `least(a, b)`, never with a null, which the engines
treat differently; `for update [of table] [skip locked]` at the end of a select.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

# Quoted text and comments are copied as they are; only the rest is translated.
_PIECES = re.compile(r"('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|/\*(?s:.*?)\*/)")
_PARAMETER = re.compile(r"(?<!:):([a-z_][a-z0-9_]*)")
_IDS = re.compile(r"\bids\((:[a-z_][a-z0-9_]*)\)")
_IDS_WITHOUT_ALIAS = re.compile(_IDS.pattern + r"(?=\s*\))")
_TEXTS = re.compile(r"\btexts\((:[a-z_][a-z0-9_]*)\)")
_PAIRS = re.compile(r"\bpairs\((:[a-z_][a-z0-9_]*)\)")
_SQLITE_WORDS = (
    (re.compile(r"\bgreatest\("), "max("),
    (re.compile(r"\bleast\("), "min("),
    # SQLite has one writer at a time: every row of a write is locked already.
    (re.compile(r"\s+for update( of [a-z]+)?( skip locked)?\b"), ""),
    (_IDS, r"(select value as id from json_each(\1))"),
    (_TEXTS, r"(select value as text from json_each(\1))"),
    (
        _PAIRS,
        r"(select json_extract(value, '$[0]') as feed_id,"
        r" json_extract(value, '$[1]') as seq from json_each(\1))",
    ),
)
_POSTGRES_WORDS = (
    # Before version 16, PostgreSQL insists that every subquery has an alias.
    (_IDS_WITHOUT_ALIAS, r"(select unnest(\1::bigint[]) as id) as listed"),
    (_IDS, r"(select unnest(\1::bigint[]) as id)"),
    (_TEXTS, r"(select unnest(\1::text[]) as text)"),
    (
        _PAIRS,
        r"(select (pair->>0)::bigint as feed_id, (pair->>1)::bigint as seq"
        r" from json_array_elements(\1::json) pair)",
    ),
    (re.compile("%"), "%%"),
    (_PARAMETER, r"%(\1)s"),
)

_Words = tuple[tuple[re.Pattern[str], str], ...]


@lru_cache(maxsize=1024)
def sqlite_text(sql: str) -> str:
    """Return the SQL text as SQLite reads it."""
    return "".join(
        piece if quoted else _swap(piece, _SQLITE_WORDS)
        for piece, quoted in _pieces(sql)
    )


@lru_cache(maxsize=1024)
def postgres_text(sql: str) -> str:
    """Return the SQL text as psycopg and PostgreSQL read it."""
    # psycopg reads percent signs everywhere, in quotes and comments too.
    return "".join(
        piece.replace("%", "%%") if quoted else _swap(piece, _POSTGRES_WORDS)
        for piece, quoted in _pieces(sql)
    )


def sqlite_parameters(parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return parameters with lists of ids as one JSON text."""
    if not any(isinstance(value, list) for value in parameters.values()):
        return parameters
    return {
        name: json.dumps(value) if isinstance(value, list) else value
        for name, value in parameters.items()
    }


def _pieces(sql: str) -> list[tuple[str, bool]]:
    """Return the text cut into pieces, each with whether it is quoted or a comment."""
    return [(piece, bool(i % 2)) for i, piece in enumerate(_PIECES.split(sql))]


def _swap(piece: str, words: _Words) -> str:
    for pattern, word in words:
        piece = pattern.sub(word, piece)
    return piece
