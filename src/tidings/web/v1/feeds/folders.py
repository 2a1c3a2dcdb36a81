"""Folders: nested by `parent_id`, ordered by `position`, names unique among neighbours."""

from fastapi import APIRouter

from tidings.core.pages import Page
from tidings.services.feeds import folders
from tidings.services.feeds.folders import (
    FolderChanges,
    FolderOrder,
    FolderView,
    NewFolder,
)
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, Limit, NumberInPath

router = APIRouter(tags=["folders"], route_class=JsonRoute)


@router.get("/folders")
async def list_folders(
    context: Given, visitor: Reader, limit: Limit = 50, cursor: Cursor = None
) -> Page[FolderView]:
    """List your folders by position, with how much in each of them is unread."""
    return await folders.list_folders(context, visitor.user_id, cursor, limit)


@router.post("/folders", status_code=201)
async def add_folder(context: Given, visitor: Writer, body: NewFolder) -> FolderView:
    """Add a folder after the others; 409 if its neighbours have the name already."""
    return await folders.add_folder(context, visitor.user_id, body)


@router.post("/folders/reorder")
async def reorder_folders(
    context: Given, visitor: Writer, body: FolderOrder
) -> Page[FolderView]:
    """Set positions and parents of many folders at once, all or nothing."""
    return await folders.reorder_folders(context, visitor.user_id, body)


@router.get("/folders/{folder_id}")
async def get_folder(
    context: Given, visitor: Reader, folder_id: NumberInPath
) -> FolderView:
    """Return a folder with how much in it is unread."""
    return await folders.get_folder(context, visitor.user_id, folder_id)


@router.patch("/folders/{folder_id}")
async def change_folder(
    context: Given, visitor: Writer, folder_id: NumberInPath, body: FolderChanges
) -> FolderView:
    """Change a folder; one cannot be moved into itself, nor deeper than 20."""
    return await folders.change_folder(context, visitor.user_id, folder_id, body)


@router.delete("/folders/{folder_id}", status_code=204)
async def delete_folder(
    context: Given, visitor: Writer, folder_id: NumberInPath
) -> None:
    """Delete a folder; feeds and folders in it go to the folder around it."""
    await folders.delete_folder(context, visitor.user_id, folder_id)
