"""/metrics is open to whom the setting names, and not there for anybody else."""

import httpx
import pytest

from tests.contexts import make_context
from tests.web.conftest import client_for
from tidings.context import Context


@pytest.mark.parametrize(
    ("access", "address", "status"),
    [
        ("off", "127.0.0.1", 404),
        ("local", "127.0.0.1", 200),
        ("local", "::1", 200),
        ("local", "192.0.2.7", 404),
        ("local", "not an address", 404),
        ("all", "192.0.2.7", 200),
    ],
)
async def test_who_may_read_metrics(
    plain_context: Context, access: str, address: str, status: int
) -> None:
    context = make_context(plain_context.database, settings={"TIDINGS_METRICS": access})
    async with client_for(context, address) as client:
        assert (await client.get("/metrics")).status_code == status


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
async def test_a_visitor_behind_a_local_proxy_is_not_local(
    plain_client: httpx.AsyncClient, header: str
) -> None:
    answer = await plain_client.get("/metrics", headers={header: "192.0.2.7"})
    assert answer.status_code == 404


async def test_requests_are_counted_by_route_and_never_by_path(
    plain_client: httpx.AsyncClient,
) -> None:
    await plain_client.get("/api/health")
    await plain_client.head("/api/health")
    await plain_client.get("/pages/style.css")
    await plain_client.get("/p/very-secret-path")
    await plain_client.request("BREW", "/api/health")
    await plain_client.get("/api/v1/entries/17")
    await plain_client.get("/api/v1/entries")
    text = (await plain_client.get("/metrics")).text
    for line in (
        'method="GET",route="/api/health",status="200"} 1.0',
        'method="HEAD",route="/api/health",status="200"} 1.0',
        'method="GET",route="/pages/style.css",status="200"} 1.0',
        'method="GET",route="unmatched",status="404"} 1.0',
        'method="GET",route="/api/v1/entries/{id}",status="401"} 1.0',
        'method="GET",route="/api/v1/entries",status="401"} 1.0',
        'method="other",route="/api/health",status="405"} 1.0',
    ):
        assert f"tidings_http_requests_total{{{line}" in text
    assert "tidings_http_request_duration_seconds_bucket" in text
    assert "very-secret-path" not in text
    assert "BREW" not in text
