"""Devices that get notifications, and the notifications that are still to be sent."""

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from tidings.store.tables.columns import (
    belongs_to,
    count,
    data,
    maybe_number,
    maybe_text,
    maybe_time,
    metadata,
    text,
    time,
)

# One browser: it belongs to the session by which it came, and ends with it.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    Column(
        "session_id",
        Text,
        ForeignKey("sessions.id", ondelete="CASCADE"),
        nullable=False,
    ),
    text("endpoint"),  # where its push service takes messages
    data("endpoint_hash"),  # SHA-256: addresses are too long for an index
    data("p256dh"),  # the device's public key
    data("auth"),  # encrypted; shared with the device
    text("user_agent", ""),
    time("created_at"),
    maybe_time("last_ok_at"),
    count("failures"),  # in a row
    maybe_text("last_error"),
    Index("push_subscriptions_endpoint", "endpoint_hash", unique=True),
    Index("push_subscriptions_session", "session_id", unique=True),
    Index("push_subscriptions_user", "user_id"),
)

# One row of each kind a device: what comes while another waits is added to it.
push_deliveries = Table(
    "push_deliveries",
    metadata,
    Column(
        "subscription_id",
        Text,
        ForeignKey("push_subscriptions.id", ondelete="CASCADE"),
        nullable=False,
    ),
    text("tag"),  # a later notification replaces an earlier one of the same tag
    text("title"),
    text("body"),
    maybe_number("entry_id"),  # null: it speaks of no entry
    count("found"),  # how many entries, since the session was last used
    time("seen_at"),  # when the session was last used, as known when this was noted
    time("noted_at"),
    count("version"),  # rises whenever something is added
    maybe_time("next_try_at"),  # null: nothing is to be sent
    count("attempts"),
    count("lease_token"),
    maybe_time("leased_until"),
    PrimaryKeyConstraint("subscription_id", "tag"),
    Index("push_deliveries_due", "next_try_at"),
)
