"""Ask for the web page of an entry; films and archives are not downloaded."""

from datetime import timedelta

from tidings.core.http_hints import read_hints
from tidings.core.outcome import NotAPage, PageFetched, PageOutcome, refusal
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Step

PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/xml+xhtml"})

_ACCEPT = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
_PAGE_LIMIT = 5 * 1024 * 1024


async def fetch_page(
    client: FetchClient,
    url: str,
    now: int,
    steps: list[Step] | None = None,
    *,
    deadline: timedelta | None = None,
) -> PageOutcome:
    """Fetch a page of at most 5 MiB; without a deadline the client's own holds."""
    request = Request(
        url,
        headers={"Accept": _ACCEPT},
        body_limit=_PAGE_LIMIT,
        deadline=deadline,
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
