"""The declared schema. Alembic migrates to it; queries do not use it."""

from tidings.store.tables import (
    accounts,
    ai,
    automation,
    entries,
    feeds,
    marks,
    publishing,
    push,
    reading,
    stories,
    system,
)
from tidings.store.tables.columns import metadata

__all__ = [
    "accounts",
    "ai",
    "automation",
    "entries",
    "feeds",
    "marks",
    "metadata",
    "publishing",
    "push",
    "reading",
    "stories",
    "system",
]
