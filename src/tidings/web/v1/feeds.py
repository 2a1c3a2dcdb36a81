"""Feeds: looked at before following, and how they are doing after."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response

from tidings.services import feed_health, followed_feeds
from tidings.services.diagnose import Diagnosis
from tidings.services.discover import discover_feeds, require_answer
from tidings.services.feed_health import FeedView
from tidings.services.feed_history import list_checks
from tidings.services.followed_feeds import AllRefreshed, Refreshed
from tidings.services.preview import Preview, preview_feed
from tidings.web.answers import json_answer
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.examples import DIAGNOSIS, FEED, PREVIEW, Responses, example
from tidings.web.v1.feed_models import (
    FoundFeeds,
    HealthPage,
    HistoryPage,
    SettingsAnswer,
    SettingsBody,
    WhichFeeds,
    found_view,
    settings_answer,
)
from tidings.web.v1.fields import Cursor, Limit, NumberInPath, Storable

router = APIRouter(tags=["feeds"])
AddressInQuery = Annotated[
    Storable,
    Query(
        min_length=1, max_length=2000, description="a feed, a page, or a bare domain"
    ),
]
# Pictures change seldom, and with a new one the address of the picture is new.
_PICTURE_HEADERS = {"cache-control": "private, max-age=604800"}
_PICTURE: Responses = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
    304: {"description": "The picture is the one you have."},
}


@router.get(
    "/feeds/preview",
    operation_id="preview_feed",
    summary="Look at a feed before following it",
    response_model=Preview,
    response_description="The feed and its newest entries, as plain text.",
    responses=example(PREVIEW),
)
async def preview(
    context: Given, fetching: GivenFetching, visitor: Reader, url: AddressInQuery
) -> Response:
    """Show what following an address would bring; 409 `CHOOSE` when there are several
    feeds, 422 `NO_FEED` when there is none."""
    return json_answer(await preview_feed(context, fetching, url))


@router.get(
    "/feeds/discover",
    operation_id="discover_feeds",
    summary="Find the feeds of an address",
    response_model=FoundFeeds,
    response_description="Every feed that was found and could be read, best first.",
)
async def discover(
    context: Given, fetching: GivenFetching, visitor: Reader, url: AddressInQuery
) -> Response:
    """Find feeds at a page or domain; 422 when the address itself cannot be read."""
    found = require_answer(await discover_feeds(context, fetching, url))
    return json_answer(
        {
            "address": found.address,
            "items": [found_view(feed) for feed in found.feeds],
            "problem": found.problem,
        }
    )


@router.post(
    "/feeds/refresh",
    operation_id="refresh_all_feeds",
    summary="Check all feeds now, or many",
    status_code=202,
    response_model=AllRefreshed,
    response_description="How many are checked now, and how many are left alone.",
    responses=example({"due": 97, "left_alone": 3}, 202),
)
async def refresh_all(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    body: WhichFeeds | None = None,
) -> Response:
    """Let a worker check everything you follow, or some of it. Left alone are feeds that
    were checked a moment ago or whose server asked for it; and those that rest, unless
    they are named."""
    feed_ids = body.feed_ids if body else None
    done = await followed_feeds.refresh_all_feeds(
        context, fetching, visitor.user_id, feed_ids
    )
    return json_answer(done, 202)


@router.get(
    "/feeds/{feed_id}",
    operation_id="get_feed",
    summary="Look at a feed",
    response_model=FeedView,
    response_description="The feed, when it is checked next, and why then.",
    responses=example(FEED),
)
async def get_feed(context: Given, visitor: Reader, feed_id: NumberInPath) -> Response:
    """Return a feed that you follow; administrators may look at all."""
    return json_answer(await feed_health.show_feed_to(context, visitor, feed_id))


@router.post(
    "/feeds/{feed_id}/refresh",
    operation_id="refresh_feed",
    summary="Check a feed now",
    status_code=202,
    response_model=Refreshed,
    response_description="Whether it is checked now; if not, its next check says why.",
    responses=example({"is_due": True, "feed": FEED}, 202),
)
async def refresh(
    context: Given, fetching: GivenFetching, visitor: Writer, feed_id: NumberInPath
) -> Response:
    """Let a worker check a feed, also one that rests."""
    done = await followed_feeds.refresh_feed(context, fetching, visitor, feed_id)
    return json_answer(done, 202)


@router.post(
    "/feeds/{feed_id}/enable",
    operation_id="enable_feed",
    summary="Wake a feed",
    response_model=FeedView,
    response_description="The feed, which is checked as soon as possible.",
    responses=example(FEED),
)
async def enable(context: Given, visitor: Writer, feed_id: NumberInPath) -> Response:
    """Forget a feed's failures and check it again; an administrator also enables one
    that is disabled."""
    return json_answer(await followed_feeds.wake_feed(context, visitor, feed_id))


@router.get(
    "/feeds/{feed_id}/diagnose",
    operation_id="diagnose_feed",
    summary="Find out why a feed is late or empty",
    response_model=Diagnosis,
    response_description="Every step of a check; nothing was written.",
    responses=example(DIAGNOSIS),
)
async def diagnose(
    context: Given, fetching: GivenFetching, visitor: Reader, feed_id: NumberInPath
) -> Response:
    """Check a feed as a worker would, and tell each step in words."""
    found = await followed_feeds.diagnose_followed(context, fetching, visitor, feed_id)
    return json_answer(found)


@router.get(
    "/feeds/{feed_id}/history",
    operation_id="list_feed_checks",
    summary="See how the last checks of a feed ended",
    response_model=HistoryPage,
    response_description="Its last checks, newest first; at most 100 are kept.",
)
async def history(
    context: Given,
    visitor: Reader,
    feed_id: NumberInPath,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """Return when a feed that you follow was checked, how long that took, what it
    brought, and what went wrong."""
    found, following = await list_checks(context, visitor, feed_id, cursor, limit)
    return json_answer({"items": found, "next_cursor": following})


@router.get(
    "/feeds/{feed_id}/settings",
    operation_id="get_feed_settings",
    summary="Look at the settings of a feed",
    response_model=SettingsAnswer,
    response_description="What is set; of secrets, only that they exist.",
)
async def get_settings(
    context: Given, fetching: GivenFetching, visitor: Reader, feed_id: NumberInPath
) -> Response:
    """Return what is set for a feed, to whoever may change it."""
    shown = await followed_feeds.show_settings_to(context, fetching, visitor, feed_id)
    return json_answer(settings_answer(shown))


@router.patch(
    "/feeds/{feed_id}/settings",
    operation_id="change_feed_settings",
    summary="Change the settings of a feed",
    response_model=SettingsAnswer,
    response_description="What is set now; of secrets, only that they exist.",
)
async def change_settings(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    feed_id: NumberInPath,
    body: SettingsBody,
) -> Response:
    """Set how a feed is fetched.

    A feed is shared by all who follow it: an administrator may change it, or you, as
    long as nobody else follows it. A login, header or proxy that you set makes the feed
    your own: whoever adds its address later gets another one. Secrets are never shown
    again.
    """
    shown = await followed_feeds.change_settings_by(
        context, fetching, visitor, feed_id, body.change()
    )
    return json_answer(settings_answer(shown))


@router.get(
    "/feeds/{feed_id}/icon",
    operation_id="get_feed_icon",
    summary="Get the picture of a feed",
    response_class=Response,
    response_description="A small PNG picture.",
    responses=_PICTURE,
)
async def icon(
    context: Given,
    visitor: Reader,
    feed_id: NumberInPath,
    known: Annotated[str | None, Header(alias="If-None-Match", max_length=1000)] = None,
    v: Annotated[
        Storable | None,
        Query(max_length=40, description="changes with the picture; otherwise unused"),
    ] = None,
) -> Response:
    """Return the picture of a feed that you follow; the session cookie is enough, so
    that pages can show it."""
    digest, png = await followed_feeds.icon_of_feed(context, visitor, feed_id)
    tag = f'"{digest}"'
    headers = {**_PICTURE_HEADERS, "etag": tag}
    if known is not None and tag in known:
        return Response(status_code=304, headers=headers)
    return Response(png, media_type="image/png", headers=headers)


@router.get(
    "/health/feeds",
    operation_id="list_feed_health",
    summary="See how feeds are doing",
    response_model=HealthPage,
    response_description="Everything you follow, with errors and what helps.",
)
async def list_health(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Return every feed that you follow: its state, last and next check with the
    reason, what went wrong, what helps, and how much it brings."""
    found, following = await feed_health.list_health(
        context, visitor.user_id, cursor, limit
    )
    return json_answer({"items": found, "next_cursor": following})
