"""What the machine keeps for itself: numbers, leases, events to publish, settings."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from tidings.store.tables.columns import (
    count,
    key,
    maybe_number,
    metadata,
    number,
    text,
    time,
)

# Every integer key comes from here, in the commit that uses it, so that numbers become
# visible in the order they were given. See docs/decisions/0002.
numbers = Table(
    "numbers",
    metadata,
    Column("name", Text, primary_key=True),
    count("last"),
)

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    count("token"),  # fencing: rises with every holder
    text("holder"),
    time("taken_at"),
    time("until"),
)

events = Table(
    "events",
    metadata,
    key(),
    time("at"),
    text("kind"),
    Column("user_id", BigInteger, nullable=True),  # null: followers, or all
    maybe_number("feed_id"),
    maybe_number("entry_id"),
    text("payload", "{}"),  # JSON
    Index("events_user", "user_id", "id"),
    Index("events_age", "at"),
)

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    text("value"),  # JSON
    time("changed_at"),
)

# What each clean-up removed, for the administrator to see.
clean_ups = Table(
    "clean_ups",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    time("at"),
    count("took"),  # microseconds
    text("removed"),  # JSON: how many of what
    Index("clean_ups_age", "at"),
)

# One row a day, for the administrator to see how it grows.
database_sizes = Table(
    "database_sizes",
    metadata,
    Column("day", Text, primary_key=True),  # 2025-10-09, UTC
    number("bytes"),
)
