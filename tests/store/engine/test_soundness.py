"""A file is checked at the start unless it was closed in good order."""

import os
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest

from tests.store import processes
from tests.store.notes import note, notes
from tidings.config import load_settings
from tidings.core.errors import DatabaseDamaged
from tidings.core.settings.settings import Settings
from tidings.store.engine.database import open_database
from tidings.store.engine.maintenance import integrity_problems
from tidings.store.engine.soundness import (
    call_in_question,
    is_known_sound,
    kept_sound,
    note_that_it_is_sound,
)
from tidings.wiring import open_context, prepare_database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tidings.db"


@pytest.fixture
def settings(file: Path, tmp_path: Path) -> Settings:
    return load_settings({"TIDINGS_DATABASE_URL": f"sqlite:///{file}"}, tmp_path)


def run_once(settings: Settings) -> None:
    """Start, write, and end in good order."""
    prepare_database(settings, check=True)
    with open_context(settings) as context:
        context.database.write_now(note, f"{context.new_id()} {'x' * 100_000}")


def spoil(file: Path, last: int = 20) -> None:
    """Damage the last pages, which cannot be seen from outside, as a failing disk does."""
    looks = file.stat()
    pages = looks.st_size // 4096
    with file.open("r+b") as opened:
        for page in range(max(4, pages - last), pages):
            opened.seek(page * 4096)
            opened.write(b"\xff" * 200)
    os.utime(file, ns=(looks.st_atime_ns, looks.st_mtime_ns))


def test_a_file_closed_in_good_order_is_not_checked_again(
    settings: Settings, file: Path
) -> None:
    run_once(settings)
    run_once(settings)
    assert is_known_sound(file)
    spoil(file)
    prepare_database(settings, check=True)  # it did not look
    assert integrity_problems(f"sqlite:///{file}")  # whoever is asked to look does


def test_commands_in_between_do_not_make_a_check_necessary(
    settings: Settings, file: Path
) -> None:
    run_once(settings)
    prepare_database(settings, check=False)
    with pytest.raises(LookupError):
        _fail_after_a_write(settings)
    assert is_known_sound(file)


def _fail_after_a_write(settings: Settings) -> None:
    """Do as a command that refuses something: it closes the file all the same."""
    with open_context(settings) as context:
        context.database.write_now(note, "by a command")
        raise LookupError


def test_a_command_does_not_make_an_unknown_file_known(
    settings: Settings, file: Path
) -> None:
    run_once(settings)
    call_in_question(file)
    prepare_database(settings, check=False)
    with open_context(settings) as context:
        context.database.write_now(note, "by a command")
    assert not is_known_sound(file)


def _hold_until_killed(pipe: Pipe, file: Path) -> None:
    with kept_sound(file):
        open_database(f"sqlite:///{file}").write_now(note, "held")
        pipe.send("open")
        pipe.recv()


def test_a_file_is_sound_while_somebody_holds_it_and_unknown_after_a_kill(
    settings: Settings, file: Path
) -> None:
    run_once(settings)
    holder, pipe = processes.start(_hold_until_killed, file)
    assert pipe.recv() == "open"
    assert is_known_sound(file)  # for a second process beside it
    run_once(settings)
    assert is_known_sound(file)
    holder.kill()
    holder.join()
    assert not is_known_sound(file)


@pytest.mark.parametrize("log_is_left", [True, False])
def test_after_an_unclean_end_damage_stops_the_start(
    settings: Settings, file: Path, log_is_left: bool
) -> None:
    run_once(settings)
    holder, pipe = processes.start(_hold_until_killed, file)
    pipe.recv()
    holder.kill()
    holder.join()
    if not log_is_left:  # a power cut may take it
        file.with_name("tidings.db-wal").unlink()
    spoil(file)
    with pytest.raises(DatabaseDamaged, match="tidings db restore"):
        prepare_database(settings, check=True)
    assert not is_known_sound(file)


def test_a_file_that_others_changed_is_checked(settings: Settings, file: Path) -> None:
    run_once(settings)
    os.utime(file)
    assert not is_known_sound(file)


def test_damage_that_a_statement_meets_is_looked_for_at_the_next_start(
    settings: Settings, file: Path
) -> None:
    run_once(settings)
    spoil(file, last=1_000_000)
    with open_context(settings) as context, pytest.raises(DatabaseDamaged):
        context.database.read_now(notes)
    assert not is_known_sound(file)
    with pytest.raises(DatabaseDamaged):
        prepare_database(settings, check=True)


def test_where_no_note_can_be_kept_the_file_is_checked_each_time(
    settings: Settings, file: Path
) -> None:
    file.with_name("tidings.db-sound").mkdir()
    run_once(settings)
    note_that_it_is_sound(file)
    assert not is_known_sound(file)
