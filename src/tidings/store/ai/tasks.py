"""AI tasks: claimed by a lease, ended by a result, a rest, or giving up.

Results are named by what was asked, so writing one is right whoever does it; the task's
own row is written only by whoever holds its token.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tidings.core.ai.answers import listed_part, thousandths
from tidings.core.ai.budget import day_of
from tidings.core.ai.retries import (
    Attempts,
    CoolDown,
    GiveUp,
    RetryDecision,
    TryAgain,
)
from tidings.core.ai.tasks import BACKGROUND, SOMEBODY_WAITS, TaskKind
from tidings.core.clock import micros
from tidings.store.ai.ledger import LedgerLine, enter
from tidings.store.engine.connection import Connection, Row
from tidings.store.engine.leases import OURS, TAKE, claim_times, free
from tidings.store.engine.packing import PLAIN, unpack
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.wanted_texts import TEXT_IS_OF_PRESENT

# A rest that ends later than any could was given by a clock that had jumped ahead.
_FREE = """
{not_leased}
and (cooldown_until is null or cooldown_until <= :now or cooldown_until > :too_far)
"""
# What a model would read is not paid for while a better text is on its way.
# `=`, not `in`: PostgreSQL may run what is behind `in` once for each row, and each time
# find another task that nobody holds.
_CLAIM = with_words(
    """
update ai_tasks set {take}, cooldown_until = null
where key = (
  select key from ai_tasks
  where state = 'waiting' and priority = :priority and {free}
    and (:only_own = 0 or user_id in (select k.user_id from ai_keys k))
    and not exists (select 1 from entry_full_texts ft
                    where ft.entry_id = ai_tasks.entry_id and ft.wanted > 0)
  order by created_at, key limit 1 for update skip locked)
and state = 'waiting' and {free}
returning key, kind, content_hash, language, prompt_key, model, entry_id, feed_id,
  user_id, input, priority, lease_token, attempts, empty_answers
""",
    free=_FREE,
    not_leased=free(),
    take=TAKE,
)
_IS_WAITING = with_words(
    "select 1 from ai_tasks where state = 'waiting' and {free} limit 1",
    free=_FREE,
    not_leased=free(),
)
_MATERIAL = with_words(
    """
select t.entry_id, t.version, e.feed_id, e.title, b.codec, b.content,
  case when {text_is_of_present} then ft.codec end,
  case when {text_is_of_present} then ft.content end,
  v.title, case when v.full_content is null then v.codec else v.full_codec end,
  coalesce(v.full_content, v.content), p.prompt
from ai_targets t cross join entries e
left join entry_bodies b on b.entry_id = e.id
left join entry_full_texts ft on ft.entry_id = e.id
left join entry_versions v on v.entry_id = e.id and v.version = t.version
left join ai_feed_prompts p on p.feed_id = e.feed_id and p.kind = t.kind
where t.key = :key and e.id = t.entry_id
  and (t.version = 0 or v.version is not null)
order by t.version, t.entry_id limit 1
""",
    text_is_of_present=TEXT_IS_OF_PRESENT,
)
_SAVE_RESULT = """
insert into ai_results (key, kind, content_hash, language, prompt_key, model, provider,
  made_at, line, result, overall)
values (:key, :kind, :content_hash, :language, :prompt_key, :model, :provider, :now,
  :line, :result, :overall)
on conflict (key) do nothing
"""
_SHOW = """
update ai_targets set ready_key = key,
  overall = (select r.overall from ai_results r where r.key = ai_targets.key)
where key = :key and (ready_key is null or ready_key <> key)
returning entry_id, kind, version
"""
_RELEASE = with_words(
    """
update ai_tasks set leased_until = null, changed_at = :now, attempts = :attempts,
  empty_answers = :empty, cooldown_until = :cooldown, state = :state,
  error_class = :error_class, last_error = :error, error_code = :code
where key = :key and {ours}
""",
    ours=OURS,
)
_GIVE_BACK = """
update ai_tasks set leased_until = null, cooldown_until = :until
where key = :key and lease_token = :token
"""
_SET_ASIDE = """
update ai_tasks set cooldown_until = :until
where user_id = :user and state = 'waiting' and leased_until is null
  and (cooldown_until is null or cooldown_until < :until)
