"""Deframings over time: of an entry's versions, and of a feed."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.errors import NotFound
from tidings.services.summaries import deframed_answer
from tidings.store.ai_choices import check_follows
from tidings.store.ai_readings import framing_of, shown_for
from tidings.store.connection import Connection
from tidings.store.versions import entry_versions


async def list_deframed_versions(
    context: Context, user_id: int, entry_id: int
) -> list[dict[str, Any]]:
    """Return what each version of an entry said, and how it was framed, newest first."""
    found = await context.database.read(_versions, user_id, entry_id)
    if not found:
        raise NotFound("There is no such entry.")
    return found


async def feed_framing(
    context: Context, user_id: int, feed_id: int, days: int
) -> dict[str, Any]:
    """Return how a feed framed its entries over some days."""
    since = context.clock() - micros(timedelta(days=days))
    return await context.database.read(_framing, user_id, feed_id, since)


def _versions(db: Connection, user_id: int, entry_id: int) -> list[dict[str, Any]]:
    return [
        {
            "version": each.version,
            "seen_at": each.seen_at,
            "title": each.title,
            "deframed": _deframed(
                db, entry_id, 0 if each.replaced_at is None else each.version
            ),
        }
        for each in entry_versions(db, user_id, entry_id)
    ]


def _deframed(db: Connection, entry_id: int, version: int) -> dict[str, Any] | None:
    shown = shown_for(db, entry_id, "deframe", "", version)
    return None if shown.state == "none" else deframed_answer(shown)


def _framing(db: Connection, user_id: int, feed_id: int, since: int) -> dict[str, Any]:
    check_follows(db, user_id, feed_id)
    whole, by_day = framing_of(db, user_id, feed_id, since)
    return {
        **asdict(whole),
        "feed_id": feed_id,
        "items": [asdict(day) for day in by_day],
    }
