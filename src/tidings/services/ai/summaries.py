"""Summaries and deframings of one entry: shown as they stand, or asked for.

Nothing here calls a model: what is asked for goes to the front of the queue.
"""

from dataclasses import dataclass
from typing import Any, Literal

from tidings.context import Context
from tidings.core.ai.deframing import Fact, Reasons, Scores
from tidings.core.ai.retries import TaskFailure
from tidings.core.ai.tasks import AiInstance, TaskKind, instance_of, key_of_request
from tidings.core.codes import Code
from tidings.core.entries.full_texts import SOMEBODY_WAITS
from tidings.core.errors import Conflict, NotFound
from tidings.core.views import view_of
from tidings.operations.automation.rules_by_score import publish_results
from tidings.store.ai.queue import try_once_more
from tidings.store.ai.readings import Shown, ShownState, shown_for
from tidings.store.ai.requests import request
from tidings.store.engine.connection import Connection
from tidings.store.entries.opening import Opening, TextState, opening_of
from tidings.store.entries.wanted_texts import want_texts

_SUMMARY = ("one_line", "text", "kind")
_DEFRAMED = (
    *("title", "description", "title_reason", "description_reason", "scores"),
    *("reasons", "overall", "category", "facts"),
)


_NOT_YET = frozenset({"none", "pending"})


class AiOff(Conflict):
    """The installation does not do this kind of work."""

    code = Code.AI_OFF


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary. While another is `pending`, that of the text before is shown; `none`
    means that nobody asked yet. An `excerpt` was cut out of the text."""

    state: ShownState
    one_line: str | None
    text: str | None
    kind: Literal["ai", "excerpt"] | None
    language: str  # empty: that of the text
    model: str | None
    made_at: int | None
    waits_for: Literal["full_text"] | None  # before a model is asked; None: nothing
    code: TaskFailure | None  # why it failed, for words of one's own
    reason: str | None  # why it failed, in English


@dataclass(frozen=True, slots=True)
class Deframing:
    """A deframing: neutral words with the reasons for them, scores, facts."""

    state: ShownState
    title: str | None
    description: str | None
    title_reason: str | None
    description_reason: str | None
    scores: Scores | None
    reasons: Reasons | None
    overall: float | None
    category: str | None
    facts: list[Fact] | None
    model: str | None
    made_at: int | None
    waits_for: Literal["full_text"] | None  # before a model is asked; None: nothing
    code: TaskFailure | None  # why it failed, for words of one's own
    reason: str | None  # why it failed, in English


@dataclass(frozen=True, slots=True)
class Opened:
    """How it stands with what an opened entry brings along; None: there is no AI."""

    summary: Summary | None
    deframed: Deframing | None
    full_text_state: TextState  # `coming`: a worker fetches it


@dataclass(frozen=True, slots=True)
class AiOfEntry:
    """What is shown beside an entry; None: the installation has no AI."""

    summary: Summary | None = None
    deframed: Deframing | None = None
    asks_on_open: bool = False  # opening it asks for something


def ai_of_entry(
    db: Connection, instance: AiInstance | None, opening: Opening
) -> AiOfEntry:
    """Return how it stands with an entry that the reader may see."""
    if instance is None:
        return AiOfEntry(asks_on_open=opening.asks_for_text)
    summary = shown_for(db, opening.entry_id, "summary", opening.language)
    deframed = shown_for(db, opening.entry_id, "deframe", "")
    states = {"summary": summary.state, "deframe": deframed.state}
    return AiOfEntry(
        shown_summary(summary, opening.language),
        None if deframed.state == "none" else shown_deframing(deframed),
        opening.asks_for_text
        or any(states[each.kind] in _NOT_YET for each in opening.requests()),
    )


async def note_opened(context: Context, user_id: int, entry_id: int) -> Opened:
    """Ask for what a reader who opens an entry wants of it without saying so, before all
    that is done in the background; return how it stands."""
    instance = instance_of(context.ai)
    return await context.database.write(
        _note_opened, instance, user_id, entry_id, context.clock()
    )


async def ask_for_summary(context: Context, user_id: int, entry_id: int) -> Summary:
    """Want a summary of an entry, and return how it stands."""
    shown, language = await _ask(context, user_id, entry_id, "summary")
    return shown_summary(shown, language)


async def ask_for_deframing(context: Context, user_id: int, entry_id: int) -> Deframing:
    """Want a deframing of an entry, and return how it stands."""
    shown, _ = await _ask(context, user_id, entry_id, "deframe")
    return shown_deframing(shown)


def shown_summary(shown: Shown, language: str) -> Summary:
    """Return a summary as readers see it."""
    return view_of(Summary, shown, **_fields(shown, _SUMMARY), language=language)


def shown_deframing(shown: Shown) -> Deframing:
    """Return a deframing as readers see it."""
    return view_of(Deframing, shown, **_fields(shown, _DEFRAMED))


async def _ask(
    context: Context, user_id: int, entry_id: int, kind: TaskKind
) -> tuple[Shown, str]:
    instance = instance_of(context.ai)
    return await context.database.write(
        _request_one, instance, user_id, entry_id, kind, context.clock()
    )


def _request_one(
    db: Connection,
    instance: AiInstance | None,
    user_id: int,
    entry_id: int,
    kind: TaskKind,
    now: int,
) -> tuple[Shown, str]:
    opening = _found(db, instance, user_id, entry_id, now)
    if instance is None or (kind == "deframe" and not instance.deframes):
        raise AiOff("The AI provider of this server cannot do that.")
    language = opening.language if kind == "summary" else ""
    wanted = opening.request(kind, language)
    _hurry_text(db, opening)
    publish_results(db, request(db, instance, [wanted], now), now)
    try_once_more(db, key_of_request(instance, wanted), now)
    return shown_for(db, entry_id, kind, language), language


def _note_opened(
    db: Connection, instance: AiInstance | None, user_id: int, entry_id: int, now: int
) -> Opened:
    opening = _found(db, instance, user_id, entry_id, now)
    _hurry_text(db, opening)
    if instance is not None:
        publish_results(db, request(db, instance, opening.requests(), now), now)
    after = _found(db, instance, user_id, entry_id, now)
    ai = ai_of_entry(db, instance, after)
    return Opened(ai.summary, ai.deframed, after.text_state)


def _found(
    db: Connection, instance: AiInstance | None, user_id: int, entry_id: int, now: int
) -> Opening:
    opening = opening_of(db, instance, user_id, entry_id, now)
    if opening is None:
        raise NotFound("There is no such entry.")
    return opening


def _hurry_text(db: Connection, opening: Opening) -> None:
    """Let the article be fetched first where AI would else read a teaser."""
    if opening.asks_for_text or opening.text_is_wanted:
        want_texts(db, [opening.entry_id], SOMEBODY_WAITS)


def _fields(shown: Shown, names: tuple[str, ...]) -> dict[str, Any]:
    result = shown.result or {}
    return {name: result.get(name) for name in names}
