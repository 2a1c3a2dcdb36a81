"""What a reader did: folders, subscriptions, and only the exceptions of read state."""

from sqlalchemy import (
    Column,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
)
from sqlalchemy import text as sql

from tidings.store.tables.columns import (
    belongs_to,
    count,
    flag,
    key,
    maybe_small,
    maybe_text,
    maybe_time,
    metadata,
    number,
    text,
    time,
)


def _index_where(name: str, condition: str, *columns: str) -> Index:
    return Index(
        name, *columns, sqlite_where=sql(condition), postgresql_where=sql(condition)
    )


folders = Table(
    "folders",
    metadata,
    key(),
    belongs_to("user_id", "users.id"),
    belongs_to("parent_id", "folders.id", nullable=True, on_delete="SET NULL"),
    text("name"),
    count("position"),
    time("created_at"),
    count("updated_at"),  # when its reader last changed it
    flag("muted"),  # not in the list of everything unread, with all that is in it
    Index("folders_user", "user_id", "parent_id", "position"),
    Index("folders_parent", "parent_id"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    number("id"),  # what sync protocols address
    belongs_to("user_id", "users.id"),
    belongs_to("feed_id", "feeds.id"),
    belongs_to("folder_id", "folders.id", nullable=True, on_delete="SET NULL"),
    maybe_text("title"),  # null: the feed's own
    count("position"),
    time("created_at"),
    flag("active", 1),
    number("first_seq"),  # visible by arithmetic: seq above it
    number("first_at"),
    number("read_seq"),  # watermark: no row and at or below it means read
    number("read_at"),
    count("read_above"),  # rows on the wrong side of the watermark
    count("unread_below"),
    count("left_seq"),  # the feed's last_seq when the user left
    count("updated_at"),  # when the user last changed title, folder or place
    Column("full_text", SmallInteger, nullable=True),  # null: as for all feeds
    flag("muted"),  # not in the list of everything unread
    PrimaryKeyConstraint("user_id", "feed_id"),
    Index("subscriptions_id", "id", unique=True),
    Index("subscriptions_feed", "feed_id"),
    Index("subscriptions_folder", "folder_id"),
    sqlite_with_rowid=False,
)

# No full index but the primary key may start with user_id: PostgreSQL would take it
# for the look-up (user_id, entry_id) and then read all of a user's rows. There is no
# foreign key to entries: it would lock 50 entry rows to mark 50 read. Retention keeps
# every entry that has a row, and the reconcile job checks it.
entry_states = Table(
    "entry_states",
    metadata,
    number("user_id"),
    number("entry_id"),
    number("feed_id"),
    number("seq"),
    number("sort_at"),
    flag("read"),
    flag("starred"),
    count("marks"),  # how many tags, highlights, notes
    flag("granted"),  # 1 exactly when seq <= the subscription's first_seq
    flag("hidden"),  # by a rule: out of every list but search; read as well
    maybe_time("starred_at"),  # null: not starred
    maybe_small("starred_version"),  # what the entry said then; null: not starred
    PrimaryKeyConstraint("user_id", "entry_id"),
    ForeignKeyConstraint(
        ["user_id", "feed_id"],
        ["subscriptions.user_id", "subscriptions.feed_id"],
        ondelete="CASCADE",
    ),
    Index("states_feed", "feed_id", "user_id", "seq", "read"),
    _index_where(
        "states_unread", "read = 0", "user_id", "sort_at", "entry_id", "feed_id"
    ),
    _index_where(
        "states_feed_unread", "read = 0", "user_id", "feed_id", "sort_at", "entry_id"
    ),
    _index_where(
        "states_granted", "granted = 1", "user_id", "sort_at", "entry_id", "feed_id"
    ),
    _index_where(
        "states_feed_granted",
        "granted = 1",
        "user_id",
        "feed_id",
        "sort_at",
        "entry_id",
    ),
    _index_where("states_starred", "starred = 1", "user_id", "sort_at", "entry_id"),
    _index_where(
        "states_starred_at", "starred = 1", "user_id", "starred_at", "entry_id"
    ),
    sqlite_with_rowid=False,
    postgresql_with={"autovacuum_vacuum_scale_factor": "0.02"},
)

tags = Table(
    "tags",
    metadata,
    key(),
    belongs_to("user_id", "users.id"),
    text("name"),
    time("created_at"),
    Index("tags_name", "user_id", "name", unique=True),
)

entry_tags = Table(
    "entry_tags",
    metadata,
    belongs_to("user_id", "users.id"),
    belongs_to("tag_id", "tags.id"),
    number("sort_at"),
    belongs_to("entry_id", "entries.id"),
    PrimaryKeyConstraint("user_id", "tag_id", "sort_at", "entry_id"),
    Index("entry_tags_entry", "entry_id", "user_id"),
    Index("entry_tags_tag", "tag_id"),
    sqlite_with_rowid=False,
)

# Fair order has no stable keyset: it is made once, stored, and sliced.
fair_lists = Table(
    "fair_lists",
    metadata,
    key(),
    belongs_to("user_id", "users.id"),
    text("entry_ids"),  # JSON
    text("bounds"),  # JSON: feed -> last delivered seq
    time("made_at"),
    Index("fair_lists_user", "user_id"),
    Index("fair_lists_age", "made_at"),
)
