"""People, their sessions, and nothing a thief could use: only hashes are kept."""

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text

from tidings.store.tables.columns import (
    belongs_to,
    count,
    data,
    key,
    maybe_data,
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
    maybe_text("proven_email"),  # what was shown to be theirs; counts while `email`
    maybe_time("updated_at"),  # null: as it was made
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

# For programs: a part of what their owner may do, until revoked.
api_tokens = Table(
    "api_tokens",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    text("name"),  # what the owner calls it
    data("token_hash"),
    text("scope"),
    time("created_at"),
    maybe_time("expires_at"),  # null: never
    maybe_time("last_used_at"),
    maybe_time("revoked_at"),
    one_of("scope", "read", "write"),
    Index("api_tokens_token", "token_hash", unique=True),
    Index("api_tokens_user", "user_id"),
)

# For old clients that know only a name and a password.
api_passwords = Table(
    "api_passwords",
    metadata,
    belongs_to("user_id", "users.id", primary_key=True, autoincrement=False),
    text("password_hash"),  # Argon2id
    maybe_data("fever_hash"),  # SHA-256 of the key that Fever clients make of it
    time("set_at"),
    Index("api_passwords_fever", "fever_hash", unique=True),
)

# Who somebody is elsewhere: at an OpenID provider, at Google, Facebook, Apple.
identities = Table(
    "identities",
    metadata,
    text("provider"),
    text("subject"),  # the provider's own name for the person; never changes
    belongs_to("user_id", "users.id"),
    maybe_text("email"),
    time("linked_at"),
    maybe_time("last_used_at"),
    PrimaryKeyConstraint("provider", "subject"),
    Index("identities_user", "user_id"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    data("credential_id"),
    data("public_key"),
    count("sign_count"),
    text("name"),
    text("transports", "[]"),  # JSON
    time("created_at"),
    maybe_time("last_used_at"),
    Index("passkeys_credential", "credential_id", unique=True),
    Index("passkeys_user", "user_id"),
)

# A sign-in that leaves the page and comes back: once, soon, in the same browser.
sign_in_flows = Table(
    "sign_in_flows",
    metadata,
    Column("key_hash", LargeBinary, primary_key=True),  # SHA-256 of state or challenge
    text("kind"),  # the provider, or "passkey"
    belongs_to("user_id", "users.id", nullable=True),  # whoever adds a way to sign in
    maybe_data("browser_hash"),  # SHA-256 of a cookie of the browser that began it
    data("memory"),  # encrypted: what must be known when it comes back
    time("created_at"),
    time("expires_at"),
    Index("sign_in_flows_expiry", "expires_at"),
    Index("sign_in_flows_user", "user_id"),
)

password_resets = Table(
    "password_resets",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    belongs_to("user_id", "users.id"),
    time("created_at"),
    time("expires_at"),
    maybe_time("used_at"),
    Index("password_resets_user", "user_id"),
    Index("password_resets_expiry", "expires_at"),
)

invites = Table(
    "invites",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    data("token_hash"),
    belongs_to("created_by", "users.id"),
    text("note", ""),
    time("created_at"),
    time("expires_at"),
    maybe_time("used_at"),
    Index("invites_token", "token_hash", unique=True),
    Index("invites_user", "created_by"),
)
