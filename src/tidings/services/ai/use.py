"""How AI is used: its state, its ledger, its price before the work, and the queue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai.breaker import BreakerPosition, open_until
from tidings.core.ai.budget import Prices, Usage, day_of, likely_usage, money, price_of
from tidings.core.ai.prompts import LONGEST_TEXT, MOST_TOKENS
from tidings.core.ai.tasks import AiInstance, TaskKind, instance_of
from tidings.core.clock import micros
from tidings.core.errors import NotFound
from tidings.core.pages import Page
from tidings.core.views import view_of
from tidings.operations.ai.asking import breaker_of
from tidings.services.ai.summaries import AiOff
from tidings.services.fields import Number, RequestModel
from tidings.store.ai import backlog as ai_backlog
from tidings.store.ai import bulk as ai_bulk
from tidings.store.ai import ledger as ai_ledger
from tidings.store.ai import queue as ai_queue
from tidings.store.ai.calls import lane_now, used_tokens
from tidings.store.ai.choices import sealed_key
from tidings.store.ai.queue import QueuedTask, QueueState
from tidings.store.engine.connection import Connection

_LEDGER = "ai ledger"
_TASKS = "ai tasks"
_PACKED = 3  # texts are stored at about a third of their size


_Days = Annotated[int, Field(ge=1, le=3650)]


class OneContent(RequestModel):
    """One content, whichever entries have it."""

    content_hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class ManyEntries(RequestModel):
    """Entries of some days, of a feed or of all."""

    kind: Literal["summary", "deframe"]
    days: _Days = 7
    feed_id: Number | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """Tokens used and reserved; `cap` is None where there is none."""

    tokens: int
    cap: int | None


@dataclass(frozen=True, slots=True)
class AiStatus:
    """How it stands with the provider, and how much is to be done."""

    provider: str
    model: str | None
    enabled: bool
    shows: Literal["ai", "excerpt"]  # an excerpt is cut out, not written by a model
    deframes: bool
    language: str | None  # of readers who have chosen none
    circuit_breaker: BreakerPosition
    open_until: int | None
    limited_until: int | None  # the provider asked for fewer calls
    queue_size: int
    waiting: int
    working: int
    cooling: int
    failed: int
    day: Budget
    month: Budget
    own_key: bool


@dataclass(frozen=True, slots=True)
class AiFigures:
    """What everybody sees of it at a glance."""

    circuit_breaker: str
    queue_size: int


@dataclass(frozen=True, slots=True)
class LedgerCounts:
    """What was used. A cache hit costs nothing."""

    calls: int
    failures: int
    cache_hits: int
    tokens_in: int
    tokens_out: int
    price: float


@dataclass(frozen=True, slots=True)
class LedgerView(LedgerCounts):
    """The use of one kind on one day; without a user, it was in the background."""

    day: str
    kind: str
    provider: str
    model: str
    feed_id: int | None
    user_id: int | None


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Lines of the ledger and the sum of all, also of those on other pages."""

    items: Sequence[LedgerView]
    total: LedgerCounts
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What some work would probably cost."""

    entries: int
    cached: int
    calls: int
    tokens_in: int
    tokens_out: int
    price: float
    minutes: int


@dataclass(frozen=True, slots=True)
class Queued:
    """How many entries were enqueued."""

    ok: bool
    queued: int


async def ai_status(context: Context, user_id: int) -> AiStatus:
    """Return how it stands with AI on this installation."""
    return await context.database.read(_status, context, user_id)


async def ai_figures(context: Context) -> AiFigures:
    """Return what everybody sees of it at a glance."""
    return await context.database.read(_figures, context)


async def list_ledger(
    context: Context, user_id: int | None, since: str, after: str | None, limit: int
) -> LedgerPage:
    """Return the ledger since a day: of one user, or of everybody."""
    offset = 0 if after is None else max(0, cursor.decode_numbers(_LEDGER, after, 1)[0])
    lines, total = await context.database.read(
        _ledger, user_id, since, offset, limit + 1
    )
    going_on = None
    if len(lines) > limit:
        going_on = cursor.encode(_LEDGER, (offset + limit,))
    return LedgerPage(
        items=[_shown_line(line) for line in lines[:limit]],
        total=_shown_total(total),
        next_cursor=going_on,
    )


async def estimate(
    context: Context, kind: TaskKind, feed_id: int | None, days: int
) -> Estimate:
    """Return what it would probably cost to do the entries of some days."""
    instance = _instance(context)
    bulk = _bulk(context, instance, kind, feed_id, days)
    found = await context.database.read(ai_bulk.estimate_bulk, instance, bulk)
    usage = _likely(instance, kind, found.calls, found.letters)
    return _priced(context, found.entries, found.cached, found.calls, usage)


async def estimate_backlog(
    context: Context, user_id: int, feed_id: int | None, newest: int | None
) -> Estimate:
    """Return what it would probably cost to do the newest entries of a reader's feeds."""
    instance = _instance(context)
    found = await context.database.read(
        ai_backlog.estimate_backlog, instance, user_id, feed_id, newest
    )
    usage = Usage(0, 0)
    for kind, calls in found.calls.items():
        each = _likely(instance, kind, calls, found.letters[kind])
        usage = Usage(
            usage.tokens_in + each.tokens_in, usage.tokens_out + each.tokens_out
        )
    calls = sum(found.calls.values())
    return _priced(context, found.entries, found.cached, calls, usage)


