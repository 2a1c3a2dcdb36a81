"""Pictures of feeds, and the addresses that feeds have left behind."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add two tables, and to feeds what ties them to their pictures."""
    op.create_table(
        "icons",
        sa.Column("id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.Column("fetched_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("icons_pkey")),
    )
    op.create_index("icons_hash", "icons", ["hash"], unique=True)
    op.create_table(
        "feed_aliases",
        sa.Column("url_key", sa.LargeBinary(), nullable=False),
        sa.Column("feed_id", _NUMBER, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["feed_id"],
            ["feeds.id"],
            name=op.f("feed_aliases_feed_id_fkey"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("url_key", name=op.f("feed_aliases_pkey")),
    )
    op.create_index("feed_aliases_feed", "feed_aliases", ["feed_id"], unique=False)
    op.add_column("feeds", sa.Column("icon_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "feed_fetch_state", sa.Column("icon_tried_at", sa.BigInteger(), nullable=True)
    )
