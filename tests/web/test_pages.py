"""The start page, the API page, and the web app when there is one."""

import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tests.web.test_about import installation
from tidings.context import Context
from tidings.web.app import openapi_document
from tidings.web.site.static import PAGES, add_pages


@pytest.fixture
async def bare_client(tmp_path: Path) -> httpx.AsyncClient:
    """Of an installation whose web app was not built."""
    app = FastAPI(docs_url=None, redoc_url=None)
    add_pages(app, tmp_path)
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://tidings.lan")


@pytest.mark.parametrize("path", ["/", "/api/docs"])
async def test_a_page_loads_only_files_that_are_here(
    bare_client: httpx.AsyncClient, plain_context: Context, path: str
) -> None:
    page = await bare_client.get(path)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    used = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert used
    async with installation(plain_context) as whole_client:
        for address in used:
            assert address.startswith("/")
            assert not address.startswith("//")
            is_written = address.startswith(("/api/", "/about"))
            client = whole_client if is_written else bare_client
            assert (await client.get(address)).status_code == 200, address


@pytest.mark.parametrize("file", sorted(PAGES.iterdir()), ids=lambda file: file.name)
def test_pages_have_no_inline_parts_and_no_outside_hosts(file: Path) -> None:
    text = file.read_text()
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert " style=" not in text
    assert "<style" not in text
    assert not re.findall(r"<script(?![^>]*\bsrc=)", text)
    assert not re.findall(r"\son[a-z]+=", text)
    assert "innerHTML" not in text


async def test_the_start_page_says_what_is_missing_and_how_to_create_an_account(
    bare_client: httpx.AsyncClient,
) -> None:
    text = (await bare_client.get("/")).text
    assert "make setup" in text
    assert "tidings user add" in text


async def test_the_document_describes_the_health_routes_and_errors(
    plain_client: httpx.AsyncClient,
) -> None:
    document = (await plain_client.get("/api/openapi.json")).json()
    assert document == openapi_document()
    assert document["openapi"].startswith("3.1")
    health = document["paths"]["/api/health"]["get"]
    assert set(health["responses"]) == {"200", "503", "default"}
    assert "HTTPValidationError" not in document["components"]["schemas"]


@pytest.mark.parametrize(
    "path",
    [
        "/pages/../app.py",
        "/pages/%2e%2e/app.py",
        "/pages/..%2fapp.py",
        "/pages//etc/passwd",
        "/pages/%00",
        "/pages/",
        "/pages/unknown.css",
    ],
)
async def test_no_path_leads_out_of_the_pages(
    plain_client: httpx.AsyncClient, path: str
) -> None:
    assert (await plain_client.get(path)).status_code == 404


@pytest.fixture
def web_app(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>The app</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("export {}")
    (tmp_path / "favicon.ico").write_bytes(b"icon")
    return tmp_path


@pytest.fixture
async def app_client(web_app: Path) -> httpx.AsyncClient:
    app = FastAPI()
    add_pages(app, web_app)
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://tidings.lan")


@pytest.mark.parametrize(
    "path", ["/", "/all", "/feed/7", "/folder/3", "/tag/a%20b", "/settings/account"]
)
async def test_a_built_web_app_takes_all_its_addresses(
    app_client: httpx.AsyncClient, path: str
) -> None:
    async with app_client as client:
        answer = await client.get(path)
    assert "The app" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


async def test_files_with_a_hash_in_their_name_are_kept_for_ever(
    app_client: httpx.AsyncClient,
) -> None:
    async with app_client as client:
        script = await client.get("/assets/app-1a2b.js")
        icon = await client.get("/favicon.ico")
        unknown = await client.get("/assets/../index.html")
    assert "immutable" in script.headers["cache-control"]
    assert icon.headers["cache-control"] == "no-cache"
    assert unknown.status_code == 404 or "The app" in unknown.text
