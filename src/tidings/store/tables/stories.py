"""Entries of several feeds that report the same event, and how they are found."""

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table
from sqlalchemy import text as sql

from tidings.store.tables.columns import (
    belongs_to,
    data,
    key,
    maybe_data,
    maybe_time,
    metadata,
    number,
    text,
    time,
)

stories = Table(
    "stories",
    metadata,
    key(),
    time("first_at"),
    time("last_at"),
    Index("stories_time", "last_at", "id"),
)

story_entries = Table(
    "story_entries",
    metadata,
    belongs_to("entry_id", "entries.id", primary_key=True, autoincrement=False),
    belongs_to("story_id", "stories.id"),
    Index("story_entries_story", "story_id", "entry_id"),
)

# What a reader took out of its story. It is in none for them from then on.
story_splits = Table(
    "story_splits",
    metadata,
    belongs_to("user_id", "users.id"),
    belongs_to("entry_id", "entries.id"),
    time("at"),
    PrimaryKeyConstraint("user_id", "entry_id"),
    Index("story_splits_entry", "entry_id"),
)

# Fingerprints of the entries of the last days: see core/stories/stories.py. These and
# the tables below are forgotten after a few days.
story_fingerprints = Table(
    "story_fingerprints",
    metadata,
    belongs_to("entry_id", "entries.id", primary_key=True, autoincrement=False),
    number("feed_id"),
    time("at"),
    text("language"),
    data("packed"),  # see store/stories/fingerprints.py
    Index("story_fingerprints_age", "at"),
)

# Under which words, addresses and parts of text an entry is found. The day comes first,
# so that old days go without a second index. No foreign key: a row too many is harmless.
story_keys = Table(
    "story_keys",
    metadata,
    number("day"),
    number("key"),
    number("entry_id"),
    PrimaryKeyConstraint("day", "key", "entry_id"),
    sqlite_with_rowid=False,
)

# In how many entries of a day a word was.
story_words = Table(
    "story_words",
    metadata,
    number("day"),
    number("word"),
    number("entries"),
    PrimaryKeyConstraint("day", "word"),
    sqlite_with_rowid=False,
)

# Entries that may report the same event, until embeddings decide: see core/stories/doubts.py.
# No foreign key here either.
story_doubts = Table(
    "story_doubts",
    metadata,
    number("entry_id"),
    number("other_id"),
    time("at"),
    PrimaryKeyConstraint("entry_id", "other_id"),
    Index("story_doubts_age", "at"),
)

# A text is embedded once, however many entries have it: its key is the hash of it and of
# the model.
story_embeddings = Table(
    "story_embeddings",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    text("model"),
    text("input"),  # empty once the vector is there
    maybe_data("vector"),  # floats of length 1; null: not asked for yet
    time("at"),
    maybe_time("leased_until"),  # somebody is asking, or asked in vain
    Index("story_embeddings_age", "at"),
    Index(
        "story_embeddings_waiting",
        "at",
        sqlite_where=sql("vector is null"),
        postgresql_where=sql("vector is null"),
    ),
)
