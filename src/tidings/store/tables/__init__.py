"""The declared schema. Alembic migrates to it; queries do not use it."""

from tidings.store.tables import (
    accounts,
    automation,
    entries,
    feeds,
    marks,
    reading,
    system,
)
from tidings.store.tables.columns import metadata

__all__ = [
    "accounts",
    "automation",
    "entries",
    "feeds",
    "marks",
    "metadata",
    "reading",
    "system",
]
