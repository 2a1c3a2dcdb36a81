"""Remembers that a SQLite file was sound when it was last closed in good order.

To look for damage takes seconds for each gigabyte, so it is done only when it is not known
that there is none. A note beside the file says how the file looked when the last of those
who had it open closed it. Whoever opens a file that is known to be sound takes the note
back and holds a lock that ends with the process: after `kill -9` or a power cut there is
neither note nor lock, and a file that anybody else changed does not look as noted.
"""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # no such locks on this system: the file is checked at each start
    fcntl = None  # type: ignore[assignment]

_TRIES = 100
_PAUSE = 0.01


def is_known_sound(database: Path) -> bool:
    """Whether the file was closed in good order, or is held by those who know it is sound."""
    with _note(database) as note:
        return note is not None and _is_vouched_for(database, note)


def note_that_it_is_sound(database: Path) -> None:
    """Write down how a file looks that was found sound; not while others have it open."""
    with _note(database) as note:
        if note is not None:
            _write(database, note)


@contextmanager
def kept_sound(database: Path) -> Iterator[None]:
    """Hold a file that is known to be sound, and write the note again after the last of
    its holders closed it. What is not known stays unknown."""
    with ExitStack() as stack:
        note = stack.enter_context(_note(database))
        if note is None or not _is_vouched_for(database, note):
            stack.close()
            yield
            return
        # From here on only the lock vouches for the file.
        with suppress(OSError):
            fcntl.flock(note, fcntl.LOCK_SH)
        os.truncate(note, 0)
        try:
            yield
        finally:
            _write(database, note)


def call_in_question(database: Path) -> None:
    """Forget that a file was sound, whoever holds it: it is checked at the next start."""
    with suppress(OSError):
        _place(database).unlink()


@contextmanager
def _note(database: Path) -> Iterator[int | None]:
    """Give the note as an open file; None if there cannot be one, or no database."""
    note = None
    if fcntl is not None and database.exists():
        with suppress(OSError):
            note = os.open(_place(database), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        yield note
    finally:
        if note is not None:
            os.close(note)


def _is_vouched_for(database: Path, note: int) -> bool:
    try:
        for _ in range(_TRIES):
            if _is_locked(note, fcntl.LOCK_EX):
                # Nobody holds the file: what was noted counts.
                looks = _looks(database)
                return looks is not None and os.pread(note, 200, 0) == looks
            if _is_locked(note, fcntl.LOCK_SH):
                return True  # beside somebody who holds it
            time.sleep(_PAUSE)  # somebody else is just looking
    except OSError:
        return False
    return False


def _is_locked(note: int, kind: int) -> bool:
    try:
        fcntl.flock(note, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(database: Path, note: int) -> None:
    looks = _looks(database)
    if looks is None:
        return
    with suppress(OSError):
        os.truncate(note, 0)
        os.pwrite(note, looks, 0)


def _looks(database: Path) -> bytes | None:
    """Return what changes with every write to the file; None while somebody has it open,
    or if the last one did not close it: then its log is still there."""
    with suppress(OSError):
        if not database.with_name(f"{database.name}-wal").exists():
            found = database.stat()
            return f"{found.st_ino} {found.st_size} {found.st_mtime_ns}".encode()
    return None


def _place(database: Path) -> Path:
    return database.with_name(f"{database.name}-sound")
