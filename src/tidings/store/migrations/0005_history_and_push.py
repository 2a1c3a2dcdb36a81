"""How checks of feeds ended, when readers marked what, files in parts, and push."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add tables only."""
    _add_history()
    _add_mark_times()
    _add_imports()
    _add_push()


def _add_history() -> None:
    op.create_table(
        "feed_checks",
        sa.Column("feed_id", _NUMBER, nullable=False),
        sa.Column("slot", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=True),
        sa.Column("took", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("added", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("feed_checks_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("feed_id", "slot", name=op.f("feed_checks_pkey")),
        sqlite_with_rowid=False,
    )


def _add_mark_times() -> None:
    op.create_table(
        "mark_times",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("mark_times_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "user_id", "entry_id", "field", name=op.f("mark_times_pkey")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "all_read_times",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("feed_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("up_to", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("all_read_times_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "feed_id", name=op.f("all_read_times_pkey")),
        sqlite_with_rowid=False,
    )


def _add_imports() -> None:
    op.create_table(
        "pending_reads",
        sa.Column("feed_id", _NUMBER, nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("part", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("keys", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("pending_reads_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("pending_reads_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "feed_id", "user_id", "part", name=op.f("pending_reads_pkey")
        ),
    )
    op.create_index("pending_reads_user", "pending_reads", ["user_id"], unique=False)
    op.create_index("pending_reads_age", "pending_reads", ["at"], unique=False)
    op.create_table(
        "long_job_parts",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("part", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"],
            ["long_jobs.id"],
            name=op.f("long_job_parts_job_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("job_id", "part", name=op.f("long_job_parts_pkey")),
    )


def _add_push() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("endpoint_hash", sa.LargeBinary(), nullable=False),
        sa.Column("p256dh", sa.LargeBinary(), nullable=False),
        sa.Column("auth", sa.LargeBinary(), nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("last_ok_at", sa.BigInteger(), nullable=True),
        sa.Column(
            "failures", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
            name=op.f("push_subscriptions_session_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("push_subscriptions_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("push_subscriptions_pkey")),
    )
    op.create_index(
        "push_subscriptions_endpoint",
        "push_subscriptions",
        ["endpoint_hash"],
        unique=True,
    )
    op.create_index(
        "push_subscriptions_session", "push_subscriptions", ["session_id"], unique=True
    )
    op.create_index(
        "push_subscriptions_user", "push_subscriptions", ["user_id"], unique=False
    )
    op.create_table(
        "push_deliveries",
        sa.Column("subscription_id", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "found", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("noted_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "version", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("next_try_at", sa.BigInteger(), nullable=True),
        sa.Column(
            "attempts", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "lease_token", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("leased_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["push_subscriptions.id"],
            name=op.f("push_deliveries_subscription_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "subscription_id", "tag", name=op.f("push_deliveries_pkey")
        ),
    )
    op.create_index(
        "push_deliveries_due", "push_deliveries", ["next_try_at"], unique=False
    )
