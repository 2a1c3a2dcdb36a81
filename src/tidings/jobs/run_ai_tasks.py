"""Does AI tasks: claim, ask, keep the answer. Never inside a request or a transaction.

What a call may cost is reserved before it is made, and every end of it is one commit.
"""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tidings.ai.provider import Answer, Ask, Failed, Reply, Throttled
from tidings.context import Context
from tidings.core.ai_answers import (
    UnreadableAnswer,
    read_deframing,
    read_digest,
    read_object,
    read_summary,
)
from tidings.core.ai_budget import (
    Usage,
    most_tokens,
    price_of,
    usage_without_report,
)
from tidings.core.ai_prompts import (
    LONGEST_TEXT,
    MOST_TOKENS,
    SCHEMAS,
    fenced,
    system_message,
)
from tidings.core.clock import micros
from tidings.core.errors import TidingsError
from tidings.core.retries import (
    Attempts,
    GiveUp,
    Pause,
    RetryDecision,
    after_slow_down,
    after_trouble,
    is_permanent,
)
from tidings.html.text import plain_text
from tidings.jobs.ai_asking import Asking
from tidings.jobs.ai_calling import (
    FREE,
    OF_THE_SERVICE,
    Sleep,
    answer_of,
    log_moved,
    really_sleep,
    wait_for_turn,
)
from tidings.jobs.rules_by_score import tell_shown
from tidings.observe.logs import get_log
from tidings.store import ai_calls, ai_tasks
from tidings.store.ai_calls import Call, Moved, NotNow
from tidings.store.ai_choices import sealed_key
from tidings.store.ai_ledger import enter
from tidings.store.ai_tasks import ClaimedTask, Material
from tidings.store.connection import Connection

# After a failed attempt others come first: one bad text must not open the breaker alone.
RETRY_PAUSE = timedelta(seconds=60)
_NOTHING_TO_DO = timedelta(seconds=2)
_OUR_MISTAKE = "Something went wrong inside Tidings; its log says what."

log = get_log()


@dataclass(frozen=True, slots=True)
class _Claimed:
    task: ClaimedTask
    material: Material
    sealed: bytes | None  # the reader's own key


async def run_next_task(
    context: Context, asking: Asking, sleep: Sleep | None = None
) -> int | None:
    """Do the next task; return None, or when to come again if none can be done now."""
    waits = await _run_one(context, asking, sleep or really_sleep, only_own=False)
    if waits is None or not asking.provider.costs:
        return waits
    # While the installation may not call, those who bring their own key go on.
    own = await _run_one(context, asking, sleep or really_sleep, only_own=True)
    return None if own is None else min(waits, own)


async def _run_one(
    context: Context, asking: Asking, sleep: Sleep, *, only_own: bool
) -> int | None:
    now = context.clock()
    claimed = await context.database.write(_claim, asking, now, only_own)
    if claimed is None:
        return now + micros(_NOTHING_TO_DO)
    if isinstance(claimed, ClaimedTask):
        return None  # ended without a call
    try:
        ask = await asyncio.to_thread(_question, context, asking, claimed)
        if not ask.text and ask.kind == "summary":
            await _give_up(context, claimed.task, "The entry has no text to summarise.")
            return None
        return await _call(context, asking, claimed, ask, sleep)
    except asyncio.CancelledError:
        # Nobody knows whether the model answered: another asks again.
        await context.database.write(ai_tasks.give_task_back, claimed.task)
        raise
    except TidingsError:
        raise
    except Exception:
        # A mistake of ours met by one text must neither stop the others nor be paid for
        # again and again.
        log.exception("AI task failed", entry_id=claimed.task.entry_id)
        await _give_up(context, claimed.task, _OUR_MISTAKE)
        return None


