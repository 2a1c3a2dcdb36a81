"""The smallest questions that only a working database can answer."""

import shutil

from tidings.store.engine.connection import Connection
from tidings.store.engine.database import sqlite_path
from tidings.store.system.app_settings import forget_value, set_value

# Enough to need a few new pages.
_PROBE = "-" * 16_000


def schema_revision(db: Connection) -> str | None:
    """Return the revision the tables are at; unlike `select 1`, this reads the file."""
    revision: str | None = db.value("select revision from schema_revision")
    return revision


def write_and_take_back(db: Connection) -> None:
    """Write a little and delete it again: it fails where nothing more can be written."""
    set_value(db, "write probe", _PROBE, 0)
    forget_value(db, "write probe")


def free_bytes(url: str) -> int | None:
    """Return the room on the disk of an SQLite file; None: the server's disk is unknown."""
    if not url.startswith("sqlite:"):
        return None
    return shutil.disk_usage(sqlite_path(url).absolute().parent).free
