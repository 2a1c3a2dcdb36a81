"""One visit to a web page for the article in it: politely, guarded, in bounded time."""

import asyncio
import re
from dataclasses import dataclass, field
from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.feeds.outcome import Failed, NotAPage, PageFetched, PageOutcome
from tidings.core.urls import place_of
from tidings.fetch.page import PageLimits, fetch_page
from tidings.html.article import Article, NoArticle
from tidings.html.extract_in_process import extract_in_process
from tidings.operations.feeds.host_turn import turn_at

_USUAL = PageLimits()
_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w.:-]{1,40})""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page, and the article that was found in it."""

    url: str  # where it was in the end
    html: bytes = field(repr=False)
    charset: str | None  # None: the server did not say
    article: Article | NoArticle


@dataclass(frozen=True, slots=True)
class NoPage:
    """Why there is no page; safe to show."""

    code: str
    reason: str


async def read_page(
    context: Context,
    fetching: Fetching,
    url: str,
    *,
    patience: timedelta,
    is_person: bool = True,
    limits: PageLimits = _USUAL,
) -> FetchedPage | NoPage:
    """Fetch a page when its host may be visited, and look for its article."""
    host = place_of(url)
    async with turn_at(context, fetching, host, patience, is_person=is_person) as turn:
        if turn.refused:
            return _no_page(turn.refused)
        now = context.clock()
        outcome = await fetch_page(fetching.client, url, now, limits=limits)
        turn.learn(outcome)
    if not isinstance(outcome, PageFetched):
        return _no_page(outcome)
    found = _CHARSET.search(outcome.content_type)
    charset = found[1] if found else None
    article = await extract(outcome.body, outcome.final_url, charset)
    return FetchedPage(outcome.final_url, outcome.body, charset, article)


async def extract(html: bytes, url: str, charset: str | None) -> Article | NoArticle:
    """Look for the article of a page, in a process of its own."""
    return await asyncio.to_thread(extract_in_process, html, url, charset=charset)


def _no_page(outcome: PageOutcome) -> NoPage:
    if isinstance(outcome, PageFetched):
        raise TypeError("this is a page")
    reason = outcome.message
    if isinstance(outcome, NotAPage | Failed):
        return NoPage(outcome.code, _sentence(reason))
    return NoPage(outcome.code, _sentence(reason.replace("the feed", "the page")))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
