"""Saving a page from anywhere on the web, as an entry of one's own."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.entries.identity import IdentityRules
from tidings.core.errors import Invalid
from tidings.core.feeds.parsed import ParsedEntry
from tidings.core.urls import is_web_url
from tidings.core.views import view_of
from tidings.fetch.page import PageLimits
from tidings.html.article import Article, NoArticle
from tidings.html.sanitize import sanitize
from tidings.operations.entries.fetch_full_text import keep_article
from tidings.operations.entries.read_page import NoPage, extract, read_page
from tidings.operations.feeds.read_document import prepare_entry
from tidings.services.fields import RequestModel, Storable
from tidings.store.engine.connection import Engine
from tidings.store.entries.full_texts import entry_without_text
from tidings.store.entries.saved_pages import (
    PageToSave,
    SavedPage,
    find_page,
    save_page,
    star_page,
)

_PATIENCE = timedelta(seconds=10)
_LARGEST = 5 * 1024 * 1024
_LIMITS = PageLimits(deadline=timedelta(seconds=15))


class PageToKeep(RequestModel):
    """A page to keep. A browser may send what it shows, for pages behind a login."""

    url: Annotated[Storable, Field(min_length=1, max_length=8_000)]
    title: Annotated[Storable, Field(max_length=1_000)] | None = None
    html: Annotated[Storable, Field(max_length=_LARGEST)] | None = None
    starred: bool = False


@dataclass(frozen=True, slots=True)
class PageProblem:
    """Why the page could not be fetched."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class PageView:
    """The entry that the page is now."""

    entry_id: int
    feed_id: int
    subscription_id: int
    url: str
    title: str
    has_text: bool  # False: only the address could be kept
    problem: PageProblem | None


async def save(
    context: Context, fetching: Fetching, user_id: int, wanted: PageToKeep
) -> tuple[PageView, bool]:
    """Keep a page, also if it cannot be fetched; return it and whether it is new."""
    title = (wanted.title or "").strip() or None
    stripped = {"url": wanted.url.strip(), "title": title}
    page, is_new = await _save(
        context, fetching, user_id, wanted.model_copy(update=stripped)
    )
    problem = None
    if not page.has_text and page.code is not None:
        problem = PageProblem(page.code, page.reason or "")
    return view_of(PageView, page, problem=problem), is_new


async def _save(
    context: Context, fetching: Fetching, user_id: int, wanted: PageToKeep
) -> tuple[SavedPage, bool]:
    if not is_web_url(wanted.url):
        raise Invalid(
            "This is not an address of a web page.",
            code=Code.NOT_AN_ADDRESS,
            details={"field": "url"},
        )
    known = await context.database.read(find_page, user_id, wanted.url)
    if known is not None:
        return await _save_again(context, user_id, known, wanted), False
    found = await _article(context, fetching, wanted)
    page = await asyncio.to_thread(_prepared, wanted, found, context.database.engine)
    return await context.database.write(
        save_page, user_id, wanted.url, page, context.clock()
    )


async def _save_again(
    context: Context, user_id: int, known: SavedPage, wanted: PageToKeep
) -> SavedPage:
    """Star what is there if asked, and take what a browser has if we had nothing."""
    now = context.clock()
    if wanted.starred:
        await context.database.write(star_page, user_id, known.entry_id, now)
    if wanted.html is None or known.has_text:
        return known
    article = await extract(wanted.html.encode(), wanted.url, "utf-8")
    if isinstance(article, Article):
        entry = await context.database.read(entry_without_text, known.entry_id, now)
        if entry is not None:
            await keep_article(context, entry, article)
    found = await context.database.read(find_page, user_id, wanted.url)
    return found or known


async def _article(
    context: Context, fetching: Fetching, wanted: PageToKeep
) -> Article | NoArticle | NoPage:
    if wanted.html is not None:
        return await extract(wanted.html.encode(), wanted.url, "utf-8")
    page = await read_page(
        context, fetching, wanted.url, patience=_PATIENCE, limits=_LIMITS
    )
    return page if isinstance(page, NoPage) else page.article


def _prepared(
    wanted: PageToKeep, found: Article | NoArticle | NoPage, engine: Engine
) -> PageToSave:
    if isinstance(found, Article):
        parsed = ParsedEntry(
            url=wanted.url,
            title=wanted.title or found.title or wanted.url,
            author=found.author,
            content_html=found.html,
            image_url=found.image_url,
            language=found.language,
        )
        published_at, problem = found.published_at, None
    else:
        # What the browser showed is kept even if no article can be extracted from it.
        html = wanted.html and sanitize(wanted.html, base_url=wanted.url)
        parsed = ParsedEntry(
            url=wanted.url, title=wanted.title or wanted.url, content_html=html
        )
        published_at, problem = None, None if html else _problem(found)
    entry = prepare_entry(parsed, IdentityRules(), engine)
    return PageToSave(entry, published_at, problem, wanted.starred)


def _problem(found: NoArticle | NoPage) -> tuple[str, str]:
    if isinstance(found, NoPage):
        return found.code, found.reason
    return f"no_article_{found.kind}".replace("-", "_"), found.reason
