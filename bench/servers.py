"""Web processes to measure, started and asked over HTTP."""

import http.client
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """A process that answers; `tokens` are of the readers."""

    pid: int
    port: int
    tokens: dict[str, str]

    def cpu(self) -> float:
        """Return how many seconds of a core it used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@contextmanager
def server(what: str, *given: str) -> Iterator[Server]:
    """Start one of the servers of `bench.api_server`."""
    command = [sys.executable, "-m", "bench.api_server", what, *given]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        yield Server(process.pid, said["port"], said["tokens"])
    finally:
        process.terminate()
        try:
            process.wait(10)
        finally:  # it waits for the end of live streams, which need not come
            process.kill()


@contextmanager
def web_process(url: str, **variables: str) -> Iterator[tuple[int, int]]:
    """Start the program's own web process alone; give its port and process id."""
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listener:
        port = listener.getsockname()[1]
        lifeline, held = os.pipe()
        words = ["process", "web", "--host", "127.0.0.1", "--port", str(port)]
        words += ["--lifeline", str(lifeline), "--listener", str(listener.fileno())]
        process = subprocess.Popen(
            [sys.executable, "-m", "tidings", *words],
            env=environment(url, **variables),
            pass_fds=(lifeline, listener.fileno()),
        )
        try:
            yield port, process.pid
        finally:
            os.close(held)
            os.close(lifeline)
            process.wait(20)


def environment(url: str, **variables: str) -> dict[str, str]:
    """Return the variables for a quiet process on a database."""
    quiet = {"TIDINGS_DATABASE_URL": url, "TIDINGS_LOG_LEVEL": "warning"}
    return {**os.environ, **quiet, **variables}


@contextmanager
def connection(to: Server) -> Iterator[http.client.HTTPConnection]:
    opened = http.client.HTTPConnection("127.0.0.1", to.port, timeout=60)
    try:
        yield opened
    finally:
        opened.close()


def asked(
    opened: http.client.HTTPConnection,
    token: str,
    method: str,
    path: str,
    body: object = None,
) -> Any:
    """Ask, and return what was answered, which must be well."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    said = None if body is None else json.dumps(body)
    opened.request(method, path, said, headers)
    answer = opened.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(content.decode())
    return json.loads(content)
