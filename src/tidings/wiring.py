"""Settings -> Context: the only place that builds things and owns the clock and the dice.

A run begins with a sound, current database, or not at all: the error says what to do.
"""

import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from tidings.auth.media_links import MediaLinks
from tidings.auth.sign_in_state import make_sign_in_state
from tidings.bus.bus import Bus
from tidings.bus.sockets import SocketBus
from tidings.computing import Computing
from tidings.context import Context, Fetching
from tidings.core.errors import DatabaseDamaged, DatabaseUnavailable
from tidings.core.feeds.failures import RetryPolicy
from tidings.core.feeds.host_pace import PaceRules
from tidings.core.feeds.schedule import PollingPolicy
from tidings.core.settings.settings import Settings
from tidings.observe.metrics import Metrics
from tidings.store.engine.database import Database, open_database, sqlite_path
from tidings.store.engine.maintenance import integrity_problems
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.soundness import (
    is_known_sound,
    kept_sound,
    note_that_it_is_sound,
)

if TYPE_CHECKING:
    from tidings.fetch.client import FetchClient

# Nobody waits for an answer any more: what is still under way may end quickly.
_CLOSE_WITHIN = timedelta(seconds=2)
_AI_ANSWER = 1024 * 1024  # bytes


def now() -> int:
    """Return the time: microseconds since 1970, UTC."""
    return time.time_ns() // 1000


@contextmanager
def open_context(settings: Settings) -> Iterator[Context]:
    """Give a context and close it after; `prepare_database` comes first."""
    file = _sqlite_file(settings)
    with kept_sound(file) if file else nullcontext():
        context = build_context(settings)
        try:
            yield context
        finally:
            context.database.close_now(_CLOSE_WITHIN)
            context.bus.close()


def build_context(settings: Settings) -> Context:
    """Return a context; nothing is opened before it is used."""
    bus = _bus(settings)
    redis_url = settings.database.redis_url
    database = open_database(
        settings.database.url.reveal(), pool=settings.database.pool, wake=bus.notify
    )
    metrics = Metrics()
    metrics.watch_database(lambda: _waiting(database))
    return Context(
        database=database,
        clock=now,
        random=SystemRandom().random,
        random_bytes=secrets.token_bytes,
        metrics=metrics,
        server=settings.server,
        accounts=settings.accounts,
        observe=settings.observe,
        retention=settings.retention,
        bus=bus,
        mail=settings.mail,
        ai=settings.ai,
        sign_in_state=make_sign_in_state(redis_url.reveal() if redis_url else None),
        media=MediaLinks(settings.server.media_proxy, lambda: secret_key(settings)),
    )


def _bus(settings: Settings) -> Bus:
    address = settings.database
    if address.redis_url is not None:
        from tidings.bus.redis import RedisBus  # slow to import, and rarely there

        return RedisBus(address.redis_url.reveal())
    if address.url.reveal().startswith("sqlite:"):
        return SocketBus(sqlite_path(address.url.reveal()))
    from tidings.bus.postgres import PostgresBus  # slow to import

    return PostgresBus(address.url.reveal())


@asynccontextmanager
async def open_fetching(settings: Settings) -> AsyncIterator[Fetching]:
    """Give what talking to strangers needs, and close it after."""
    # Slow to import, and only fetching needs them.
    from publicsuffixlist import PublicSuffixList

    from tidings.auth.secret_box import SecretBox
    from tidings.fetch.client import FetchClient
    from tidings.fetch.session import ClientLimits

    fetch = settings.fetch
    async with AsyncExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(2, "tidings-read"))
        client = await stack.enter_async_context(
            FetchClient(
                fetch.user_agent,
                allow_origins=frozenset(fetch.allow_origins),
                limits=ClientLimits(
                    deadline=fetch.timeout,
                    body=fetch.max_bytes,
                    connections_per_host=max(32, fetch.host_concurrency),
                ),
            )
        )
        yield Fetching(
            client=client,
            pace=PaceRules(fetch.host_delay, fetch.host_concurrency),
            policy=PollingPolicy(
                interval=settings.poll.interval,
                minimum=settings.poll.minimum,
                maximum=settings.poll.maximum,
                max_backoff=settings.poll.max_backoff,
                retry=RetryPolicy(fetch.retry_policy),
            ),
            suffixes=PublicSuffixList(),
            box=SecretBox(secret_key(settings)),
            threads=threads,
            computing=await stack.enter_async_context(Computing(threads)),
            concurrency=fetch.concurrency,
            max_entries=fetch.max_entries,
            job_timeout=fetch.job_timeout,
            ai_client=await _ai_client(settings, stack),
        )


async def _ai_client(settings: Settings, stack: AsyncExitStack) -> "FetchClient | None":
    """Return a client for the AI provider alone: its address is the operator's word,
    and feeds must not profit from that."""
    from tidings.fetch.client import FetchClient
    from tidings.fetch.session import ClientLimits
    from tidings.fetch.target import BadUrl, parse_target

    if settings.ai.provider not in ("openai", "cerebras"):
        return None
    origins: set[tuple[str, int]] = set(settings.fetch.allow_origins)
    target = parse_target(settings.ai.base_url or "")
    if not isinstance(target, BadUrl):
        origins.add((target.host, target.port))
    limits = ClientLimits(deadline=settings.ai.timeout, body=_AI_ANSWER)
    client = FetchClient(
        settings.fetch.user_agent, allow_origins=frozenset(origins), limits=limits
    )
    return await stack.enter_async_context(client)


def secret_key(settings: Settings) -> str:
    """Return the key for stored secrets; made on first use and kept in a file."""
    if settings.accounts.secret_key is not None:
        return settings.accounts.secret_key.reveal()
    path = _key_file(settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(32)
        file.write(key)
    return key


def _key_file(settings: Settings) -> Path:
    file = _sqlite_file(settings)
    return (file.parent if file else Path("data")) / "secret.key"


def _sqlite_file(settings: Settings) -> Path | None:
    url = settings.database.url.reveal()
    return sqlite_path(url) if url.startswith("sqlite:") else None


def prepare_database(settings: Settings, *, check: bool) -> list[str]:
    """Check for damage if asked to, bring the tables up to date, return what ran.

    A SQLite file that was closed in good order is not checked again.
    """
    address = settings.database.url
    file = _sqlite_file(settings)
    try:
        sound = file is not None and is_known_sound(file)
        problems = integrity_problems(address.reveal()) if check and not sound else []
        if problems:
            raise _damaged(address.shown, problems[0])
        ran = upgrade(address.reveal())
        if file is not None and (check or sound):
            note_that_it_is_sound(file)
        return ran
    except _driver_errors(address.reveal()) as error:
        reason = str(error).strip().splitlines()[0]
        raise DatabaseUnavailable(
            f"Tidings cannot use the database {address.shown}: {reason}. Check that it"
            " exists and that Tidings may write to it; nothing was changed."
        ) from error


def _waiting(database: Database) -> dict[str, int]:
    if database.readers is database.writers:
        return {"all": database.writers.waiting}
    return {"read": database.readers.waiting, "write": database.writers.waiting}


def _damaged(address: str, problem: str) -> DatabaseDamaged:
    return DatabaseDamaged(
        f"Tidings does not start: the database {address} is damaged. Keep a copy of"
        " it, then restore the last backup: tidings db restore FILE. What was found:"
        f" {' '.join(problem.split())}"
    )


def _driver_errors(url: str) -> tuple[type[Exception], ...]:
    if url.startswith("sqlite:"):
        return (OSError, sqlite3.Error)
    import psycopg  # not needed on SQLite

    return (OSError, psycopg.Error)
