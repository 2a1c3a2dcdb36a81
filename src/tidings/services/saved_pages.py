"""Saving a page from anywhere on the web, as an entry of one's own."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.errors import Invalid
from tidings.core.identity import IdentityRules
from tidings.core.parsed import ParsedEntry
from tidings.core.urls import is_web_url
from tidings.html.article import Article, NoArticle
from tidings.html.sanitize import sanitize
from tidings.jobs.fetch_full_text import keep_article
from tidings.jobs.read_document import prepare_entry
from tidings.jobs.read_page import NoPage, extract, read_page
from tidings.store.connection import Engine
from tidings.store.full_texts import entry_without_text
from tidings.store.saved_pages import (
    PageToSave,
    SavedPage,
    find_page,
    save_page,
    star_page,
)

_PATIENCE = timedelta(seconds=10)
_DEADLINE = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class PageWish:
    """What a reader wants to keep; None: as the page says, and fetched by us."""

    url: str
    title: str | None = None
    html: str | None = field(default=None, repr=False)
    starred: bool = False


async def save(
    context: Context, fetching: Fetching, user_id: int, wish: PageWish
) -> tuple[SavedPage, bool]:
    """Keep a page, also if it cannot be fetched; return it and whether it is new."""
    if not is_web_url(wish.url):
        raise Invalid("This is not an address of a web page.", details={"field": "url"})
    known = await context.database.read(find_page, user_id, wish.url)
    if known is not None:
        return await _save_again(context, user_id, known, wish), False
    found = await _article(context, fetching, wish)
    page = await asyncio.to_thread(_prepared, wish, found, context.database.engine)
    return await context.database.write(
        save_page, user_id, wish.url, page, context.clock()
    )


async def _save_again(
    context: Context, user_id: int, known: SavedPage, wish: PageWish
) -> SavedPage:
    """Star what is there if asked, and take what a browser has if we had nothing."""
    now = context.clock()
    if wish.starred:
        await context.database.write(star_page, user_id, known.entry_id, now)
    if wish.html is None or known.has_text:
        return known
    article = await extract(wish.html.encode(), wish.url, "utf-8")
    if isinstance(article, Article):
        entry = await context.database.read(entry_without_text, known.entry_id, now)
        if entry is not None:
            await keep_article(context, entry, article)
    found = await context.database.read(find_page, user_id, wish.url)
    return found or known


async def _article(
    context: Context, fetching: Fetching, wish: PageWish
) -> Article | NoArticle | NoPage:
    if wish.html is not None:
        return await extract(wish.html.encode(), wish.url, "utf-8")
    page = await read_page(
        context, fetching, wish.url, patience=_PATIENCE, deadline=_DEADLINE
    )
    return page if isinstance(page, NoPage) else page.article


def _prepared(
    wish: PageWish, found: Article | NoArticle | NoPage, engine: Engine
) -> PageToSave:
    if isinstance(found, Article):
        parsed = ParsedEntry(
            url=wish.url,
            title=wish.title or found.title or wish.url,
            author=found.author,
            content_html=found.html,
            image_url=found.image_url,
            language=found.language,
        )
        published_at, problem = found.published_at, None
    else:
        # What the browser showed is kept even if no article can be told from it.
        html = wish.html and sanitize(wish.html, base_url=wish.url)
        parsed = ParsedEntry(
            url=wish.url, title=wish.title or wish.url, content_html=html
        )
        published_at, problem = None, None if html else _problem(found)
    entry = prepare_entry(parsed, IdentityRules(), engine)
    return PageToSave(entry, published_at, problem, wish.starred)


def _problem(found: NoArticle | NoPage) -> tuple[str, str]:
    if isinstance(found, NoPage):
        return found.code, found.reason
    return f"no_article_{found.kind}".replace("-", "_"), found.reason
