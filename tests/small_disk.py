"""A disk that can be filled up, for a database on SQLite."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database


@dataclass(frozen=True)
class SmallDisk:
    """A place for a database, how to fill it up, and how to make room again."""

    folder: Path
    fill: Callable[[Database], None]
    free: Callable[[Database], None]


@contextmanager
def open_small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A tiny file system where we may mount one, else SQLite's own limit on its file."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with _mounted(folder) as is_mounted:
        if is_mounted:
            ballast = folder / "ballast"
            yield SmallDisk(
                folder, lambda _: _fill_up(ballast), lambda _: ballast.unlink()
            )
        else:
            yield SmallDisk(folder, _limit_pages(1), _limit_pages(2**30))


@contextmanager
def _mounted(folder: Path) -> Iterator[bool]:
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]
    is_mounted = os.geteuid() == 0 and (
        subprocess.run(command, capture_output=True).returncode == 0
    )
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)


def _fill_up(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def _limit_pages(pages: int) -> Callable[[Database], None]:
    def limit(db: Connection) -> None:
        db.rows(f"pragma max_page_count = {pages}")

    return lambda database: database.write_now(limit)
