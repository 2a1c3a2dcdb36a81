"""Backups: always one SQLite file, whatever the engine; restored whole or not at all."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tidings.core.codes import Code
from tidings.core.errors import (
    Conflict,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseTooNew,
    NotFound,
)
from tidings.store.engine.copying import (
    Progress,
    SqliteSnapshot,
    check_empty,
    copy_rows,
    filling,
    replace_rows,
    snapshot,
)
from tidings.store.engine.database import sqlite_path
from tidings.store.engine.maintenance import sqlite_problems
from tidings.store.engine.migrate import current_revision, pending_revisions, upgrade
from tidings.store.engine.sqlite_connection import open_sqlite, plain_sqlite_errors
from tidings.store.engine.turnstile import Turnstile

# 8 MiB a step: small enough to show progress, large enough to cost nothing.
_PAGES_A_STEP = 2000
_PATIENCE = 60.0


def _quietly(done: int, total: int) -> None:
    """Progress that nobody watches."""


def back_up(url: str, file: Path, progress: Progress = _quietly) -> None:
    """Write the database as it is at one moment to a file, while others go on.

    The file appears, or replaces an older one, only when it is complete and sound.
    """
    _check_that_it_is_there(url)
    with _work_place(file) as place:
        work = place / "backup.db"
        if url.startswith("sqlite:"):
            _copy_pages_out(sqlite_path(url), work, progress)
        else:
            _check_current(url)
            _copy_rows_out(url, work, progress)
        _finish(work)
        os.replace(work, file)
        _sync(file.parent)


def restore(url: str, file: Path, progress: Progress = _quietly) -> None:
    """Replace everything in a database by a backup, in one transaction.

    The backup is checked first, and one of an older Tidings is upgraded on a copy. A
    SQLite file too damaged to be written to is set aside.
    """
    live = sqlite_path(url) if url.startswith("sqlite:") else None
    with _checked(file, page_size=_page_size(live)) as backup:
        if live is None:
            _copy_rows_in(backup, url, progress)
        else:
            _copy_pages_in(backup, live, progress)


def copy_to(source_url: str, target_url: str, progress: Progress = _quietly) -> None:
    """Copy everything to an empty database, of either engine."""
    _check_that_it_is_there(source_url)
    _check_current(source_url)
    upgrade(target_url)
    with snapshot(source_url) as source, filling(target_url) as target:
        check_empty(target)
        copy_rows(source, target, progress)


def _check_that_it_is_there(url: str) -> None:
    if current_revision(url) is None:
        raise NotFound("There is no Tidings database at this address.")


def _check_current(url: str) -> None:
    """Rows can be copied only between the tables that this Tidings declares."""
    if pending_revisions(url):
        raise Conflict(
            "The database is older than this Tidings: run `db upgrade` first.",
            code=Code.DATABASE_NOT_UPGRADED,
        )


@contextmanager
def _work_place(file: Path) -> Iterator[Path]:
    """Yield a private folder beside a file, so that renaming is one step."""
    file.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{file.name}-"
    with tempfile.TemporaryDirectory(prefix=prefix, dir=file.parent) as place:
        yield Path(place)


def _copy_pages_out(path: Path, work: Path, progress: Progress) -> None:
    with (
        plain_sqlite_errors(),
        closing(open_sqlite(path)) as source,
        closing(sqlite3.connect(work)) as target,
    ):
        # Without an open transaction every write of others would start us again.
        source.execute("begin")
        source.execute("select 1 from sqlite_master").fetchone()
        _copy_pages(source, target, progress)


def _copy_pages(
    source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress
) -> None:
    def report(status: int, left: int, total: int) -> None:
        if status == sqlite3.SQLITE_BUSY:
            raise DatabaseBusy("Somebody else keeps the database locked.")
        progress(total - left, total)

    source.backup(target, pages=_PAGES_A_STEP, progress=report)


def _copy_rows_out(url: str, work: Path, progress: Progress) -> None:
    upgrade(f"sqlite:///{work}")
    with snapshot(url) as source, filling(f"sqlite:///{work}") as target:
        copy_rows(source, target, progress)


def _finish(work: Path) -> None:
    """Check the copy, make it one file without a log, readable for its owner only."""
    with plain_sqlite_errors(), closing(sqlite3.connect(work)) as copy:
        copy.execute("pragma journal_mode = delete")
        problems = sqlite_problems(copy)
    if problems:
        raise DatabaseDamaged(f"The database is damaged: {problems[0]}")
    work.chmod(0o600)
    _sync(work)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _checked(file: Path, *, page_size: int | None) -> Iterator[sqlite3.Connection]:
    """Yield a backup that is sound, of our revision, and has pages of this size."""
    with ExitStack() as stack:
        backup = stack.enter_context(closing(_open_backup(file)))
        pending = pending_revisions(f"sqlite:///{file}")
        if not pending and page_size in (None, _page_size(file)):
            yield backup
            return
        place = tempfile.TemporaryDirectory(prefix="tidings-restore-")
        copy = Path(stack.enter_context(place)) / "backup.db"
        _copy_with_page_size(backup, copy, page_size)
        upgrade(f"sqlite:///{copy}")
        yield stack.enter_context(closing(_open_backup(copy)))


def _copy_with_page_size(
    backup: sqlite3.Connection, copy: Path, page_size: int | None
) -> None:
    with plain_sqlite_errors(), closing(sqlite3.connect(copy)) as target:
        _copy_pages(backup, target, _quietly)
        if page_size not in (None, _page_size(copy)):
            target.execute("pragma journal_mode = delete")
            target.execute(f"pragma page_size = {page_size}")
            target.execute("vacuum")


def _open_backup(file: Path) -> sqlite3.Connection:
    """Open a backup read-only and check it; a newer one is refused by its revision."""
    if not file.is_file():
        raise NotFound(f"There is no backup at {file}.")
    backup = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    problems = sqlite_problems(backup)
    if not problems and current_revision(f"sqlite:///{file}") is None:
        problems = ["it holds no Tidings database."]
    if problems:
        backup.close()
        raise DatabaseDamaged(f"The backup cannot be used: {problems[0]}")
    return backup


def _page_size(path: Path | None) -> int | None:
    """Return the size that a WAL database fixes for all its pages, if it is one."""
    if path is None or not path.is_file():
        return None
    with path.open("rb") as file:
        header = file.read(18)
    if not header.startswith(b"SQLite format 3\0"):
        return None
    # Two bytes cannot hold the largest size, which is written as 1.
    size = int.from_bytes(header[16:18], "big")
    return 65_536 if size == 1 else size


def _copy_pages_in(backup: sqlite3.Connection, path: Path, progress: Progress) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _replace_pages(backup, path, progress)
    except DatabaseDamaged:
        with _work_place(path) as place:
            _replace_pages(backup, place / path.name, progress)
            _set_aside(path)
            os.replace(place / path.name, path)
        _sync(path.parent)


def _replace_pages(backup: sqlite3.Connection, path: Path, progress: Progress) -> None:
    """Write all pages in one transaction; others see the old ones until its end."""
    with (
        plain_sqlite_errors(),
        closing(Turnstile(path)) as turnstile,
        closing(open_sqlite(path, patience=_PATIENCE)) as live,
    ):
        turnstile.enter()
        _copy_pages(backup, live, progress)


def _set_aside(path: Path) -> None:
    """Rename a damaged file and its log, which must never meet another file."""
    for end in ("", "-wal", "-shm"):
        part = path.with_name(path.name + end)
        if part.exists():
            part.replace(path.with_name(f"{path.name}-damaged{end}"))


def _copy_rows_in(backup: sqlite3.Connection, url: str, progress: Progress) -> None:
    try:
        upgrade(url)
    except DatabaseTooNew as error:
        raise DatabaseTooNew(
            "The database was made by a newer Tidings, whose tables this one does not "
            "know. Restore into a new, empty database instead."
        ) from error
    replace_rows(SqliteSnapshot(backup), url, progress)
