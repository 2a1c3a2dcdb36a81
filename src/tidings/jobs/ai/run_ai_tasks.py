"""Does AI tasks: claim, ask, keep the answer. Never inside a request or a transaction.

What a call may cost is reserved before it is made, and every end of it is one commit.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tidings.ai.provider import Answer, Ask, CallFailed, Reply, Throttled
from tidings.context import Context, Fetching
from tidings.core.ai.answers import (
    UnreadableAnswer,
    read_deframing,
    read_digest,
    read_object,
    read_summary,
)
from tidings.core.ai.budget import (
    Usage,
    most_tokens,
    price_of,
    usage_without_report,
)
from tidings.core.ai.prompts import (
    LONGEST_TEXT,
    MOST_TOKENS,
    SCHEMAS,
    fenced,
    system_message,
)
from tidings.core.ai.retries import (
    Attempts,
    GiveUp,
    Pause,
    RetryDecision,
    TaskFailure,
    after_slow_down,
    after_trouble,
    is_permanent,
)
from tidings.core.clock import micros
from tidings.core.errors import TidingsError
from tidings.html.text import plain_text
from tidings.jobs.ai.announce_ai import announce
from tidings.observe.logs import get_log
from tidings.operations.ai.asking import Asking, asking_with
from tidings.operations.ai.calling import (
    FREE,
    OF_THE_SERVICE,
    Sleep,
    answer_of,
    log_moved,
    really_sleep,
    reserved,
    wait_for_turn,
)
from tidings.operations.automation.rules_by_score import publish_results
from tidings.operations.system.claimed_work import ClaimedWork
from tidings.store.ai import calls as ai_calls
from tidings.store.ai import tasks as ai_tasks
from tidings.store.ai.calls import Call, Moved, NotNow
from tidings.store.ai.choices import sealed_key
from tidings.store.ai.ledger import enter
from tidings.store.ai.tasks import ClaimedTask, Material
from tidings.store.engine.connection import Connection

# After a failed attempt others come first: one bad text must not open the breaker alone.
RETRY_PAUSE = timedelta(seconds=60)
_LOOK_AGAIN = timedelta(seconds=2)
_NO_FAULT = frozenset({"throttled", "not_judged"})
_NO_TEXT = "The entry has no text to summarise."
_OUR_MISTAKE = "Something went wrong in Tidings; its log has details."

log = get_log()


@dataclass(frozen=True, slots=True)
class ClaimedAsk:
    """A task with what it is about."""

    task: ClaimedTask
    material: Material | None  # None: it ended without a call
    sealed: bytes | None = None  # the reader's own key


class AiTasks(ClaimedWork[ClaimedAsk]):
    """What a model is to be asked, those tasks first that somebody waits for."""

    def __init__(
        self,
        context: Context,
        asking: Asking | None,
        sleep: Sleep = really_sleep,
        *,
        is_announced: bool = False,
    ) -> None:
        super().__init__()
        self._context = context
        self._asking = asking  # None: there is no AI
        self._sleep = sleep
        self._is_announced = is_announced
        # While the installation may not call, those who bring their own key go on.
        self._only_own_until = 0

    async def claim(self, many: int) -> list[ClaimedAsk] | None:
        if not self._is_announced:
            await announce(self._context)
            self._is_announced = True
        if self._asking is None:
            return None
        now = self._context.clock()
        claimed = await self._context.database.write(
            _claim, self._asking, now, now < self._only_own_until
        )
        return [] if claimed is None else [claimed]

    async def work(self, item: ClaimedAsk) -> int:
        if item.material is None:
            return 1
        assert self._asking is not None
        until = await _run(self._context, self._asking, item, self._sleep)
        if until is None:
            return 1
        soonest = self._context.clock() + micros(_LOOK_AGAIN)
        self._only_own_until = min(until, soonest)
        return 0

    async def release(self, items: Sequence[ClaimedAsk]) -> None:
        # Nobody knows whether the model answered: another asks again.
        tasks = [item.task for item in items]
        await self._context.database.write(ai_tasks.give_tasks_back, tasks)

    async def next_due(self) -> int | None:
        if self._asking is None:
            return None
        now = self._context.clock()
        waits = await self._context.database.read(
            ai_tasks.is_task_waiting, now, self._asking.lease
        )
        return max(now, self._only_own_until) if waits else None


def open_ai_tasks(context: Context, fetching: Fetching) -> AiTasks:
    """Return the queue, which is empty if there is no AI."""
    return AiTasks(context, asking_with(context, fetching))


async def _run(
    context: Context, asking: Asking, claimed: ClaimedAsk, sleep: Sleep
) -> int | None:
    """Do a task; return None, or when to come again if it cannot be done now."""
    try:
        ask = await asyncio.to_thread(_question, context, asking, claimed)
        if not ask.text and ask.kind == "summary":
            await _give_up(context, claimed.task, _NO_TEXT, "no_text")
            return None
        return await _call(context, asking, claimed, ask, sleep)
    except TidingsError:
        raise
    except Exception:
        # A mistake of ours met by one text must neither stop the others nor be paid for
        # again and again.
        log.exception("AI task failed", entry_id=claimed.task.entry_id)
        await _give_up(context, claimed.task, _OUR_MISTAKE, "internal")
        return None


async def _call(
    context: Context, asking: Asking, claimed: ClaimedAsk, ask: Ask, sleep: Sleep
) -> int | None:
    call = None
    if asking.provider.costs:
        allowed = await _reserve(context, asking, claimed, ask)
        if isinstance(allowed, NotNow):
            return await _come_again(context, claimed, allowed)
        call = allowed
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
    context: Context, claimed: ClaimedAsk, refused: NotNow
) -> int | None:
    """Give a task back; return when to come again, None: at once, for others."""
    if claimed.sealed is None:
        await context.database.write(ai_tasks.give_task_back, claimed.task)
        return refused.until
    # What waits for a reader's own key must not hold up the others.
    await context.database.write(ai_tasks.set_aside, claimed.task, refused.until)
    return None


async def _reserve(
    context: Context, asking: Asking, claimed: ClaimedAsk, ask: Ask
) -> Call | NotNow:
    task = claimed.task
    rules = asking.lane_of(None if claimed.sealed is None else task.user_id)
    reserving = context.database.write(
        ai_calls.reserve_call,
        rules,
        ask.id,
        task.key,
        most_tokens(ask.sent, ask.most_tokens),
        context.clock(),
    )
    allowed, moved = await reserved(context, reserving)
    log_moved(moved, asking)
    return allowed


def _claim(
    db: Connection, asking: Asking, now: int, only_own: bool
) -> ClaimedAsk | None:
    """Claim a task with what it is about, or end it at once if no call is needed."""
    task = ai_tasks.claim_task(db, now, asking.lease, only_own=only_own)
    if task is None:
        return None
    shown = ai_tasks.finish_from_cache(db, task, asking.instance.provider, now)
    if shown is not None:
        publish_results(db, shown, now)
        return ClaimedAsk(task, None)
    material = ai_tasks.material_of(db, task)
    if material is None or task.model != asking.instance.model:
        ai_tasks.drop_task(db, task)
        return ClaimedAsk(task, None)
    sealed = None if task.user_id is None else sealed_key(db, task.user_id)
    return ClaimedAsk(task, material, sealed)


def _question(context: Context, asking: Asking, claimed: ClaimedAsk) -> Ask:
    task, material = claimed.task, claimed.material
    assert material is not None
    text = material.html if material.is_plain else plain_text(material.html)
    text = text[:LONGEST_TEXT]
    own = None if claimed.sealed is None else asking.opened_key(claimed.sealed)
    return Ask(
        id=context.new_id(),
        kind=task.kind,
        model=task.model,
        title=material.title,
        text=text,
        system=system_message(
            asking.instance.prompt(task.kind), task.language, material.own_prompt
        ),
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
            reply = CallFailed("unreadable_answer", str(error), usage)
        else:
            return _Ended("ready", usage, False, result=result)
    failed = reply.trouble in OF_THE_SERVICE
    decision = _after_failure(asking, task.attempts, reply, now)
    usage = _paid_for_nothing(asking, ask, reply)
    return _Ended(reply.trouble, usage, failed, decision=decision)


def _paid_for_nothing(asking: Asking, ask: Ask, failed: CallFailed) -> Usage:
    # An empty answer is still billed for its input.
    if failed.usage is None and failed.trouble == "empty_answer":
        return usage_without_report(ask.sent, "") if asking.provider.costs else FREE
    return failed.usage or FREE


def _after_failure(
    asking: Asking, attempts: Attempts, failed: CallFailed, now: int
) -> RetryDecision:
    # What is built in says the same every time.
    if not asking.provider.costs and is_permanent(failed.trouble, 1):
        return GiveUp(attempts, f"Given up: {failed.reason}.", failed.trouble)
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
    moved = None if call is None else _note(db, asking, call, ended, now)
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
        failures=int(ended.result is None and ended.outcome not in _NO_FAULT),
        tokens_in=ended.usage.tokens_in,
        tokens_out=ended.usage.tokens_out,
        price=price_of(ended.usage, asking.prices),
    )
    enter(db, [line])
    publish_results(db, shown, now)
    return moved


def _note(
    db: Connection, asking: Asking, call: Call, ended: _Ended, now: int
) -> Moved | None:
    moved = None
    if ended.service_failed:
        moved = ai_calls.note_failure(db, call.lane, now, asking.breaker)
    elif ended.service_failed is not None:
        moved = ai_calls.note_success(db, call.lane, now, asking.breaker)
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


async def _give_up(
    context: Context, task: ClaimedTask, reason: str, code: TaskFailure
) -> None:
    now = context.clock()
    given_up = GiveUp(task.attempts, reason, code)
    await context.database.write(ai_tasks.put_off_task, task, given_up, now, now)
