"""People, their sessions, and nothing a thief could use: only hashes are kept."""

from sqlalchemy import Column, Index, Table, Text

from tidings.store.tables.columns import (
    belongs_to,
    data,
    key,
    maybe_text,
    maybe_time,
    metadata,
    one_of,
    text,
    time,
)

users = Table(
    "users",
    metadata,
    key(),
    text("name"),  # as the user writes it
    Column("name_key", Text, nullable=False, unique=True),  # folded, for look-up
    Column("email", Text, nullable=True, unique=True),
    maybe_text("password_hash"),  # null: signs in by other means only
    text("role", "user"),
    text("preferences", "{}"),  # JSON: language, appearance, reading habits
    time("created_at"),
    maybe_time("disabled_at"),
    one_of("role", "user", "admin"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    data("token_hash"),  # SHA-256 of the token
    time("created_at"),
    time("expires_at"),
    time("last_seen_at"),
    maybe_time("revoked_at"),
    maybe_text("user_agent"),
    maybe_text("address"),
    Index("sessions_token", "token_hash", unique=True),
    Index("sessions_user", "user_id"),
    Index("sessions_expiry", "expires_at"),
)
