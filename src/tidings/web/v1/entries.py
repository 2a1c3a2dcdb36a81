"""Entries: lists, one entry, its versions, and what readers do to it."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.reading import LONGEST_TAG
from tidings.services import mark
from tidings.services.entries import EntryAsk, ListOrder, list_entries, open_entry
from tidings.services.mark import UpTo
from tidings.services.versions import diff_versions, list_versions
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.etag import tagged_answer
from tidings.web.plain_route import PlainRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.entry_answers import (
    NOT_CHANGED,
    EntryDiff,
    EntryList,
    Marked,
    MarkedRead,
    OpenEntry,
    VersionList,
)
from tidings.web.v1.fields import Body, Number, NumberInPath, Storable

router = APIRouter(tags=["entries"])

_LATEST = 2**53 - 1
_LARGEST_VERSION = 2**15 - 1
_VersionInQuery = Annotated[int | None, Query(ge=1, le=_LARGEST_VERSION)]
_Tag = Annotated[Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=r"\S")]
_TagInPath = Annotated[_Tag, Path(description="the name of a tag")]
_WishedAt = Annotated[
    int | None,
    Field(
        ge=0,
        le=_LATEST,
        description="when it was wished, if not now: what was marked later holds",
    ),
]
_Before = Annotated[
    int,
    Field(
        ge=0,
        le=_LATEST,
        description="the number of the newest entry that was shown, or (from 10^14 on)"
        " a time in microseconds: what was received later stays unread",
    ),
]


class _EntryQuery(BaseModel):
    """Which entries; what is not said leaves nothing out."""

    model_config = ConfigDict(frozen=True)

    feed_id: Number | None = None
    folder_id: Annotated[
        Number | None, Field(description="inner folders are included")
    ] = None
    tag: _Tag | None = None
    unread: Annotated[bool, Field(description="only what is unread")] = False
    starred: Annotated[bool, Field(description="only what is starred")] = False
    language: Annotated[
        str | None,
        Field(
            pattern="^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$",
            description="a language tag: `pt` also finds `pt-BR`",
        ),
    ] = None
    q: Annotated[
        Storable,
        Field(
            max_length=20_000,
            description="a search, as for `entries/search`: newest first, with hits",
        ),
    ] = ""
    ids: Annotated[
        str | None,
        Field(
            pattern=r"^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,199}$",
            description="up to 200 numbers, as `1,2,3`, in the order wanted: those that"
            " you see, without any filter beside",
        ),
    ] = None
    max_score: Annotated[
        float | None,
        Field(
            ge=0,
            le=1,
            allow_inf_nan=False,
            description="only what was deframed and is not framed more than this",
        ),
    ] = None
    order: Annotated[
        ListOrder,
        Field(
            description="`fair` is of unread entries: the newest of each feed, then the"
            " second newest of each, and so on; `score` is the least framed first, of"
            " the newest 1,000"
        ),
    ] = "newest"
    cursor: Annotated[
        Storable | None,
        Field(max_length=2000, description="`next_cursor` of the page before"),
    ] = None
    limit: Annotated[int, Field(ge=1, le=200, description="how many at most")] = 50


EntryQuery = Annotated[_EntryQuery, Query()]


class MarkRead(Body):
    """Which entries are read now, or unread again."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"ids": [4711], "read": True}}
    )

    ids: Annotated[list[Number], Field(min_length=1, max_length=1000)]
    read: bool = True
    at: _WishedAt = None


class _UpToPoint(Body):
    before: _Before
    at: _WishedAt = None


class FeedRead(_UpToPoint):
    """Everything of one feed."""

    feed_id: Number


class FolderRead(_UpToPoint):
    """Everything in a folder and in the folders inside it."""

    folder_id: Number


