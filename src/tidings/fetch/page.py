"""Ask for the web page of an entry; films and archives are not downloaded."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.core.feeds.http_hints import read_hints
from tidings.core.feeds.outcome import NotAPage, PageFetched, PageOutcome, refusal
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Judge, Request, TripStep

PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/xml+xhtml"})

_ACCEPT = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
_PAGE_LIMIT = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PageLimits:
    """How much of a visitor a page may ask for."""

    deadline: timedelta | None = None  # None: the client's own
    size: int = _PAGE_LIMIT
    judge: Judge | None = None  # None: any public place


_USUAL = PageLimits()


async def fetch_page(
    client: FetchClient,
    url: str,
    now: int,
    steps: list[TripStep] | None = None,
    *,
    limits: PageLimits = _USUAL,
) -> PageOutcome:
    """Fetch a page within its limits."""
    request = Request(
        url,
        headers={"Accept": _ACCEPT},
        body_limit=limits.size,
        deadline=limits.deadline,
        judge=limits.judge,
        media_types=PAGE_TYPES,
    )
    answer = await client.request(request, steps)
    if isinstance(answer, FetchFailed):
        if answer.code == "wrong_type":
            return NotAPage(answer.detail)
        return answer.failure
    if not 200 <= answer.status <= 299:
        return refusal(answer.status, read_hints(answer.headers, now).retry_after)
    content_type = answer.headers.get("content-type", "")
    return PageFetched(answer.body, answer.url, content_type)
