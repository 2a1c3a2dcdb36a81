"""Feeds: what people set, and beside it what machines learn."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
)
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
    one_of,
    text,
    time,
)

feeds = Table(
    "feeds",
    metadata,
    key(),
    text("kind"),
    Column("url", Text, nullable=True),  # null for email and pages
    maybe_data("url_key"),  # hash of the URL: URLs outgrow index pages
    belongs_to("owner_id", "users.id", nullable=True),  # whose private feed it is
    text("title", ""),
    text("description", ""),
    maybe_text("site_url"),
    maybe_text("root_domain"),
    maybe_text("language"),
    maybe_text("icon_url"),
    flag("enabled", 1),
    flag("polling", 1),
    flag("enforce_feed_domain"),
    flag("allow_duplicate_urls"),
    maybe_text("retry_policy"),  # null: the instance's
    maybe_number("poll_interval"),  # microseconds; null: the feed's own rhythm
    maybe_text("user_agent"),  # null: the instance's
    maybe_data("secrets"),  # encrypted: proxy, headers, basic authentication
    time("created_at"),
    maybe_time("deleted_at"),
    maybe_number("icon_id"),  # in `icons`; null: none was found yet
    flag("full_text"),  # fetch the whole article of each new entry
    maybe_number("disabled_by"),  # the reader who switched it off; null: an operator
    maybe_time("updated_at"),  # by people, not by checks; null: as it was made
    one_of("kind", "rss", "atom", "json", "email", "pages"),
    one_of("retry_policy", "patient", "strict", "one-strike"),
    CheckConstraint(
        "(kind in ('email', 'pages')) = (url is null)", name="url_fits_kind"
    ),
    Index(
        "feeds_url",
        "url_key",
        unique=True,
        sqlite_where=sql("deleted_at is null"),
        postgresql_where=sql("deleted_at is null"),
    ),
    Index("feeds_root_domain", "root_domain"),
    Index("feeds_owner", "owner_id"),
)

# Narrow, because every unread count joins it: see docs/decisions/0003.
feed_heads = Table(
    "feed_heads",
    metadata,
    belongs_to("feed_id", "feeds.id", primary_key=True, autoincrement=False),
    count("last_seq"),  # newest entry's number within the feed
    count("last_at"),  # and its sort_at
    count("floor_seq"),  # retention went up to here
    count("gap_seq"),  # the newest number that retention took from between others
    count("gaps"),  # how many of them are above floor_seq
)

feed_fetch_state = Table(
    "feed_fetch_state",
    metadata,
    belongs_to("feed_id", "feeds.id", primary_key=True, autoincrement=False),
    text("host", ""),  # with its port: by this key its pace is kept in host_pace
    maybe_time("next_check_at"),  # null: not scheduled
    text("check_code", "asked"),  # why then
    text("check_figures", "{}"),  # JSON: the figures of the reason
    count("lease_token"),  # fencing: rises with every claim
    maybe_time("leased_until"),  # null: free
    maybe_text("leased_by"),
    maybe_text("etag"),
    maybe_text("last_modified"),
    maybe_number("fresh_for"),  # microseconds; null: not said
    maybe_data("body_hash"),  # of the last body read: the same bytes say nothing new
    maybe_time("last_checked_at"),
    maybe_time("last_success_at"),
    maybe_time("last_body_at"),
    count("failures"),  # in a row
    count("gone_in_a_row"),
    maybe_time("failing_since"),
    maybe_time("dormant_since"),
    maybe_time("resting_since"),
    maybe_text("last_error_code"),
    maybe_text("last_error"),
    maybe_text("redirect_target"),
    count("redirect_sightings"),
    maybe_time("redirect_first_at"),
    text("tempo", "{}"),  # JSON: the feed's rhythm and timetable
    count("guid_collisions"),
    count("reader_version"),  # older than ours: fetch once unconditionally
    maybe_time("icon_tried_at"),  # null: never
    Column("last_status", SmallInteger, nullable=True),  # of HTTP; null: no answer
    maybe_text("cache_control"),  # as received with the last success
    maybe_text("expires"),  # likewise
    maybe_time("retry_after_until"),  # null: not said at the last check
    maybe_time("last_error_at"),  # also before a success; null: never
    maybe_text("last_error_kind"),  # null: the last answer was a success
    maybe_time("limited_since"),  # null: the last answer was no "slow down"
    maybe_time("unfollowed_since"),  # null: somebody follows it, or nobody ever did
    maybe_time("asked_at"),  # somebody waits for it since, or it is new; null: routine
    Index("feed_fetch_due", "next_check_at"),
    Index(
        "feed_fetch_asked",
        "asked_at",
        sqlite_where=sql("asked_at is not null"),
        postgresql_where=sql("asked_at is not null"),
    ),
)

# Who visits a host, when it is free again, and until when it is left alone. The row
# without a name is locked by whoever changes any of them.
host_pace = Table(
    "host_pace",
    metadata,
    Column("host", Text, primary_key=True),
    count("held_until"),
    count("idle_at"),  # from then on there is nothing worth remembering
    text("state", "{}"),  # JSON: all of it
    Index("host_pace_idle", "idle_at"),
)

# Small PNG pictures of our own making; feeds of one site share theirs.
icons = Table(
    "icons",
    metadata,
    key(),
    data("hash"),  # of the picture
    data("png"),
    time("fetched_at"),
    Index("icons_hash", "hash", unique=True),
)

# Where feeds were before: whoever adds such an address gets the feed that moved.
feed_aliases = Table(
    "feed_aliases",
    metadata,
    Column("url_key", LargeBinary, primary_key=True),
    belongs_to("feed_id", "feeds.id"),
    text("url"),
    time("since"),
    Index("feed_aliases_feed", "feed_id"),
)

# How the last checks of each feed ended. A check takes the place of an older one: rows
# are written over, never deleted, so that no feed can have more than there are places.
feed_checks = Table(
    "feed_checks",
    metadata,
    belongs_to("feed_id", "feeds.id"),
    Column("slot", SmallInteger, nullable=False),  # the claim's token, modulo 100
    time("at"),
    text("outcome"),
    Column("status", SmallInteger, nullable=True),  # of HTTP; null: no answer came
    number("took"),  # microseconds
    number("size"),  # bytes of the body
    Column("added", Integer, nullable=False),  # entries
    Column("changed", Integer, nullable=False),
    maybe_text("reason"),  # in words; null: all went well
    PrimaryKeyConstraint("feed_id", "slot"),
    sqlite_with_rowid=False,
)

# What a reader had read elsewhere, until the feed brings it here.
pending_reads = Table(
    "pending_reads",
    metadata,
    belongs_to("feed_id", "feeds.id"),
    belongs_to("user_id", "users.id"),
    number("part"),
    time("at"),
    data("keys"),  # 8 bytes each
    PrimaryKeyConstraint("feed_id", "user_id", "part"),
    Index("pending_reads_user", "user_id"),
    Index("pending_reads_age", "at"),
)
