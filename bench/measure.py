"""Timing: the same call many times, in milliseconds, and what to make of the times."""

import statistics
import time
from collections.abc import Callable, Sequence


def milliseconds(call: Callable[[], object], *, rounds: int = 30) -> float:
    """Return the median of the quicker half, after three calls to warm up."""
    for _ in range(3):
        call()
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(sorted(times)[: max(1, rounds // 2)])


def percentile(times: Sequence[float], share: int) -> float:
    """Return the time that so many of a hundred stay within."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, len(ranked) * share // 100)]
