"""How a long-running process settles in, who goes first, and when it is time to stop."""

import asyncio
import gc
import os
import signal

# What a supervisor waits for its children, and a child for its own work.
STOP_WITHIN = 15.0
# Where processors are short, a page that somebody waits for is computed first.
_BACKGROUND = 5
# Python looks for rings of garbage after this many new objects; its own 700 is for scripts.
_NEW_OBJECTS = 20_000


def stop_event(lifeline: int | None = None) -> asyncio.Event:
    """Return an event that a signal sets, or the death of whoever holds the lifeline.

    The lifeline is the read end of a pipe; its other end closes when the parent dies,
    even by `kill -9`, and then nobody must be left holding the port.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if lifeline is not None:
        os.set_blocking(lifeline, False)
        loop.add_reader(lifeline, _parent_is_gone, loop, lifeline, stop)
    return stop


def give_way() -> None:
    """Let processes that answer people have the processor first."""
    if hasattr(os, "nice"):
        os.nice(_BACKGROUND)


def collect_rarely() -> None:
    """Look for rings of garbage less often, and not among all that is there for good:
    there are few of them, and everybody waits meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)


def _parent_is_gone(
    loop: asyncio.AbstractEventLoop, lifeline: int, stop: asyncio.Event
) -> None:
    loop.remove_reader(lifeline)
    stop.set()
