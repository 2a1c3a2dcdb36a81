"""`tidings user`: accounts from the command line, on both engines."""

import json
import os
import pty
import select
import subprocess

import pytest

from tests.cli.program import PATIENCE, Program


@pytest.fixture
def tidings(tidings: Program, database_url: str) -> Program:
    tidings.variables["TIDINGS_DATABASE_URL"] = database_url
    return tidings


def test_an_account_lives_from_add_to_delete(tidings: Program) -> None:
    added = tidings("user", "add", "Ana", "--password", "correct horse")
    assert added.out == "Ana is now an administrator.\n"
    assert tidings("user", "add", "bob", "--generate").out.startswith(
        "bob is now a user.\nPassword: "
    )
    again = tidings("user", "add", "ANA", "--password", "correct horse")
    assert (again.code, "already" in again.err) == (1, True)
    listed = json.loads(tidings("user", "list", "--json").out)
    assert [(user["name"], user["role"]) for user in listed] == [
        ("Ana", "admin"),
        ("bob", "user"),
    ]
    assert "password" not in listed[0]
    changed = tidings("user", "passwd", "ana", "--password", "another horse")
    assert (changed.code, "is changed" in changed.out) == (0, True)
    assert tidings("user", "delete", "bob").code == 1  # nobody there to agree
    assert tidings("user", "delete", "bob", "--yes").out == "bob is deleted.\n"
    assert "bob" not in tidings("user", "list").out
    last = tidings("user", "delete", "ana", "--yes")
    assert (last.code, "last administrator" in last.err) == (1, True)


def test_a_generated_password_is_printed_once_for_programs_too(
    tidings: Program,
) -> None:
    made = json.loads(tidings("user", "add", "ana", "--generate", "--json").out)
    assert made["name"] == "ana"
    assert len(made["password"]) >= 20


def test_no_accounts_is_said_in_words(tidings: Program) -> None:
    assert "tidings user add NAME" in tidings("user", "list").out
    assert tidings("user", "list", "--json").out == "[]\n"


def test_at_a_terminal_the_password_is_asked_for_and_not_shown(
    tidings: Program,
) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        tidings.command("user", "add", "ana"),
        cwd=tidings.directory,
        env={**tidings.environment, "TERM": "dumb"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    # The blank comes last, when the terminal no longer echoes and listens.
    shown = read_until(ours, "Password: ")
    os.write(ours, b"correct horse\n")
    shown += read_until(ours, "confirmation: ")
    os.write(ours, b"correct horse\n")
    shown += read_until(ours, None)
    os.close(ours)
    assert process.wait(30) == 0
    assert "ana is now an administrator." in shown
    assert "correct horse" not in shown


def read_until(terminal: int, words: str | None) -> str:
    """Return what a terminal shows up to these words, or to the end."""
    shown = ""
    while words is None or words not in shown:
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, shown
        try:
            part = os.read(terminal, 1000)
        except OSError:  # how Linux says that the other end is closed
            break
        shown += part.decode()
    return shown


def test_a_token_and_a_reset_link_are_printed_for_the_operator(
    tidings: Program,
) -> None:
    tidings("user", "add", "ana", "--password", "correct horse")
    first = tidings("user", "token", "ana", "--scope", "write")
    second = tidings("user", "token", "ANA")
    assert (first.code, second.code) == (0, 0)
    assert len({first.out.strip(), second.out.strip()}) == 2
    assert len(first.out.strip()) == 43
    assert tidings("user", "token", "ana", "--scope", "all").code == 2
    link = tidings("user", "reset-link", "ana")
    assert link.out.startswith("http://127.0.0.1:8080/login#reset=")
    assert tidings("user", "reset-link", "nobody").code == 1
