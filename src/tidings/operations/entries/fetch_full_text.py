"""Fetches the article of one entry and keeps it as its full text.

A failure is stored with its reason and not repeated for a day; the feed's own text is
shown then.
"""

import asyncio
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.entries.content_hash import clean_text, content_hash
from tidings.core.entries.full_texts import is_worth_keeping
from tidings.html.article import Article, NoArticle
from tidings.html.excerpt import excerpt
from tidings.html.text import plain_text, word_count
from tidings.observe.logs import get_log
from tidings.operations.entries.read_page import NoPage, read_page
from tidings.store.engine.connection import Engine
from tidings.store.engine.packing import pack
from tidings.store.entries.full_texts import (
    ClaimedEntry,
    NewFullText,
    fail_full_text,
    give_back,
    save_full_text,
)
from tidings.store.entries.search_index import to_index

_LONGEST_TITLE = 1000
log = get_log()


async def fetch_full_text(
    context: Context, fetching: Fetching, entry: ClaimedEntry, patience: timedelta
) -> bool | None:
    """Fetch one full text and keep it; False if there is none, None if not now."""
    if entry.url is None:
        await fail(context, entry, "no_address", "The entry has no address.")
        return False
    page = await read_page(
        context, fetching, entry.url, patience=patience, is_person=False
    )
    if isinstance(page, NoPage):
        if page.code in ("host_busy", "host_held"):
            await context.database.write(give_back, entry)
            return None
        await fail(context, entry, page.code, page.reason)
        return False
    if isinstance(page.article, NoArticle):
        code = f"no_article_{page.article.kind}".replace("-", "_")
        await fail(context, entry, code, page.article.reason)
        return False
    return await keep_article(context, entry, page.article)


async def keep_article(context: Context, entry: ClaimedEntry, article: Article) -> bool:
    """Keep an article as the full text of an entry; False if it is worth less."""
    engine = context.database.engine
    new = await asyncio.to_thread(_prepared, entry, article, engine)
    if new is None:
        reason = "The page has less text than the feed."
        await fail(context, entry, "too_little", reason)
        return False
    await context.database.write(save_full_text, entry, new, context.clock())
    log.debug("full text fetched", entry_id=entry.id)
    return True


def _prepared(
    entry: ClaimedEntry, article: Article, engine: Engine
) -> NewFullText | None:
    html, text = clean_text(article.html), clean_text(article.text)
    feed_text = plain_text(entry.html)
    if not is_worth_keeping(text, feed_text):
        return None
    # A saved page that could not be fetched at first is called by its address.
    title = entry.title
    if title == entry.url and article.title:
        title = clean_text(article.title)[:_LONGEST_TITLE]
    everything = text if feed_text in text else f"{feed_text}\n{text}"
    codec, content = pack(html)
    return NewFullText(
        codec=codec,
        content=content,
        indexed=to_index(engine, title, entry.author, everything),
        title=title,
        excerpt=excerpt(text),
        image_url=article.image_url and clean_text(article.image_url),
        words=word_count(text),
        content_hash=content_hash(title, text),
    )


async def fail(context: Context, entry: ClaimedEntry, code: str, reason: str) -> None:
    """Store why an entry has no full text."""
    now = context.clock()
    await context.database.write(fail_full_text, entry, code, reason, now)
    log.debug("no full text", entry_id=entry.id, code=code)
