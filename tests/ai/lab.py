"""A reader, a feed and a model: everything that AI work needs, on a real database."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.ai.model_server import ModelServer
from tests.ai.one_task import run_next_task
from tests.contexts import Clock
from tests.make import NOON, a_feed, a_user, body
from tidings.config import load_settings
from tidings.context import Context, Fetching
from tidings.core.entries.content_hash import content_hash
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys
from tidings.html.text import plain_text
from tidings.jobs.ai.announce_ai import announce
from tidings.operations.ai.asking import Asking, asking_with
from tidings.store.accounts.accounts import set_preferences
from tidings.store.ai.requests import publish_ready, request_for_arrived
from tidings.store.engine.connection import Connection
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed
from tidings.wiring import build_context, open_fetching

TEXT = (
    "<p>The harbour bridge opened on Monday after a long winter of repairs.</p>"
    "<p>Engineers said that it will hold for 80 years. The mayor was pleased.</p>"
)


@dataclass
class AiLab:
    context: Context
    fetching: Fetching
    clock: Clock
    server: ModelServer
    user: int
    feed: int
    asking: Asking

    async def work(self, most: int = 100) -> int:
        """Do tasks until none can be done now; return how many were tried."""
        for done in range(most):
            if not await run_next_task(self.context, self.asking, self.sleep):
                return done
        return most

    async def sleep(self, wait: timedelta) -> None:
        self.clock.move(wait)

    def write(self, function, *args, **more):
        return self.context.database.write_now(function, *args, **more)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return self.context.database.read_now(lambda db: db.rows(sql))

    def entry(self, title: str = "A bridge", html: str = TEXT, feed: int = 0) -> int:
        """Store an entry as a check of its feed would."""
        return self.write(arrive, feed or self.feed, title, html, self.clock())


@asynccontextmanager
async def open_lab(
    database_url: str,
    settings: Mapping[str, str] | None = None,
    *,
    provider: str = "openai",
    server: ModelServer | None = None,
) -> AsyncIterator[AiLab]:
    async with server or ModelServer() as model:
        loaded = load_settings(
            {
                "TIDINGS_DATABASE_URL": database_url,
                "TIDINGS_SECRET_KEY": "k" * 40,
                "TIDINGS_AI_PROVIDER": provider,
                "TIDINGS_AI_BASE_URL": model.base_url,
                "TIDINGS_AI_MODEL": "small",
                "TIDINGS_AI_API_KEY": "sk-instance",
                "TIDINGS_AI_MAX_RPM": "6000",
                "TIDINGS_AI_TIMEOUT": "5s",
                **(settings or {}),
            },
            Path("/nonexistent"),
        )
        clock = Clock(NOON)
        context = replace(build_context(loaded), clock=clock)
        try:
            async with open_fetching(loaded) as fetching:
                await announce(context)
                user, feed = context.database.write_now(_reader_with_feed)
                asking = asking_with(context, fetching)
                assert asking is not None
                yield AiLab(context, fetching, clock, model, user, feed, asking)
        finally:
            context.database.close_now()


def _reader_with_feed(db: Connection) -> tuple[int, int]:
    user, feed = a_user(db, "ann"), a_feed(db)
    follow_feed(db, user, feed, NOON)
    set_preferences(db, user, '{"ai": true, "ai_deframing": false}')
    return user, feed


def new_entry(title: str, html: str) -> NewEntry:
    text = plain_text(html)
    digest = content_hash(title, text)
    return NewEntry(
        keys=EntryKeys(None, None, digest),
        title=title,
        **body(html, "words"),
        words=len(text.split()),
        text=text,
    )


def arrive(db: Connection, feed: int, title: str, html: str, now: int) -> int:
    """Append as `apply_plans` does; the number makes every entry one of its own."""
    many = db.value("select last_seq from feed_heads where feed_id = :f", f=feed)
    entry = new_entry(title, html)
    keys = EntryKeys(many.to_bytes(8, "big"), None, entry.keys.content_hash)
    ids = append_entries(db, feed, [replace(entry, keys=keys)], now)
    publish_ready(db, request_for_arrived(db, [ids], [], now), now)
    return ids[0]
