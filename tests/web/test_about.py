"""What a webmaster finds at the address in our User-Agent."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import httpx
import pytest

from tests.contexts import make_context
from tests.web.conftest import client_for
from tidings import __version__
from tidings.config import load_settings
from tidings.context import Context
from tidings.wiring import open_fetching

SECRET_KEY = {"TIDINGS_SECRET_KEY": "k" * 32}


@asynccontextmanager
async def installation(
    context: Context, **settings: str
) -> AsyncIterator[httpx.AsyncClient]:
    loaded = load_settings({**SECRET_KEY, **settings}, Path("/nonexistent"))
    ours = make_context(context.database, settings=settings)
    async with (
        open_fetching(loaded) as fetching,
        client_for(ours, fetching=fetching) as client,
    ):
        yield client


def words_of(page: httpx.Response) -> str:
    assert page.status_code == 200
    return " ".join(unescape(re.sub("<[^>]+>", "", page.text)).split())


async def test_the_page_tells_the_numbers_of_this_installation(
    plain_context: Context,
) -> None:
    async with installation(
        plain_context,
        TIDINGS_POLL_INTERVAL="1h",
        TIDINGS_POLL_MIN="2m",
        TIDINGS_POLL_MAX="3d",
        TIDINGS_POLL_MAX_BACKOFF="30h",
        TIDINGS_FETCH_HOST_DELAY="7s",
        TIDINGS_FETCH_HOST_CONCURRENCY="3",
        TIDINGS_BASE_URL="http://news.example",
    ) as client:
        words = words_of(await client.get("/about"))
    assert "about every 1 h" in words
    assert "as often as every 15 min" in words
    assert "only every 4 h" in words
    assert "at least 2 min apart" in words
    assert "at most 3 at a time" in words
    assert "at least 7 s" in words
    assert "up to 3 days" in words
    assert "up to 1 day 6 h" in words
    assert "the wait is 1 day, later 3 days" in words
    assert "http://news.example" in words
    assert __version__ not in words


async def test_a_rhythm_is_told_within_the_limits_that_are_set(
    plain_context: Context,
) -> None:
    async with installation(
        plain_context,
        TIDINGS_POLL_INTERVAL="2h",
        TIDINGS_POLL_MIN="1h",
        TIDINGS_POLL_MAX="3h",
    ) as client:
        words = words_of(await client.get("/about"))
    assert "as often as every 1 h" in words
    assert "only every 3 h" in words


@pytest.mark.parametrize(
    ("accepted", "language", "words"),
    [
        ("en", "en", "7 days"),
        ("pt-BR", "pt-BR", "7 dias"),
        ("pl", "pl", "7 dni"),
    ],
)
async def test_the_page_is_in_the_language_of_the_browser(
    plain_context: Context, accepted: str, language: str, words: str
) -> None:
    async with installation(plain_context) as client:
        page = await client.get("/about", headers={"accept-language": accepted})
    assert f'<html lang="{language}">' in page.text
    assert words in words_of(page)
    assert "{" not in page.text


@pytest.mark.parametrize(
    ("contact", "link", "shown"),
    [
        ("ops@example.org", "mailto:ops@example.org", "ops@example.org"),
        (
            'o"hara&co?cc=x@example.org',
            "mailto:o%22hara%26co%3Fcc%3Dx@example.org",
            "o&quot;hara&amp;co?cc=x@example.org",
        ),
        (
            "https://example.org/contact",
            "https://example.org/contact",
            "https://example.org/contact",
        ),
        (
            'https://example.org/"a&b',
            "https://example.org/&quot;a&amp;b",
            "https://example.org/&quot;a&amp;b",
        ),
    ],
)
async def test_the_operator_can_be_reached_as_the_setting_says(
    plain_context: Context, contact: str, link: str, shown: str
) -> None:
    async with installation(plain_context, TIDINGS_CONTACT=contact) as client:
        page = await client.get("/about")
    assert f'<a href="{link}">{shown}</a>' in page.text


async def test_without_a_contact_the_page_promises_none(plain_context: Context) -> None:
    async with installation(plain_context) as client:
        page = await client.get("/about")
    assert "mailto:" not in page.text
    assert "has not published a contact address" in words_of(page)


async def test_the_page_is_not_kept_for_another_language(
    plain_context: Context,
) -> None:
    async with installation(plain_context) as client:
        page = await client.get("/about")
    assert "Accept-Language" in page.headers["vary"]
    assert "<script" not in page.text
