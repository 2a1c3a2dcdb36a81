"""The checks behind `tidings doctor`: each looks at one thing and never raises."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tidings.cli.healthcheck import ask
from tidings.cli.output import CommandFailed
from tidings.cli.processes.listen import listen
from tidings.config import load_settings
from tidings.core.ai.tasks import can_deframe
from tidings.core.clock import to_datetime
from tidings.core.entries.retention import MEGABYTE
from tidings.core.errors import (
    DatabaseTooOld,
    DatabaseUnavailable,
    SettingInvalid,
    TidingsError,
)
from tidings.core.settings.settings import Settings
from tidings.store.engine.database import open_database, sqlite_path
from tidings.store.engine.maintenance import integrity_problems
from tidings.store.engine.migrate import current_revision, pending_revisions
from tidings.store.engine.postgres_server import postgres_version
from tidings.store.publishing.builds import count_published
from tidings.wiring import now

State = Literal["ok", "warn", "fail"]
_OLDEST_PYTHON = (3, 11)
_OLDEST_SQLITE = (3, 35)  # returning
_LITTLE_SPACE = 1000 * MEGABYTE
_NO_SPACE = 100 * MEGABYTE
_PATIENCE = 3  # seconds


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check saw; `advice` is empty when there is nothing to do."""

    state: State
    checked: str
    found: str
    advice: str = ""


def examine() -> list[Finding]:
    """Return what every check found, the machine first."""
    findings = [check_python(), check_sqlite(), check_clock(now())]
    try:
        settings = load_settings()
    except SettingInvalid as error:
        advice = "Correct it in the environment or in .env; docs/settings.md lists all."
        return [*findings, Finding("fail", "settings", error.message, advice)]
    findings += check_settings(settings)
    return findings + [check(settings) for check in _CHECKS]


def check_python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < _OLDEST_PYTHON:
        return Finding("fail", "Python", version, "Install Python 3.11 or newer.")
    return Finding("ok", "Python", version)


def check_sqlite() -> Finding:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        return Finding(
            "fail", "SQLite", version, "Use a Python with SQLite 3.35 or newer."
        )
    return Finding("ok", "SQLite", version)


def check_clock(at: int) -> Finding:
    # Nobody can run this program before it was written.
    built = int(Path(__file__).stat().st_mtime) * 1_000_000
    shown = f"{to_datetime(at):%Y-%m-%d %H:%M} UTC"
    if at < built:
        return Finding("fail", "clock", shown, "Set the clock: it is in the past.")
    return Finding("ok", "clock", shown)


def check_settings(settings: Settings) -> list[Finding]:
    """Return a warning for each variable that has no effect."""
    unknown = [
        Finding(
            "warn",
            "settings",
            f"{one.name} means nothing to Tidings",
            f"Did you mean {one.closest}?" if one.closest else "Remove it.",
        )
        for one in settings.report.unknown
    ]
    return unknown or [Finding("ok", "settings", "all known and valid")]


def check_data_directory(settings: Settings) -> Finding:
    url = settings.database.url.reveal()
    if not url.startswith("sqlite:"):
        return Finding("ok", "data directory", "not needed with PostgreSQL")
    directory = _nearest(sqlite_path(url).absolute().parent)
    if os.access(directory, os.W_OK | os.X_OK):
        return Finding("ok", "data directory", f"{directory} can be written to")
    advice = "Let the user that runs Tidings write there, or set TIDINGS_DATABASE_URL."
    return Finding("fail", "data directory", f"{directory} is read-only", advice)


def check_disk(settings: Settings) -> Finding:
    url = settings.database.url.reveal()
    place = sqlite_path(url).absolute() if url.startswith("sqlite:") else Path.cwd()
    free = shutil.disk_usage(_nearest(place)).free
    shown = f"{free // MEGABYTE} MB free"
    if free < _NO_SPACE:
        return Finding("fail", "disk", shown, "Free some space now: writes will fail.")
    if free < _LITTLE_SPACE:
        return Finding("warn", "disk", shown, "Free some space soon.")
    return Finding("ok", "disk", shown)


