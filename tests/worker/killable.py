"""A worker's loop in a process that may be killed at any moment.

Run as a program, it imports everything once and then forks a worker for each line it
is sent, answering with the process's number: starting one takes no time.
"""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tidings.config import load_settings
from tidings.core.feeds.schedule import PollingPolicy
from tidings.wiring import build_context, open_fetching
from tidings.worker.feed_checks import FEEDS, FeedChecks
from tidings.worker.loop import Loop

JOB_TIMEOUT = timedelta(seconds=1)
LEASE = timedelta(seconds=2)
OFTEN = PollingPolicy(
    interval=timedelta(milliseconds=300),
    minimum=timedelta(milliseconds=100),
    adaptive=False,
)


class Nursery:
    """Starts workers, and ends them without warning."""

    def __init__(self, database_url: str, origin: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.worker.killable", database_url, origin],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            text=True,
        )
        self._workers: list[int] = []

    def start(self) -> int:
        """Start a worker and return its number."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        worker = int(self._process.stdout.readline())
        self._workers.append(worker)
        return worker

    def kill(self, worker: int) -> None:
        os.kill(worker, signal.SIGKILL)
        self._workers.remove(worker)

    def close(self) -> None:
        for worker in list(self._workers):
            self.kill(worker)
        self._process.kill()
        self._process.communicate()


async def work(database_url: str, origin: str) -> None:
    """Check feeds until killed."""
    settings = load_settings(
        {
            "TIDINGS_DATABASE_URL": database_url,
            "TIDINGS_ALLOW_ORIGINS": origin,
            "TIDINGS_FETCH_CONCURRENCY": "4",
            "TIDINGS_FETCH_HOST_DELAY": "0s",
            "TIDINGS_FETCH_HOST_CONCURRENCY": "50",
            "TIDINGS_SECRET_KEY": "k" * 40,
        },
        Path("/nonexistent"),
    )
    async with open_fetching(settings) as fetching:
        eager = replace(fetching, policy=OFTEN, job_timeout=JOB_TIMEOUT)
        context = build_context(settings)
        checks = FeedChecks(context, eager, str(os.getpid()), LEASE)
        await Loop(context, FEEDS, checks).run(asyncio.Event(), timedelta(0))


def _serve(database_url: str, origin: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdout = sys.stderr
            asyncio.run(work(database_url, origin))
            os._exit(1)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve(*sys.argv[1:])
