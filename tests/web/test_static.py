"""How the files of the built web app are sent: packed, tagged, kept or asked about."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tidings.web.middleware.compression import Compression
from tidings.web.middleware.head import HeadAsGet
from tidings.web.site.static import add_pages

SCRIPT = b"export const words = 'many';\n" * 100


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "assets").mkdir()
    (tmp_path / ".vite").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>The app</title>")
    (tmp_path / "reader.html").write_text("<!doctype html><title>The reader</title>")
    (tmp_path / "sw.js").write_text("self.skipWaiting()")
    (tmp_path / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / ".vite" / "manifest.json").write_text("{}")
    (tmp_path / "assets" / "app-1a.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "app-1a.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "app-1a.js.br").write_bytes(b"as if by brotli")
    app = FastAPI()
    app.add_middleware(Compression)
    app.add_middleware(HeadAsGet)
    add_pages(app, tmp_path)
    transport = httpx.ASGITransport(app)
    address = "http://tidings.lan"
    async with httpx.AsyncClient(transport=transport, base_url=address) as client:
        yield client


@pytest.mark.parametrize(
    ("accepted", "packing"),
    [
        ("gzip", "gzip"),
        ("gzip, br;q=0", "gzip"),
        ("identity", None),
        ("", None),
        ("GZIP;q=0.5", "gzip"),
    ],
)
async def test_a_file_is_sent_as_the_browser_takes_it(
    client: httpx.AsyncClient, accepted: str, packing: str | None
) -> None:
    headers = {"accept-encoding": accepted}
    answer = await client.get("/assets/app-1a.js", headers=headers)
    assert answer.headers.get("content-encoding") == packing
    assert answer.content == SCRIPT
    assert set(answer.headers["vary"].split(", ")) == {"Accept-Encoding"}
    assert answer.headers["content-type"].startswith("text/javascript")


async def test_the_smallest_packing_is_preferred(client: httpx.AsyncClient) -> None:
    headers = {"accept-encoding": "gzip, deflate, br, zstd"}
    async with client.stream("GET", "/assets/app-1a.js", headers=headers) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers["content-encoding"] == "br"
    assert raw == b"as if by brotli"


async def test_each_packing_has_its_own_tag(client: httpx.AsyncClient) -> None:
    tags = set()
    for accepted in ("identity", "gzip", "br"):
        answer = await client.head(
            "/assets/app-1a.js", headers={"accept-encoding": accepted}
        )
        tags.add(answer.headers["etag"])
    assert len(tags) == 3


async def test_what_the_browser_has_is_not_sent_again(
    client: httpx.AsyncClient,
) -> None:
    first = await client.get("/", headers={"accept-encoding": "identity"})
    headers = {"if-none-match": first.headers["etag"], "accept-encoding": "identity"}
    again = await client.get("/", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["cache-control"] == "no-cache"
    headers["if-none-match"] = '"another"'
    assert (await client.get("/", headers=headers)).status_code == 200


async def test_head_tells_the_size_without_the_bytes(client: httpx.AsyncClient) -> None:
    headers = {"accept-encoding": "identity"}
    answer = await client.head("/assets/app-1a.js", headers=headers)
    assert answer.headers["content-length"] == str(len(SCRIPT))
    assert answer.content == b""


@pytest.mark.parametrize(
    ("path", "cookie", "title"),
    [
        ("/", "tidings_session=1a", "The reader"),
        ("/settings/offline", "__Host-tidings=1a", "The reader"),
        ("/", "another=1a", "The app"),
        ("/login", "tidings_session=1a", "The app"),
    ],
)
async def test_who_brings_a_session_gets_the_page_that_loads_lists_at_once(
    client: httpx.AsyncClient, path: str, cookie: str, title: str
) -> None:
    answer = await client.get(path, headers={"cookie": cookie})
    assert title in answer.text
    assert ("Cookie" in answer.headers.get("vary", "")) == (path != "/login")


async def test_the_icon_is_not_asked_about_at_every_step(
    client: httpx.AsyncClient,
) -> None:
    caching = (await client.get("/icon.svg")).headers["cache-control"]
    assert caching == "public, max-age=86400"


@pytest.mark.parametrize("path", ["/", "/sw.js", "/manifest.webmanifest", "/tag/a%2Fb"])
async def test_what_changes_in_place_is_asked_about_each_time(
    client: httpx.AsyncClient, path: str
) -> None:
    assert (await client.get(path)).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        *("/stories", "/stories/7", "/search/0b0c", "/manage", "/manage/rules"),
        *("/highlights", "/admin", "/admin/users", "/share", "/settings/offline"),
        *("/forgot-password", "/reset-password", "/invite", "/login", "/register"),
    ],
)
async def test_every_address_of_the_app_is_its_page(
    client: httpx.AsyncClient, path: str
) -> None:
    assert "The app" in (await client.get(path)).text


@pytest.mark.parametrize(
    "path",
    ["/assets/app-1a.js.br", "/assets/app-1a.js.gz", "/.vite/manifest.json", "/other"],
)
async def test_parts_of_the_build_have_no_address(
    client: httpx.AsyncClient, path: str
) -> None:
    assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "accept", "is_page"),
    [
        ("GET", "/nope", "text/html,*/*;q=0.8", True),
        ("GET", "/nope", "*/*", False),
        ("GET", "/nope", "", False),
        ("POST", "/nope", "text/html", False),
        ("GET", "/api/nope", "text/html", False),
        ("GET", "/assets/nope.js", "text/html", False),
    ],
)
async def test_where_nothing_is_people_see_the_app_and_programs_an_error(
    client: httpx.AsyncClient, method: str, path: str, accept: str, is_page: bool
) -> None:
    answer = await client.request(method, path, headers={"accept": accept})
    assert answer.status_code == 404
    assert ("The app" in answer.text) is is_page
