"""`make soak`: the tests that take more when they are given more, given much.

Prints a table of what ran and how it ended; what failed is shown below it. Parts can be
named: `python -m tools.soak kills load`.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_ROW = "{:<10} {:<46} {:>8}  {}"
_COMMAND = [sys.executable, "-m", "pytest", "-q", "-o", "timeout=0", "--color=no"]


@dataclass(frozen=True)
class Part:
    """Some tests, and how much they are to do."""

    name: str
    what: str
    tests: Sequence[str]
    amounts: Mapping[str, int]
    options: Sequence[str] = ()
    on_older_postgres: bool = False


PARTS = (
    Part(
        "kills",
        "200 kills of a worker, a writer, a migration",
        (
            *("tests/worker/test_killed_worker.py", "tests/worker/test_killed_jobs.py"),
            *(
                "tests/store/engine/test_killed_writers.py",
                "tests/store/engine/test_migrations.py",
            ),
            "tests/ai/test_many_workers.py",
        ),
        {"KILLS": 200},
    ),
    Part(
        "faults",
        "lost servers, full disks, poison",
        (
            *(
                "tests/store/engine/test_outages.py",
                "tests/store/engine/test_repeats.py",
            ),
            *("tests/worker/test_poison.py", "tests/jobs/feeds/test_patience.py"),
        ),
        {"BOTH_ENGINES": 1},
    ),
    Part(
        "histories",
        "300 histories against models, 20,000 claims",
        (
            *(
                "tests/store/reading/test_reading_histories.py",
                "tests/store/feeds/test_claim_histories.py",
            ),
            *(
                "tests/store/feeds/test_merging_histories.py",
                "tests/store/reading/test_search_histories.py",
            ),
        ),
        {"HISTORIES": 300, "CLAIM_STEPS": 20_000},
    ),
    Part(
        "devices",
        "10,000 steps of devices that must agree",
        ("tests/web/v1/system/test_live_model.py",),
        {"LIVE_STEPS": 10_000, "BOTH_ENGINES": 1},
    ),
    Part(
        "load",
        "two minutes of writers and readers, backups",
        (
            *(
                "tests/store/engine/test_stress.py",
                "tests/store/engine/test_backup_under_load.py",
            ),
            *(
                "tests/cli/test_stop_under_load.py",
                "tests/cli/test_stop_with_streams.py",
            ),
        ),
        {"STRESS_SECONDS": 120},
    ),
    Part(
        "api",
        "200 requests of each kind to every operation",
        ("tests/fuzz",),
        {"API_EXAMPLES": 200, "BOTH_ENGINES": 1},
    ),
    Part(
        "older",
        "the store on the distribution's PostgreSQL",
        ("tests/store",),
        {},
        ("-k", "postgres"),
        on_older_postgres=True,
    ),
    Part(
        "engines",
        "every test on SQLite and on PostgreSQL",
        ("tests",),
        {"BOTH_ENGINES": 1},
        ("-n", "auto", "--dist", "worksteal"),
    ),
)


def main(names: Sequence[str]) -> int:
    """Run the parts, all of them if none is named; return how many did not pass."""
    unknown = set(names) - {part.name for part in PARTS}
    if unknown:
        sys.exit(f"There is no {', '.join(sorted(unknown))}.")
    parts = [part for part in PARTS if not names or part.name in names]
    _say(_ROW.format("part", "what", "seconds", "result"))
    reports = [report for part in parts if (report := _run(part))]
    for report in reports:
        _say(f"\n{report}")
    return len(reports)


def _run(part: Part) -> str | None:
    """Print the part's row; return what pytest said, if not all was well."""
    given = {f"TIDINGS_TEST_{name}": str(much) for name, much in part.amounts.items()}
    if part.on_older_postgres:
        given["TIDINGS_TEST_POSTGRES_BIN"] = _older_postgres()
    began_at = time.monotonic()
    ended = subprocess.run(
        [*_COMMAND, *part.options, *part.tests],
        env={**os.environ, **given},  # noqa: TID251 - what others set stays set
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    seconds = round(time.monotonic() - began_at)
    _say(_ROW.format(part.name, part.what, seconds, result_of(ended.stdout)))
    return ended.stdout if ended.returncode else None


def _older_postgres() -> str:
    finder = ["sh", "tools/need_postgres.sh"]
    return subprocess.run(
        finder, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def result_of(output: str) -> str:
    """Return pytest's closing line without the time that it took."""
    last = output.rstrip().rpartition("\n")[2].strip("= ")
    return re.sub(r" in [\d.]+s.*", "", last)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) and 1)
