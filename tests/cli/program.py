"""The real program in a directory of its own, run to its end or kept running."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from tests.cli.warm import run_warm

SOURCE = Path(__file__).parents[2] / "src"
# However busy the machine is: whoever waits so long waits for something that never happens.
PATIENCE = 120.0
SOON = 15.0


@dataclass
class Result:
    code: int
    out: str
    err: str


@dataclass
class Program:
    """`tidings` in one directory, with nothing of our environment but these variables."""

    directory: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCE),
            "PYTHONWARNINGS": "error",
            **self.variables,
        }

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "tidings", *words]

    def __call__(self, *words: str) -> Result:
        """Run it to its end, in a process that has loaded the libraries before."""
        return Result(*run_warm(self.directory, self.environment, words))

    def start(self, *words: str) -> "Running":
        return Running(self, *words)


class Running:
    """A program that keeps running; its lines can be waited for."""

    def __init__(self, program: Program, *words: str) -> None:
        self.process = subprocess.Popen(
            program.command(*words),
            cwd=program.directory,
            env=program.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self._began = time.monotonic()
        self._start_took: float | None = None  # until what was first waited for
        self._changed = threading.Condition()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read, args=(stream,))
            for stream in (self.process.stdout, self.process.stderr)
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for reader in self._readers:
            reader.join(PATIENCE)

    def wait_for(self, words: str, times: int = 1) -> str:
        """Wait until either stream has shown these words so often; return the line."""

        def found() -> list[str]:
            return [line for line in self.lines if words in line]

        with self._changed:
            enough = self._changed.wait_for(lambda: len(found()) >= times, PATIENCE)
            assert enough, f"no {words!r} in {self.lines}"
            self._start_took = self._start_took or time.monotonic() - self._began
            return found()[times - 1]

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal, and wait for the end, which must come soon.

        A machine on which the start took long is busy: then the end may take as long.
        """
        asked = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        took = time.monotonic() - asked
        for reader in self._readers:
            reader.join(PATIENCE)
        assert took <= max(SOON, self._start_took or 0), took

    def child(self, role: str) -> int:
        """Return the process id of the web or the worker process."""
        found = [pid for pid in children(self.process.pid) if role in words_of(pid)]
        assert len(found) == 1, found
        return found[0]

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        stream.close()


def children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True
    )
    return [int(word) for word in listed.stdout.split()]


def words_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def get(port: int, path: str = "/api/health") -> tuple[int, str]:
    """Return status and body; the answer may take until a process has restarted."""
    address = f"http://127.0.0.1:{port}{path}"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(holds: Callable[[], bool]) -> None:
    """Wait for something outside this process that tells nobody when it happens."""
    begun = time.monotonic()
    while not holds():
        waited = time.monotonic() - begun
        assert waited < PATIENCE
        # To look takes time from those who are waited for: less often as it takes longer.
        time.sleep(min(max(waited / 20, 0.02), 0.5))
