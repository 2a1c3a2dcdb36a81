"""Entries, shared by all subscribers. Big text lives apart, so lists never read it."""

from sqlalchemy import Column, Index, LargeBinary, PrimaryKeyConstraint, Table
from sqlalchemy import text as sql

from tidings.store.tables.columns import (
    belongs_to,
    count,
    data,
    flag,
    key,
    maybe_data,
    maybe_number,
    maybe_text,
    maybe_time,
    metadata,
    number,
    small,
    text,
    time,
)


def _unique_where(name: str, column: str, condition: str) -> Index:
    return Index(
        name,
        "feed_id",
        column,
        unique=True,
        sqlite_where=sql(condition),
        postgresql_where=sql(condition),
    )


entries = Table(
    "entries",
    metadata,
    key(),
    belongs_to("feed_id", "feeds.id"),
    number("seq"),  # dense within the feed: 1, 2, 3 …
    time("sort_at"),  # rises with seq within the feed; set once
    time("received_at"),
    maybe_time("published_at"),  # as the feed says
    maybe_time("changed_at"),  # when the newest version was seen
    flag("shown", 1),  # the feed still lists it
    maybe_text("guid"),  # raw
    maybe_text("url"),
    # Keys are the first 64 bits of a hash: guids and URLs outgrow index pages.
    maybe_number("guid_key"),  # null when guids are not to be trusted
    maybe_number("url_key"),  # of the normalised URL; null when URLs are reused
    number("content_key"),
    data("content_hash"),  # of the normalised title and text
    number("meta_key"),  # of what else may change: author, URL, enclosures
    small("version", 1),
    text("title", ""),  # plain text
    text("author", ""),
    text("excerpt", ""),  # plain text for lists
    maybe_text("image_url"),
    maybe_number("image_width"),  # pixels; null: not known, and so the height
    maybe_number("image_height"),
    maybe_text("language"),
    text("extras", "{}"),  # JSON: enclosures, categories, comments
    count("words"),  # of the body; 0: not counted
    maybe_number("link_key"),  # what url_key would be, where that is null
    flag("has_enclosures"),  # files beside pictures
    Index("entries_feed_seq", "feed_id", "seq", unique=True),
    Index("entries_feed_time", "feed_id", "sort_at", "id", "seq"),
    Index("entries_time", "sort_at", "id", "feed_id", "seq"),
    Index(
        "entries_shown",
        "feed_id",
        "seq",
        sqlite_where=sql("shown = 1"),
        postgresql_where=sql("shown = 1"),
    ),
    _unique_where("entries_guid", "guid_key", "guid_key is not null"),
    _unique_where("entries_url", "url_key", "url_key is not null"),
    _unique_where(
        "entries_content", "content_key", "guid_key is null and url_key is null"
    ),
    # Finds by its address what shares it with others.
    Index(
        "entries_link",
        "feed_id",
        "link_key",
        sqlite_where=sql("link_key is not null"),
        postgresql_where=sql("link_key is not null"),
    ),
    # Finds by content what has no guid or no URL to be found by.
    Index(
        "entries_content_look_up",
        "feed_id",
        "content_key",
        sqlite_where=sql("guid_key is null or url_key is null"),
        postgresql_where=sql("guid_key is null or url_key is null"),
    ),
)

entry_bodies = Table(
    "entry_bodies",
    metadata,
    belongs_to("entry_id", "entries.id", primary_key=True, autoincrement=False),
    small("codec"),  # how `content` is packed: see store/engine/packing.py
    # Raw HTML as published, and what search finds it by.
    Column("content", LargeBinary, nullable=False),
)

entry_full_texts = Table(
    "entry_full_texts",
    metadata,
    belongs_to("entry_id", "entries.id", primary_key=True, autoincrement=False),
    time("tried_at"),  # a failed try is not repeated for a day
    maybe_text("error"),
    small("codec"),
    maybe_data("content"),  # null: there is none, or none yet
    maybe_data("content_hash"),  # of title and text, for AI; null: as the entry's
    small("wanted"),  # 1: to be fetched in the background, 2: somebody waits
    Index(
        "entry_full_texts_wanted",
        "wanted",
        "entry_id",
        sqlite_where=sql("wanted > 0"),
        postgresql_where=sql("wanted > 0"),
    ),
)

entry_versions = Table(
    "entry_versions",
    metadata,
    belongs_to("entry_id", "entries.id"),
    small("version"),
    time("seen_at"),
    time("replaced_at"),
    text("title", ""),
    text("author", ""),
    maybe_text("url"),
    data("content_hash"),
    small("codec"),
    data("content"),
    small("full_codec"),
    maybe_data("full_content"),  # the whole article; null: not fetched, or forgotten
    PrimaryKeyConstraint("entry_id", "version"),
    Index(
        "entry_versions_full_texts",
        "replaced_at",
        sqlite_where=sql("full_content is not null"),
        postgresql_where=sql("full_content is not null"),
    ),
)

# What retention removed while its feed could still bring it back.
tombstones = Table(
    "tombstones",
    metadata,
    key("entry_id"),  # the number it had
    belongs_to("feed_id", "feeds.id"),
    maybe_number("guid_key"),
    maybe_number("url_key"),
    number("content_key"),
    data("content_hash"),
    time("gone_at"),
    Index("tombstones_guid", "feed_id", "guid_key"),
    Index("tombstones_url", "feed_id", "url_key"),
    Index("tombstones_content", "feed_id", "content_key"),
    Index("tombstones_age", "gone_at"),
)

# Entries that could not be stored; their neighbours were.
poison_entries = Table(
    "poison_entries",
    metadata,
    belongs_to("feed_id", "feeds.id"),
    number("content_key"),
    time("first_seen_at"),
    time("last_seen_at"),
    text("title", ""),
    text("reason"),
    PrimaryKeyConstraint("feed_id", "content_key"),
)
