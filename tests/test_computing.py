"""Much computing moves into processes, which live no longer than they are needed."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from tidings.computing import Computing

SECONDS = 20


@asynccontextmanager
async def computing(idle: timedelta = timedelta(minutes=1)) -> AsyncIterator[Computing]:
    with ThreadPoolExecutor(2) as threads:
        async with Computing(threads, much=4, idle=idle) as all_of_it:
            yield all_of_it


async def flood(where: Computing) -> int:
    """Compute until a process does it; return its number."""
    async with asyncio.timeout(SECONDS):
        while True:
            numbers = await asyncio.gather(*(where.run(_busy) for _ in range(8)))
            strangers = set(numbers) - {os.getpid()}
            if strangers:
                return strangers.pop()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not true():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.05)


def _busy() -> int:
    time.sleep(0.01)
    return os.getpid()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _fail() -> None:
    raise ValueError("on order")


async def test_a_little_work_is_done_here() -> None:
    async with computing() as where:
        assert await where.run(os.getpid) == os.getpid()
        assert not where.has_processes


async def test_much_work_is_done_by_processes_until_they_are_idle() -> None:
    async with computing(idle=timedelta(seconds=0.3)) as where:
        await flood(where)
        await until(lambda: not where.has_processes)
        assert await where.run(os.getpid) == os.getpid()


async def test_a_mistake_reaches_whoever_asked() -> None:
    async with computing() as where:
        with pytest.raises(ValueError, match="on order"):
            await where.run(_fail)
        await flood(where)
        with pytest.raises(ValueError, match="on order"):
            await where.run(_fail)


async def test_work_goes_on_after_a_process_was_killed() -> None:
    async with computing() as where:
        first = await flood(where)
        with pytest.raises(BrokenProcessPool):
            await where.run(_die)
        assert await where.run(os.getpid) == os.getpid()
        assert await flood(where) != first


async def test_no_process_outlives_a_killed_parent(tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        str(program),
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
    )
    assert parent.stdout is not None
    child = int(await parent.stdout.readline())
    assert _lives(child)
    parent.kill()
    await parent.wait()
    await until(lambda: not _lives(child))


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


PARENT = """
import asyncio, sys
sys.path.insert(0, ".")
from tests.test_computing import computing, flood

async def main():
    async with computing() as where:
        print(await flood(where), flush=True)
        await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""