"""


@dataclass(frozen=True, slots=True)
class ClaimedTask:
    """A task that this worker may do now."""

    key: bytes
    kind: TaskKind
    content_hash: bytes
    language: str
    prompt_key: str
    model: str
    entry_id: int | None
    feed_id: int | None
    user_id: int | None
    input: str | None = field(repr=False)
    priority: int
    token: int
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class Material:
    """What a task is about. The HTML is raw; plain text needs no reading."""

    title: str
    codec: int
    content: bytes = field(repr=False)
    is_plain: bool
    own_prompt: str | None

    @property
    def html(self) -> str:
        return unpack(self.codec, self.content)


def claim_task(
    db: Connection, now: int, lease: timedelta, *, only_own: bool = False
) -> ClaimedTask | None:
    """Take on the next task: those that somebody waits for first; None: there is none.

    `only_own` leaves out the tasks of all who bring no key of their own.
    """
    for priority in (SOMEBODY_WAITS, BACKGROUND):
        row = db.row(
            _CLAIM,
            **_claim_times(now, lease),
            priority=priority,
            only_own=int(only_own),
        )
        if row is not None:
            return _claimed(row)
    return None


def is_task_waiting(db: Connection, now: int, lease: timedelta) -> bool:
    """Whether there is a task that nobody works on, and that may be done now."""
    return db.value(_IS_WAITING, **_claim_times(now, lease)) is not None


def _claim_times(now: int, lease: timedelta) -> dict[str, int]:
    return {
        **claim_times(now, lease),
        "too_far": now + micros(timedelta(hours=25)),
    }


def material_of(db: Connection, task: ClaimedTask) -> Material | None:
    """Return what a task is about; None: nobody wants it any more."""
    if task.input is not None:
        given = json.loads(task.input)
        return Material(given["title"], PLAIN, given["text"].encode(), True, None)
    row = db.row(_MATERIAL, key=task.key)
    if row is None:
        return None
    _, version, _, title, *packed, prompt = row
    codec, body, full_codec, full, old_title, old_codec, old = packed
    if version:
        return Material(old_title, old_codec, bytes(old), False, prompt)
    if full is not None:
        codec, body = full_codec, full
    return Material(title, codec or PLAIN, bytes(body or b""), False, prompt)


def finish_from_cache(
    db: Connection, task: ClaimedTask, provider: str, now: int
) -> list[tuple[int, str]] | None:
    """End a task whose result is there already and return the events to publish; None: it
    is not there."""
    if db.value("select 1 from ai_results where key = :key", key=task.key) is None:
        return None
    shown = _end(db, task)
    enter(db, [ledger_line(task, provider, now, cache_hits=1)])
    return shown


def finish_task(
    db: Connection,
    task: ClaimedTask,
    provider: str,
    result: Mapping[str, Any],
    now: int,
) -> list[tuple[int, str]]:
    """Keep a result and show it wherever it is wanted; return the events to publish:
    entries with the kind."""
    db.run(
        _SAVE_RESULT,
        key=task.key,
        kind=task.kind,
        content_hash=task.content_hash,
        language=task.language,
        prompt_key=task.prompt_key,
        model=task.model,
        provider=provider,
        now=now,
        line=json.dumps(listed_part(task.kind, result), ensure_ascii=False),
        result=json.dumps(result, ensure_ascii=False),
        overall=thousandths(result),
    )
    return _end(db, task)


def put_off_task(
    db: Connection,
    task: ClaimedTask,
    decision: RetryDecision,
    retry_at: int,
    now: int,
) -> None:
    """Note how an attempt failed, and when there will be another."""
    gives_up = isinstance(decision, GiveUp)
    rests_until = decision.until if isinstance(decision, CoolDown) else retry_at
    is_permanent = gives_up or (isinstance(decision, TryAgain) and decision.permanent)
    db.run(
        _RELEASE,
        key=task.key,
        token=task.token,
        now=now,
        attempts=decision.attempts.count,
        empty=decision.attempts.empty_in_a_row,
        cooldown=None if gives_up else rests_until,
        state="failed" if gives_up else "waiting",
        error_class="permanent" if is_permanent else "temporary",
        error=decision.reason,
        code=decision.code,
    )


def give_task_back(db: Connection, task: ClaimedTask, until: int | None = None) -> None:
    """Leave a task to whoever comes, not before a time."""
    db.run(_GIVE_BACK, key=task.key, token=task.token, until=until)


def give_tasks_back(db: Connection, tasks: Sequence[ClaimedTask]) -> None:
    """Leave tasks to whoever comes; those leased again by others are left alone."""
    for task in tasks:
        give_task_back(db, task)


def set_aside(db: Connection, task: ClaimedTask, until: int) -> None:
    """Leave all that waits for the key of the same reader alone until a time."""
    give_task_back(db, task, until)
    db.run(_SET_ASIDE, user=task.user_id, until=until)


def disown_tasks(db: Connection, user_id: int) -> None:
    """Let what waits for a reader's key be anybody's, but for what only they may read."""
    db.run(
        """
        update ai_tasks set user_id = null
        where user_id = :user and state = 'waiting' and exists (
          select 1 from feeds f where f.id = ai_tasks.feed_id and f.owner_id is null)
        """,
        user=user_id,
    )


def free_all_tasks(db: Connection) -> None:
    """Let nobody hold a task: there is no one left who does any."""
    db.run("update ai_tasks set leased_until = null where leased_until is not null")


def drop_task(db: Connection, task: ClaimedTask) -> None:
    """Forget a task that nobody wants any more."""
    db.run(
        "delete from ai_tasks where key = :key and lease_token = :token",
        key=task.key,
        token=task.token,
    )


def ai_result(db: Connection, key: bytes) -> dict[str, Any] | None:
    """Return a result by its name; None: it is not there."""
    found = db.value("select result from ai_results where key = :key", key=key)
    return None if found is None else json.loads(found)


def _end(db: Connection, task: ClaimedTask) -> list[tuple[int, str]]:
    shown = db.rows(_SHOW, key=task.key)
    db.run("delete from ai_tasks where key = :key", key=task.key)
    return [(entry, kind) for entry, kind, version in shown if version == 0]


def ledger_line(
    task: ClaimedTask, provider: str, now: int, **counts: int
) -> LedgerLine:
    """Return a line of the ledger about a task."""
    return LedgerLine(
        day=day_of(now),
        kind=task.kind,
        provider=provider,
        model=task.model,
        feed_id=task.feed_id or 0,
        user_id=task.user_id or 0,
        **counts,
    )


def _claimed(row: Row) -> ClaimedTask:
    key, kind, hashed, language, prompt, model, *facts = row
    entry, feed, user, given, priority, token, attempts, empty = facts
    return ClaimedTask(
        key=bytes(key),
        kind=kind,
        content_hash=bytes(hashed),
        language=language,
        prompt_key=prompt,
        model=model,
        entry_id=entry,
        feed_id=feed,
        user_id=user,
        input=given,
        priority=priority,
        token=token,
        attempts=Attempts(attempts, empty),
    )
