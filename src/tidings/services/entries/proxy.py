"""The page of an entry through us, for whoever can see the entry. No open proxy: the
address that is fetched is the entry's own, and what leaves is sanitised."""

import asyncio
import re
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape

from tidings.context import Context, Fetching
from tidings.core.entries.article_hosts import hosts_of, page_refusal
from tidings.core.errors import AddressBlocked, NotFound, UpstreamFailed
from tidings.fetch.page import PageLimits
from tidings.fetch.target import Target
from tidings.html.article import Article
from tidings.html.page_encoding import page_text
from tidings.html.sanitize import sanitize
from tidings.html.text import plain_text
from tidings.operations.entries.read_page import FetchedPage, NoPage, read_page
from tidings.services.entries.media import media_hook
from tidings.store.entries.addresses import entry_at, feed_addresses

_PATIENCE = timedelta(seconds=10)
_MOST_FEEDS = 10_000
_HEADING = re.compile(r"<h([12])(?:\s[^>]*)?>(.*?)</h\1>", re.DOTALL)
_NO_WORD = re.compile(r"\W+")
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
        context,
        fetching,
        entry.url,
        patience=_PATIENCE,
        limits=await _limits(context, user_id),
    )
    if isinstance(page, NoPage):
        details = {"reason": page.code}
        if page.code in _BLOCKED:
            raise AddressBlocked(page.reason, details=details)
        raise UpstreamFailed(page.reason, details=details)
    return await asyncio.to_thread(_document, context, entry, page)


async def _limits(context: Context, user_id: int) -> PageLimits:
    server = context.server
    limits = PageLimits(server.proxy_timeout, server.proxy_max_size)
    if server.proxy_hosts == "any":
        return limits
    known = await context.database.read(feed_addresses, user_id, _MOST_FEEDS)
    allowed = hosts_of(known)

    def judge(target: Target) -> str | None:
        is_address = target.address is not None
        return page_refusal(
            target.host, target.port, is_address=is_address, allowed=allowed
        )

    return replace(limits, judge=judge)


def _document(context: Context, entry: _Entry, page: FetchedPage) -> str:
    article = page.article
    if isinstance(article, Article):
        html, title = article.html, article.title or entry.title
        language = article.language or entry.language
    else:
        html, title = page_text(page.html, page.charset), entry.title
        language = entry.language
    safe = sanitize(html, base_url=page.url, media=media_hook(context))
    body = _without_heading(safe, title or "")
    of = f' lang="{escape(language)}"' if language else ""
    heading = escape(title or page.url)
    source = escape(page.url)
    return (
        f'<!doctype html><html{of}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="/pages/icon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/pages/article.css">'
        f"<title>{heading}</title></head><body><main><h1>{heading}</h1>"
        f'<p><a href="{source}" rel="noopener noreferrer">{source}</a></p>'
        f"{body}</main></body></html>"
    )


def _without_heading(html: str, title: str) -> str:
    """Leave out the article's own heading if it says what the page says above it."""
    found = _HEADING.search(html)
    if found is None or _words(plain_text(found[2])) != _words(title):
        return html
    return html[: found.start()] + html[found.end() :]


def _words(text: str) -> str:
    return _NO_WORD.sub(" ", text).strip().casefold()
