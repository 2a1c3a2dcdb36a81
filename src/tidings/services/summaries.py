"""Summaries and deframings of one entry: shown as they stand, or asked for.

Nothing here calls a model: what is asked for goes to the front of the queue.
"""

from dataclasses import dataclass
from typing import Any

from tidings.context import Context
from tidings.core.ai_tasks import (
    SOMEBODY_WAITS,
    AiInstance,
    TaskKind,
    Wish,
    instance_of,
    key_of_wish,
    summary_language,
)
from tidings.core.errors import Conflict, NotFound
from tidings.jobs.rules_by_score import tell_shown
from tidings.store.ai_choices import wishes_of
from tidings.store.ai_queue import try_once_more
from tidings.store.ai_readings import Shown, shown_for, to_wish
from tidings.store.ai_wishes import wish
from tidings.store.connection import Connection

_SUMMARY = ("one_line", "text", "kind")
_DEFRAMED = (
    *("title", "description", "title_reason", "description_reason", "scores"),
    *("reasons", "overall", "category", "facts"),
)


class AiOff(Conflict):
    """The installation does not do this kind of work."""

    code = "AI_OFF"


@dataclass(frozen=True, slots=True)
class AiOfEntry:
    """What is shown beside an entry; None: the installation has no AI."""

    summary: dict[str, Any] | None = None
    deframed: dict[str, Any] | None = None


def ai_of_entry(
    db: Connection, instance: AiInstance | None, user_id: int, entry_id: int
) -> AiOfEntry:
    """Return how it stands with an entry that the reader may see."""
    if instance is None:
        return AiOfEntry()
    language = summary_language(instance, wishes_of(db, user_id).language)
    summary = shown_for(db, entry_id, "summary", language)
    deframed = shown_for(db, entry_id, "deframe", "")
    return AiOfEntry(
        summary_answer(summary, language),
        None if deframed.state == "none" else deframed_answer(deframed),
    )


async def ask_for_summary(
    context: Context, user_id: int, entry_id: int
) -> dict[str, Any]:
    """Want a summary of an entry, and return how it stands."""
    shown, language = await _ask(context, user_id, entry_id, "summary")
    return summary_answer(shown, language)


async def ask_for_deframing(
    context: Context, user_id: int, entry_id: int
) -> dict[str, Any]:
    """Want a deframing of an entry, and return how it stands."""
    shown, _ = await _ask(context, user_id, entry_id, "deframe")
    return deframed_answer(shown)


def summary_answer(shown: Shown, language: str) -> dict[str, Any]:
    """Return a summary as the API shows it."""
    return {
        "state": shown.state,
        **_fields(shown, _SUMMARY),
        "language": language,
        "model": shown.model,
        "made_at": shown.made_at,
        "reason": shown.reason,
    }


def deframed_answer(shown: Shown) -> dict[str, Any]:
    """Return a deframing as the API shows it."""
    return {
        "state": shown.state,
        **_fields(shown, _DEFRAMED),
        "model": shown.model,
        "made_at": shown.made_at,
        "reason": shown.reason,
    }


async def _ask(
    context: Context, user_id: int, entry_id: int, kind: TaskKind
) -> tuple[Shown, str]:
    instance = instance_of(context.ai)
    return await context.database.write(
        _wish_one, instance, user_id, entry_id, kind, context.clock()
    )


def _wish_one(
    db: Connection,
    instance: AiInstance | None,
    user_id: int,
    entry_id: int,
    kind: TaskKind,
    now: int,
) -> tuple[Shown, str]:
    found = to_wish(db, user_id, entry_id, kind)
    if found is None:
        raise NotFound("There is no such entry.")
    if instance is None or (kind == "deframe" and not instance.deframes):
        raise AiOff("This installation does not do that: its AI provider cannot.")
    language = ""
    if kind == "summary":
        language = summary_language(instance, wishes_of(db, user_id).language)
    wanted = Wish(
        kind,
        entry_id,
        found.feed_id,
        found.content_hash,
        language,
        found.own_prompt,
        user_id=user_id,
        priority=SOMEBODY_WAITS,
    )
    tell_shown(db, wish(db, instance, [wanted], now), now)
    try_once_more(db, key_of_wish(instance, wanted), now)
    return shown_for(db, entry_id, kind, language), language


def _fields(shown: Shown, names: tuple[str, ...]) -> dict[str, Any]:
    result = shown.result or {}
    return {name: result.get(name) for name in names}
