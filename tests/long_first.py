"""The long tests begin first: one that begins last keeps the other cores waiting."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

T = TypeVar("T")

LONG = (
    *("tests/fuzz/", "tests/e2e/", "tests/demo/test_demo.py"),
    *("tests/cli/test_rolling_back.py", "tests/cli/test_seen_by_origins.py"),
    *("tests/cli/test_serve.py", "tests/worker/test_seen_from_the_origin.py"),
    *("tests/worker/test_killed_worker.py", "tests/worker/test_killed_jobs.py"),
)


def is_long(path: str) -> bool:
    """Say whether the tests of a file take many seconds each."""
    return path.startswith(LONG)


def long_first(
    tests: Sequence[T], path_of: Callable[[T], str], workers: int
) -> list[T]:
    """Return the tests so that each worker's share begins with some of the long ones.

    pytest-xdist gives each worker the next equal part of the list to begin with. Files
    stay whole: their tests share what takes long to start.
    """
    long = [test for test in tests if is_long(path_of(test))]
    files = [list(file) for _, file in groupby(long, path_of)]
    rest = [test for test in tests if not is_long(path_of(test))]
    ordered: list[T] = []
    for worker in range(workers):
        size = (len(tests) - len(ordered)) // (workers - worker)
        share = [test for file in files[worker::workers] for test in file]
        filling = max(size - len(share), 0)
        ordered += share + rest[:filling]
        rest = rest[filling:]
    return ordered
