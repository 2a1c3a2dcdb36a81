"""Entries: lists, one entry, its versions, and what readers do to it."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from tidings.core.views import Changed
from tidings.services.entries import versions
from tidings.services.entries.versions import EntryDiff, VersionPage
from tidings.services.fields import TagName
from tidings.services.reading import entries, mark, reading_places
from tidings.services.reading.entries import OpenEntry
from tidings.services.reading.entry_query import EntryQuery
from tidings.services.reading.mark import (
    AllRead,
    FeedRead,
    FolderRead,
    MarkedRead,
    MarkRead,
)
from tidings.services.reading.reading_places import PlaceInText
from tidings.services.reading.search import EntryList
from tidings.web.deps import Given
from tidings.web.json_route import Encoded, JsonRoute, as_json
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, Limit, NumberInPath

router = APIRouter(tags=["entries"], route_class=JsonRoute)

_LARGEST_VERSION = 2**15 - 1
_VersionInQuery = Annotated[int | None, Query(ge=1, le=_LARGEST_VERSION)]
_TagInPath = Annotated[TagName, Path(description="the name of a tag")]


@router.get("/entries")
async def list_entries(
    context: Given, visitor: Reader, query: Annotated[EntryQuery, Query()]
) -> Encoded[EntryList]:
    """List entries by any mixture of filters; a page may be short and go on."""
    return await entries.list_entries(context, visitor.user_id, query, as_json)


@router.post("/entries/mark-read")
async def mark_entries_read(
    context: Given, visitor: Writer, body: MarkRead
) -> MarkedRead:
    """Mark by number; what you cannot see is left out, and repeating does no harm."""
    return await mark.mark_read(context, visitor.user_id, body)


@router.post("/entries/mark-all-read")
async def mark_all_entries_read(
    context: Given, visitor: Writer, body: FeedRead | FolderRead | AllRead
) -> Changed:
    """Mark a feed, a folder or all read; what came after the point stays unread."""
    return await mark.mark_read_up_to(context, visitor.user_id, body)


@router.get("/entries/{id}")
async def get_entry(
    context: Given, visitor: Reader, id: NumberInPath
) -> Encoded[OpenEntry]:
    """Open an entry. This does not mark it read."""
    return await entries.open_entry(context, visitor.user_id, id, as_json)


@router.get("/entries/{id}/versions")
async def list_entry_versions(
    context: Given,
    visitor: Reader,
    id: NumberInPath,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> VersionPage:
    """List the versions of an entry that are kept: of one that changes again and again
    the first, the newest and what readers starred; and say how many are not."""
    return await versions.list_versions(context, visitor.user_id, id, cursor, limit)


@router.get("/entries/{id}/diff")
async def diff_entry_versions(
    context: Given,
    visitor: Reader,
    id: NumberInPath,
    before: Annotated[
        int | None,
        Query(
            alias="from",
            ge=1,
            le=_LARGEST_VERSION,
            description="a version; the one before `to` if not said",
        ),
    ] = None,
    to: _VersionInQuery = None,
) -> EntryDiff:
    """Compare two versions word by word."""
    return await versions.diff_versions(context, visitor.user_id, id, before, to)


@router.put("/entries/{id}/place", status_code=204)
async def keep_place_in_entry(
    context: Given, visitor: Writer, id: NumberInPath, body: PlaceInText
) -> None:
    """Note how far you have come in a long entry, for your other devices."""
    await reading_places.keep_place(context, visitor.user_id, id, body)


@router.put("/entries/{id}/star", status_code=204)
async def star_entry(
    context: Given,
    visitor: Writer,
    id: NumberInPath,
    version: Annotated[
        int | None,
        Query(
            ge=1,
            le=_LARGEST_VERSION,
            description="the version that you saw; the present one if not said, or if"
            " it is not kept",
        ),
    ] = None,
) -> None:
    """Keep an entry for good, as it is: through retention, after leaving its feed, and
    with this version of it when it changes. What is starred already stays as it was."""
    await mark.star(context, visitor.user_id, id, version=version)


@router.delete("/entries/{id}/star", status_code=204)
async def unstar_entry(context: Given, visitor: Writer, id: NumberInPath) -> None:
    """Let go of an entry."""
    await mark.unstar(context, visitor.user_id, id)


@router.put("/entries/{id}/tags/{tag:path}", status_code=204)
async def tag_entry(
    context: Given, visitor: Writer, id: NumberInPath, tag: _TagInPath
) -> None:
    """Give an entry a tag, which is made if it is new."""
    await mark.tag(context, visitor.user_id, id, tag, tagged=True)


@router.delete("/entries/{id}/tags/{tag:path}", status_code=204)
async def untag_entry(
    context: Given, visitor: Writer, id: NumberInPath, tag: _TagInPath
) -> None:
    """Take a tag from an entry; the tag itself stays."""
    await mark.tag(context, visitor.user_id, id, tag, tagged=False)
