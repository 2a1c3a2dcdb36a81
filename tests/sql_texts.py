"""Which SQL ran on which engine: what only SQLite has run, nobody has proven.

Most tests run on SQLite alone, which is quick. So that PostgreSQL refuses nothing later,
every SQL text that the program ran on SQLite must have run on PostgreSQL too, in whatever
test. Texts are kept as they stand in `store`, before `dialect` swaps words. Processes that
tests start are not watched; but each place in `store` that runs SQL must have been seen
to do so on PostgreSQL.
"""

import ast
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from tests import recorder
from tidings.store.engine import (
    connection,
    postgres_connection,
    rows,
    sqlite_connection,
)

SOURCE = Path(connection.__file__).parents[2]
# Where the engines have texts of their own: each function that ran on SQLite must have
# run on PostgreSQL, with whatever text.
OWN_TEXTS = frozenset(
    {
        "store/system/events.py",
        "store/entries/search_index.py",
        "store/reading/text_matches.py",
    }
)
_METHODS = ("rows", "row", "value", "run", "run_many")
# Of `store/engine/rows.py`.
_FUNCTIONS = ("all_of", "one_of", "insert", "insert_new", "upsert", "update")
_PASS_ON = {
    rows.__file__,
    sqlite_connection.__file__,
    postgres_connection.__file__,
    recorder.__file__,
}


class Statement(NamedTuple):
    """A text, and the place that ran it."""

    sql: str
    file: str
    line: int
    function: str

    @property
    def is_ours(self) -> bool:
        return Path(self.file).is_relative_to(SOURCE)

    @property
    def place(self) -> str:
        return Path(self.file).relative_to(SOURCE).as_posix()

    @property
    def owner(self) -> tuple[str, str]:
        return self.place, self.function


class FirstRun(NamedTuple):
    """The test that ran a statement first, and with what."""

    test: str
    parameters: Mapping[str, Any]


Seen = dict[str, dict[Statement, FirstRun]]  # by engine


class SqlTexts:
    """The statements that ran, in this process and in those that were added."""

    def __init__(self) -> None:
        self.seen: Seen = {"sqlite": {}, "postgres": {}}
        self.test = ""  # that runs now
        self.at_random = False  # it asks what no other run may ask: proof, but no duty

    def watch(self) -> None:
        """Look at all statements of this process from now on; none is changed."""
        for kind in (
            sqlite_connection.SqliteConnection,
            postgres_connection.PostgresConnection,
        ):
            for name in _METHODS:
                watched = self._watched_many if name == "run_many" else self._watched
                setattr(kind, name, watched(getattr(kind, name), kind.engine))

    def _watched(self, method: Callable[..., Any], engine: str) -> Callable[..., Any]:
        @wraps(method)
        def call(connection: Any, sql: str, /, **parameters: Any) -> Any:
            result = method(connection, sql, **parameters)
            self._note(engine, sql, parameters, sys._getframe(1))
            return result

        return call

    def _watched_many(
        self, method: Callable[..., Any], engine: str
    ) -> Callable[..., Any]:
        @wraps(method)
        def call(connection: Any, sql: str, /, rows: Iterable[Any]) -> None:
            rows = list(rows)
            method(connection, sql, rows)
            if rows:  # without any, nothing has run
                self._note(engine, sql, rows[0], sys._getframe(1))

        return call

    def _note(
        self, engine: str, sql: str, parameters: Mapping[str, Any], caller: FrameType
    ) -> None:
        if self.at_random and engine == "sqlite":
            return
        while caller.f_code.co_filename in _PASS_ON and caller.f_back:
            caller = caller.f_back
        code = caller.f_code
        key = Statement(sql, code.co_filename, caller.f_lineno, code.co_qualname)
        if key not in self.seen[engine]:
            self.seen[engine][key] = FirstRun(self.test, parameters)

    def packed(self) -> bytes:
        """Return what the program ran, for another process to `add`."""
        ours = {
            engine: {key: run for key, run in found.items() if key.is_ours}
            for engine, found in self.seen.items()
        }
        return pickle.dumps(ours)

    def add(self, packed: bytes) -> None:
        """Take over what another process has seen."""
        for engine, found in pickle.loads(packed).items():
            for key, run in found.items():
                self.seen[engine].setdefault(key, run)

    def on_postgres(self) -> dict[str, Mapping[str, Any]]:
        """Return every text of the program that PostgreSQL ran, with parameters."""
        return {
            key.sql: run.parameters
            for key, run in self.seen["postgres"].items()
            if key.is_ours
        }


def unproven(texts: SqlTexts) -> list[str]:
    """Return what SQLite ran and PostgreSQL did not, each with a test that ran it."""
    proven = {key.sql for key in texts.seen["postgres"]}
    functions = {key.owner for key in texts.seen["postgres"] if key.is_ours}
    found = {}
    for key, run in texts.seen["sqlite"].items():
        if not key.is_ours or key.sql in proven:
            continue
        if key.place in OWN_TEXTS and key.owner in functions:
            continue
        found[key.sql] = (
            f"{key.place}:{key.line}, run by {run.test}:\n{key.sql.strip()}"
        )
    return list(found.values())


def unreached(texts: SqlTexts, files: Iterable[Path]) -> list[str]:
    """Return the calls in these files that run SQL and never did so on PostgreSQL."""
    reached: dict[str, set[int]] = {}
    for engine, found in texts.seen.items():
        for key in filter(lambda key: key.is_ours, found):
            of_sqlite = key.place in OWN_TEXTS
            if engine == "postgres" or of_sqlite:
                reached.setdefault(key.place, set()).add(key.line)
    return [
        f"{place}:{call.lineno} never ran on PostgreSQL"
        for path in files
        if str(path) not in _PASS_ON
        for place in [path.relative_to(SOURCE).as_posix()]
        for call in _statements(ast.parse(path.read_text()))
        if reached.get(place, set()).isdisjoint(
            range(call.lineno, (call.end_lineno or call.lineno) + 1)
        )
    ]


def _statements(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (_is_method(node) or _is_function(node)):
            yield node


def _is_method(call: ast.Call) -> bool:
    return (
        isinstance(call.func, ast.Attribute)
        and call.func.attr in _METHODS
        and _is_connection(call.func.value)
    )


def _is_function(call: ast.Call) -> bool:
    return (
        isinstance(call.func, ast.Name)
        and call.func.id in _FUNCTIONS
        and bool(call.args)
        and _is_connection(call.args[0])
    )


def _is_connection(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "db"