def check_postgres(settings: Settings) -> Finding:
    url = settings.database.url
    if url.reveal().startswith("sqlite:"):
        return Finding("ok", "PostgreSQL", "not used")
    try:
        return Finding("ok", "PostgreSQL", postgres_version(url.reveal()))
    except DatabaseTooOld as error:
        return Finding("fail", "PostgreSQL", error.message, "Upgrade the server.")
    except DatabaseUnavailable as error:
        advice = f"Check TIDINGS_DATABASE_URL ({url.shown}) and that it is running."
        return Finding("fail", "PostgreSQL", _one_line(error), advice)


def check_schema(settings: Settings) -> Finding:
    url = settings.database.url
    try:
        pending = pending_revisions(url.reveal())
        current = current_revision(url.reveal())
    except DatabaseTooOld as error:
        return Finding("fail", "database", error.message, "Upgrade the server.")
    except (TidingsError, sqlite3.Error) as error:
        is_server = not url.reveal().startswith("sqlite:")
        running = " and that it is running" if is_server else ""
        advice = f"Check TIDINGS_DATABASE_URL ({url.shown}){running}."
        return Finding("fail", "database", _one_line(error), advice)
    if current is None:
        return Finding("ok", "database", "none yet; made at the first start")
    if pending:
        advice = "Happens at the next start, or now: tidings db upgrade"
        return Finding("warn", "database", f"{len(pending)} upgrades wait", advice)
    return Finding("ok", "database", f"reachable, at revision {current}")


def check_integrity(settings: Settings) -> Finding:
    try:
        problems = integrity_problems(settings.database.url.reveal())
    except (TidingsError, sqlite3.Error) as error:
        return Finding(
            "fail", "integrity", f"not checked: {_one_line(error)}", "See above."
        )
    if problems:
        advice = "Keep a copy, then restore a backup: tidings db restore FILE"
        return Finding("fail", "integrity", _one_line(problems[0]), advice)
    return Finding("ok", "integrity", "no damage found")


def check_publishing(settings: Settings) -> Finding:
    """Feeds are published in neutral words, which not every provider finds."""
    provider, url = settings.ai.provider, settings.database.url.reveal()
    if can_deframe(provider):
        return Finding("ok", "publishing", f'the AI provider "{provider}" can deframe')
    try:
        count = 0 if pending_revisions(url) else _published(url)
    except (TidingsError, sqlite3.Error) as error:
        return Finding("warn", "publishing", _one_line(error), "See above.")
    if count == 0:
        return Finding("ok", "publishing", "no feed is published")
    return Finding(
        "warn",
        "publishing",
        f'published feeds: {count}, but the AI provider "{provider}" cannot deframe',
        "Set TIDINGS_AI_PROVIDER, or stop publishing: tidings feed publishing ID off",
    )


def _published(url: str) -> int:
    database = open_database(url)
    try:
        return database.read_now(count_published)
    finally:
        database.close_now()


def check_redis(settings: Settings) -> Finding:
    url = settings.database.redis_url
    if url is None:
        return Finding("ok", "Redis", "not used")
    from redis import Redis, RedisError

    try:
        with Redis.from_url(url.reveal(), socket_timeout=_PATIENCE) as server:
            server.ping()
    except (RedisError, OSError) as error:
        advice = f"Start it, correct TIDINGS_REDIS_URL ({url.shown}), or do without."
        return Finding("fail", "Redis", _one_line(error), advice)
    return Finding("ok", "Redis", "answers")


def check_port(settings: Settings) -> Finding:
    host, port = settings.server.host, settings.server.port
    try:
        listen(host, port).close()
    except CommandFailed as error:
        if ask("/api/health", host, port, patience=_PATIENCE) in (200, 503):
            return Finding("ok", "port", f"Tidings runs on port {port}")
        return Finding("fail", "port", error.message, "Choose another: TIDINGS_PORT")
    return Finding("ok", "port", f"{port} is free")


_CHECKS: tuple[Callable[[Settings], Finding], ...] = (
    check_data_directory,
    check_disk,
    check_postgres,
    check_schema,
    check_integrity,
    check_publishing,
    check_redis,
    check_port,
)


def _one_line(words: object) -> str:
    return " ".join(str(words).split())


def _nearest(path: Path) -> Path:
    """Return the path, or the closest directory above it that exists."""
    while not path.exists():
        path = path.parent
    return path