async def _call(
    context: Context, asking: Asking, claimed: _Claimed, ask: Ask, sleep: Sleep
) -> int | None:
    call = None
    if asking.provider.costs:
        reserved = await _reserve(context, asking, claimed, ask)
        if isinstance(reserved, NotNow):
            return await _come_again(context, claimed, reserved)
        call = reserved
        refused = await wait_for_turn(context, call, sleep)
        if refused is not None:
            return await _come_again(context, claimed, refused)
    reply = await answer_of(context, call, asking.provider.ask(ask))
    ended = _judged(asking, claimed.task, ask, reply, context.clock())
    moved = await context.database.write(
        _settle, asking, claimed.task, call, ended, context.clock()
    )
    log_moved(moved, asking)
    log.info(
        "AI task tried",
        kind=claimed.task.kind,
        entry_id=claimed.task.entry_id,
        outcome=ended.outcome,
        tokens=ended.usage.total,
    )
    return None


async def _come_again(
    context: Context, claimed: _Claimed, refused: NotNow
) -> int | None:
    """Give a task back; return when to come again, None: at once, for others."""
    if claimed.sealed is None:
        await context.database.write(ai_tasks.give_task_back, claimed.task)
        return refused.until
    # What waits for a reader's own key must not hold up the others.
    await context.database.write(ai_tasks.set_aside, claimed.task, refused.until)
    return None


async def _reserve(
    context: Context, asking: Asking, claimed: _Claimed, ask: Ask
) -> Call | NotNow:
    task = claimed.task
    rules = asking.lane_of(None if claimed.sealed is None else task.user_id)
    allowed, moved = await context.database.write(
        ai_calls.reserve_call,
        rules,
        ask.id,
        task.key,
        most_tokens(ask.sent, ask.most_tokens),
        context.clock(),
    )
    log_moved(moved, asking)
    return allowed


def _claim(
    db: Connection, asking: Asking, now: int, only_own: bool
) -> _Claimed | ClaimedTask | None:
    """Claim a task with what it is about, or end it at once if no call is needed."""
    task = ai_tasks.claim_task(db, now, asking.lease, only_own=only_own)
    if task is None:
        return None
    shown = ai_tasks.finish_from_cache(db, task, asking.instance.provider, now)
    if shown is not None:
        tell_shown(db, shown, now)
        return task
    material = ai_tasks.material_of(db, task)
    if material is None or task.model != asking.instance.model:
        ai_tasks.drop_task(db, task)
        return task
    sealed = None if task.user_id is None else sealed_key(db, task.user_id)
    return _Claimed(task, material, sealed)


