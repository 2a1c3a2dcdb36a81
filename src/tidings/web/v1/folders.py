"""Folders: nested by `parent_id`, ordered by `position`, names unique among neighbours."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tidings.services import folders
from tidings.services.folders import FolderView, Place
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import (
    Body,
    Cursor,
    Limit,
    Number,
    NumberInPath,
    Storable,
)

router = APIRouter(tags=["folders"])


def _stripped(name: str) -> str:
    stripped = name.strip()
    if not stripped:
        raise ValueError("may not be empty")
    return stripped


Name = Annotated[
    Storable,
    Field(min_length=1, max_length=200, json_schema_extra={"pattern": r"\S"}),
    AfterValidator(_stripped),
]
Position = Annotated[int, Field(ge=0, le=2**31 - 1)]
_EXAMPLE: dict[str, Any] = {
    "id": 3,
    "parent_id": None,
    "name": "News",
    "position": 1,
    "unread": 42,
}


class FolderAnswer(BaseModel):
    """A folder; `unread` counts everything inside it, also in folders inside it."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: int
    parent_id: int | None
    name: str
    position: int
    unread: int


class FolderPage(BaseModel):
    """Folders by position."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"items": [_EXAMPLE], "next_cursor": None}}
    )
    items: list[FolderAnswer]
    next_cursor: str | None


class NewFolder(Body):
    """A folder to add; without a parent it is at the top."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "World", "parent_id": 3}}
    )
    name: Name
    parent_id: Number | None = None


class FolderChange(Body):
    """What to change; what is left out stays. `"parent_id": null` moves to the top."""

    model_config = ConfigDict(json_schema_extra={"example": {"name": "The world"}})
    name: Name = Field(default_factory=str)
    parent_id: Number | None = None
    position: Position = Field(default_factory=int)


class FolderPlace(Body):
    """Where one folder is to be; without `parent_id` it stays where it is."""

    id: Number
    position: Position
    parent_id: Number | None = None


class FolderOrder(Body):
    """The places of some folders, or of all of them."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "items": [
                    {"id": 3, "position": 0},
                    {"id": 5, "position": 1, "parent_id": 3},
                ]
            }
        }
    )
    items: Annotated[list[FolderPlace], Field(min_length=1, max_length=5000)]


@router.get(
    "/folders",
    operation_id="list_folders",
    summary="List folders",
    response_model=FolderPage,
    response_description="Your folders by position.",
)
async def list_folders(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """Return your folders with how much in each of them is unread."""
    found, following = await folders.list_folders(
        context, visitor.user_id, cursor, limit
    )
    return json_answer({"items": found, "next_cursor": following})


@router.post(
    "/folders",
    operation_id="add_folder",
    summary="Add a folder",
    status_code=201,
    response_model=FolderAnswer,
    response_description="The new folder.",
)
async def add_folder(context: Given, visitor: Writer, body: NewFolder) -> Response:
    """Add a folder after the others; 409 if its neighbours have the name already."""
    added = await folders.add_folder(
        context, visitor.user_id, body.name, body.parent_id
    )
    return json_answer(added, 201)


@router.post(
    "/folders/reorder",
    operation_id="reorder_folders",
    summary="Put folders in order",
    response_model=FolderPage,
    response_description="All your folders as they are now.",
)
async def reorder_folders(
    context: Given, visitor: Writer, body: FolderOrder
) -> Response:
    """Set positions and parents of many folders at once, all or nothing."""
    places = [
        Place(
            each.id, each.position, each.parent_id, "parent_id" in each.model_fields_set
        )
        for each in body.items
    ]
    found = await folders.reorder_folders(context, visitor.user_id, places)
    return json_answer({"items": found, "next_cursor": None})


@router.patch(
    "/folders/{folder_id}",
    operation_id="change_folder",
    summary="Rename or move a folder",
    response_model=FolderAnswer,
    response_description="The folder as it is now.",
)
async def change_folder(
    context: Given, visitor: Writer, folder_id: NumberInPath, body: FolderChange
) -> Response:
    """Change a folder; one cannot be moved into itself, nor deeper than 20."""
    changes: dict[str, Any] = body.model_dump(exclude_unset=True)
    changed: FolderView = await folders.change_folder(
        context, visitor.user_id, folder_id, changes
    )
    return json_answer(changed)


@router.delete(
    "/folders/{folder_id}",
    operation_id="delete_folder",
    summary="Delete a folder",
    status_code=204,
    response_description="It is gone.",
)
async def delete_folder(
    context: Given, visitor: Writer, folder_id: NumberInPath
) -> None:
    """Delete a folder; feeds and folders in it go to the folder around it."""
    await folders.delete_folder(context, visitor.user_id, folder_id)
