"""What others may read: feeds that the operator publishes, lists that readers publish,
and the briefings that are made for one reader."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table, Text
from sqlalchemy import text as sql

from tidings.store.tables.columns import (
    belongs_to,
    data,
    flag,
    maybe_data,
    maybe_number,
    maybe_text,
    maybe_time,
    metadata,
    small,
    text,
    time,
)

# Only what stands here is public: that somebody follows a feed is nobody's business.
published_feeds = Table(
    "published_feeds",
    metadata,
    belongs_to("feed_id", "feeds.id", primary_key=True, autoincrement=False),
    time("since"),
)

# Documents that are ready to be sent.
feed_builds = Table(
    "feed_builds",
    metadata,
    belongs_to("feed_id", "feeds.id"),
    text("format"),
    time("updated_at"),
    text("tag"),  # of what it says, but for the time of the build
    data("body"),
    data("packed"),  # the same by gzip
    PrimaryKeyConstraint("feed_id", "format"),
)

publications = Table(
    "publications",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7
    belongs_to("user_id", "users.id"),
    data("secret_hash"),  # finds it
    data("sealed"),  # encrypted; shows its owner the address again
    text("source"),
    belongs_to("folder_id", "folders.id", nullable=True),
    maybe_text("tag"),
    maybe_text("search_id"),
    text("title"),
    text("ceilings", "{}"),  # JSON: the most of each score; none: whatever it is
    flag("neutral"),  # neutral titles, where there are any
    flag("full_content"),
    small("most", 50),  # entries
    time("created_at"),
    time("changed_at"),
    Index("publications_secret", "secret_hash", unique=True),
    Index("publications_user", "user_id"),
    Index("publications_folder", "folder_id"),
)

digest_plans = Table(
    "digest_plans",
    metadata,
    belongs_to("user_id", "users.id", primary_key=True, autoincrement=False),
    text("every"),
    small("weekday"),  # of a weekly one; 0 is Monday
    small("hour"),
    text("time_zone"),
    small("length"),  # entries
    maybe_text("language"),  # null: as summaries
    flag("by_mail"),
    time("since"),  # what a digest covers begins here
    time("next_at"),
    Index("digest_plans_due", "next_at"),
)

# One row for each period of each reader: nobody gets two of the same.
digests = Table(
    "digests",
    metadata,
    belongs_to("user_id", "users.id"),
    time("due_at"),
    time("since"),
    text("material"),  # JSON: what it is made of
    maybe_data("task_key"),  # null: no model was asked
    maybe_time("made_at"),  # null: it waits for a model
    maybe_number("entry_id"),  # null: not made, or there was nothing to tell
    maybe_time("mailed_at"),  # null: not sent
    PrimaryKeyConstraint("user_id", "due_at"),
    Index(
        "digests_waiting",
        "due_at",
        sqlite_where=sql("made_at is null"),
        postgresql_where=sql("made_at is null"),
    ),
    Index(
        "digests_unsent",
        "made_at",
        sqlite_where=sql("mailed_at is null and entry_id is not null"),
        postgresql_where=sql("mailed_at is null and entry_id is not null"),
    ),
)
