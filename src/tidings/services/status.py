"""How things stand: is the database well, and what does a reader have?"""

from datetime import timedelta
from typing import Any, Literal

from tidings.context import Context
from tidings.observe.logs import get_log
from tidings.store.health import schema_revision
from tidings.store.health_state import as_mapping, figures_of
from tidings.store.migrate import known_revisions

DatabaseState = Literal["ok", "outdated", "error"]

_PATIENCE = timedelta(seconds=3)
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
    figures = await context.database.read(figures_of, user_id, context.clock())
    return as_mapping(figures)