def _question(context: Context, asking: Asking, claimed: _Claimed) -> Ask:
    task, material = claimed.task, claimed.material
    text = material.html if material.is_plain else plain_text(material.html)
    text = text[:LONGEST_TEXT]
    own = None if claimed.sealed is None else asking.opened_key(claimed.sealed)
    return Ask(
        id=context.new_id(),
        kind=task.kind,
        model=task.model,
        title=material.title,
        text=text,
        system=system_message(task.kind, task.language, material.own_prompt),
        material=fenced(material.title, text, context.random_bytes(12).hex()),
        schema=SCHEMAS[task.kind],
        most_tokens=MOST_TOKENS[task.kind],
        api_key=asking.api_key if claimed.sealed is None else own,
    )


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a call ended, and what that means for the task."""

    outcome: str
    usage: Usage
    service_failed: bool | None  # None: it says nothing about the service
    result: dict[str, Any] | None = None
    decision: RetryDecision | Pause | None = None


def _judged(
    asking: Asking, task: ClaimedTask, ask: Ask, reply: Reply, now: int
) -> _Ended:
    if isinstance(reply, Throttled):
        pause = after_slow_down(task.attempts, reply.retry_after, now)
        return _Ended("throttled", FREE, None, decision=pause)
    if isinstance(reply, Answer):
        usage = reply.usage or usage_without_report(ask.sent, reply.text)
        try:
            result = _read(asking, ask, reply.text)
        except UnreadableAnswer as error:
            reply = Failed("unreadable_answer", str(error), usage)
        else:
            return _Ended("ready", usage, False, result=result)
    failed = reply.trouble in OF_THE_SERVICE
    decision = _after_failure(asking, task.attempts, reply, now)
    usage = _paid_for_nothing(asking, ask, reply)
    return _Ended(reply.trouble, usage, failed, decision=decision)


def _paid_for_nothing(asking: Asking, ask: Ask, failed: Failed) -> Usage:
    # Who is silent has read the question all the same.
    if failed.usage is None and failed.trouble == "empty_answer":
        return usage_without_report(ask.sent, "") if asking.provider.costs else FREE
    return failed.usage or FREE


def _after_failure(
    asking: Asking, attempts: Attempts, failed: Failed, now: int
) -> RetryDecision:
    # What is built in says the same every time.
    if not asking.provider.costs and is_permanent(failed.trouble, 1):
        return GiveUp(attempts, f"Given up: {failed.reason}.")
    return after_trouble(attempts, failed.trouble, now)


def _read(asking: Asking, ask: Ask, text: str) -> dict[str, Any]:
    answer = read_object(text)
    if ask.kind == "deframe":
        return read_deframing(answer, f"{ask.title}\n{ask.text}")
    if ask.kind == "digest":
        return read_digest(answer)
    summary = read_summary(answer)
    # What was only cut out of the text is not passed off as a model's work.
    return summary if asking.provider.costs else {**summary, "kind": "excerpt"}


def _settle(
    db: Connection,
    asking: Asking,
    task: ClaimedTask,
    call: Call | None,
    ended: _Ended,
    now: int,
) -> Moved | None:
    """Write everything that a call has brought. Locks come in the order that everyone
    keeps: lane, results, targets, tasks, ledger; events last."""
    moved = None if call is None else _note(db, call, ended, now)
    if moved is not None and moved.after == "OPEN":
        _leave_to_installation(db, asking, task, call)
    shown: list[tuple[int, str]] = []
    provider = asking.instance.provider
    if ended.result is not None:
        shown = ai_tasks.finish_task(db, task, provider, ended.result, now)
    elif isinstance(ended.decision, Pause):
        # A lane rests as a whole; where there is none, the task does.
        until = ended.decision.until if call is None else None
        ai_tasks.give_task_back(db, task, until)
    elif ended.decision is not None:
        retry_at = now + micros(RETRY_PAUSE)
        ai_tasks.put_off_task(db, task, ended.decision, retry_at, now)
    line = ai_tasks.ledger_line(
        task,
        provider,
        now if call is None else call.at,
        calls=1,
        failures=int(ended.result is None and ended.outcome != "throttled"),
        tokens_in=ended.usage.tokens_in,
        tokens_out=ended.usage.tokens_out,
        price=price_of(ended.usage, asking.prices),
    )
    enter(db, [line])
    tell_shown(db, shown, now)
    return moved


def _note(db: Connection, call: Call, ended: _Ended, now: int) -> Moved | None:
    moved = None
    if ended.service_failed:
        moved = ai_calls.note_failure(db, call.lane, now)
    elif ended.service_failed is not None:
        moved = ai_calls.note_success(db, call.lane, now)
    elif isinstance(ended.decision, Pause):
        ai_calls.limit_lane(db, call.lane, ended.decision.until, now)
    ai_calls.settle_call(db, call, ended.usage, ended.outcome, now)
    return moved


def _leave_to_installation(
    db: Connection, asking: Asking, task: ClaimedTask, call: Call | None
) -> None:
    """Let nobody wait for a reader's key that does not work, if there is another."""
    is_own = call is not None and call.lane != asking.lane_of(None).name
    if is_own and asking.api_key is not None and task.user_id is not None:
        ai_tasks.disown_tasks(db, task.user_id)


async def _give_up(context: Context, task: ClaimedTask, reason: str) -> None:
    now = context.clock()
    given_up = GiveUp(task.attempts, reason)
    await context.database.write(ai_tasks.put_off_task, task, given_up, now, now)
