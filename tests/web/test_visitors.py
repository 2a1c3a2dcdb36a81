"""The start page for visitors: what this is and how to sign in, never in a reader's way."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import httpx
import pytest
from fastapi import FastAPI

from tests.contexts import make_context
from tests.make import NOON
from tidings.context import Context
from tidings.store.accounts.accounts import NewUser, insert_user
from tidings.store.engine.database import open_database
from tidings.web.site.static import add_pages
from tidings.web.site.visitors import visitor_page

OPEN: Mapping[str, str] = MappingProxyType({"TIDINGS_REGISTRATION": "open"})


@pytest.fixture
def web_app(tmp_path: Path) -> Path:
    directory = tmp_path / "app"
    directory.mkdir()
    (directory / "index.html").write_text("<!doctype html><title>The app</title>")
    (directory / "reader.html").write_text("<!doctype html><title>The reader</title>")
    return directory


def browser(context: Context, web_app: Path) -> httpx.AsyncClient:
    app = FastAPI()
    app.state.context = context
    add_pages(app, web_app, visitor_page)
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://tidings.lan")


async def settled(context: Context, settings: Mapping[str, str] = OPEN) -> Context:
    """Return a context like this one, in which somebody has an account."""
    await context.database.write(insert_user, NewUser("ann", None, "user"), NOON)
    return make_context(context.database, settings=settings)


async def test_a_visitor_sees_what_this_is_and_how_to_sign_in(
    plain_context: Context, web_app: Path
) -> None:
    client = browser(await settled(plain_context), web_app)
    answer = await client.get("/")
    assert answer.status_code == 200
    assert "The app" not in answer.text
    assert "feed reader" in answer.text
    for address in ("/login", "/register", "/about"):
        assert f'href="{address}"' in answer.text
    assert "<script" not in answer.text


@pytest.mark.parametrize("mode", ["first", "invite", "closed"])
async def test_where_nobody_may_register_no_link_says_otherwise(
    plain_context: Context, web_app: Path, mode: str
) -> None:
    context = await settled(plain_context, {"TIDINGS_REGISTRATION": mode})
    text = (await browser(context, web_app).get("/")).text
    assert 'href="/login"' in text
    assert "/register" not in text


@pytest.mark.parametrize(
    ("accepted", "language", "words"),
    [
        ("en-US", "en", "Sign in"),
        ("pt-BR,pt;q=0.9", "pt-BR", "Entrar"),
        ("pl", "pl", "Zaloguj się"),
        ("de", "en", "Sign in"),
    ],
)
async def test_a_visitor_is_greeted_in_the_language_of_the_browser(
    plain_context: Context, web_app: Path, accepted: str, language: str, words: str
) -> None:
    client = browser(await settled(plain_context), web_app)
    text = (await client.get("/", headers={"accept-language": accepted})).text
    assert f'<html lang="{language}">' in text
    assert words in text


async def test_the_first_visitor_of_all_is_led_to_the_first_account_by_the_app(
    plain_context: Context, web_app: Path
) -> None:
    assert "The app" in (await browser(plain_context, web_app).get("/")).text


async def test_in_single_user_mode_the_app_asks_for_the_password_at_once(
    plain_context: Context, web_app: Path
) -> None:
    settings = {"TIDINGS_PASSWORD": "a few words work"}
    context = await settled(plain_context, settings)
    assert "The app" in (await browser(context, web_app).get("/")).text


@pytest.mark.parametrize(
    ("address", "cookie", "title"),
    [
        ("/", "tidings_session=1a", "The reader"),
        ("/", "__Host-tidings=1a", "The reader"),
        ("/?order=oldest", "", "The app"),
        ("/starred", "", "The app"),
        ("/login", "", "The app"),
        ("/index.html", "", "The app"),
    ],
)
async def test_readers_and_deep_links_get_the_app(
    plain_context: Context, web_app: Path, address: str, cookie: str, title: str
) -> None:
    client = browser(await settled(plain_context), web_app)
    answer = await client.get(address, headers={"cookie": cookie})
    assert title in answer.text


async def test_the_start_page_is_not_shown_again_to_who_has_signed_in_since(
    plain_context: Context, web_app: Path
) -> None:
    client = browser(await settled(plain_context), web_app)
    app_page = await client.get("/", headers={"cookie": "tidings_session=1a"})
    headers = {"if-none-match": app_page.headers["etag"]}
    start_page = await client.get("/", headers=headers)
    assert start_page.status_code == 200
    assert start_page.headers["cache-control"] == "no-store"
    for answer in (app_page, start_page):
        assert "Cookie" in answer.headers["vary"]


async def test_readers_get_their_page_without_a_look_into_the_database(
    tmp_path: Path, web_app: Path
) -> None:
    nowhere = open_database(f"sqlite:///{tmp_path}/missing/tidings.db")
    client = browser(make_context(nowhere), web_app)
    reader = await client.get("/", headers={"cookie": "tidings_session=1a"})
    assert "The reader" in reader.text


async def test_while_the_database_is_away_the_app_says_so(
    tmp_path: Path, web_app: Path
) -> None:
    nowhere = open_database(f"sqlite:///{tmp_path}/missing/tidings.db")
    client = browser(make_context(nowhere), web_app)
    assert "The app" in (await client.get("/")).text
