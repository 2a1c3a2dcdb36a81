"""Lists that readers published: whoever has the address may read, nobody can guess it.

The document never holds its own address, so that its size tells nothing of the secret.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tidings.formats.feeds.page_writer import PAGE_POLICY, PAGE_TYPE
from tidings.formats.feeds.writers import MEDIA_TYPES
from tidings.services.accounts.sign_in_limits import count_stranger
from tidings.services.publishing.published_lists import (
    PublishedFormat,
    find_list,
    write_list,
)
from tidings.store.publishing.builds import Build
from tidings.web.client_address import From
from tidings.web.deps import Given
from tidings.web.etag import names_tag
from tidings.web.feed_answer import FEED_CONTENT, feed_answer
from tidings.web.json_route import NamedRoute

router = APIRouter(tags=["publications"], route_class=NamedRoute)

# Asked about each time: an address that was withdrawn must be gone at once.
_CACHING = "private, no-cache"


@router.get(
    "/p/{secret}.{form}",
    response_description="The list as a feed, or as a page for people.",
    response_class=Response,
    responses={
        200: {"content": {**FEED_CONTENT, "text/html": {"schema": {"type": "string"}}}},
        304: {"description": "It is the one that you have."},
    },
)
async def read_publication(
    request: Request,
    context: Given,
    caller: From,
    secret: Annotated[str, Path(max_length=100)],
    form: Annotated[PublishedFormat, Path(description="rss, atom, json or html")],
) -> Response:
    """Return a list that somebody published, with what they may see of it now."""
    await count_stranger(context, caller)
    found = await find_list(context, secret, form)
    if names_tag(request.headers.get("if-none-match"), f'W/"{found.tag}"'):
        build = Build(found.head.updated_at, found.tag, b"", b"")
    else:
        build = await write_list(found)
    answer = _answered(request, form, build)
    answer.headers["x-robots-tag"] = "noindex, nofollow"
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


def _answered(request: Request, form: PublishedFormat, build: Build) -> Response:
    if form != "html":
        media_type = MEDIA_TYPES[form]
        return feed_answer(request, media_type, build, caching=_CACHING, dated=False)
    return feed_answer(
        request, PAGE_TYPE, build, caching=_CACHING, dated=False, policy=PAGE_POLICY
    )
