"""What must hold however many workers there are, and when one of them is killed."""

from collections.abc import Callable, Iterator

import pytest

from tests.ai.many_workers import MAX_RPM, Report, run_many
from tidings.store.engine.database import Database, open_database

TASKS = 120
CAP = 12_000
_SPACING = 60_000_000 // MAX_RPM


@pytest.fixture
def shared(new_url: Callable[..., str]) -> Iterator[Database]:
    database = open_database(new_url("postgres", migrated=True))
    yield database
    database.close_now()


def check_money(report: Report) -> None:
    """The ledger is what the server counted, but for calls that died with a worker."""
    for call in report.asked:
        if call.id not in report.lost:
            assert report.settled[call.id] == (call.tokens_in, call.tokens_out)
    counted = [call for call in report.asked if call.id not in report.lost]
    assert report.ledger == (
        sum(call.tokens_in for call in counted),
        sum(call.tokens_out for call in counted),
    )


def check_pace(report: Report) -> None:
    assert report.most_in_a_minute <= MAX_RPM
    assert report.least_apart >= _SPACING
    assert report.called_too_early == 0


async def test_a_killed_worker_loses_no_task_and_no_token(shared: Database) -> None:
    report = await run_many(shared, TASKS, kills=True)
    ended = report.ready + report.counts["failed"] + report.counts["cooling"]
    assert ended == TASKS
    assert (report.counts["failed"], report.counts["cooling"]) == (2, 2)
    assert report.counts["waiting"] == report.counts["working"] == 0
    assert len(report.lost) <= 2  # as many as one worker does side by side
    check_money(report)
    check_pace(report)


async def test_four_workers_together_never_pass_the_cap(shared: Database) -> None:
    settings = {"TIDINGS_AI_DAILY_TOKENS": str(CAP)}
    report = await run_many(shared, TASKS, kills=False, settings=settings)
    used = sum(call.tokens_in + call.tokens_out for call in report.asked)
    assert CAP / 2 < used <= CAP
    assert report.budget == used
    assert report.counts["waiting"] > 0
    check_money(report)
