"""AI: what is to be done, what came of it, what it cost, and who wants it."""

from sqlalchemy import (
    Column,
    Index,
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
    maybe_data,
    maybe_number,
    maybe_text,
    maybe_time,
    metadata,
    number,
    one_of,
    small,
    text,
    time,
)

# One task for each (kind, prompt, model, language, content): its key is their hash, and
# the name of its result. A task that is done is gone; what failed stays to be seen.
ai_tasks = Table(
    "ai_tasks",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    text("kind"),
    data("content_hash"),
    text("language"),  # empty: that of the text
    text("prompt_key"),
    text("model"),
    maybe_number("entry_id"),  # null: the task brings its own input
    maybe_number("feed_id"),
    belongs_to("user_id", "users.id", nullable=True, on_delete="SET NULL"),  # who asked
    maybe_text("input"),  # JSON
    small("priority"),  # 0 background, 10 somebody waits
    text("state", "waiting"),
    time("created_at"),
    time("changed_at"),
    count("lease_token"),  # fencing: rises with every claim
    maybe_time("leased_until"),
    small("attempts"),
    small("empty_answers"),  # in a row
    maybe_time("cooldown_until"),
    maybe_text("error_class"),
    maybe_text("last_error"),
    maybe_text("error_code"),  # of `last_error`, for whoever reads another language
    one_of("state", "waiting", "failed"),
    one_of("error_class", "temporary", "permanent"),
    Index("ai_tasks_next", "state", "priority", "created_at"),
    Index("ai_tasks_leases", "leased_until"),
    Index("ai_tasks_user", "user_id"),
    Index("ai_tasks_age", "created_at"),
    Index("ai_tasks_content", "content_hash"),
)

ai_results = Table(
    "ai_results",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    text("kind"),
    data("content_hash"),
    text("language"),
    text("prompt_key"),
    text("model"),
    text("provider"),
    time("made_at"),
    text("line"),  # JSON: what lists show
    text("result"),  # JSON: all of it
    Column("overall", SmallInteger, nullable=True),  # thousandths; null: no score
    Index("ai_results_content", "content_hash", "kind"),
    Index("ai_results_age", "made_at"),
)

# Which result belongs to an entry. `key` is the one wanted now; until it is there the
# one before it is shown. Version 0 is the present one.
ai_targets = Table(
    "ai_targets",
    metadata,
    belongs_to("entry_id", "entries.id"),
    text("kind"),
    text("language"),
    small("version"),
    data("key"),
    maybe_data("ready_key"),  # null: nothing to show yet
    Column("overall", SmallInteger, nullable=True),  # of the result that is shown
    time("wanted_at"),
    PrimaryKeyConstraint("entry_id", "kind", "language", "version"),
    Index("ai_targets_key", "key"),
    Index("ai_targets_ready", "ready_key"),
)

# Whom to ask: the instance's provider, or it with a reader's own key.
ai_lanes = Table(
    "ai_lanes",
    metadata,
    Column("name", Text, primary_key=True),
    text("position", "CLOSED"),  # of the breaker
    count("failures"),  # in a row
    count("half_successes"),
    maybe_time("last_failure_at"),
    maybe_time("last_success_at"),
    maybe_time("opened_at"),  # null: not open
    maybe_time("last_call_at"),  # stamped before the call
    maybe_time("limited_until"),  # the provider asked for fewer calls
    one_of("position", "CLOSED", "OPEN", "HALF"),
)

# Every call, noted before it is made: what was never settled was lost with a worker.
ai_calls = Table(
    "ai_calls",
    metadata,
    Column("id", Text, primary_key=True),  # UUIDv7; the provider sees it
    text("lane"),
    data("task_key"),
    time("at"),
    number("reserved"),  # tokens
    maybe_number("tokens_in"),  # null: not settled
    maybe_number("tokens_out"),
    maybe_text("outcome"),
    maybe_time("ended_at"),
    Index("ai_calls_age", "at"),
    Index(
        "ai_calls_open",
        "lane",
        "at",
        sqlite_where=sql("ended_at is null"),
        postgresql_where=sql("ended_at is null"),
    ),
)

# Tokens used and reserved in a day or month.
ai_budgets = Table(
    "ai_budgets",
    metadata,
    text("lane"),
    text("period"),
    count("tokens"),
    PrimaryKeyConstraint("lane", "period"),
)

ai_ledger = Table(
    "ai_ledger",
    metadata,
    text("day"),  # 2025-10-09, UTC
    text("kind"),
    text("provider"),
    text("model"),
    number("feed_id"),  # 0: of no feed
    number("user_id"),  # 0: in the background
    count("calls"),
    count("failures"),
    count("cache_hits"),
    count("tokens_in"),
    count("tokens_out"),
    count("price"),  # billionths
    PrimaryKeyConstraint("day", "kind", "provider", "model", "feed_id", "user_id"),
    Index("ai_ledger_user", "user_id", "day"),
)

# A reader's AI preferences, taken from the preferences whenever these are set.
ai_readers = Table(
    "ai_readers",
    metadata,
    belongs_to("user_id", "users.id", primary_key=True, autoincrement=False),
    Column("ai", SmallInteger, nullable=True),  # null: as the instance does
    Column("deframing", SmallInteger, nullable=True),
    maybe_text("language"),
    Column("backlog", SmallInteger, nullable=True),  # null: the usual
    Column(
        "full_text", SmallInteger, nullable=True
    ),  # null: short entries, when opened
)

# Feeds whose newest entries are still to be queued for a reader.
ai_backlogs = Table(
    "ai_backlogs",
    metadata,
    belongs_to("user_id", "users.id"),
    belongs_to("feed_id", "feeds.id"),
    PrimaryKeyConstraint("user_id", "feed_id"),
    Index("ai_backlogs_feed", "feed_id"),
)

ai_feed_choices = Table(
    "ai_feed_choices",
    metadata,
    belongs_to("user_id", "users.id"),
    belongs_to("feed_id", "feeds.id"),
    flag("ai"),
    PrimaryKeyConstraint("user_id", "feed_id"),
    Index("ai_feed_choices_feed", "feed_id"),
)

ai_feed_prompts = Table(
    "ai_feed_prompts",
    metadata,
    belongs_to("feed_id", "feeds.id"),
    text("kind"),
    text("prompt"),
    time("changed_at"),
    PrimaryKeyConstraint("feed_id", "kind"),
)

ai_keys = Table(
    "ai_keys",
    metadata,
    belongs_to("user_id", "users.id", primary_key=True, autoincrement=False),
    data("sealed"),  # encrypted
    time("created_at"),
)
