"""Documents of feeds over HTTP: packed where that is understood, and not sent again to
whoever has them."""

from email.utils import format_datetime

from fastapi import Request, Response

from tidings.core.clock import to_datetime
from tidings.core.feeds.http_dates import read_http_date
from tidings.formats.feeds.writers import MEDIA_TYPES
from tidings.store.publishing.builds import Build
from tidings.web.etag import names_tag

_SECOND = 1_000_000
_REFUSED = ("q=0", "q=0.0", "q=0.00", "q=0.000")
# What feeds are written in, for the description of the API.
FEED_CONTENT = {
    name.partition(";")[0]: {
        "schema": {"type": "object" if form == "json" else "string"}
    }
    for form, name in MEDIA_TYPES.items()
}


def feed_answer(
    request: Request,
    media_type: str,
    build: Build,
    *,
    caching: str,
    dated: bool,
    policy: str = "sandbox; default-src 'none'",
) -> Response:
    """Return a document, or only that it is the one the caller has.

    `dated` says that what it holds changes only with the time of its build.
    """
    headers = {
        "cache-control": caching,
        "etag": f'W/"{build.tag}"',
        "vary": "Accept-Encoding",
        # A feed has nothing to run, wherever it is opened.
        "content-security-policy": policy,
        "cross-origin-resource-policy": "cross-origin",
    }
    if dated:
        moment = to_datetime(build.updated_at)
        headers["last-modified"] = format_datetime(moment, usegmt=True)
    if _has_it(request, build, headers["etag"], dated):
        return Response(status_code=304, headers=headers)
    body = build.body
    if _takes_gzip(request):
        body = build.packed
        headers["content-encoding"] = "gzip"
    headers["content-type"] = media_type
    return Response(body, headers=headers)


def _has_it(request: Request, build: Build, tag: str, dated: bool) -> bool:
    known = request.headers.get("if-none-match")
    if known is not None or not dated:
        return names_tag(known, tag)
    since = request.headers.get("if-modified-since")
    at = None if since is None else read_http_date(since, build.updated_at)
    return at is not None and build.updated_at // _SECOND <= at // _SECOND


def _takes_gzip(request: Request) -> bool:
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in _REFUSED
    return False
