"""What a list of entries is asked for."""

from typing import Annotated, Literal

from pydantic import Field

from tidings.services.fields import Number, PageQuery, Storable, TagName

ListOrder = Literal["newest", "oldest", "fair", "score", "starred"]


class EntryQuery(PageQuery):
    """Which entries; what is not said leaves nothing out."""

    feed_id: Number | None = None
    folder_id: Annotated[
        Number | None, Field(description="inner folders are included")
    ] = None
    tag: TagName | None = None
    unread: Annotated[
        bool,
        Field(
            description="only what is unread; without feed, folder, star or tag, not of"
            " feeds that are muted"
        ),
    ] = False
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
            " the newest 1,000; `starred` is the newest star first, and needs"
            " `starred=true`"
        ),
    ] = "newest"
