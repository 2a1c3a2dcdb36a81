"""Stories: the same event as several feeds tell it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict

from tidings.services import stories
from tidings.web.deps import Given
from tidings.web.etag import tagged_answer
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.entry_answers import LISTED_EXAMPLE, NOT_CHANGED, ListedEntry
from tidings.web.v1.fields import Body, Cursor, Limit, Number, NumberInPath

router = APIRouter(tags=["stories"])

_FEEDS: list[dict[str, Any]] = [
    {"id": 12, "title": "City News", "site_url": "https://news.example/"},
    {"id": 15, "title": "The Courier", "site_url": "https://courier.example/"},
]
_FACTS: dict[str, Any] = {
    "id": 81,
    "first_at": 1_760_000_000_000_000,
    "last_at": 1_760_000_900_000_000,
    "size": 2,
    "unread": 1,
}
_STORY = {**_FACTS, "lead": LISTED_EXAMPLE, "feeds": _FEEDS}
_OPEN = {
    **_FACTS,
    "lead_id": 4711,
    "items": [
        {"feed": _FEEDS[0], "entry": LISTED_EXAMPLE},
        {"feed": _FEEDS[1], "entry": {**LISTED_EXAMPLE, "id": 4712, "feed_id": 15}},
    ],
}


class StoryFeed(BaseModel):
    """A feed that tells the story, by the name that you gave it."""

    id: int
    title: str
    site_url: str | None


class _StoryFacts(BaseModel):
    id: int
    first_at: int
    last_at: int
    size: int
    unread: int


class Story(_StoryFacts):
    """A story. `lead` stands for it, by your preference `story_survivor`."""

    model_config = ConfigDict(json_schema_extra={"example": _STORY})

    lead: ListedEntry
    feeds: list[StoryFeed]


class StoryList(BaseModel):
    """A page of stories. It may be short, or empty, and still have a next page."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"items": [_STORY], "next_cursor": None}}
    )

    items: list[Story]
    next_cursor: str | None


class StoryTold(BaseModel):
    """How one outlet tells it; neutral title and scores are in `entry.deframed`."""

    feed: StoryFeed
    entry: ListedEntry


class OpenStory(_StoryFacts):
    """A story with the entry of each outlet, the first that told it first."""

    model_config = ConfigDict(json_schema_extra={"example": _OPEN})

    lead_id: int
    items: list[StoryTold]


class Split(Body):
    """Which entry does not belong to the story."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"entry_id": 4712}}
    )

    entry_id: Number


@router.get(
    "/stories",
    operation_id="list_stories",
    summary="Recent stories",
    response_description="The page.",
    response_model=StoryList,
    responses=NOT_CHANGED,
)
async def get_stories(
    request: Request,
    context: Given,
    visitor: Reader,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """List what at least two feeds that you follow tell, newest first."""
    page = await stories.list_stories(context, visitor.user_id, cursor, limit)
    return tagged_answer(request, page)


@router.get(
    "/stories/{id}",
    operation_id="get_story",
    summary="One story, each outlet side by side",
    response_description="The story.",
    response_model=OpenStory,
    responses=NOT_CHANGED,
)
async def get_story(
    request: Request, context: Given, visitor: Reader, id: NumberInPath
) -> Response:
    """Open a story. This marks nothing read."""
    story = await stories.open_story(context, visitor.user_id, id)
    return tagged_answer(request, story)


@router.post(
    "/stories/{id}/split",
    operation_id="split_story",
    summary="Take an entry out of a story",
    response_description="It stands alone now.",
    status_code=204,
)
async def post_split(
    context: Given, visitor: Writer, id: NumberInPath, body: Split
) -> None:
    """Undo a wrong match. The entry is in no story of yours, until you put it back."""
    await stories.split_story(context, visitor.user_id, id, body.entry_id)


@router.delete(
    "/stories/{id}/split",
    operation_id="join_story",
    summary="Put an entry back into its story",
    response_description="It is told with the others again.",
    status_code=204,
)
async def delete_split(
    context: Given,
    visitor: Writer,
    id: NumberInPath,
    entry_id: Annotated[Number, Query(description="which was taken out")],
) -> None:
    """Undo a split of yours; one that you did not make changes nothing."""
    await stories.join_story(context, visitor.user_id, id, entry_id)
