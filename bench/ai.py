"""`python -m bench ai`: 1,000 AI tasks, a fifth of the calls failing, four workers, one
killed. Says what came of it; the same is asserted on fewer tasks in tests/ai."""

import asyncio
import sys

from rich.console import Console
from rich.table import Table
from tests import engines
from tests.ai.many_workers import MAX_RPM, Report, run_many

from tidings.store.engine.database import open_database
from tidings.store.engine.migrate import upgrade

TASKS = 1000


def run(console: Console, tasks: int = TASKS) -> None:
    """Run on PostgreSQL and print what must hold beside what was measured."""
    with engines.postgres() as url:
        upgrade(url)
        database = open_database(url)
        try:
            report = asyncio.run(run_many(database, tasks, kills=True))
        finally:
            database.close_now()
    console.print(_table(report, tasks))


def _table(report: Report, tasks: int) -> Table:
    counts = report.counts
    answered = [call for call in report.asked if call.id not in report.lost]
    table = Table("what must hold", "measured", title=f"AI, {tasks} tasks")
    table.add_row(
        f"ready + failed + cooling = {tasks}, nothing else",
        f"{report.ready} + {counts['failed']} + {counts['cooling']},"
        f" {counts['waiting'] + counts['working']}",
    )
    table.add_row(f"calls in any 60 s at most {MAX_RPM}", str(report.most_in_a_minute))
    table.add_row("calls before their time: 0", str(report.called_too_early))
    table.add_row(
        f"tokens of the ledger = {sum(c.tokens_in + c.tokens_out for c in answered)}",
        str(sum(report.ledger)),
    )
    table.add_row("calls lost with the killed worker at most 2", str(len(report.lost)))
    table.add_row("calls, real seconds", f"{len(report.asked)}, {report.seconds:.0f}")
    return table


if __name__ == "__main__":
    run(Console(), int(sys.argv[1]) if len(sys.argv) > 1 else TASKS)
