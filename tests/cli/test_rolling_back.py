"""docs/rolling-back.md, walked: its commands are run as they stand there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.cli.program import Program, Result
from tests.engines import own_postgres
from tests.store.engine.test_migrations import run_elsewhere
from tests.store.everything import fill_every_table, rows_of
from tidings.store.engine.database import open_database
from tidings.store.engine.migrate import known_revisions, upgrade

PAGE = Path(__file__).parents[2] / "docs" / "rolling-back.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BEFORE, REFUSED = "Before the upgrade", "What an older program says"
BACK = {"sqlite": "Going back on SQLite", "postgres": "Going back on PostgreSQL"}


@dataclass(frozen=True)
class Installation:
    """A directory with the program in `.venv/bin`, and its database with rows everywhere."""

    program: Program
    url: str
    place: str  # user, password and host of PostgreSQL, for those of the page

    def run(self, script: str) -> Result:
        """Run commands of the page; the first that fails is the last."""
        ended = subprocess.run(
            ["sh", "-e", "-c", script.replace("user:password@host", self.place)],
            cwd=self.program.directory,
            env=self.program.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Result(ended.returncode, ended.stdout, ended.stderr)


def block(heading: str, language: str = "sh") -> str:
    """Return the only block in this language under a heading of the page."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    (found,) = [
        text
        for kind, text in BLOCK.findall(rest.partition("\n## ")[0])
        if kind == language
    ]
    return found


@pytest.fixture
def installation(engine: str, tmp_path: Path) -> Iterator[Installation]:
    program = Program(tmp_path)
    command = tmp_path / ".venv" / "bin" / "tidings"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m tidings "$@"\n')
    command.chmod(0o755)
    if engine == "sqlite":
        (tmp_path / "data").mkdir()
        yield _filled(
            Installation(program, f"sqlite:///{tmp_path}/data/tidings.db", "")
        )
        return
    with own_postgres() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("create database tidings")
        place = f"tidings@127.0.0.1:{server.port}"
        url = f"postgresql://{place}/tidings"
        (tmp_path / ".env").write_text(f"TIDINGS_DATABASE_URL={url}\n")
        program.variables["PATH"] = f"{program.environment['PATH']}:{server.programs}"
        yield _filled(Installation(program, url, place))


def _filled(installation: Installation) -> Installation:
    upgrade(installation.url)
    database = open_database(installation.url, pool=2)
    database.write_now(fill_every_table)
    database.close_now()
    return installation


def upgrade_by_a_newer_tidings(url: str) -> None:
    """Do what a later release does: another revision, another column, more rows."""
    run_elsewhere(
        url,
        "alter table feeds add column mood text",
        "update feeds set mood = 'calm'",
        "create table moods (id integer primary key)",
        "insert into settings values ('written-since', '1', 0)",
        "update schema_revision set revision = '0999'",
    )


def test_the_guide_leads_back_to_what_was_there_before_the_upgrade(
    installation: Installation, engine: str
) -> None:
    before = rows_of(installation.url)
    saved = installation.run(block(BEFORE))
    assert saved.code == 0, saved.err
    upgrade_by_a_newer_tidings(installation.url)
    newer = rows_of(installation.url)
    assert newer != before

    refused = installation.run(block(REFUSED))
    sentence = block(REFUSED, "").replace("0100", known_revisions()[-1])
    assert (refused.code, refused.out, refused.err) == (1, "", sentence)
    for command in ("serve", "worker"):
        ended = installation.program(command)
        assert ended.code == 1
        assert sentence in ended.err

    back = installation.run(block(BACK[engine]))
    assert back.code == 0, back.err
    assert "Restored from backups/before-upgrade.db." in back.out
    assert rows_of(installation.url) == before
    assert rows_of(aside(installation, engine)) == newer
    assert installation.run(block(REFUSED)).out == "The database is up to date.\n"


def aside(installation: Installation, engine: str) -> str:
    """Return the address of what the newer version left."""
    if engine == "postgres":
        return f"{installation.url}_newer"
    return f"sqlite:///{installation.program.directory}/backups/after-upgrade.db"


def test_no_command_of_the_guide_is_left_out() -> None:
    walked = {block(heading) for heading in (BEFORE, REFUSED, *BACK.values())}
    page = PAGE.read_text(encoding="utf-8")
    assert {text for kind, text in BLOCK.findall(page) if kind == "sh"} == walked
