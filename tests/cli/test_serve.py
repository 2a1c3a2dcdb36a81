"""`tidings serve`: starts, survives its children, and stops in good time."""

import json
import os
import signal
import socket
import sqlite3
import urllib.error
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.program import (
    PATIENCE,
    Program,
    Running,
    children,
    free_port,
    get,
    until,
)


@pytest.fixture
def port(tidings: Program) -> int:
    number = free_port()
    tidings.variables["TIDINGS_PORT"] = str(number)
    return number


@pytest.fixture
def service(tidings: Program, port: int) -> Iterator[Running]:
    with tidings.start("serve") as running:
        running.wait_for("Tidings runs at")
        yield running


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_it_serves_on_either_engine_and_stops_cleanly(
    tidings: Program, port: int, empty_url: str
) -> None:
    tidings.variables["TIDINGS_DATABASE_URL"] = empty_url
    with tidings.start("serve") as running:
        assert f"http://127.0.0.1:{port}" in running.wait_for("Tidings runs at")
        assert get(port) == (200, '{"status":"ok","db":"ok"}')
        assert tidings("healthcheck").out == "ok\n"
        web, worker = running.child("web"), running.child("worker")
        running.end()
    assert running.process.returncode == 0
    assert not is_alive(web)
    assert not is_alive(worker)
    assert "Traceback" not in "\n".join(running.lines)


def test_all_processes_log_to_the_file_that_is_set(
    tidings: Program, port: int, tmp_path: Path
) -> None:
    path = tmp_path / "tidings.log"
    tidings.variables |= {
        "TIDINGS_LOG_FILE": str(path),
        "TIDINGS_LOG_LEVEL": "debug",
        "TIDINGS_LOG_FORMAT": "json",
    }
    with tidings.start("serve") as running:
        running.wait_for("Tidings runs at")
        get(port)

        def logged() -> set[str]:
            text = path.read_text() if path.exists() else ""
            whole = text.rpartition("\n")[0].splitlines()
            return {json.loads(line)["process"] for line in whole}

        until(lambda: {"web", "worker"} <= logged())
        running.end()
    assert not any('"process"' in line for line in running.lines)


def test_control_c_stops_it_too(service: Running) -> None:
    service.end(signal.SIGINT)
    assert service.process.returncode == 0
    assert "Traceback" not in "\n".join(service.lines)


def test_the_first_start_says_how_to_create_an_account(
    tidings: Program, port: int
) -> None:
    with tidings.start("serve") as running:
        running.wait_for("There is no account yet")
        assert "user add NAME" in running.wait_for("cd ")
    tidings("user", "add", "ana", "--generate")
    with tidings.start("serve") as running:
        running.wait_for("Tidings runs at")
        running.end()
        assert not any("no account" in line for line in running.lines)


def test_a_killed_web_process_is_replaced_and_no_visitor_is_refused(
    service: Running, port: int
) -> None:
    old = service.child("web")
    os.kill(old, signal.SIGKILL)
    # Waits in the socket, which the supervisor keeps open, until the next one is up.
    assert get(port)[0] == 200
    service.wait_for("process died and is started again")
    assert service.child("web") != old


def test_visitors_wait_a_few_seconds_however_often_the_web_process_died(
    service: Running, port: int
) -> None:
    for death in range(1, 5):
        os.kill(service.child("web"), signal.SIGKILL)
        line = service.wait_for("process died and is started again", times=death)
        assert json.loads(line)["seconds"] <= 3.0
        status, body = get(port)
        assert (status, json.loads(body)) == (
            200,
            {"status": "ok", "db": "ok", "restarts": death},
        )


def test_a_killed_worker_is_replaced(service: Running, port: int) -> None:
    service.wait_for("worker started")
    os.kill(service.child("worker"), signal.SIGKILL)
    service.wait_for("process died and is started again")
    service.wait_for("worker started", times=2)
    assert get(port)[0] == 200


def test_nobody_is_left_behind_when_the_supervisor_is_killed(
    service: Running, port: int
) -> None:
    left = children(service.process.pid)
    assert len(left) == 2
    service.process.kill()
    until(lambda: not any(is_alive(pid) for pid in left))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))


def test_a_taken_port_is_said_in_words_before_anything_is_touched(
    tidings: Program, port: int
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        ended = tidings("serve")
    assert ended.code == 1
    assert f"port {port}: another program listens there already" in ended.err
    assert list(tidings.directory.iterdir()) == []


def test_a_damaged_database_stops_the_start_with_what_to_do(
    tidings: Program, port: int
) -> None:
    (tidings.directory / "data").mkdir()
    (tidings.directory / "data" / "tidings.db").write_bytes(b"not a database" * 99)
    ended = tidings("serve")
    assert ended.code == 1
    assert "tidings db restore FILE" in ended.err
    assert "Traceback" not in ended.err


def test_a_stop_while_the_database_is_upgraded_leaves_nobody_behind(
    tidings: Program, port: int
) -> None:
    file = tidings.directory / "data" / "tidings.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("pragma journal_mode = wal")
        other.execute("begin immediate")  # so that the upgrade waits
        with tidings.start("serve") as running:
            until(lambda: len(children(running.process.pid)) == 1)
            preparing = running.child("web")
            running.end()
        assert running.process.returncode == 0
        assert not is_alive(preparing)
        assert other.execute("select name from sqlite_master").fetchall() == []


def test_without_a_worker_there_is_only_the_web_process(
    tidings: Program, port: int
) -> None:
    with tidings.start("serve", "--no-worker") as running:
        running.wait_for("Tidings runs at")
        assert children(running.process.pid) == [running.child("web")]


def test_the_command_line_wins_over_the_environment(
    tidings: Program, port: int
) -> None:
    other = free_port()
    with tidings.start("serve", "--port", str(other)) as running:
        running.wait_for(f"Tidings runs at http://127.0.0.1:{other}")
        assert get(other)[0] == 200


def test_the_demo_account_is_made_once_and_told_each_time(
    tidings: Program, port: int
) -> None:
    for _ in range(2):
        with tidings.start("serve", "--demo") as running:
            assert "demo-demo-demo" in running.wait_for("Sign in as demo")
    assert tidings("user", "list").out.count("demo") == 1


def test_metrics_tell_what_the_worker_did(service: Running, port: int) -> None:
    service.wait_for("reconciled read state")
    until(lambda: 'job="reconcile-reading",outcome="done"} 1.0' in metrics(port))
    assert 'tidings_db_pool_waiting{lane="write"} 0.0' in metrics(port)


def metrics(port: int) -> str:
    return get(port, "/metrics")[1]


def test_the_service_manager_hears_ready_and_stopping(
    tidings: Program, port: int, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        tidings.variables["NOTIFY_SOCKET"] = str(tmp_path / "notify")
        with tidings.start("serve") as running:
            assert manager.recv(100) == b"READY=1"
            assert get(port)[0] == 200
            running.end()
            assert manager.recv(100) == b"STOPPING=1"


def test_a_worker_alone_stops_in_good_time(tidings: Program) -> None:
    with tidings.start("worker") as running:
        running.wait_for("worker started")
        running.end()
    assert running.process.returncode == 0


def test_no_path_of_the_machine_is_told_to_visitors(
    service: Running, port: int, tidings: Program
) -> None:
    for path in ("/", "/api/docs", "/api/openapi.json", "/livez"):
        assert str(tidings.directory) not in get(port, path)[1]
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(port, "/nothing")
    assert str(tidings.directory) not in refused.value.read().decode()
