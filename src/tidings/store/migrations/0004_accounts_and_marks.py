"""Ways to sign in, highlights, saved searches, rules, webhooks and long work."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add tables, and a flag each to feeds and to what readers did with entries."""
    _add_accounts()
    _add_marks()
    _add_work()


def _add_accounts() -> None:
    op.add_column("users", sa.Column("proven_email", sa.Text(), nullable=True))
    op.create_table(
        "api_passwords",
        sa.Column("user_id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("fever_hash", sa.LargeBinary(), nullable=True),
        sa.Column("set_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("api_passwords_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("api_passwords_pkey")),
    )
    op.create_index("api_passwords_fever", "api_passwords", ["fever_hash"], unique=True)
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "scope in ('read', 'write')", name=op.f("api_tokens_scope_check")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("api_tokens_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("api_tokens_pkey")),
    )
    op.create_index("api_tokens_token", "api_tokens", ["token_hash"], unique=True)
    op.create_index("api_tokens_user", "api_tokens", ["user_id"], unique=False)
    op.create_table(
        "identities",
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("linked_at", sa.BigInteger(), nullable=False),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("identities_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("provider", "subject", name=op.f("identities_pkey")),
    )
    op.create_index("identities_user", "identities", ["user_id"], unique=False)
    op.create_table(
        "invites",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_by", _NUMBER, nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by"],
            ["users.id"],
            name=op.f("invites_created_by_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("invites_pkey")),
    )
    op.create_index("invites_token", "invites", ["token_hash"], unique=True)
    op.create_index("invites_user", "invites", ["created_by"], unique=False)
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column(
            "sign_count", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("transports", sa.Text(), server_default="[]", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("passkeys_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("passkeys_pkey")),
    )
    op.create_index("passkeys_credential", "passkeys", ["credential_id"], unique=True)
    op.create_index("passkeys_user", "passkeys", ["user_id"], unique=False)
    op.create_table(
        "password_resets",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("password_resets_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("password_resets_pkey")),
    )
    op.create_index(
        "password_resets_expiry", "password_resets", ["expires_at"], unique=False
    )
    op.create_index(
        "password_resets_user", "password_resets", ["user_id"], unique=False
    )
    op.create_table(
        "sign_in_flows",
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=True),
        sa.Column("browser_hash", sa.LargeBinary(), nullable=True),
        sa.Column("memory", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("sign_in_flows_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("sign_in_flows_pkey")),
    )
    op.create_index(
        "sign_in_flows_expiry", "sign_in_flows", ["expires_at"], unique=False
    )
    op.create_index("sign_in_flows_user", "sign_in_flows", ["user_id"], unique=False)


def _add_marks() -> None:
    op.create_table(
        "searches",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column(
            "position", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("searches_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "id", name=op.f("searches_pkey")),
    )
    op.create_table(
        "highlights",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("entry_id", _NUMBER, nullable=False),
        sa.Column("quote", sa.Text(), server_default="", nullable=False),
        sa.Column("prefix", sa.Text(), server_default="", nullable=False),
        sa.Column("suffix", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "position", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("color", sa.Text(), server_default="yellow", nullable=False),
        sa.Column(
            "anchor_at", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "note_at", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "color_at", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("highlights_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("highlights_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "id", name=op.f("highlights_pkey")),
    )
    op.create_index(
        "highlights_changed",
        "highlights",
        ["user_id", "changed_at", "id"],
        unique=False,
    )
    op.create_index(
        "highlights_deleted",
        "highlights",
        ["deleted_at"],
        unique=False,
        sqlite_where=sa.text("deleted_at is not null"),
        postgresql_where=sa.text("deleted_at is not null"),
    )
    op.create_index(
        "highlights_entry", "highlights", ["entry_id", "user_id"], unique=False
    )
    op.create_index(
        "entry_full_texts_wanted",
        "entry_full_texts",
        ["tried_at"],
        unique=False,
        sqlite_where=sa.text("content is null and error is null"),
        postgresql_where=sa.text("content is null and error is null"),
    )
    op.add_column(
        "entry_states",
        sa.Column(
            "hidden", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
    )
    op.add_column(
        "entries",
        sa.Column(
            "words", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
    )
    op.add_column(
        "feeds",
        sa.Column(
            "full_text", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
    )


def _add_work() -> None:
    op.create_table(
        "clean_ups",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("took", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("removed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("clean_ups_pkey")),
    )
    op.create_index("clean_ups_age", "clean_ups", ["at"], unique=False)
    op.create_table(
        "long_jobs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("input", sa.LargeBinary(), nullable=False),
        sa.Column("done", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "total", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("result", sa.Text(), server_default="{}", nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column(
            "lease_token", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("leased_until", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "state in ('waiting', 'running', 'done', 'failed')",
            name=op.f("long_jobs_state_check"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("long_jobs_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("long_jobs_pkey")),
    )
    op.create_index(
        "long_jobs_state", "long_jobs", ["state", "created_at"], unique=False
    )
    op.create_index(
        "long_jobs_user", "long_jobs", ["user_id", "created_at"], unique=False
    )
    op.create_table(
        "rules",
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column(
            "position", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "enabled", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column("conditions", sa.Text(), nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "matched", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("last_matched_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("rules_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "id", name=op.f("rules_pkey")),
    )
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", _NUMBER, nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column(
            "enabled", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "failures", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("last_at", sa.BigInteger(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("webhooks_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("webhooks_pkey")),
    )
    op.create_index("webhooks_user", "webhooks", ["user_id"], unique=False)
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("webhook_id", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("next_try_at", sa.BigInteger(), nullable=True),
        sa.Column(
            "attempts", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "lease_token", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("leased_until", sa.BigInteger(), nullable=True),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["webhook_id"],
            ["webhooks.id"],
            name=op.f("webhook_deliveries_webhook_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("webhook_deliveries_pkey")),
    )
    op.create_index(
        "webhook_deliveries_age", "webhook_deliveries", ["created_at"], unique=False
    )
    op.create_index(
        "webhook_deliveries_due", "webhook_deliveries", ["next_try_at"], unique=False
    )
    op.create_index(
        "webhook_deliveries_webhook",
        "webhook_deliveries",
        ["webhook_id", "created_at"],
        unique=False,
    )
    op.create_index(
        "webhook_deliveries_next",
        "webhook_deliveries",
        ["webhook_id", "next_try_at"],
        unique=False,
    )
