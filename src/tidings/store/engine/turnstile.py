"""Lets the writers of several processes into one SQLite file in a fair order.

SQLite's own lock keeps the data safe, but who waits for it looks again after ever
longer pauses, so a busy process starves the others. Here the one who waits is woken.
"""

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # no such locks on this system: SQLite's own waiting remains
    fcntl = None  # type: ignore[assignment]


class Turnstile:
    """Two file locks beside the database: whoever has the turn is next at the gate.

    A writer who leaves must queue for the turn again, and cannot slip in before the one
    who has it. A dead process lets go of both. Where locks or files cannot be had,
    everybody just walks through.
    """

    def __init__(self, database: Path) -> None:
        self._turn = _open(database.with_name(f"{database.name}-turn"))
        self._gate = _open(database.with_name(f"{database.name}-door"))
        self._inside = False

    def enter(self) -> None:
        """Wait for the gate, however long that takes."""
        if self._inside or self._turn is None or self._gate is None:
            return
        with suppress(OSError):
            fcntl.flock(self._turn, fcntl.LOCK_EX)
            fcntl.flock(self._gate, fcntl.LOCK_EX)
            self._inside = True
        _unlock(self._turn)

    def leave(self) -> None:
        """Let the next one in; harmless when not inside."""
        if self._inside and self._gate is not None:
            self._inside = False
            _unlock(self._gate)

    def close(self) -> None:
        """Leave, and let go of the files."""
        self.leave()
        for file in (self._turn, self._gate):
            if file is not None:
                os.close(file)
        self._turn = self._gate = None


def _open(path: Path) -> int | None:
    if fcntl is None:
        return None
    with suppress(OSError):
        # Read-only is enough to lock, also a file that another user made.
        return os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
    return None


def _unlock(file: int) -> None:
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_UN)
