"""The declared schema. Alembic migrates to it; queries do not use it."""

from tidings.store.tables import accounts, entries, feeds, reading, system
from tidings.store.tables.columns import metadata

__all__ = ["accounts", "entries", "feeds", "metadata", "reading", "system"]
