"""How things stand: is the database well, and what does a reader have?"""

from dataclasses import asdict
from datetime import timedelta
from typing import Any, Literal

from tidings.context import Context
from tidings.core.clock import micros
from tidings.observe.logs import get_log
from tidings.services.ai_use import ai_figures
from tidings.store.connection import Connection
from tidings.store.health import schema_revision
from tidings.store.health_state import (
    Figures,
    Removed,
    as_mapping,
    figures_of,
    unread_removed,
)
from tidings.store.migrate import known_revisions

DatabaseState = Literal["ok", "outdated", "error"]

_PATIENCE = timedelta(seconds=3)
# Clean-ups run each night: what the last one did is told until the next.
_TOLD_FOR = micros(timedelta(hours=26))
log = get_log()


async def database_state(context: Context) -> DatabaseState:
    """Say whether the database answers, and whether its tables fit this program.

    The answer comes soon, even if it is a bad one.
    """
    try:
        revision = await context.database.with_timeout(_PATIENCE).read(schema_revision)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not well
        log.warning("database does not answer", reason=str(error))
        return "error"
    return "ok" if revision == known_revisions()[-1] else "outdated"


async def show_status(context: Context, user_id: int) -> dict[str, Any]:
    """Return a reader's figures and the health of the installation."""
    now = context.clock()
    figures, removed = await context.database.read(_figures, user_id, now)
    shown = {"unread_removed": removed and asdict(removed)}
    return {**as_mapping(figures), **shown, **await ai_figures(context)}


def _figures(db: Connection, user_id: int, now: int) -> tuple[Figures, Removed | None]:
    removed = unread_removed(db, user_id, now - _TOLD_FOR)
    return figures_of(db, user_id, now), removed