def _likely(instance: AiInstance, kind: TaskKind, calls: int, packed: int) -> Usage:
    """Return the tokens of some calls, by the size of the texts as they are packed."""
    if not instance.speaks_languages:
        return Usage(0, 0)
    letters = min(packed * _PACKED, calls * LONGEST_TEXT)
    each = likely_usage(len(instance.prompt(kind)), MOST_TOKENS[kind])
    return Usage(calls * each.tokens_in + letters // 4, calls * each.tokens_out)


def _priced(
    context: Context, entries: int, cached: int, calls: int, usage: Usage
) -> Estimate:
    prices = Prices(context.ai.price_in, context.ai.price_out)
    return Estimate(
        entries=entries,
        cached=cached,
        calls=calls,
        tokens_in=usage.tokens_in,
        tokens_out=usage.tokens_out,
        price=money(price_of(usage, prices)),
        minutes=-(-calls // context.ai.max_rpm),
    )


async def reprocess(context: Context, wanted: OneContent | ManyEntries) -> Queued:
    """Forget what was said about one content and ask again, with the current
    prompt and model, for the entries of some days."""
    instance, now = _instance(context), context.clock()
    if isinstance(wanted, OneContent):
        content = bytes.fromhex(wanted.content_hash)
        queued = await context.database.write(
            ai_bulk.redo_content, instance, content, now
        )
        if not queued:
            raise NotFound("Nothing is known about this content.")
    else:
        bulk = _bulk(context, instance, wanted.kind, wanted.feed_id, wanted.days)
        queued = await context.database.write(
            ai_bulk.request_in_bulk, instance, bulk, now
        )
    return Queued(ok=True, queued=queued)


async def list_tasks(
    context: Context, state: QueueState | None, after: str | None, limit: int
) -> Page[QueuedTask]:
    """Return tasks of the queue, the oldest first."""
    place = None
    if after is not None:
        at, key = cursor.decode(_TASKS, after, (int, str))
        place = int(at), _key(str(key))
    found = await context.database.read(
        ai_queue.queued_tasks, state, place, limit + 1, context.clock()
    )
    page = found[:limit]
    if len(found) <= limit:
        return Page(page, None)
    return Page(page, cursor.encode(_TASKS, (page[-1].created_at, page[-1].key)))


async def send_again(context: Context, key: str | None) -> int:
    """Restart failed and resting tasks: one, or all."""
    which = None if key is None else _key(key)
    changed = await context.database.write(ai_queue.send_again, which, context.clock())
    if key is not None and not changed:
        raise NotFound("There is no such task that failed or is paused.")
    return changed


def _status(db: Connection, context: Context, user_id: int) -> AiStatus:
    instance, now = instance_of(context.ai), context.clock()
    counts = ai_queue.queue_counts(db, now)
    provider = context.ai.provider
    rules = breaker_of(context.ai)
    lane = lane_now(db, provider, now, rules)
    day, month = used_tokens(db, provider, now)
    return AiStatus(
        provider=provider,
        model=None if instance is None else instance.model,
        enabled=instance is not None,
        shows="ai" if instance and instance.speaks_languages else "excerpt",
        deframes=instance is not None and instance.deframes,
        language=None if instance is None else instance.language,
        circuit_breaker=lane.breaker.position,
        open_until=open_until(lane.breaker, rules),
        limited_until=_ahead(lane.limited_until, now),
        queue_size=counts["waiting"] + counts["working"] + counts["cooling"],
        waiting=counts["waiting"],
        working=counts["working"],
        cooling=counts["cooling"],
        failed=counts["failed"],
        day=Budget(day, context.ai.daily_tokens),
        month=Budget(month, context.ai.monthly_tokens),
        own_key=sealed_key(db, user_id) is not None,
    )


def _figures(db: Connection, context: Context) -> AiFigures:
    now = context.clock()
    counts = ai_queue.queue_counts(db, now)
    lane = lane_now(db, context.ai.provider, now, breaker_of(context.ai))
    return AiFigures(
        str(lane.breaker.position),
        counts["waiting"] + counts["working"] + counts["cooling"],
    )


def _ledger(
    db: Connection, user_id: int | None, since: str, offset: int, limit: int
) -> tuple[list[ai_ledger.LedgerLine], dict[str, int]]:
    lines = ai_ledger.ledger_lines(db, user_id, since, offset, limit)
    return lines, dict(ai_ledger.ledger_total(db, user_id, since))


def _shown_total(total: Mapping[str, int]) -> LedgerCounts:
    price = money(total["price"])
    counts = {name: many for name, many in total.items() if name != "price"}
    return LedgerCounts(**counts, price=price)


def _shown_line(line: ai_ledger.LedgerLine) -> LedgerView:
    return view_of(
        LedgerView,
        line,
        feed_id=line.feed_id or None,
        user_id=line.user_id or None,
        price=money(line.price),
    )


def _instance(context: Context) -> AiInstance:
    instance = instance_of(context.ai)
    if instance is None:
        raise AiOff("AI is switched off: set TIDINGS_AI_PROVIDER.")
    return instance


def _bulk(
    context: Context,
    instance: AiInstance,
    kind: TaskKind,
    feed_id: int | None,
    days: int,
) -> ai_bulk.Bulk:
    if kind == "deframe" and not instance.deframes:
        raise AiOff("The AI provider of this server cannot deframe.")
    since = context.clock() - micros(timedelta(days=days))
    return ai_bulk.Bulk(kind, since, feed_id)


def _ahead(at: int | None, now: int) -> int | None:
    return at if at is not None and at > now else None


def _key(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise NotFound("There is no such task.") from error


def first_day(context: Context, days: int) -> str:
    """Return the day of the ledger so many days ago."""
    return day_of(context.clock() - micros(timedelta(days=days)))
