"""The first schema: accounts, feeds, entries, reading, leases, events, settings.

Generated from the declared tables and then frozen: never edit a migration that is out.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:  # noqa: PLR0915 - one statement a table
    """Create every table and index."""
    op.create_table(
        "events",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("feed_id", sa.BigInteger(), nullable=True),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column("payload", sa.Text(), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("events_pkey")),
    )
    op.create_index("events_age", "events", ["at"], unique=False)
    op.create_index("events_user", "events", ["user_id", "id"], unique=False)
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column(
            "token", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("leases_pkey")),
    )
    op.create_table(
        "numbers",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("numbers_pkey")),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("settings_pkey")),
    )
    op.create_table(
        "users",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("role", sa.Text(), server_default="user", nullable=False),
        sa.Column("preferences", sa.Text(), server_default="{}", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("disabled_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("role in ('user', 'admin')", name=op.f("users_role_check")),
        sa.PrimaryKeyConstraint("id", name=op.f("users_pkey")),
        sa.UniqueConstraint("email", name=op.f("users_email_key")),
        sa.UniqueConstraint("name_key", name=op.f("users_name_key_key")),
    )
    op.create_table(
        "fair_lists",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("entry_ids", sa.Text(), nullable=False),
        sa.Column("bounds", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fair_lists_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("fair_lists_pkey")),
    )
    op.create_index("fair_lists_age", "fair_lists", ["made_at"], unique=False)
    op.create_index("fair_lists_user", "fair_lists", ["user_id"], unique=False)
    op.create_table(
        "feeds",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("url_key", sa.LargeBinary(), nullable=True),
        sa.Column(
            "owner_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("site_url", sa.Text(), nullable=True),
        sa.Column("root_domain", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("icon_url", sa.Text(), nullable=True),
        sa.Column(
            "enabled", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column(
            "polling", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column(
            "enforce_feed_domain",
            sa.SmallInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column(
            "allow_duplicate_urls",
            sa.SmallInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column("retry_policy", sa.Text(), nullable=True),
        sa.Column("poll_interval", sa.BigInteger(), nullable=True),
        sa.Column("user_agent", sa.Text(), nullable=True),
        sa.Column("secrets", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "(kind in ('email', 'pages')) = (url is null)",
            name=op.f("feeds_url_fits_kind_check"),
        ),
        sa.CheckConstraint(
            "kind in ('rss', 'atom', 'json', 'email', 'pages')",
            name=op.f("feeds_kind_check"),
        ),
        sa.CheckConstraint(
            "retry_policy in ('patient', 'strict', 'one-strike')",
            name=op.f("feeds_retry_policy_check"),
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"],
            ["users.id"],
            name=op.f("feeds_owner_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("feeds_pkey")),
    )
    op.create_index("feeds_owner", "feeds", ["owner_id"], unique=False)
    op.create_index("feeds_root_domain", "feeds", ["root_domain"], unique=False)
    op.create_index(
        "feeds_url",
        "feeds",
        ["url_key"],
        unique=True,
        sqlite_where=sa.text("deleted_at is null"),
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_table(
        "folders",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "parent_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column(
            "position", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["parent_id"],
            ["folders.id"],
            name=op.f("folders_parent_id_fkey"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("folders_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("folders_pkey")),
    )
    op.create_index("folders_parent", "folders", ["parent_id"], unique=False)
    op.create_index(
        "folders_user", "folders", ["user_id", "parent_id", "position"], unique=False
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("last_seen_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("user_agent", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("sessions_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("sessions_pkey")),
    )
    op.create_index("sessions_expiry", "sessions", ["expires_at"], unique=False)
    op.create_index("sessions_token", "sessions", ["token_hash"], unique=True)
    op.create_index("sessions_user", "sessions", ["user_id"], unique=False)
    op.create_table(
        "tags",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("tags_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("tags_pkey")),
    )
    op.create_index("tags_name", "tags", ["user_id", "name"], unique=True)
    op.create_table(
        "entries",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "feed_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("sort_at", sa.BigInteger(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("published_at", sa.BigInteger(), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=True),
        sa.Column(
            "shown", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column("guid", sa.Text(), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("guid_key", sa.BigInteger(), nullable=True),
        sa.Column("url_key", sa.BigInteger(), nullable=True),
        sa.Column("content_key", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("meta_key", sa.BigInteger(), nullable=False),
        sa.Column(
            "version", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("author", sa.Text(), server_default="", nullable=False),
        sa.Column("excerpt", sa.Text(), server_default="", nullable=False),
        sa.Column("image_url", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("extras", sa.Text(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("entries_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("entries_pkey")),
    )
    op.create_index(
        "entries_content",
        "entries",
        ["feed_id", "content_key"],
        unique=True,
        sqlite_where=sa.text("guid_key is null and url_key is null"),
        postgresql_where=sa.text("guid_key is null and url_key is null"),
    )
    op.create_index(
        "entries_content_look_up",
        "entries",
        ["feed_id", "content_key"],
        unique=False,
        sqlite_where=sa.text("guid_key is null or url_key is null"),
        postgresql_where=sa.text("guid_key is null or url_key is null"),
    )
    op.create_index("entries_feed_seq", "entries", ["feed_id", "seq"], unique=True)
    op.create_index(
        "entries_feed_time",
        "entries",
        ["feed_id", "sort_at", "id", "seq"],
        unique=False,
    )
    op.create_index(
        "entries_guid",
        "entries",
        ["feed_id", "guid_key"],
        unique=True,
        sqlite_where=sa.text("guid_key is not null"),
        postgresql_where=sa.text("guid_key is not null"),
    )
    op.create_index(
        "entries_shown",
        "entries",
        ["feed_id", "seq"],
        unique=False,
        sqlite_where=sa.text("shown = 1"),
        postgresql_where=sa.text("shown = 1"),
    )
    op.create_index(
        "entries_time", "entries", ["sort_at", "id", "feed_id", "seq"], unique=False
    )
    op.create_index(
        "entries_url",
        "entries",
        ["feed_id", "url_key"],
        unique=True,
        sqlite_where=sa.text("url_key is not null"),
        postgresql_where=sa.text("url_key is not null"),
    )
    op.create_table(
        "feed_fetch_state",
        sa.Column(
            "feed_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("host", sa.Text(), server_default="", nullable=False),
        sa.Column("next_check_at", sa.BigInteger(), nullable=True),
        sa.Column("check_code", sa.Text(), server_default="asked", nullable=False),
        sa.Column("check_figures", sa.Text(), server_default="{}", nullable=False),
        sa.Column(
            "lease_token", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("leased_until", sa.BigInteger(), nullable=True),
        sa.Column("leased_by", sa.Text(), nullable=True),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("fresh_for", sa.BigInteger(), nullable=True),
        sa.Column("body_hash", sa.LargeBinary(), nullable=True),
        sa.Column("last_checked_at", sa.BigInteger(), nullable=True),
        sa.Column("last_success_at", sa.BigInteger(), nullable=True),
        sa.Column("last_body_at", sa.BigInteger(), nullable=True),
        sa.Column(
            "failures", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "gone_in_a_row",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column("failing_since", sa.BigInteger(), nullable=True),
        sa.Column("dormant_since", sa.BigInteger(), nullable=True),
        sa.Column("resting_since", sa.BigInteger(), nullable=True),
        sa.Column("last_error_code", sa.Text(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("redirect_target", sa.Text(), nullable=True),
        sa.Column(
            "redirect_sightings",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column("redirect_first_at", sa.BigInteger(), nullable=True),
        sa.Column("tempo", sa.Text(), server_default="{}", nullable=False),
        sa.Column(
            "guid_collisions",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.Column(
            "reader_version",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("feed_fetch_state_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("feed_id", name=op.f("feed_fetch_state_pkey")),
    )
    op.create_index(
        "feed_fetch_due", "feed_fetch_state", ["next_check_at"], unique=False
    )
    op.create_table(
        "feed_heads",
        sa.Column(
            "feed_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "last_seq", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "last_at", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "floor_seq", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("feed_heads_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("feed_id", name=op.f("feed_heads_pkey")),
    )
    op.create_table(
        "poison_entries",
        sa.Column(
            "feed_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("content_key", sa.BigInteger(), nullable=False),
        sa.Column("first_seen_at", sa.BigInteger(), nullable=False),
        sa.Column("last_seen_at", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("poison_entries_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "feed_id", "content_key", name=op.f("poison_entries_pkey")
        ),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "feed_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "folder_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
        ),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column(
            "position", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "active", sa.SmallInteger(), server_default=sa.text("1"), nullable=False
        ),
        sa.Column("first_seq", sa.BigInteger(), nullable=False),
        sa.Column("first_at", sa.BigInteger(), nullable=False),
        sa.Column("read_seq", sa.BigInteger(), nullable=False),
        sa.Column("read_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "read_above", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "unread_below", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "left_seq", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("subscriptions_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["folder_id"],
            ["folders.id"],
            name=op.f("subscriptions_folder_id_fkey"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("subscriptions_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "feed_id", name=op.f("subscriptions_pkey")),
        sqlite_with_rowid=False,
    )
    op.create_index("subscriptions_feed", "subscriptions", ["feed_id"], unique=False)
    op.create_index(
        "subscriptions_folder", "subscriptions", ["folder_id"], unique=False
    )
    op.create_index("subscriptions_id", "subscriptions", ["id"], unique=True)
    op.create_table(
        "tombstones",
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "feed_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("guid_key", sa.BigInteger(), nullable=True),
        sa.Column("url_key", sa.BigInteger(), nullable=True),
        sa.Column("content_key", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("gone_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("tombstones_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("tombstones_pkey")),
    )
    op.create_index("tombstones_age", "tombstones", ["gone_at"], unique=False)
    op.create_index(
        "tombstones_content", "tombstones", ["feed_id", "content_key"], unique=False
    )
    op.create_index(
        "tombstones_guid", "tombstones", ["feed_id", "guid_key"], unique=False
    )
    op.create_index(
        "tombstones_url", "tombstones", ["feed_id", "url_key"], unique=False
    )
    op.create_table(
        "entry_bodies",
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column(
            "codec", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("entry_bodies_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("entry_bodies_pkey")),
    )
    op.create_table(
        "entry_full_texts",
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("tried_at", sa.BigInteger(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column(
            "codec", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("entry_full_texts_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("entry_full_texts_pkey")),
    )
    op.create_table(
        "entry_states",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("feed_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("sort_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "read", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "starred", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "marks", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column(
            "granted", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "feed_id"],
            ["subscriptions.user_id", "subscriptions.feed_id"],
            name=op.f("entry_states_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", "entry_id", name=op.f("entry_states_pkey")),
        postgresql_with={"autovacuum_vacuum_scale_factor": "0.02"},
        sqlite_with_rowid=False,
    )
    op.create_index(
        "states_feed",
        "entry_states",
        ["feed_id", "user_id", "seq", "read"],
        unique=False,
    )
    op.create_index(
        "states_feed_granted",
        "entry_states",
        ["user_id", "feed_id", "sort_at", "entry_id"],
        unique=False,
        sqlite_where=sa.text("granted = 1"),
        postgresql_where=sa.text("granted = 1"),
    )
    op.create_index(
        "states_feed_unread",
        "entry_states",
        ["user_id", "feed_id", "sort_at", "entry_id"],
        unique=False,
        sqlite_where=sa.text("read = 0"),
        postgresql_where=sa.text("read = 0"),
    )
    op.create_index(
        "states_granted",
        "entry_states",
        ["user_id", "sort_at", "entry_id", "feed_id"],
        unique=False,
        sqlite_where=sa.text("granted = 1"),
        postgresql_where=sa.text("granted = 1"),
    )
    op.create_index(
        "states_starred",
        "entry_states",
        ["user_id", "sort_at", "entry_id"],
        unique=False,
        sqlite_where=sa.text("starred = 1"),
        postgresql_where=sa.text("starred = 1"),
    )
    op.create_index(
        "states_unread",
        "entry_states",
        ["user_id", "sort_at", "entry_id", "feed_id"],
        unique=False,
        sqlite_where=sa.text("read = 0"),
        postgresql_where=sa.text("read = 0"),
    )
    op.create_table(
        "entry_tags",
        sa.Column(
            "user_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "tag_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("sort_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("entry_tags_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tag_id"],
            ["tags.id"],
            name=op.f("entry_tags_tag_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("entry_tags_user_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "user_id", "tag_id", "sort_at", "entry_id", name=op.f("entry_tags_pkey")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "entry_tags_entry", "entry_tags", ["entry_id", "user_id"], unique=False
    )
    op.create_index("entry_tags_tag", "entry_tags", ["tag_id"], unique=False)
    op.create_table(
        "entry_versions",
        sa.Column(
            "entry_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column(
            "version", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("replaced_at", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("author", sa.Text(), server_default="", nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "codec", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("entry_versions_entry_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "entry_id", "version", name=op.f("entry_versions_pkey")
        ),
    )