class AllRead(_UpToPoint):
    """Everything."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"all": True, "before": 4711}}
    )

    all: Literal[True]


async def get_entries(
    request: Request, context: Given, visitor: Reader, query: EntryQuery
) -> Response:
    """List entries by any mixture of filters; a page may be short and go on."""
    ask = EntryAsk(**query.__dict__)
    return tagged_answer(request, await list_entries(context, visitor.user_id, ask))


router.add_api_route(
    "/entries",
    get_entries,
    operation_id="list_entries",
    summary="A page of entries",
    response_description="The page.",
    response_model=EntryList,
    responses=NOT_CHANGED,
    route_class_override=PlainRoute,
)


@router.post(
    "/entries/mark-read",
    operation_id="mark_entries_read",
    summary="Mark entries read or unread",
    response_description="What changed.",
    response_model=MarkedRead,
)
async def mark_entries_read(
    context: Given, visitor: Writer, body: MarkRead
) -> Response:
    """Mark by number; what you cannot see is left out, and repeating does no harm."""
    marked = await mark.mark_read(
        context, visitor.user_id, body.ids, read=body.read, at=body.at
    )
    return json_answer(marked)


@router.post(
    "/entries/mark-all-read",
    operation_id="mark_all_entries_read",
    summary="Mark everything read up to a point",
    response_description="How many changed.",
    response_model=Marked,
)
async def mark_all_entries_read(
    context: Given, visitor: Writer, body: FeedRead | FolderRead | AllRead
) -> Response:
    """Mark a feed, a folder or all read; what came after the point stays unread."""
    up_to = UpTo(
        before=body.before,
        feed_id=body.feed_id if isinstance(body, FeedRead) else None,
        folder_id=body.folder_id if isinstance(body, FolderRead) else None,
        at=body.at,
    )
    changed = await mark.mark_read_up_to(context, visitor.user_id, up_to)
    return json_answer({"changed": changed})


@router.get(
    "/entries/{id}",
    operation_id="get_entry",
    summary="One entry with its text",
    response_description="The entry.",
    response_model=OpenEntry,
    responses=NOT_CHANGED,
)
async def get_entry(
    request: Request, context: Given, visitor: Reader, id: NumberInPath
) -> Response:
    """Open an entry. This does not mark it read."""
    return tagged_answer(request, await open_entry(context, visitor.user_id, id))


@router.get(
    "/entries/{id}/versions",
    operation_id="list_entry_versions",
    summary="What an entry said before",
    response_description="The versions, newest first.",
    response_model=VersionList,
)
async def get_versions(context: Given, visitor: Reader, id: NumberInPath) -> Response:
    """List the versions of an entry that are kept."""
    versions = await list_versions(context, visitor.user_id, id)
    return json_answer({"items": versions, "next_cursor": None})


@router.get(
    "/entries/{id}/diff",
    operation_id="diff_entry_versions",
    summary="What was changed in an entry",
    response_description="Both versions as one.",
    response_model=EntryDiff,
)
async def get_diff(
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
) -> Response:
    """Compare two versions word by word."""
    return json_answer(await diff_versions(context, visitor.user_id, id, before, to))


@router.put(
    "/entries/{id}/star",
    operation_id="star_entry",
    summary="Star an entry",
    response_description="It is starred.",
    status_code=204,
)
async def put_star(context: Given, visitor: Writer, id: NumberInPath) -> None:
    """Keep an entry for good: through retention, and after leaving its feed."""
    await mark.star(context, visitor.user_id, id, starred=True)


@router.delete(
    "/entries/{id}/star",
    operation_id="unstar_entry",
    summary="Take a star away",
    response_description="It is not starred.",
    status_code=204,
)
async def delete_star(context: Given, visitor: Writer, id: NumberInPath) -> None:
    """Let go of an entry."""
    await mark.star(context, visitor.user_id, id, starred=False)


@router.put(
    "/entries/{id}/tags/{tag:path}",
    operation_id="tag_entry",
    summary="Tag an entry",
    response_description="It has the tag.",
    status_code=204,
)
async def put_tag(
    context: Given, visitor: Writer, id: NumberInPath, tag: _TagInPath
) -> None:
    """Give an entry a tag, which is made if it is new."""
    await mark.tag(context, visitor.user_id, id, tag, tagged=True)


@router.delete(
    "/entries/{id}/tags/{tag:path}",
    operation_id="untag_entry",
    summary="Take a tag away",
    response_description="It does not have the tag.",
    status_code=204,
)
async def delete_tag(
    context: Given, visitor: Writer, id: NumberInPath, tag: _TagInPath
) -> None:
    """Take a tag from an entry; the tag itself stays."""
    await mark.tag(context, visitor.user_id, id, tag, tagged=False)
