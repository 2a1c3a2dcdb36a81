"""The declared schema, to be read; the migrations must lead to it, which tests check.

The program does not import it: SQLAlchemy is there for development only.
"""

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
