"""What readers add to entries beside read, star and tag."""

from sqlalchemy import Index, PrimaryKeyConstraint, Table
from sqlalchemy import text as sql

from tidings.store.tables.columns import (
    belongs_to,
    count,
    flag,
    maybe_time,
    metadata,
    number,
    text,
    time,
)

# A passage that a reader marked, found again by its words and what stands around them.
# Without a quote it is a note on the whole entry. The reader's device makes the id.
highlights = Table(
    "highlights",
    metadata,
    belongs_to("user_id", "users.id"),
    text("id"),  # a UUID
    belongs_to("entry_id", "entries.id"),
    text("quote", ""),
    text("prefix", ""),
    text("suffix", ""),
    count("position"),  # where it began in the plain text when it was made
    text("note", ""),
    text("color", "yellow"),
    # When the reader set each part: of two devices, the newest change wins.
    count("anchor_at"),
    count("note_at"),
    count("color_at"),
    time("created_at"),
    time("changed_at"),  # by our clock; rises with every change of the user's
    maybe_time("deleted_at"),  # kept a while, so that other devices learn of it
    PrimaryKeyConstraint("user_id", "id"),
    Index("highlights_entry", "entry_id", "user_id"),
    Index("highlights_changed", "user_id", "changed_at", "id"),
    Index(
        "highlights_deleted",
        "deleted_at",
        sqlite_where=sql("deleted_at is not null"),
        postgresql_where=sql("deleted_at is not null"),
    ),
)

# A search that is kept, and read like a feed.
searches = Table(
    "searches",
    metadata,
    belongs_to("user_id", "users.id"),
    text("id"),  # UUIDv7
    text("name"),
    text("query"),
    count("position"),
    time("created_at"),
    time("changed_at"),
    PrimaryKeyConstraint("user_id", "id"),
)

# When a reader set it: of two devices, the newest change wins. There is no foreign key
# to entries, as in `entry_states`; the clean-up forgets what is old, but for when an
# entry was read: that stays as long as the entry.
mark_times = Table(
    "mark_times",
    metadata,
    belongs_to("user_id", "users.id"),
    number("entry_id"),
    text("field"),  # "read", "starred", "tag:NAME"
    time("at"),
    flag("value", 1),  # what was said: yes or no
    PrimaryKeyConstraint("user_id", "entry_id", "field"),
    sqlite_with_rowid=False,
)

# Where a reader is in a long entry, as the device said that was there last. Without a
# foreign key to entries, like `mark_times`; the clean-up forgets what is old.
reading_places = Table(
    "reading_places",
    metadata,
    belongs_to("user_id", "users.id"),
    number("entry_id"),
    number("place"),  # how much of the text is above, in millionths
    time("at"),
    PrimaryKeyConstraint("user_id", "entry_id"),
    sqlite_with_rowid=False,
)

# When a reader last marked all of a feed read, and up to which entry.
all_read_times = Table(
    "all_read_times",
    metadata,
    belongs_to("user_id", "users.id"),
    number("feed_id"),  # 0: the whole account
    time("at"),
    number("up_to"),
    PrimaryKeyConstraint("user_id", "feed_id"),
    sqlite_with_rowid=False,
)
