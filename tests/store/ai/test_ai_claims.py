"""AI tasks rest as long as they were told to, whatever a clock said meanwhile."""

from datetime import timedelta

import pytest

from tests.make import NOON
from tidings.core.clock import micros
from tidings.store.ai.tasks import claim_task
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database

HOUR = micros(timedelta(hours=1))
LEASE = timedelta(minutes=1)
_WAITING = """
insert into ai_tasks (key, kind, content_hash, language, prompt_key, model, priority,
  created_at, changed_at, cooldown_until, leased_until)
values (:key, 'summary', :key, 'en', '', 'model', 0, 1, 1, :rest, :leased)
"""


@pytest.mark.parametrize(
    ("rest", "leased", "is_free"),
    [
        (None, None, True),
        (NOON, NOON - 1, True),
        (NOON + 1, None, False),
        (NOON + 24 * HOUR, None, False),
        (None, NOON + HOUR // 60, False),
        # Given by a clock that was years ahead.
        (NOON + 87_600 * HOUR, None, True),
        (None, NOON + 87_600 * HOUR, True),
    ],
)
def test_a_clock_set_back_makes_no_rest_longer(
    database: Database, rest: int | None, leased: int | None, is_free: bool
) -> None:
    def add(db: Connection) -> None:
        db.run(_WAITING, key=b"key", rest=rest, leased=leased)

    database.write_now(add)
    task = database.write_now(claim_task, NOON, LEASE)
    assert (task is not None) is is_free
