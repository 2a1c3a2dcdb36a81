"""Tags: listing, renaming, merging, deleting. Entries get them by `entries/{id}/tags`."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.reading import LONGEST_TAG
from tidings.services import tags
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Body, NumberInPath, Storable

router = APIRouter(tags=["tags"])

_EXAMPLE: dict[str, Any] = {
    "id": 5,
    "name": "city",
    "created_at": 1_760_000_000_000_000,
    "entries": 3,
    "unread": 1,
}


class Tag(BaseModel):
    """A tag, and how many entries have it."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})

    id: int
    name: str
    created_at: int
    entries: int
    unread: int


class TagList(BaseModel):
    """All tags, by name."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"items": [_EXAMPLE], "next_cursor": None}}
    )

    items: list[Tag]
    next_cursor: None = None


class TagChange(Body):
    """Another name for a tag."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"name": "town"}}
    )

    name: Annotated[
        Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=r"\S")
    ]


@router.get(
    "/tags",
    operation_id="list_tags",
    summary="All tags",
    response_description="The tags, by name.",
    response_model=TagList,
)
async def get_tags(context: Given, visitor: Reader) -> Response:
    """List your tags with how many entries have them."""
    found = await tags.list_tags(context, visitor.user_id)
    return json_answer({"items": found, "next_cursor": None})


@router.patch(
    "/tags/{id}",
    operation_id="rename_tag",
    summary="Rename a tag",
    response_description="The tag that is left.",
    response_model=Tag,
)
async def patch_tag(
    context: Given, visitor: Writer, id: NumberInPath, body: TagChange
) -> Response:
    """Rename a tag. If there is one of that name, the two become one."""
    return json_answer(await tags.rename_tag(context, visitor.user_id, id, body.name))


@router.delete(
    "/tags/{id}",
    operation_id="delete_tag",
    summary="Delete a tag",
    response_description="It is gone.",
    status_code=204,
)
async def delete_tag(context: Given, visitor: Writer, id: NumberInPath) -> None:
    """Delete a tag from all entries. The entries stay."""
    await tags.delete_tag(context, visitor.user_id, id)
