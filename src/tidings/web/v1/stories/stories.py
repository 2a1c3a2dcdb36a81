"""Stories: the same event as several feeds report it."""

from typing import Annotated

from fastapi import APIRouter, Query

from tidings.services.fields import Number
from tidings.services.stories import stories
from tidings.services.stories.stories import OpenStory, StoryList, StorySplit
from tidings.web.deps import Given
from tidings.web.json_route import Encoded, JsonRoute, as_json
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, Limit, NumberInPath

router = APIRouter(tags=["stories"], route_class=JsonRoute)


@router.get("/stories")
async def list_stories(
    context: Given,
    visitor: Reader,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Encoded[StoryList]:
    """List events that at least two feeds that you follow report, newest first."""
    return await stories.list_stories(context, visitor.user_id, cursor, limit, as_json)


@router.get("/stories/{id}")
async def get_story(
    context: Given, visitor: Reader, id: NumberInPath
) -> Encoded[OpenStory]:
    """Open a story. This marks nothing read."""
    return await stories.open_story(context, visitor.user_id, id, as_json)


@router.post("/stories/{id}/split", status_code=204)
async def split_story(
    context: Given, visitor: Writer, id: NumberInPath, body: StorySplit
) -> None:
    """Undo a wrong match. The entry is in no story of yours, until you put it back."""
    await stories.split_story(context, visitor.user_id, id, body)


@router.delete("/stories/{id}/split", status_code=204)
async def join_story(
    context: Given,
    visitor: Writer,
    id: NumberInPath,
    entry_id: Annotated[Number, Query(description="which was taken out")],
) -> None:
    """Undo a split of yours; one that you did not make changes nothing."""
    await stories.join_story(context, visitor.user_id, id, entry_id)
