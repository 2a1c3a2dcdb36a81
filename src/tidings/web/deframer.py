"""The public side of deframing: feeds, single entries and whole sites in neutral words.

Nobody signs in here, so nothing here depends on what anybody follows.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from tidings.core.publishing.ceilings import Ceilings, ceilings_of
from tidings.formats.feeds.writers import FeedFormat
from tidings.services.accounts.sign_in_limits import count_stranger
from tidings.services.fields import Storable
from tidings.services.publishing import deframed as service
from tidings.services.publishing.deframed import DeframedItem, DeframedSite
from tidings.web.client_address import From
from tidings.web.deps import Given, GivenFetching
from tidings.web.feed_answer import FEED_CONTENT
from tidings.web.json_route import JsonRoute
from tidings.web.ready_builds import CACHING, Ready, ReadyRoute, public_feed_answer

router = APIRouter(tags=["deframer"], route_class=JsonRoute)
_ready = APIRouter(tags=["deframer"], route_class=ReadyRoute)

# Pages of every origin may read what everybody may read.
_FOR_ALL = {
    "access-control-allow-origin": "*",
    "cache-control": CACHING,
    "cross-origin-resource-policy": "cross-origin",
}
_Address = Annotated[Storable, Query(min_length=1, max_length=2000)]
_Most = Annotated[float | None, Query(ge=0, le=1, allow_inf_nan=False)]


class FeedQuery(BaseModel):
    """Which feed, in which format, and how framed its entries may be."""

    url: Annotated[Storable, Field(min_length=1, max_length=2000)]
    format: FeedFormat = "rss"
    max_score: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)
    max_framing: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)
    max_clickbait: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)
    max_persuasive: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)
    max_hyper_stimulus: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)
    max_speculative: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)

    def ceilings(self) -> Ceilings:
        return ceilings_of(
            {
                "overall": self.max_score,
                "framing": self.max_framing,
                "clickbait": self.max_clickbait,
                "persuasive": self.max_persuasive,
                "hyper_stimulus": self.max_hyper_stimulus,
                "speculative": self.max_speculative,
            }
        )


class SiteQuery(BaseModel):
    """Which site, how many of its entries, and how framed they may be."""

    root: Annotated[Storable, Field(min_length=1, max_length=253)]
    limit: int = Field(50, ge=1, le=200)
    max_score: float | None = Field(None, ge=0, le=1, allow_inf_nan=False)


@_ready.get(
    "/rss",
    response_description="The feed.",
    response_class=Response,
    responses={
        200: {"content": FEED_CONTENT},
        304: {"description": "It is the one that you have."},
    },
)
async def read_deframed_feed(
    request: Request,
    context: Given,
    fetching: GivenFetching,
    caller: From,
    query: Annotated[FeedQuery, Query()],
) -> Response:
    """Return a published feed in neutral words. 404 if there is none or nothing of it
    yet, 403 if it is switched off. With a ceiling only what is at or below it."""
    ceilings = query.ceilings()
    if ceilings:
        await count_stranger(context, caller)
        build = await service.read_feed_under(
            context, fetching, query.url, query.format, ceilings
        )
    else:
        build = await service.read_feed(context, query.url, query.format)
    asked: bytes = request.scope["query_string"]
    # Under a ceiling older entries move up, and the time of the build tells nothing of
    # those: only the tag does.
    ready = Ready(query.format, build, dated=not ceilings)
    request.app.state.ready_builds.keep(asked, context.clock(), ready)
    return public_feed_answer(request, ready)


@router.get("/api/item")
async def find_deframed_item(
    context: Given,
    fetching: GivenFetching,
    caller: From,
    response: Response,
    url: _Address,
    max_score: _Most = None,
) -> DeframedItem:
    """Return one entry of a published feed in neutral words. 404 if the address is in no
    such feed, or is more framed."""
    await count_stranger(context, caller)
    ceilings = ceilings_of({"overall": max_score})
    response.headers.update(_FOR_ALL)
    return await service.find_item(context, fetching, url, ceilings)


@router.get("/api/site")
async def list_deframed_site(
    context: Given,
    fetching: GivenFetching,
    caller: From,
    response: Response,
    query: Annotated[SiteQuery, Query()],
) -> DeframedSite:
    """Return the newest entries of a site in neutral words, each feed in turn. 404 if no
    feed of it is published."""
    await count_stranger(context, caller)
    ceilings = ceilings_of({"overall": query.max_score})
    response.headers.update(_FOR_ALL)
    return await service.list_site(context, fetching, query.root, query.limit, ceilings)


router.include_router(_ready)
