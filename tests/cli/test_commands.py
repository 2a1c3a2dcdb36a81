"""Commands: what they print, and how they end."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.program import Program, free_port
from tests.old_postgres import greeting_postgres
from tidings import __version__
from tidings.store.engine.postgres_server import postgres_version

VERBS = [
    "serve",
    "worker",
    "ai",
    "feed",
    "root-domain",
    "opml",
    "user",
    "db",
    "config",
    "doctor",
    "healthcheck",
    "openapi",
]


def test_help_names_every_verb(tidings: Program) -> None:
    shown = tidings("--help")
    assert shown.code == 0
    assert all(f"  {verb} " in shown.out for verb in VERBS)
    assert "process" not in shown.out


def test_the_version_is_for_whoever_has_the_program(tidings: Program) -> None:
    assert tidings("--version").out == f"Tidings {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["bogus"],
        ["serve", "--port", "many"],
        ["user", "add"],
        ["user", "add", "ana"],  # no password, and no terminal to ask at
        ["user", "add", "ana", "--password", "x" * 12, "--generate"],
        ["db", "copy-to", "nonsense"],
        ["db", "backup"],
    ],
)
def test_wrong_usage_ends_with_code_2(tidings: Program, words: list[str]) -> None:
    ended = tidings(*words)
    assert ended.code == 2
    assert "Traceback" not in ended.err
    assert not (tidings.directory / "data").exists()


@pytest.mark.parametrize(
    ("variables", "words", "sentence"),
    [
        ({"TIDINGS_PORT": "many"}, ["config", "show"], 'TIDINGS_PORT is "many"'),
        ({"TIDINGS_LOG_LEVEL": "loud"}, ["serve"], "TIDINGS_LOG_LEVEL"),
        ({}, ["user", "passwd", "nobody", "--generate"], "no user nobody"),
        ({}, ["user", "delete", "nobody", "--yes"], "no user nobody"),
        ({}, ["user", "add", "a b", "--generate"], "no blanks"),
        ({}, ["user", "add", "ana", "--password", "short"], "at least 10"),
        ({}, ["db", "restore", "missing.db", "--yes"], "no file missing.db"),
        ({}, ["db", "backup", "x.db"], "no Tidings database"),
        (
            {"TIDINGS_DATABASE_URL": "postgresql://me:hush@127.0.0.1:1/none"},
            ["user", "list"],
            "PostgreSQL cannot be reached",
        ),
        (
            {"TIDINGS_DATABASE_URL": "sqlite:////proc/none/tidings.db"},
            ["serve"],
            "cannot",
        ),
    ],
)
def test_a_refusal_is_a_sentence_and_code_1(
    tidings: Program, variables: dict[str, str], words: list[str], sentence: str
) -> None:
    tidings.variables.update({"TIDINGS_PORT": str(free_port()), **variables})
    ended = tidings(*words)
    assert ended.code == 1
    assert ended.err.startswith("tidings: ")
    assert sentence in ended.err
    assert "Traceback" not in ended.err
    assert "hush" not in ended.err + ended.out


def test_settings_are_shown_with_their_source_and_without_secrets(
    tidings: Program,
) -> None:
    tidings.variables.update(
        {
            "TIDINGS_PASSWORD": "canary-canary",
            "TIDINGS_PROT": "1",
            "DATABASE_URL": "postgresql://me:canary-canary@db/tidings",
        }
    )
    plain, machine = tidings("config", "show"), tidings("config", "show", "--json")
    rows = {row["name"]: row for row in json.loads(machine.out)}
    assert rows["TIDINGS_DATABASE_URL"]["source"] == "environment (DATABASE_URL)"
    assert rows["TIDINGS_PORT"]["source"] == "default"
    assert "TIDINGS_DATABASE_URL" in plain.out
    assert "Did you mean TIDINGS_PORT?" in plain.err
    assert "canary" not in plain.out + plain.err + machine.out + machine.err


def test_the_api_is_described_without_a_database(tidings: Program) -> None:
    document = json.loads(tidings("openapi").out)
    assert document["openapi"].startswith("3.1")
    assert "/api/health" in document["paths"]
    assert list(tidings.directory.iterdir()) == []


def test_the_doctor_finds_a_fresh_installation_well(tidings: Program) -> None:
    tidings.variables["TIDINGS_PORT"] = str(free_port())
    visit = tidings("doctor", "--json")
    findings = json.loads(visit.out)
    assert visit.code == 0
    assert {one["state"] for one in findings} == {"ok"}
    assert list(tidings.directory.iterdir()) == []


def test_the_doctor_says_what_to_do_about_each_trouble(tidings: Program) -> None:
    damaged = tidings.directory / "damaged.db"
    damaged.write_bytes(b"this is not a database" * 100)
    tidings.variables.update(
        {
            "TIDINGS_DATABASE_URL": f"sqlite:///{damaged}",
            "TIDINGS_REDIS_URL": "redis://127.0.0.1:1/0",
            "TIDINGS_HOST": "192.0.2.1",
            "TIDINGS_FETCH_TIMEOT": "3s",
        }
    )
    visit = tidings("doctor", "--json")
    findings = json.loads(visit.out)
    states = {one["checked"]: one["state"] for one in findings}
    assert visit.code == 1
    assert states["settings"] == "warn"
    for checked in ("integrity", "Redis", "port"):
        assert states[checked] == "fail", checked
    assert all(one["advice"] for one in findings if one["state"] != "ok")


def test_a_database_of_another_program_is_named_and_left_alone(
    tidings: Program,
) -> None:
    file = tidings.directory / "reader.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("create table feeds (link text)")
    before = file.read_bytes()
    tidings.variables["TIDINGS_DATABASE_URL"] = f"sqlite:///{file}"
    tidings.variables["TIDINGS_PORT"] = str(free_port())
    visit = tidings("doctor", "--json")
    (found,) = [one for one in json.loads(visit.out) if one["checked"] == "database"]
    assert (visit.code, found["state"]) == (1, "fail")
    assert "did not make (table feeds): choose an empty one" in found["found"]
    assert found["advice"] == f"Check TIDINGS_DATABASE_URL (sqlite:///{file})."
    refused = tidings("serve")
    assert (refused.code, refused.err.count("choose an empty one")) == (1, 1)
    assert file.read_bytes() == before


def test_the_doctor_names_a_wrong_setting(tidings: Program) -> None:
    tidings.variables["TIDINGS_PORT"] = "many"
    visit = tidings("doctor")
    assert visit.code == 1
    assert 'TIDINGS_PORT is "many"' in visit.out


def test_the_doctor_asks_a_real_redis(tidings: Program, redis_url: str) -> None:
    tidings.variables.update(
        {"TIDINGS_REDIS_URL": redis_url, "TIDINGS_PORT": str(free_port())}
    )
    findings = json.loads(tidings("doctor", "--json").out)
    redis = next(one for one in findings if one["checked"] == "Redis")
    assert (redis["state"], redis["found"]) == ("ok", "answers")


def test_the_doctor_names_the_version_of_postgres(
    tidings: Program, new_url: Callable[..., str]
) -> None:
    url = new_url("postgres", migrated=True)
    tidings.variables.update(
        {"TIDINGS_DATABASE_URL": url, "TIDINGS_PORT": str(free_port())}
    )
    visit = tidings("doctor", "--json")
    found = {one["checked"]: one for one in json.loads(visit.out)}
    assert visit.code == 0
    assert found["PostgreSQL"]["found"] == postgres_version(url)
    assert found["database"]["found"].startswith("reachable, at revision")


@pytest.mark.parametrize("command", ["serve", "worker", "doctor"])
def test_a_postgres_that_is_too_old_is_refused_by_name(
    tidings: Program, command: str
) -> None:
    with greeting_postgres("13.22") as url:
        tidings.variables.update(
            {"TIDINGS_DATABASE_URL": url, "TIDINGS_PORT": str(free_port())}
        )
        ended = tidings(command)
    assert ended.code == 1
    words = " ".join((ended.out + ended.err).split())
    assert "PostgreSQL 13.22" in words
    assert "14 or newer" in words
    # It runs and is reached, so nobody is sent to look for that.
    assert "TIDINGS_DATABASE_URL" not in words


def test_a_healthcheck_without_a_server_fails_with_words(tidings: Program) -> None:
    tidings.variables["TIDINGS_PORT"] = str(free_port())
    ended = tidings("healthcheck")
    assert ended.code == 1
    assert "Tidings does not respond" in ended.err


def test_a_worker_works_off_what_is_due_and_ends(
    tidings: Program, empty_url: str
) -> None:
    tidings.variables["TIDINGS_DATABASE_URL"] = empty_url
    first, second = tidings("worker", "--once"), tidings("worker", "--once")
    assert (first.code, second.code) == (0, 0)
    assert "Done: keep-clock-sane, build-feeds, check-health," in first.out
    assert "Nothing is due." in second.out


def test_ai_says_how_it_stands_and_what_work_would_cost(tidings: Program) -> None:
    off = tidings("ai", "estimate")
    assert (off.code, off.out) == (1, "")
    assert "TIDINGS_AI_PROVIDER" in off.err
    tidings.variables["TIDINGS_AI_PROVIDER"] = "mock"
    assert "provider: mock\n" in tidings("ai", "status").out
    found = json.loads(tidings("ai", "estimate", "--kind", "deframe", "--json").out)
    assert (found["entries"], found["calls"]) == (0, 0)
    again = tidings("ai", "reprocess", "--yes")
    assert (again.code, again.out) == (0, "0 entries are on their way.\n")
    assert tidings("ai", "reprocess", "--kind", "poem").code == 2


def test_a_backup_can_be_restored(tidings: Program, empty_url: str) -> None:
    tidings.variables["TIDINGS_DATABASE_URL"] = empty_url
    tidings("user", "add", "root", "--generate")
    tidings("user", "add", "ana", "--generate")
    assert tidings("db", "backup", "kept.db").code == 0
    assert tidings("user", "delete", "ana", "--yes").code == 0
    asked = tidings("db", "restore", "kept.db")
    assert asked.code == 1
    assert "--yes" in asked.err
    assert tidings("db", "restore", "kept.db", "--yes").code == 0
    names = [user["name"] for user in json.loads(tidings("user", "list", "--json").out)]
    assert sorted(names) == ["ana", "root"]


def test_a_database_is_checked_tidied_and_moved(
    tidings: Program, empty_url: str
) -> None:
    tidings.variables["TIDINGS_DATABASE_URL"] = empty_url
    assert "Upgraded: 0001" in tidings("db", "upgrade").out
    assert "up to date" in tidings("db", "upgrade").out
    tidings("user", "add", "ana", "--generate")
    found = json.loads(tidings("db", "check", "--json").out)
    assert found["problems"] == []
    assert found["megabytes"] > 0
    assert tidings("db", "vacuum").code == 0
    other = f"sqlite:///{tidings.directory / 'other.db'}"
    assert tidings("db", "copy-to", other).code == 0
    tidings.variables["TIDINGS_DATABASE_URL"] = other
    assert "ana" in tidings("user", "list").out


def test_damage_ends_the_check_with_code_1(tidings: Program) -> None:
    tidings("user", "add", "ana", "--generate")
    file = tidings.directory / "data" / "tidings.db"
    spoil(file)
    checked = tidings("db", "check", "--json")
    assert checked.code == 1
    assert json.loads(checked.out)["problems"]


def spoil(file: Path) -> None:
    content = bytearray(file.read_bytes())
    for start in range(2 * 4096, len(content), 4096):
        content[start + 8 : start + 200] = b"\xff" * 192
    file.write_bytes(content)
