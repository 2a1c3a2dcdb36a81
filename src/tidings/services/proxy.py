"""The page of an entry through us, for whoever can see the entry. No open proxy: the
address that is fetched is the entry's own, and what leaves is sanitised."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from html import escape

from tidings.context import Context, Fetching
from tidings.core.errors import AddressBlocked, NotFound, UpstreamFailed
from tidings.html.article import Article
from tidings.html.page_encoding import page_text
from tidings.html.sanitize import sanitize
from tidings.jobs.read_page import NoPage, Page, read_page
from tidings.services.media import media_hook
from tidings.store.entry_addresses import entry_at

_PATIENCE = timedelta(seconds=10)
_DEADLINE = timedelta(seconds=10)
_BLOCKED = frozenset({"blocked_address", "bad_url", "bad_redirect"})


@dataclass(frozen=True, slots=True)
class _Entry:
    url: str
    title: str
    language: str | None


async def read_article(
    context: Context, fetching: Fetching, user_id: int, url: str
) -> str:
    """Return the page of an entry as a safe HTML document, or refuse."""
    found = await context.database.read(entry_at, user_id, url)
    if found is None:
        raise NotFound("None of your entries has this address.")
    entry = _Entry(*found[1:])
    page = await read_page(
        context, fetching, entry.url, patience=_PATIENCE, deadline=_DEADLINE
    )
    if isinstance(page, NoPage):
        details = {"reason": page.code}
        if page.code in _BLOCKED:
            raise AddressBlocked(page.reason, details=details)
        raise UpstreamFailed(page.reason, details=details)
    return await asyncio.to_thread(_document, context, entry, page)


def _document(context: Context, entry: _Entry, page: Page) -> str:
    article = page.article
    if isinstance(article, Article):
        html, title = article.html, article.title or entry.title
        language = article.language or entry.language
    else:
        html, title = page_text(page.html, page.charset), entry.title
        language = entry.language
    body = sanitize(html, base_url=page.url, media=media_hook(context))
    of = f' lang="{escape(language)}"' if language else ""
    heading = escape(title or page.url)
    source = escape(page.url)
    return (
        f'<!doctype html><html{of}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{heading}</title></head><body><main><h1>{heading}</h1>"
        f'<p><a href="{source}" rel="noopener noreferrer">{source}</a></p>'
        f"{body}</main></body></html>"
    )
