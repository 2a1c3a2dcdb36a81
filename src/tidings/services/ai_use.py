"""How AI is used: its state, its ledger, its price before the work, and the queue."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from tidings.context import Context
from tidings.core import cursor
from tidings.core.ai_budget import Prices, Usage, day_of, likely_usage, money, price_of
from tidings.core.ai_prompts import LONGEST_TEXT, MOST_TOKENS, PROMPTS
from tidings.core.ai_tasks import AiInstance, TaskKind, instance_of
from tidings.core.breaker import open_until
from tidings.core.clock import micros
from tidings.core.errors import NotFound
from tidings.services.summaries import AiOff
from tidings.store import ai_bulk, ai_ledger, ai_queue
from tidings.store.ai_calls import RULES, lane_now, used_tokens
from tidings.store.ai_choices import sealed_key
from tidings.store.ai_queue import QueuedTask, QueueState
from tidings.store.connection import Connection

_LEDGER = "ai ledger"
_TASKS = "ai tasks"
_PACKED = 3  # texts are stored at about a third of their size


async def ai_status(context: Context, user_id: int) -> dict[str, Any]:
    """Return how it stands with AI on this installation."""
    return await context.database.read(_status, context, user_id)


async def ai_figures(context: Context) -> dict[str, Any]:
    """Return what everybody sees of it at a glance."""
    return await context.database.read(_figures, context)


async def list_ledger(
    context: Context, user_id: int | None, since: str, after: str | None, limit: int
) -> dict[str, Any]:
    """Return the ledger since a day: of one user, or of everybody."""
    offset = 0 if after is None else max(0, cursor.decode_numbers(_LEDGER, after, 1)[0])
    lines, total = await context.database.read(
        _ledger, user_id, since, offset, limit + 1
    )
    going_on = None
    if len(lines) > limit:
        going_on = cursor.encode(_LEDGER, (offset + limit,))
    return {
        "items": [_shown_line(line) for line in lines[:limit]],
        "total": {**total, "price": money(total["price"])},
        "next_cursor": going_on,
    }


async def estimate(
    context: Context, kind: TaskKind, feed_id: int | None, days: int
) -> dict[str, Any]:
    """Return what it would probably cost to do the entries of some days."""
    instance = _instance(context)
    bulk = _bulk(context, instance, kind, feed_id, days)
    found = await context.database.read(ai_bulk.estimate_bulk, instance, bulk)
    calls = found.calls
    letters = min(found.letters * _PACKED, calls * LONGEST_TEXT)
    usage = Usage(0, 0)
    if instance.speaks_languages:
        each = likely_usage(len(PROMPTS[kind]), MOST_TOKENS[kind])
        usage = Usage(calls * each.tokens_in + letters // 4, calls * each.tokens_out)
    prices = Prices(context.ai.price_in, context.ai.price_out)
    return {
        "entries": found.entries,
        "cached": found.cached,
        "calls": calls,
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "price": money(price_of(usage, prices)),
        "minutes": -(-calls // context.ai.max_rpm),
    }


async def reprocess(
    context: Context, kind: TaskKind, feed_id: int | None, days: int
) -> int:
    """Ask anew, with the present prompt and model, for the entries of some days."""
    instance = _instance(context)
    bulk = _bulk(context, instance, kind, feed_id, days)
    return await context.database.write(
        ai_bulk.wish_in_bulk, instance, bulk, context.clock()
    )


async def reprocess_content(context: Context, content_hash: bytes) -> int:
    """Forget what was said about one content and ask again."""
    queued = await context.database.write(
        ai_bulk.redo_content, _instance(context), content_hash, context.clock()
    )
    if not queued:
        raise NotFound("Nothing is known about this content.")
    return queued


async def list_tasks(
    context: Context, state: QueueState | None, after: str | None, limit: int
) -> tuple[list[QueuedTask], str | None]:
    """Return tasks of the queue, the oldest first, and the cursor of the next page."""
    place = None
    if after is not None:
        at, key = cursor.decode(_TASKS, after, (int, str))
        place = int(at), _key(str(key))
    found = await context.database.read(
        ai_queue.queued_tasks, state, place, limit + 1, context.clock()
    )
    page = found[:limit]
    if len(found) <= limit:
        return page, None
    return page, cursor.encode(_TASKS, (page[-1].created_at, page[-1].key))


async def send_again(context: Context, key: str | None) -> int:
    """Let failed and resting tasks begin anew: one, or all."""
    which = None if key is None else _key(key)
    changed = await context.database.write(ai_queue.send_again, which, context.clock())
    if key is not None and not changed:
        raise NotFound("There is no such task that failed or rests.")
    return changed


def _status(db: Connection, context: Context, user_id: int) -> dict[str, Any]:
    instance, now = instance_of(context.ai), context.clock()
    counts = ai_queue.queue_counts(db, now)
    provider = context.ai.provider
    lane = lane_now(db, provider, now)
    day, month = used_tokens(db, provider, now)
    return {
        "provider": provider,
        "model": None if instance is None else instance.model,
        "enabled": instance is not None,
        "shows": "ai" if instance and instance.speaks_languages else "excerpt",
        "deframes": instance is not None and instance.deframes,
        "language": None if instance is None else instance.language,
        "circuit_breaker": str(lane.breaker.position),
        "open_until": open_until(lane.breaker, RULES),
        "limited_until": _ahead(lane.limited_until, now),
        "queue_size": counts["waiting"] + counts["working"] + counts["cooling"],
        "waiting": counts["waiting"],
        "working": counts["working"],
        "cooling": counts["cooling"],
        "failed": counts["failed"],
        "day": {"tokens": day, "cap": context.ai.daily_tokens},
        "month": {"tokens": month, "cap": context.ai.monthly_tokens},
        "own_key": sealed_key(db, user_id) is not None,
    }


def _figures(db: Connection, context: Context) -> dict[str, Any]:
    now = context.clock()
    counts = ai_queue.queue_counts(db, now)
    lane = lane_now(db, context.ai.provider, now)
    return {
        "circuit_breaker": str(lane.breaker.position),
        "queue_size": counts["waiting"] + counts["working"] + counts["cooling"],
    }


def _ledger(
    db: Connection, user_id: int | None, since: str, offset: int, limit: int
) -> tuple[list[ai_ledger.LedgerLine], dict[str, int]]:
    lines = ai_ledger.ledger_lines(db, user_id, since, offset, limit)
    return lines, dict(ai_ledger.ledger_total(db, user_id, since))


def _shown_line(line: ai_ledger.LedgerLine) -> dict[str, Any]:
    return {
        **asdict(line),
        "feed_id": line.feed_id or None,
        "user_id": line.user_id or None,
        "price": money(line.price),
    }


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
        raise AiOff("The AI provider of this installation cannot deframe.")
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
