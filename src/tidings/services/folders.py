"""A reader's folders: nested, named, ordered. Deleting one loses nothing in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tidings.context import Context
from tidings.core import cursor
from tidings.core.errors import Conflict
from tidings.core.folder_tree import (
    Folder,
    check_tree,
    free_name,
    with_those_below,
)
from tidings.store import folders
from tidings.store.connection import Connection
from tidings.store.counts import unread_counts
from tidings.store.events import tell
from tidings.store.folder_paths import insert_folder, lock_folders

_LIST = "folders"
_MOST_FOLDERS = 5000


@dataclass(frozen=True, slots=True)
class FolderView:
    """A folder; `unread` counts everything inside it, also in folders inside it."""

    id: int
    parent_id: int | None  # None: at the top
    name: str
    position: int
    unread: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a folder is to be; its parent stays unless `moves`."""

    id: int
    position: int
    parent_id: int | None = None
    moves: bool = False


async def list_folders(
    context: Context, user_id: int, after: str | None, limit: int
) -> tuple[list[FolderView], str | None]:
    """Return folders by position, and the cursor of the next page."""
    place = (-1, 0)
    if after is not None:
        position, number = cursor.decode_numbers(_LIST, after, 2)
        place = position, number
    everything = await context.database.read(_views, user_id)
    left = [view for view in everything if (view.position, view.id) > place]
    page = left[:limit]
    if len(left) <= limit:
        return page, None
    return page, cursor.encode(_LIST, (page[-1].position, page[-1].id))


async def add_folder(
    context: Context, user_id: int, name: str, parent_id: int | None
) -> FolderView:
    """Add a folder after all others."""
    return await context.database.write(_add, user_id, name, parent_id, context.clock())


async def change_folder(
    context: Context, user_id: int, number: int, changes: Mapping[str, Any]
) -> FolderView:
    """Set the name, parent or position of a folder."""
    return await context.database.write(
        _change, user_id, number, changes, context.clock()
    )


async def reorder_folders(
    context: Context, user_id: int, places: Sequence[Place]
) -> list[FolderView]:
    """Put folders where they are to be, all or nothing, and return all of them."""
    return await context.database.write(_reorder, user_id, places, context.clock())


async def delete_folder(context: Context, user_id: int, number: int) -> None:
    """Delete a folder; what is in it goes to the folder around it."""
    await context.database.write(_delete, user_id, number, context.clock())


def _views(db: Connection, user_id: int) -> list[FolderView]:
    tree = folders.folder_tree(db, user_id)
    own: dict[int, int] = {}
    for count in unread_counts(db, user_id):
        if count.folder_id is not None:
            own[count.folder_id] = own.get(count.folder_id, 0) + count.unread
    unread = with_those_below(tree, own)
    return [
        FolderView(each.id, each.parent_id, each.name, each.position, unread[each.id])
        for each in tree.values()
    ]


def _view(db: Connection, user_id: int, number: int) -> FolderView:
    return next(view for view in _views(db, user_id) if view.id == number)


def _add(
    db: Connection, user_id: int, name: str, parent_id: int | None, now: int
) -> FolderView:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    if len(tree) >= _MOST_FOLDERS:
        raise Conflict(f"There are {_MOST_FOLDERS} folders: nobody may have more.")
    _require(tree, parent_id, "parent_id")
    check_tree({**tree, 0: Folder(0, parent_id, name, 0)}, [0])
    number = insert_folder(db, user_id, parent_id, name, now)
    _tell(db, user_id, now)
    return _view(db, user_id, number)


def _change(
    db: Connection, user_id: int, number: int, changes: Mapping[str, Any], now: int
) -> FolderView:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    _require(tree, number)
    _require(tree, changes.get("parent_id"), "parent_id")
    _save(db, tree, [replace(tree[number], **changes)])
    _tell(db, user_id, now)
    return _view(db, user_id, number)


def _reorder(
    db: Connection, user_id: int, places: Sequence[Place], now: int
) -> list[FolderView]:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    changed = []
    for place in places:
        _require(tree, place.id, "id")
        _require(tree, place.parent_id, "parent_id")
        folder = replace(tree[place.id], position=place.position)
        if place.moves:
            folder = replace(folder, parent_id=place.parent_id)
        changed.append(folder)
    _save(db, tree, changed)
    _tell(db, user_id, now)
    return _views(db, user_id)


def _delete(db: Connection, user_id: int, number: int, now: int) -> None:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    _require(tree, number)
    gone = tree.pop(number)
    for inner in [each for each in tree.values() if each.parent_id == number]:
        name = free_name(tree, gone.parent_id, inner.name)
        tree[inner.id] = replace(inner, parent_id=gone.parent_id, name=name)
        folders.save_folder(db, tree[inner.id])
    folders.delete_folder(db, gone)
    _tell(db, user_id, now)


def _require(
    tree: Mapping[int, Folder], number: int | None, field: str | None = None
) -> None:
    if number is not None and number not in tree:
        raise folders.no_such_folder(field)


def _save(
    db: Connection, tree: Mapping[int, Folder], changed: Sequence[Folder]
) -> None:
    new = {**tree, **{folder.id: folder for folder in changed}}
    check_tree(new, [folder.id for folder in changed])
    for folder in changed:
        folders.save_folder(db, folder)


def _tell(db: Connection, user_id: int, now: int) -> None:
    tell(db, "feed_changed", now, user_id=user_id, payload='{"folders": true}')
