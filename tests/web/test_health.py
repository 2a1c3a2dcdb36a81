"""Health: exact answers, soon, and nothing that helps an attacker."""

from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from tests.contexts import Clock, make_context
from tests.small_disk import SmallDisk
from tests.web.conftest import client_for
from tidings import __version__
from tidings.context import Context, Restarts
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.migrate import upgrade


@pytest.mark.both_engines
async def test_health_says_ok_in_exactly_these_words(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/health")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "db": "ok"}


@pytest.mark.parametrize("path", ["/livez", "/healthz", "/healthcheck"])
async def test_a_living_process_says_so(
    plain_client: httpx.AsyncClient, path: str
) -> None:
    answer = await plain_client.get(path)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_a_current_database_is_ready(client: httpx.AsyncClient) -> None:
    answer = await client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "db": "ok"})


async def test_a_database_with_other_tables_is_not_ready(
    client: httpx.AsyncClient, database: Database
) -> None:
    database.write_now(
        lambda db: db.run("update schema_revision set revision = '0000'")
    )
    assert (await client.get("/readyz")).status_code == 503
    assert (await client.get("/api/health")).status_code == 200


async def test_a_database_that_is_away_makes_an_error_and_a_living_process() -> None:
    away = open_database("postgresql://nobody@127.0.0.1:1/none", pool=1)
    async with client_for(make_context(away)) as client:
        answer = await client.get("/api/health")
        assert answer.status_code == 503
        assert answer.json() == {"status": "error", "db": "error"}
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/livez")).status_code == 200
    await away.close()


async def test_a_full_disk_is_said_until_there_is_room_again(
    small_disk: SmallDisk,
) -> None:
    url = f"sqlite:///{small_disk.folder / 'tidings.db'}"
    upgrade(url)
    database, clock = open_database(url), Clock()
    async with client_for(make_context(database, clock=clock)) as client:
        assert (await client.get("/api/health")).json() == {"status": "ok", "db": "ok"}
        small_disk.fill(database)
        clock.move(timedelta(seconds=10))
        answer = await client.get("/api/health")
        assert answer.status_code == 503
        assert answer.json() == {"status": "error", "db": "ok", "disk": "full"}
        assert (await client.get("/readyz")).status_code == 200
        small_disk.free(database)
        clock.move(timedelta(seconds=10))
        assert (await client.get("/api/health")).json() == {"status": "ok", "db": "ok"}
    await database.close()


async def test_health_checks_write_once_in_ten_seconds(database: Database) -> None:
    clock = Clock()
    async with client_for(make_context(database, clock=clock)) as client:
        await client.get("/api/health")
        database.write_now(lambda db: db.run("drop table settings"))
        assert (await client.get("/api/health")).status_code == 200


async def test_restarts_are_told_for_an_hour(plain_context: Context) -> None:
    clock = Clock()
    calm = make_context(plain_context.database, clock=clock)
    async with client_for(replace(calm, restarts=Restarts(3, clock()))) as client:
        told = {"status": "ok", "db": "ok", "restarts": 3}
        assert (await client.get("/api/health")).json() == told
        clock.move(timedelta(hours=1, seconds=1))
        assert (await client.get("/api/health")).json() == {"status": "ok", "db": "ok"}


@pytest.mark.parametrize(
    "path", ["/", "/api/health", "/livez", "/readyz", "/api/openapi.json", "/api/docs"]
)
async def test_nobody_learns_the_version_of_the_program(
    plain_client: httpx.AsyncClient, path: str
) -> None:
    answer = await plain_client.get(path)
    assert answer.status_code == 200
    assert __version__ not in answer.text
    assert __version__ not in str(answer.headers)
    assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/api/health", "/livez", "/api/openapi.json"])
async def test_head_answers_like_get_without_a_body(
    plain_client: httpx.AsyncClient, path: str
) -> None:
    full, head = await plain_client.get(path), await plain_client.head(path)
    assert head.status_code == full.status_code
    assert head.content == b""
    assert head.headers["content-length"] == full.headers["content-length"]
