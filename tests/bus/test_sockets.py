"""Processes of one SQLite file wake each other; a dead one is forgotten, and where there
can be no sockets, commits are looked for."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bus.test_buses import Ear, _open, _tell_twice
from tidings.bus.sockets import SocketBus

A_POLL = timedelta(milliseconds=100)
_ANOTHER_PROCESS = """
import sys
from pathlib import Path
from tidings.bus.sockets import SocketBus
SocketBus(Path(sys.argv[1])).notify()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tidings.db"


async def test_a_commit_wakes_listeners_of_other_processes_and_its_own(
    new_url: Callable[..., str],
) -> None:
    url = new_url("sqlite", migrated=True)
    path = Path(url.removeprefix("sqlite:///"))
    here, there = SocketBus(path), SocketBus(path)
    database, near, far = _open(url, here), Ear(), Ear()
    async with here.listening(near), there.listening(far):
        await near.next()  # each looks once when it has begun to listen
        await far.next()
        await database.write(_tell_twice)
        await near.next()
        await far.next()
    await database.close()
    assert (near.heard, far.heard) == (2, 2)


async def test_a_command_wakes_a_service_that_runs(file: Path) -> None:
    bus, ear = SocketBus(file), Ear()
    async with bus.listening(ear):
        await ear.next()
        command = [sys.executable, "-c", _ANOTHER_PROCESS, str(file)]
        await asyncio.to_thread(subprocess.run, command, check=True)
        await ear.next()
    assert ear.heard == 2


async def test_nothing_is_left_behind_and_nobody_need_listen(file: Path) -> None:
    one, other = SocketBus(file), SocketBus(file)
    one.notify()
    async with one.listening(Ear()):
        async with other.listening(Ear()):
            assert other.look_every > A_POLL
        assert other.look_every == A_POLL
        assert len(list((file.parent / "tidings.db-wake").iterdir())) == 1
    assert list(file.parent.iterdir()) == []


async def test_the_socket_of_a_killed_process_is_removed(file: Path) -> None:
    bus, ear = SocketBus(file), Ear()
    async with bus.listening(ear):
        dead = file.parent / "tidings.db-wake" / "dead"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as left:
            left.bind(str(dead))
        assert dead.exists()
        SocketBus(file).notify()
        assert not dead.exists()
        await ear.next()


async def test_one_that_does_not_read_keeps_nobody_from_committing(file: Path) -> None:
    bus, ear = SocketBus(file), Ear()
    async with asyncio.timeout(60), bus.listening(ear):
        other = SocketBus(file)
        for _ in range(5_000):  # the loop has no chance to read meanwhile
            other.notify()
        await ear.next()


async def test_a_file_whose_path_is_too_long_for_a_socket_has_one(
    tmp_path: Path,
) -> None:
    file = tmp_path / ("x" * 200)
    here, there, ear = SocketBus(file), SocketBus(file), Ear()
    async with here.listening(ear):
        await ear.next()
        there.notify()
        await ear.next()
        assert here.look_every > A_POLL
    assert os.listdir(tmp_path) == []


async def test_where_no_socket_can_be_commits_are_looked_for(tmp_path: Path) -> None:
    (tmp_path / "taken-wake").touch()
    bus, ear = SocketBus(tmp_path / "taken"), Ear()
    async with bus.listening(ear):
        assert bus.look_every == A_POLL
        await ear.next()
        bus.notify()
        await ear.next()
    assert ear.heard == 2
