"""The queue of AI tasks as administrators see it, and what is forgotten of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tidings.core.ai.retries import ATTEMPTS_PER_CYCLE, TaskFailure
from tidings.store.engine.connection import Connection, Row, idempotent
from tidings.store.engine.rows import columns, fields_of
from tidings.store.engine.sql_words import with_words

QueueState = Literal["waiting", "working", "cooling", "failed"]
ResultPlace = tuple[int, bytes]  # when it was made, its key

_STATE_SQL: Mapping[QueueState, str] = {
    "failed": "state = 'failed' and error_code <> 'not_judged'",
    "working": "state = 'waiting' and leased_until >= :now",
    "cooling": "state = 'waiting' and (leased_until is null or leased_until < :now)"
    " and cooldown_until > :now",
    "waiting": "state = 'waiting' and (leased_until is null or leased_until < :now)"
    " and (cooldown_until is null or cooldown_until <= :now)",
}
_COUNTS = """
select state, leased_until is not null and leased_until >= :now,
  cooldown_until is not null and cooldown_until > :now, count(*)
from ai_tasks where error_code is null or error_code <> 'not_judged'
group by 1, 2, 3
"""
_SEND_AGAIN = """
update ai_tasks set state = 'waiting', attempts = 0, empty_answers = 0,
  cooldown_until = null, error_class = null, last_error = null, error_code = null,
  changed_at = :now
where (leased_until is null or leased_until < :now)
  and (state = 'failed' or cooldown_until is not null)
"""
# Empty answers go on being counted: another one ends it.
_ONCE_MORE = """
update ai_tasks set state = 'waiting', attempts = :attempts, cooldown_until = null,
  changed_at = :now
where key = :key and state = 'failed'
"""

_UNUSED = """
not exists (select 1 from ai_targets t where t.key = r.key)
and not exists (select 1 from ai_targets t where t.ready_key = r.key)
"""
# Most are in use: to go through them all in one transaction would hold up every writer.
_OLD_RESULTS = with_words(
    """
select r.made_at, r.key, {unused} from (
  select made_at, key from ai_results
  where made_at < :before and made_at >= :at and (made_at > :at or key > :key)
  order by made_at, key limit :most) r
order by r.made_at, r.key
""",
    unused=_UNUSED,
)
_FORGET_RESULT = with_words(
    "delete from ai_results as r where r.key = :key and {unused}", unused=_UNUSED
)


@dataclass(frozen=True, slots=True)
class QueuedTask:
    """A task as administrators see it."""

    key: str
    kind: str
    state: QueueState
    entry_id: int | None
    feed_id: int | None
    user_id: int | None
    content_hash: str
    language: str
    model: str
    priority: int
    attempts: int
    cooldown_until: int | None
    error_class: Literal["temporary", "permanent"] | None
    last_error: str | None
    error_code: TaskFailure | None
    created_at: int
    changed_at: int


_QUEUED = (*fields_of(QueuedTask), "leased_until")


def queue_counts(db: Connection, now: int) -> dict[QueueState, int]:
    """Return how many tasks there are in each state."""
    counts: dict[QueueState, int] = dict.fromkeys(_STATE_SQL, 0)
    for state, held, rests, many in db.rows(_COUNTS, now=now):
        counts[_state(state, bool(held), bool(rests))] += many
    return counts


def queued_tasks(
    db: Connection,
    state: QueueState | None,
    after: tuple[int, bytes] | None,
    limit: int,
    now: int,
) -> list[QueuedTask]:
    """Return tasks, the oldest first; of one state, or of all."""
    at, key = after or (-1, b"")
    rows = db.rows(
        with_words(
            """
        select {columns}
        from ai_tasks where {wanted} and :now > 0
          and created_at >= :at and (created_at > :at or key > :key)
        order by created_at, key limit :limit
        """,
            columns=columns(_QUEUED),
            wanted="1 = 1" if state is None else _STATE_SQL[state],
        ),
        now=now,
        at=at,
        key=key,
        limit=limit,
    )
    return [_queued(row, now) for row in rows]


def send_again(db: Connection, key: bytes | None, now: int) -> int:
    """Restart failed and resting tasks, one or all; return how many."""
    if key is None:
        return db.run(_SEND_AGAIN, now=now)
    return db.run(f"{_SEND_AGAIN} and key = :key", now=now, key=key)


def try_once_more(db: Connection, key: bytes, now: int) -> None:
    """Let a task that was given up have one more attempt."""
    db.run(_ONCE_MORE, key=key, attempts=ATTEMPTS_PER_CYCLE - 1, now=now)


def forget_failed_tasks(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` tasks that were given up before a time; return how many."""
    return db.run(
        """
        delete from ai_tasks where key in (
          select key from ai_tasks where state = 'failed' and changed_at < :before
          order by changed_at, key limit :most)
        """,
        before=before,
        most=most,
    )


def unused_results(
    db: Connection, after: ResultPlace, before: int, most: int
) -> tuple[list[bytes], ResultPlace | None]:
    """Look at up to `most` results from before a time; return those that belong to no
    entry, and where to go on."""
    at, key = after
    rows = db.rows(_OLD_RESULTS, at=at, key=key, before=before, most=most)
    unused = [bytes(key) for _, key, is_unused in rows if is_unused]
    if len(rows) < most:
        return unused, None
    at, key, _ = rows[-1]
    return unused, (at, bytes(key))


@idempotent
def forget_results(db: Connection, keys: Sequence[bytes]) -> None:
    """Delete results, but for those that an entry wants by now."""
    db.run_many(_FORGET_RESULT, [{"key": key} for key in sorted(keys)])


def _state(state: str, held: bool, rests: bool) -> QueueState:
    if state == "failed":
        return "failed"
    if held:
        return "working"
    return "cooling" if rests else "waiting"


def _queued(row: Row, now: int) -> QueuedTask:
    facts = dict(zip(_QUEUED, row, strict=True))
    leased, cooldown = facts.pop("leased_until"), facts["cooldown_until"]
    held = leased is not None and leased >= now
    rests = cooldown is not None and cooldown > now
    facts["state"] = _state(facts["state"], held, rests)
    for name in ("key", "content_hash"):
        facts[name] = bytes(facts[name]).hex()
    return QueuedTask(**facts)
