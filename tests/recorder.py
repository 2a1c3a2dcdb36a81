"""Remembers the statements that a store function runs, to look at them afterwards."""

from typing import Any

from tidings.store.engine.connection import Connection, Row

Statement = tuple[str, dict[str, Any]]


class Recorder:
    """A connection that passes statements on and keeps them."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self.engine = db.engine
        self.statements: list[Statement] = []
        self.many: list[tuple[str, int]] = []  # run for so many rows at once

    def rows(self, sql: str, /, **parameters: Any) -> list[Row]:
        self.statements.append((sql, parameters))
        return self._db.rows(sql, **parameters)

    def row(self, sql: str, /, **parameters: Any) -> Row | None:
        self.statements.append((sql, parameters))
        return self._db.row(sql, **parameters)

    def value(self, sql: str, /, **parameters: Any) -> Any:
        self.statements.append((sql, parameters))
        return self._db.value(sql, **parameters)

    def run(self, sql: str, /, **parameters: Any) -> int:
        self.statements.append((sql, parameters))
        return self._db.run(sql, **parameters)

    def run_many(self, sql: str, /, rows: Any) -> None:
        rows = list(rows)
        self.many.append((sql, len(rows)))
        self._db.run_many(sql, rows)

    def wake_on_commit(self) -> None:
        self._db.wake_on_commit()
