"""Health: exact answers, soon, and nothing that helps an attacker."""

import httpx
import pytest

from tests.contexts import make_context
from tests.web.conftest import client_for
from tidings import __version__
from tidings.store.database import Database, open_database


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
        lambda db: db.run("update alembic_version set version_num = '0000'")
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
