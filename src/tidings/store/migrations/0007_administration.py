"""What administrators look at: the size of the database by day, everybody's jobs; and
embeddings for stories."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_UNSENT = "mailed_at is null and entry_id is not null"


def upgrade() -> None:
    """Add tables and indexes."""
    op.create_table(
        "database_sizes",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("database_sizes_pkey")),
    )
    op.create_index("long_jobs_time", "long_jobs", ["created_at", "id"], unique=False)
    op.create_index("ai_tasks_age", "ai_tasks", ["created_at"], unique=False)
    op.create_index("ai_tasks_content", "ai_tasks", ["content_hash"], unique=False)
    op.create_index(
        "digests_unsent",
        "digests",
        ["made_at"],
        unique=False,
        sqlite_where=sa.text(_UNSENT),
        postgresql_where=sa.text(_UNSENT),
    )
    _add_embeddings()


def _add_embeddings() -> None:
    op.create_table(
        "story_doubts",
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("other_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("entry_id", "other_id", name=op.f("story_doubts_pkey")),
    )
    op.create_index("story_doubts_age", "story_doubts", ["at"], unique=False)
    op.create_table(
        "story_embeddings",
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("input", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("leased_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("story_embeddings_pkey")),
    )
    op.create_index("story_embeddings_age", "story_embeddings", ["at"], unique=False)
    op.create_index(
        "story_embeddings_waiting",
        "story_embeddings",
        ["at"],
        unique=False,
        sqlite_where=sa.text("vector is null"),
        postgresql_where=sa.text("vector is null"),
    )
