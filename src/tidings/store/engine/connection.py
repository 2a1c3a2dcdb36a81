"""What every function in `store` is given: one connection inside one transaction.

Rows are plain tuples; parameters are named; the SQL text is the same on both engines.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

Row = tuple[Any, ...]
Engine = Literal["sqlite", "postgres"]
P = ParamSpec("P")
R = TypeVar("R")


class Connection(Protocol):
    """A connection inside a transaction that the database layer begins and ends."""

    engine: Engine

    def rows(self, sql: str, /, **parameters: Any) -> list[Row]:
        """Run one statement and return its rows."""

    def row(self, sql: str, /, **parameters: Any) -> Row | None:
        """Run one statement and return its first row, if there is one."""

    def value(self, sql: str, /, **parameters: Any) -> Any:
        """Run one statement and return the first value of its first row, or None."""

    def run(self, sql: str, /, **parameters: Any) -> int:
        """Run one statement and return how many rows it changed."""

    def run_many(self, sql: str, /, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run one statement once for each row of parameters."""

    def wake_on_commit(self) -> None:
        """Let the commit wake those who wait for events; once, however often asked."""


class DriverConnection(Connection, Protocol):
    """A connection with its life: what the database layer needs beyond `Connection`."""

    def begin(self, *, write: bool, stop_asked: Callable[[], bool]) -> None:
        """Begin a transaction; raise `Stopped` if asked to, now or at a later statement."""

    def commit(self) -> None:
        """End the transaction; make its writes durable and visible."""

    def roll_back(self) -> bool:
        """End the transaction without a trace, and return whether the connection can
        still be used; never raises."""

    def rest(self) -> None:
        """Do what no caller needs to wait for; called between transactions, never raises."""

    def interrupt(self) -> None:
        """Stop the running statement; called from another thread; never raises."""

    def close(self) -> None:
        """Close; never raises."""


class Stopped(Exception):
    """The caller gave up on this transaction; it leaves no trace."""


class Lost(Exception):
    """The connection broke. The transaction left no trace unless it was committing."""


class Clash(Exception):
    """The engine rolled the transaction back in favour of another one."""


def idempotent(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a write that may run again although an earlier run perhaps committed."""
    function.idempotent = True  # type: ignore[attr-defined]
    return function


def is_idempotent(function: Callable[..., Any]) -> bool:
    return getattr(function, "idempotent", False)
