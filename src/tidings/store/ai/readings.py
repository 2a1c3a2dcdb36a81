"""What readers are shown of AI: beside lists, beside an entry, and about a feed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tidings.core.ai.prompts import SCORES
from tidings.core.ai.retries import TaskFailure
from tidings.core.ai.tasks import AiInstance, TaskKind, summary_language
from tidings.core.clock import to_datetime
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE

ShownState = Literal["ready", "pending", "failed", "none"]
_MOST_AVERAGED = 20_000

# The reader's AI preferences as one row, whether they ever said anything or not; what they said
# of a feed stands above it.
_LINES = """
select t.entry_id, t.kind, r.line
from (select coalesce(max(ai), :by_default) as ai, coalesce(max(deframing), 1) as deframing,
        coalesce(max(language), :language) as language,
        (select count(*) from ai_feed_choices where user_id = :user and ai = 1) as chosen
      from ai_readers where user_id = :user) w
cross join ids(:ids) i cross join ai_targets t cross join ai_results r cross join entries e
left join ai_feed_choices c on c.user_id = :user and c.feed_id = e.feed_id
where (w.ai = 1 or w.chosen > 0) and (w.deframing = 1 or t.kind <> 'deframe')
  and t.entry_id = i.id and t.version = 0
  and (t.language = '' or t.language = w.language) and r.key = t.ready_key
  and e.id = i.id and coalesce(c.ai, w.ai) = 1
"""
_TARGET = """
select t.key, t.ready_key, r.result, r.model, r.made_at, k.state, k.last_error,
  k.error_code, coalesce(ft.wanted, 0)
from ai_targets t
left join entry_full_texts ft on ft.entry_id = t.entry_id and t.version = 0
left join ai_results r on r.key = t.ready_key
left join ai_tasks k on k.key = t.key
where t.entry_id = :entry and t.kind = :kind and t.language = :language
  and t.version = :version
"""
_FRAMING = with_words(
    """
select e.sort_at, r.line
from {entry_seen_by_user} cross join ai_targets t cross join ai_results r
where e.feed_id = :feed and e.sort_at >= :since
  and s.user_id = :user and s.feed_id = :feed and {visible}
  and t.entry_id = e.id and t.kind = 'deframe' and t.version = 0
  and r.key = t.ready_key
order by e.sort_at desc, e.id desc limit :most
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is to show; `result` may be that of an earlier text while another is
    on its way."""

    state: ShownState
    result: dict[str, Any] | None
    model: str | None
    made_at: int | None
    reason: str | None  # why it failed
    code: TaskFailure | None = None  # the same, for whoever has words of their own
    waits_for: Literal["full_text"] | None = None  # None: nothing but its turn


@dataclass(frozen=True, slots=True)
class Average:
    """How a feed framed its entries of one day, or of all days."""

    day: str | None  # None: of all
    entries: int
    overall: float
    scores: dict[str, float]


def lines_for(
    db: Connection, instance: AiInstance, user_id: int, ids: list[int]
) -> dict[tuple[int, str], str]:
    """Return what lists show, as JSON, by entry and kind; nothing if the reader does
    not want it."""
    rows = db.rows(
        _LINES,
        user=user_id,
        ids=ids,
        by_default=int(instance.on_by_default),
        language=summary_language(instance, None),
    )
    return {(entry, kind): line for entry, kind, line in rows}


def shown_for(
    db: Connection, entry_id: int, kind: TaskKind, language: str, version: int = 0
) -> Shown:
    """Return what there is for an entry. Whether the reader may see it is the caller's
    to know."""
    row = db.row(_TARGET, entry=entry_id, kind=kind, language=language, version=version)
    if row is None:
        return Shown("none", None, None, None, None)
    key, ready_key, result, model, made_at, task_state, error, code, wanted = row
    state = _state(key, ready_key, task_state)
    return Shown(
        state=state,
        result=None if result is None else json.loads(result),
        model=model,
        made_at=made_at,
        reason=error if task_state == "failed" else None,
        code=code if task_state == "failed" else None,
        waits_for="full_text" if state == "pending" and wanted else None,
    )


def framing_of(
    db: Connection, user_id: int, feed_id: int, since: int
) -> tuple[Average, list[Average]]:
    """Return how a feed framed what a reader can see of it: altogether, and by day."""
    rows = db.rows(
        _FRAMING, user=user_id, feed=feed_id, since=since, most=_MOST_AVERAGED
    )
    scored = [(_day(at), json.loads(line)) for at, line in rows]
    days: dict[str, list[dict[str, Any]]] = {}
    for day, line in scored:
        days.setdefault(day, []).append(line)
    by_day = [_average(day, lines) for day, lines in days.items()]
    return _average(None, [line for _, line in scored]), by_day


def _state(key: bytes, ready_key: bytes | None, task_state: str | None) -> ShownState:
    if ready_key is not None and bytes(ready_key) == bytes(key):
        return "ready"
    if task_state == "failed":
        return "failed"
    return "none" if task_state is None else "pending"


def _average(day: str | None, lines: Sequence[dict[str, Any]]) -> Average:
    many = len(lines)
    if not many:
        return Average(day, 0, 0.0, dict.fromkeys(SCORES, 0.0))
    scores = {
        name: round(sum(line["scores"][name] for line in lines) / many, 3)
        for name in SCORES
    }
    overall = round(sum(line["overall"] for line in lines) / many, 3)
    return Average(day, many, overall, scores)


def _day(at: int) -> str:
    return to_datetime(at).date().isoformat()
