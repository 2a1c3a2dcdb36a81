"""Feeds: looked at before following, and how they are doing after."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response

from tidings.core.pages import Page
from tidings.services.feeds import (
    find_feeds,
    followed_feeds,
    health,
    history,
    life,
    preview,
)
from tidings.services.feeds import (
    move_feed as moving,
)
from tidings.services.feeds.diagnose import Diagnosis
from tidings.services.feeds.discover import FoundFeeds
from tidings.services.feeds.feed_settings import FeedSettingsChanges, FeedSettingsView
from tidings.services.feeds.followed_feeds import AllRefreshed, Refreshed, WhichFeeds
from tidings.services.feeds.health import FeedView, HealthView
from tidings.services.feeds.history import CheckDone
from tidings.services.feeds.move_feed import MovedFeed, NewAddress
from tidings.services.feeds.preview import Preview
from tidings.services.fields import Storable
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, Limit, NumberInPath

router = APIRouter(tags=["feeds"], route_class=JsonRoute)
AddressInQuery = Annotated[
    Storable,
    Query(
        min_length=1, max_length=2000, description="a feed, a page, or a bare domain"
    ),
]
WordsInQuery = Annotated[
    Storable,
    Query(
        min_length=1,
        max_length=2000,
        description="a feed, a page, a bare domain, a short name of a well-known site,"
        " or a name or topic",
    ),
]
# Pictures change seldom, and with a new one the address of the picture is new.
_PICTURE_HEADERS = {"cache-control": "private, max-age=604800"}
_PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
    304: {"description": "The picture is the one you have."},
}


@router.get("/feeds/preview")
async def preview_feed(
    context: Given, fetching: GivenFetching, visitor: Reader, url: AddressInQuery
) -> Preview:
    """Show what following an address would bring; 409 `CHOOSE` when there are several
    feeds, 422 `NO_FEED` when there is none."""
    return await preview.preview_feed(context, fetching, url)


@router.get("/feeds/discover")
async def discover_feeds(
    context: Given, fetching: GivenFetching, visitor: Reader, url: WordsInQuery
) -> FoundFeeds:
    """Find feeds at a page or domain; 422 when the address itself cannot be read.

    Short names are addresses: `@name@instance` (Mastodon), `@channel` (YouTube), `r/name`
    (Reddit), `owner/repository` (GitHub). Any other words are looked up in the lists of
    feeds that come with Tidings; these are not fetched, and have no `kind` and `entries`.
    """
    return await find_feeds.find_feeds(context, fetching, url)


@router.post("/feeds/refresh", status_code=202)
async def refresh_all_feeds(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    body: WhichFeeds | None = None,
) -> AllRefreshed:
    """Let a worker check everything you follow, or some of it. Feeds of a server that
    refused a request wait until it is asked again. Left alone are feeds that were checked
    seconds ago or whose server asked for it; and those that rest or are not polled,
    unless they are named."""
    feed_ids = body.feed_ids if body else None
    return await followed_feeds.refresh_all_feeds(
        context, fetching, visitor.user_id, feed_ids
    )


@router.get("/feeds/{feed_id}")
async def get_feed(context: Given, visitor: Reader, feed_id: NumberInPath) -> FeedView:
    """Return a feed that you follow; administrators may look at all."""
    return await health.show_feed_to(context, visitor, feed_id)


@router.post("/feeds/{feed_id}/refresh", status_code=202)
async def refresh_feed(
    context: Given, fetching: GivenFetching, visitor: Writer, feed_id: NumberInPath
) -> Refreshed:
    """Let a worker check a feed, also one that rests or is not polled; its next check
    says when that is."""
    return await followed_feeds.refresh_feed(context, fetching, visitor, feed_id)


@router.post("/feeds/{feed_id}/enable")
async def enable_feed(
    context: Given, visitor: Writer, feed_id: NumberInPath
) -> FeedView:
    """Forget a feed's failures and check it again; an administrator also enables one
    that is disabled."""
    return await followed_feeds.wake_feed(context, visitor, feed_id)


@router.post("/feeds/{feed_id}/disable")
async def disable_feed(
    context: Given, visitor: Writer, feed_id: NumberInPath
) -> FeedView:
    """Stop fetching and publishing a feed; what it brought stays. Administrators may, and
    you, as long as nobody else follows it and it is not published."""
    return await life.suspend_feed(context, visitor, feed_id)


@router.delete("/feeds/{feed_id}", status_code=204)
async def delete_feed(context: Given, visitor: Writer, feed_id: NumberInPath) -> None:
    """Delete a feed for all who follow it. Administrators may, and you, as long as nobody
    else follows it and it is not published."""
    await life.delete_feed(context, visitor, feed_id)


@router.post("/feeds/{feed_id}/move")
async def move_feed(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    feed_id: NumberInPath,
    body: NewAddress,
) -> MovedFeed:
    """Give a feed another address; title, folder, what was read and starred, and its
    history stay. 409 `CHOOSE` when there are several feeds, 422 `NO_FEED` when there is
    none.

    Administrators move the feed itself, and so do you, as long as nobody else follows it
    and it is not published. Otherwise, `is_shared`: the feed stays where it is, and you
    follow the one at the new address in its place.
    """
    return await moving.move_feed(context, fetching, visitor, feed_id, body.url)


@router.get("/feeds/{feed_id}/diagnose")
async def diagnose_feed(
    context: Given, fetching: GivenFetching, visitor: Reader, feed_id: NumberInPath
) -> Diagnosis:
    """Check a feed as a worker would, and report each step in words."""
    return await followed_feeds.diagnose_followed(context, fetching, visitor, feed_id)


@router.get("/feeds/{feed_id}/history")
async def list_feed_checks(
    context: Given,
    visitor: Reader,
    feed_id: NumberInPath,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[CheckDone]:
    """Return when a feed that you follow was checked, how long that took, what it
    brought, and what went wrong."""
    return await history.list_checks(context, visitor, feed_id, cursor, limit)


@router.get("/feeds/{feed_id}/settings")
async def get_feed_settings(
    context: Given, fetching: GivenFetching, visitor: Reader, feed_id: NumberInPath
) -> FeedSettingsView:
    """Return what is set for a feed, to whoever may change it."""
    return await followed_feeds.show_settings_to(context, fetching, visitor, feed_id)


@router.patch("/feeds/{feed_id}/settings")
async def change_feed_settings(
    context: Given,
    fetching: GivenFetching,
    visitor: Writer,
    feed_id: NumberInPath,
    body: FeedSettingsChanges,
) -> FeedSettingsView:
    """Set how a feed is fetched.

    A feed is shared by all who follow it: an administrator may change it, or you, as
    long as nobody else follows it. A login, header or proxy that you set makes the feed
    your own: whoever adds its address later gets another one. Secrets are never shown
    again.
    """
    return await followed_feeds.change_settings_by(
        context, fetching, visitor, feed_id, body
    )


@router.get("/feeds/{feed_id}/icon", response_class=Response, responses=_PICTURE)
async def get_feed_icon(
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


@router.get("/health/feeds")
async def list_feed_health(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Page[HealthView]:
    """Return every feed that you follow: its state, last and next check with the
    reason, what went wrong, what helps, and how much it brings."""
    return await health.list_health(context, visitor.user_id, cursor, limit)
