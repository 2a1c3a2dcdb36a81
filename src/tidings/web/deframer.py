"""The public side of deframing: feeds, single entries and whole sites in neutral words.

Nobody signs in here, so nothing here depends on what anybody follows.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.publishing.ceilings import Ceilings, ceilings_of
from tidings.formats.feeds.writers import FeedFormat
from tidings.services.accounts.sign_in_limits import count_stranger
from tidings.services.fields import Storable
from tidings.services.publishing import deframed as service
from tidings.web.client_address import From
from tidings.web.deps import Given, GivenFetching
from tidings.web.feed_answer import FEED_CONTENT
from tidings.web.json_route import answer
from tidings.web.ready_builds import CACHING, Ready, ReadyRoute, public_feed_answer

router = APIRouter(tags=["deframer"])
_ready = APIRouter(tags=["deframer"], route_class=ReadyRoute)

# Pages of every origin may read what everybody may read.
_FOR_ALL = {
    "access-control-allow-origin": "*",
    "cache-control": CACHING,
    "cross-origin-resource-policy": "cross-origin",
}
_Address = Annotated[Storable, Query(min_length=1, max_length=2000)]
_Most = Annotated[float | None, Query(ge=0, le=1, allow_inf_nan=False)]
_ITEM: dict[str, Any] = {
    "url": "https://news.example/bridge",
    "title": "A bridge opens on Monday",
    "description": "The bridge cost 12 million.",
    "original_title": "You won't believe what this bridge cost",
    "original_description": "Shocking sums at the river.",
    "overall": 0.7,
    "scores": {"framing": 0.6, "clickbait": 0.9},
    "reasons": {"framing": "“shocking” takes a side", "clickbait": "hides the sum"},
    "title_reason": "It says what happened.",
    "description_reason": "It names the sum.",
    "category": "local",
    "facts": [{"fact": "It cost 12 million.", "quote": "cost 12 million"}],
    "published_at": 1760000000000000,
    "made_at": 1760000060000000,
    "feed": {"title": "News", "url": "https://news.example/feed"},
}


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


class DeframedFact(BaseModel):
    """What is said, and the words that it rests on."""

    fact: str
    quote: str


class DeframedFeed(BaseModel):
    """Where an entry came from."""

    title: str
    url: str


class DeframedItem(BaseModel):
    """An entry in neutral words, and what it said itself."""

    model_config = ConfigDict(json_schema_extra={"example": _ITEM})
    url: str | None
    title: str
    description: str
    original_title: str
    original_description: str
    overall: float
    scores: dict[str, float]
    reasons: dict[str, str]
    title_reason: str
    description_reason: str
    category: str
    facts: list[DeframedFact]
    published_at: int
    made_at: int
    feed: DeframedFeed | None


class DeframedSite(BaseModel):
    """The newest entries of a site's feeds, each feed in turn."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"root": "news.example", "items": [_ITEM]}}
    )
    root: str
    items: list[DeframedItem]


@_ready.get(
    "/rss",
    operation_id="read_deframed_feed",
    summary="A published feed in neutral words",
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
    """Return a feed that the operator published: 404 if there is none or nothing of it
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


@router.get(
    "/api/item",
    operation_id="find_deframed_item",
    summary="One entry of a published feed in neutral words",
    response_description="What was made of it.",
    response_model=DeframedItem,
)
async def find_deframed_item(
    context: Given,
    fetching: GivenFetching,
    caller: From,
    url: _Address,
    max_score: _Most = None,
) -> Response:
    """Look an address up; 404 if it is in no published feed, or is more framed."""
    await count_stranger(context, caller)
    ceilings = ceilings_of({"overall": max_score})
    return _for_all(await service.find_item(context, fetching, url, ceilings))


@router.get(
    "/api/site",
    operation_id="list_deframed_site",
    summary="The newest entries of a site in neutral words",
    response_description="Entries of all its published feeds, in fair order.",
    response_model=DeframedSite,
)
async def list_deframed_site(
    context: Given,
    fetching: GivenFetching,
    caller: From,
    root: Annotated[Storable, Query(min_length=1, max_length=253)],
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    max_score: _Most = None,
) -> Response:
    """Return what a site's front page would show; 404 if no feed of it is published."""
    await count_stranger(context, caller)
    ceilings = ceilings_of({"overall": max_score})
    found = await service.list_site(context, fetching, root, limit, ceilings)
    return _for_all(found)


def _for_all(value: object) -> Response:
    answered = answer(value)
    answered.headers.update(_FOR_ALL)
    return answered


router.include_router(_ready)
