"""AI: tasks and their results, calls and their price, and who wants what."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add tables and one column."""
    _add_tasks()
    _add_calls()
    _add_wishes()
    _add_stories()
    _add_tellings()
    _add_publishing()
    _add_digests()
    op.add_column(
        "entry_full_texts", sa.Column("content_hash", sa.LargeBinary(), nullable=True)
    )


def _add_tasks() -> None:
    op.create_table(
        "ai_tasks",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("prompt_key", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column("feed_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", _NUMBER, nullable=True),
        sa.Column("input", sa.Text(), nullable=True),
        sa.Column(
            "priority", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "lease_token", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("leased_until", sa.BigInteger(), nullable=True),
        sa.Column(
            "attempts", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "empty_answers",
            sa.SmallInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column("cooldown_until", sa.BigInteger(), nullable=True),
        sa.Column("error_class", sa.Text(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "error_class in ('temporary', 'permanent')",
            name=op.f("ai_tasks_error_class_check"),
        ),
        sa.CheckConstraint(
            "state in ('waiting', 'failed')", name=op.f("ai_tasks_state_check")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("ai_tasks_user_id_fkey"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("ai_tasks_pkey")),
    )
    op.create_index("ai_tasks_leases", "ai_tasks", ["leased_until"], unique=False)
    op.create_index(
        "ai_tasks_next", "ai_tasks", ["state", "priority", "created_at"], unique=False
    )
    op.create_index("ai_tasks_user", "ai_tasks", ["user_id"], unique=False)
    op.create_table(
        "ai_results",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("prompt_key", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("overall", sa.SmallInteger(), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("ai_results_pkey")),
    )
    op.create_index("ai_results_age", "ai_results", ["made_at"], unique=False)
    op.create_index(
        "ai_results_content", "ai_results", ["content_hash", "kind"], unique=False
    )
    op.create_table(
        "ai_targets",
        sa.Column("entry_id", _NUMBER, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column(
            "version", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("ready_key", sa.LargeBinary(), nullable=True),
        sa.Column("overall", sa.SmallInteger(), nullable=True),
        sa.Column("wanted_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("ai_targets_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "entry_id", "kind", "language", "version", name=op.f("ai_targets_pkey")
        ),
    )
    op.create_index("ai_targets_key", "ai_targets", ["key"], unique=False)
    op.create_index("ai_targets_ready", "ai_targets", ["ready_key"], unique=False)


def _add_calls() -> None:
    op.create_table(
        "ai_lanes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), server_default="CLOSED", nullable=False),
        sa.Column(
            "failures", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "half_successes",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column("last_failure_at", sa.BigInteger(), nullable=True),
        sa.Column("last_success_at", sa.BigInteger(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=True),
        sa.Column("last_call_at", sa.BigInteger(), nullable=True),
        sa.Column("limited_until", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "position in ('CLOSED', 'OPEN', 'HALF')",
            name=op.f("ai_lanes_position_check"),
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("ai_lanes_pkey")),
    )
    op.create_table(
        "ai_calls",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("task_key", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reserved", sa.BigInteger(), nullable=False),
        sa.Column("tokens_in", sa.BigInteger(), nullable=True),
        sa.Column("tokens_out", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("ai_calls_pkey")),
    )
    op.create_index("ai_calls_age", "ai_calls", ["at"], unique=False)
    op.create_index(
        "ai_calls_open",
        "ai_calls",
        ["lane", "at"],
        unique=False,
        sqlite_where=sa.text("ended_at is null"),
        postgresql_where=sa.text("ended_at is null"),
    )
    op.create_table(
        "ai_budgets",
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column(
            "tokens", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.PrimaryKeyConstraint("lane", "period", name=op.f("ai_budgets_pkey")),
    )
    op.create_table(
        "ai_ledger",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("feed_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "calls", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "failures", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "cache_hits", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "tokens_in", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "tokens_out", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "price", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.PrimaryKeyConstraint(
            "day",
            "kind",
            "provider",
            "model",
            "feed_id",
            "user_id",
            name=op.f("ai_ledger_pkey"),
        ),
    )
    op.create_index("ai_ledger_user", "ai_ledger", ["user_id", "day"], unique=False)


def _add_wishes() -> None:
    op.create_table(
        "ai_readers",
        sa.Column("user_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("ai", sa.SmallInteger(), nullable=True),
        sa.Column("deframing", sa.SmallInteger(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("ai_readers_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("ai_readers_pkey")),
    )
    op.create_table(
        "ai_feed_choices",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("feed_id", _NUMBER, nullable=False),
        sa.Column("ai", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("ai_feed_choices_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("ai_feed_choices_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "user_id", "feed_id", name=op.f("ai_feed_choices_pkey")
        ),
    )
    op.create_index(
        "ai_feed_choices_feed", "ai_feed_choices", ["feed_id"], unique=False
    )
    op.create_table(
        "ai_feed_prompts",
        sa.Column("feed_id", _NUMBER, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("ai_feed_prompts_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("feed_id", "kind", name=op.f("ai_feed_prompts_pkey")),
    )
    op.create_table(
        "ai_keys",
        sa.Column("user_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("ai_keys_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("ai_keys_pkey")),
    )


def _add_stories() -> None:
    op.create_table(
        "stories",
        sa.Column("id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("first_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("stories_pkey")),
    )
    op.create_index("stories_time", "stories", ["last_at", "id"], unique=False)
    op.create_table(
        "story_entries",
        sa.Column("entry_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("story_id", _NUMBER, nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("story_entries_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["story_id"],
            ["stories.id"],
            name=op.f("story_entries_story_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("story_entries_pkey")),
    )
    op.create_index(
        "story_entries_story", "story_entries", ["story_id", "entry_id"], unique=False
    )
    op.create_table(
        "story_splits",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("entry_id", _NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("story_splits_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("story_splits_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "entry_id", name=op.f("story_splits_pkey")),
    )
    op.create_index("story_splits_entry", "story_splits", ["entry_id"], unique=False)


def _add_tellings() -> None:
    op.create_table(
        "story_tellings",
        sa.Column("entry_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("feed_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("told", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("story_tellings_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("story_tellings_pkey")),
    )
    op.create_index("story_tellings_age", "story_tellings", ["at"], unique=False)
    op.create_table(
        "story_keys",
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "key", "entry_id", name=op.f("story_keys_pkey")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "story_words",
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("word", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "word", name=op.f("story_words_pkey")),
        sqlite_with_rowid=False,
    )


def _add_publishing() -> None:
    op.create_table(
        "published_feeds",
        sa.Column("feed_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("published_feeds_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("feed_id", name=op.f("published_feeds_pkey")),
    )
    op.create_table(
        "feed_builds",
        sa.Column("feed_id", _NUMBER, nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("feed_builds_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("feed_id", "format", name=op.f("feed_builds_pkey")),
    )
    op.create_table(
        "publications",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("folder_id", _NUMBER, nullable=True),
        sa.Column("tag", sa.Text(), nullable=True),
        sa.Column("search_id", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("ceilings", sa.Text(), server_default="{}", nullable=False),
        sa.Column(
            "neutral", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "full_content",
            sa.SmallInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column(
            "most", sa.SmallInteger(), server_default=sa.text("50"), nullable=False
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["folder_id"],
            ["folders.id"],
            name=op.f("publications_folder_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("publications_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("publications_pkey")),
    )
    op.create_index("publications_folder", "publications", ["folder_id"], unique=False)
    op.create_index("publications_secret", "publications", ["secret_hash"], unique=True)
    op.create_index("publications_user", "publications", ["user_id"], unique=False)


def _add_digests() -> None:
    op.create_table(
        "digest_plans",
        sa.Column("user_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("every", sa.Text(), nullable=False),
        sa.Column(
            "weekday", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "hour", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column(
            "length", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column(
            "by_mail", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("digest_plans_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("digest_plans_pkey")),
    )
    op.create_index("digest_plans_due", "digest_plans", ["next_at"], unique=False)
    op.create_table(
        "digests",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("material", sa.Text(), nullable=False),
        sa.Column("task_key", sa.LargeBinary(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=True),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column("mailed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("digests_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "due_at", name=op.f("digests_pkey")),
    )
    op.create_index(
        "digests_waiting",
        "digests",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("made_at is null"),
        postgresql_where=sa.text("made_at is null"),
    )
