"""How things stand: is the database well, and what does a reader have?"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings import __version__
from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.views import view_of
from tidings.observe.logs import get_log
from tidings.services.ai.use import ai_figures
from tidings.store.engine.connection import Connection
from tidings.store.engine.health import schema_revision
from tidings.store.engine.migrate import known_revisions
from tidings.store.system.health_state import (
    Figures,
    Removed,
    figures_of,
    unread_removed,
)

DatabaseState = Literal["ok", "outdated", "error"]

_PATIENCE = timedelta(seconds=3)
# Clean-ups run each night: what the last one did is shown until the next.
_SHOWN_FOR = micros(timedelta(hours=26))
_RESTARTS_SHOWN_FOR = micros(timedelta(hours=1))
log = get_log()


@dataclass(frozen=True, slots=True)
class Status(Figures):
    """The reader's figures, and whether the installation is well."""

    version: str
    unread_removed: Removed | None  # that the last clean-up forgot, if it did
    circuit_breaker: str  # of the AI provider: CLOSED, OPEN or HALF
    queue_size: int  # AI tasks that wait, are worked on, or rest


def recent_restarts(context: Context) -> int | None:
    """Return how often this process was restarted; None: never, or long ago."""
    restarts = context.restarts
    if restarts.count == 0 or context.clock() - restarts.last > _RESTARTS_SHOWN_FOR:
        return None
    return restarts.count


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


async def show_status(context: Context, user_id: int) -> Status:
    """Return a reader's figures and the health of the installation."""
    now = context.clock()
    figures, removed = await context.database.read(_figures, user_id, now)
    ai = await ai_figures(context)
    return view_of(
        Status,
        figures,
        version=__version__,
        unread_removed=removed,
        circuit_breaker=ai.circuit_breaker,
        queue_size=ai.queue_size,
    )


def _figures(db: Connection, user_id: int, now: int) -> tuple[Figures, Removed | None]:
    removed = unread_removed(db, user_id, now - _SHOWN_FOR)
    return figures_of(db, user_id, now), removed
