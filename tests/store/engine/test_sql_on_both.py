"""What only SQLite has run is found, and fails a whole run."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.older_postgres import refused_by_older_postgres
from tests.sql_texts import (
    OWN_TEXTS,
    SOURCE,
    FirstRun,
    SqlTexts,
    Statement,
    unproven,
    unreached,
)
from tidings.store.engine.database import Database
from tidings.store.system.app_settings import get_value

ROOT = Path(__file__).parents[3]
PLACE = str(SOURCE / "store" / "feeds" / "feeds.py")
OWN = str(SOURCE / "store" / "system" / "events.py")


def seen(*found: tuple[str, str, str, str]) -> SqlTexts:
    """Each by its engine, text, file and function."""
    texts = SqlTexts()
    for engine, text, file, function in found:
        texts.seen[engine][Statement(text, file, 7, function)] = FirstRun("a test", {})
    return texts


def test_a_text_that_only_sqlite_ran_is_named_with_its_test() -> None:
    texts = seen(("sqlite", "select 1", PLACE, "find"))
    assert unproven(texts) == ["store/feeds/feeds.py:7, run by a test:\nselect 1"]


def test_a_text_that_both_ran_is_proven_wherever_it_ran() -> None:
    texts = seen(
        ("sqlite", "select 1", PLACE, "find"), ("postgres", "select 1", OWN, "tell")
    )
    assert unproven(texts) == []


def test_what_tests_ask_themselves_is_not_judged() -> None:
    assert unproven(seen(("sqlite", "select 1", __file__, "a_test"))) == []


def test_another_text_of_the_same_function_proves_nothing() -> None:
    texts = seen(
        ("sqlite", "select 1", PLACE, "find"), ("postgres", "select 2", PLACE, "find")
    )
    assert len(unproven(texts)) == 1


def test_a_function_with_texts_for_each_engine_must_have_run_on_both() -> None:
    only_sqlite = seen(("sqlite", "insert 1", OWN, "tell"))
    both = seen(
        ("sqlite", "insert 1", OWN, "tell"), ("postgres", "insert 2", OWN, "tell")
    )
    other = seen(
        ("sqlite", "insert 1", OWN, "tell"), ("postgres", "insert 2", OWN, "hear")
    )
    assert [len(unproven(texts)) for texts in (only_sqlite, both, other)] == [1, 0, 1]


def test_every_module_that_asks_for_the_engine_is_known() -> None:
    asking = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "store").rglob("*.py")
        if "db.engine ==" in path.read_text()
    }
    assert asking == OWN_TEXTS


def test_a_place_that_never_ran_on_postgresql_is_named() -> None:
    path = SOURCE / "store" / "feeds" / "feeds.py"
    lines = path.read_text().splitlines()
    first = next(n for n, line in enumerate(lines, 1) if "db.row(" in line)
    assert f"store/feeds/feeds.py:{first} never ran on PostgreSQL" in unreached(
        SqlTexts(), [path]
    )
    texts = SqlTexts()
    key = Statement("select 1", str(path), first, "find")
    texts.seen["postgres"][key] = FirstRun("a test", {})
    assert not any(f":{first} " in line for line in unreached(texts, [path]))


def test_statements_of_the_program_are_seen_with_their_place(
    engine: str, database: Database, pytestconfig: pytest.Config
) -> None:
    plugin = pytestconfig.pluginmanager.get_plugin("sql_on_both")
    assert plugin is not None
    database.read_now(get_value, "no such setting")
    places = {(Path(key.file).name, key.function) for key in plugin.texts.seen[engine]}
    assert ("app_settings.py", "get_value") in places


def test_a_statement_without_rows_has_not_run(
    engine: str, database: Database, pytestconfig: pytest.Config
) -> None:
    plugin = pytestconfig.pluginmanager.get_plugin("sql_on_both")
    assert plugin is not None
    sql = "delete from feeds where id = :id and id <> -7"
    database.write_now(lambda db: db.run_many(sql, []))
    assert sql not in {key.sql for key in plugin.texts.seen[engine]}
    database.write_now(lambda db: db.run_many(sql, ({"id": n} for n in (1, 2))))
    assert sql in {key.sql for key in plugin.texts.seen[engine]}


def test_a_text_that_an_older_server_refuses_is_named() -> None:
    newer = "select * from json_table('[1]', '$[*]' columns (n int path '$')) t"
    texts: dict[str, dict[str, object]] = {
        "select id from feeds where id in (select id from ids(:ids))": {"ids": [1]},
        "insert into subscriptions (user_id, feed_id) values (:n, :n)": {"n": 1},
        newer: {},
    }
    (refused,) = refused_by_older_postgres(texts)
    assert refused.endswith(newer)


CONFTEST = """
from tests.sql_on_both import SqlOnBoth

def pytest_configure(config):
    config.pluginmanager.register(SqlOnBoth(config, files=()), "sql_on_both")
"""
TESTS = """
import pytest
from tests.sql_texts import SOURCE, FirstRun, Statement

@pytest.mark.parametrize("number", range(4))
def test_that_runs_sql(pytestconfig, number):
    texts = pytestconfig.pluginmanager.get_plugin("sql_on_both").texts
    if number == 3:
        key = Statement("select 1", str(SOURCE / "a.py"), 1, "f")
        texts.seen["sqlite"][key] = FirstRun("t", {})

def test_that_fails(pytestconfig):
    assert not pytestconfig.rootpath.joinpath("fails").exists()
"""


@pytest.fixture
def suite(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """A suite of which one test runs a text on SQLite that PostgreSQL never runs."""
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests_here\n")
    (tmp_path / "tests_here").mkdir()
    (tmp_path / "tests_here" / "conftest.py").write_text(CONFTEST)
    (tmp_path / "tests_here" / "test_it.py").write_text(TESTS)

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "xdist", *options],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # others take a second to load
            },
            capture_output=True,
            text=True,
        )

    return run


def test_a_whole_run_fails_and_counts_it(
    suite: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    ended = suite("-n", "2")
    assert ended.returncode == 1
    assert "a.py:1, run by t:\nselect 1" in ended.stdout
    assert ended.stdout.splitlines()[-1].startswith("1 failed, 5 passed in")


def test_a_run_of_some_tests_is_not_judged(
    suite: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    assert suite("-k", "sql").returncode == 0


def test_a_run_with_failures_has_no_second_reason_to_fail(
    suite: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    (tmp_path / "fails").touch()
    assert suite().stdout.splitlines()[-1].startswith("1 failed, 4 passed in")
