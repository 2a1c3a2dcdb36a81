"""Keeps child processes running, and stops them all in good time.

A child that dies is started again, a little later each time it dies young; it is told
how often that was. The
supervisor does nothing else, so that hardly anything can happen to it.
"""

import asyncio
import os
import sys
from collections.abc import Coroutine, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from tidings.cli.processes.lifetime import STOP_WITHIN
from tidings.observe.logs import get_log

_FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# While the web process is away, visitors wait in the socket.
LONGEST_PAUSE_OF_WEB = 3.0
_GROWN_UP = 60.0  # seconds a child must live for its next death to count as the first
# Leaves a moment of the promised time for the supervisor's own end.
_CHILD_PATIENCE = STOP_WITHIN - 1.5

log = get_log()


@dataclass(frozen=True, slots=True)
class Child:
    """A process to keep running: `tidings` with these words."""

    name: str
    words: Sequence[str]
    files: Sequence[int]  # descriptors that it inherits
    environment: dict[str, str]
    longest_pause: float = LONGEST_PAUSE


@dataclass(frozen=True, slots=True)
class Started:
    """A process that has writing its word, or has ended without one."""

    process: asyncio.subprocess.Process
    word: str  # empty: it ended


async def start_and_listen(child: Child, stop: asyncio.Event) -> Started | None:
    """Start a child and wait for the word that it writes to the descriptor `--word`; end
    it and return None if asked to stop before."""
    reading, writing = os.pipe()
    try:
        speaker = replace(
            child,
            words=(*child.words, "--word", str(writing)),
            files=(*child.files, writing),
        )
        process = await _start(speaker, 0)
    finally:
        os.close(writing)
    listening = asyncio.create_task(_read_to_the_end(reading))
    await _first_of(asyncio.wait({listening}), stop.wait())
    if stop.is_set():
        await _end(child, process)
        await listening
        return None
    word = await listening
    if not word:
        await process.wait()
    return Started(process, word)


async def keep_running(
    child: Child,
    stop: asyncio.Event,
    running: asyncio.subprocess.Process | None = None,
) -> None:
    """Run a child again and again until asked to stop, then end it; it may be `running`
    already."""
    restarts = deaths = 0  # deaths: those that came one soon after the other
    while running or not stop.is_set():
        process, running = running or await _start(child, restarts), None
        born = monotonic()
        await _first_of(process.wait(), stop.wait())
        if stop.is_set():
            await _end(child, process)
            return
        deaths = 1 if monotonic() - born >= _GROWN_UP else deaths + 1
        restarts += 1
        pause = min(_FIRST_PAUSE * 2 ** (deaths - 1), child.longest_pause)
        log.error(
            "process died and is started again",
            name=child.name,
            exit_code=process.returncode,
            seconds=pause,
        )
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)


async def _start(child: Child, restarts: int) -> asyncio.subprocess.Process:
    # Its own process group: Ctrl-C in a terminal reaches the supervisor alone, which then
    # stops the children in order.
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tidings",
        *child.words,
        "--restarts",
        str(restarts),
        stdin=asyncio.subprocess.DEVNULL,
        pass_fds=child.files,
        env=child.environment,
        process_group=0,
    )


async def _end(child: Child, process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _CHILD_PATIENCE)
    except TimeoutError:
        log.error("process did not stop in time and was killed", name=child.name)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _first_of(*waits: Coroutine[Any, Any, object]) -> None:
    tasks = [asyncio.create_task(one) for one in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read_to_the_end(descriptor: int) -> str:
    """Read what comes out of a pipe until nobody can write to it any more."""
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb")
    )
    with closing(transport):
        return (await reader.read()).decode()
