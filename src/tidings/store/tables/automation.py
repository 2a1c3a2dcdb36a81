"""What happens by itself on a reader's behalf: rules, webhooks, long work."""

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
)

from tidings.store.tables.columns import (
    belongs_to,
    count,
    data,
    flag,
    maybe_text,
    maybe_time,
    metadata,
    number,
    one_of,
    text,
    time,
)

rules = Table(
    "rules",
    metadata,
    belongs_to("user_id", "users.id"),
    text("id"),  # UUIDv7
    text("name"),
    count("position"),  # rules run in this order
    flag("enabled", 1),
    text("conditions"),  # JSON
    text("actions"),  # JSON
    time("created_at"),
    time("changed_at"),
    count("matched"),  # how many entries so far
    maybe_time("last_matched_at"),
    PrimaryKeyConstraint("user_id", "id"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    text("name", ""),
    text("url"),
    data("secret"),  # encrypted; signs what is sent
    flag("enabled", 1),
    time("created_at"),
    time("changed_at"),
    count("failures"),  # in a row
    maybe_time("last_at"),
    maybe_text("last_error"),
    maybe_text("last_code"),
    Column("last_status", SmallInteger),  # of HTTP
    Index("webhooks_user", "user_id"),
)

webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7; the receiver sees it
    Column(
        "webhook_id",
        Text,
        ForeignKey("webhooks.id", ondelete="CASCADE"),
        nullable=False,
    ),
    text("body"),  # JSON, exactly as it is signed and sent
    time("created_at"),
    maybe_time("next_try_at"),  # null: done, or given up
    count("attempts"),
    count("lease_token"),
    maybe_time("leased_until"),
    maybe_time("delivered_at"),
    maybe_text("last_error"),
    maybe_text("last_code"),
    Column("last_status", SmallInteger),  # of HTTP
    Index("webhook_deliveries_due", "next_try_at"),
    Index("webhook_deliveries_webhook", "webhook_id", "created_at"),
    Index("webhook_deliveries_next", "webhook_id", "next_try_at"),
    Index("webhook_deliveries_age", "created_at"),
)

# Work that takes longer than a request may: an import, a rule over the past, an export.
long_jobs = Table(
    "long_jobs",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    text("kind"),
    text("state", "waiting"),
    data("input"),  # whatever the kind of work needs
    count("done"),
    count("total"),
    text("result", "{}"),  # JSON
    maybe_text("error"),
    time("created_at"),
    maybe_time("started_at"),
    maybe_time("ended_at"),
    count("lease_token"),
    maybe_time("leased_until"),
    maybe_text("error_code"),
    one_of("state", "waiting", "running", "done", "failed"),
    Index("long_jobs_user", "user_id", "created_at"),
    Index("long_jobs_state", "state", "created_at"),
    Index("long_jobs_time", "created_at", "id"),
)

# The input of long work that came as a large file: never whole in memory.
long_job_parts = Table(
    "long_job_parts",
    metadata,
    Column(
        "job_id", Text, ForeignKey("long_jobs.id", ondelete="CASCADE"), nullable=False
    ),
    number("part"),
    data("data"),
    PrimaryKeyConstraint("job_id", "part"),
)
