"""Timing: the same call many times, the quicker half of them, in milliseconds."""

import statistics
import time
from collections.abc import Callable


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
