"""A reader's folders: nested, named, ordered. Deleting one loses nothing in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import AfterValidator, Field

from tidings.context import Context
from tidings.core.codes import Code
from tidings.core.errors import Conflict
from tidings.core.feeds.folder_tree import (
    Folder,
    check_tree,
    free_name,
    with_those_below,
)
from tidings.core.pages import Listing, Page, page_of
from tidings.core.views import view_of
from tidings.services.fields import Number, RequestModel, Storable
from tidings.store.engine.connection import Connection
from tidings.store.feeds import folders
from tidings.store.feeds.folders import insert_folder, lock_folders
from tidings.store.reading.counts import unread_counts
from tidings.store.system.events import publish_event

_MOST_FOLDERS = 5000


def _stripped(name: str) -> str:
    stripped = name.strip()
    if not stripped:
        raise ValueError("may not be empty")
    return stripped


_Name = Annotated[
    Storable,
    Field(min_length=1, max_length=200, json_schema_extra={"pattern": r"\S"}),
    AfterValidator(_stripped),
]
_Position = Annotated[int, Field(ge=0, le=2**31 - 1)]


class NewFolder(RequestModel):
    """A folder to add; without a parent it is at the top."""

    name: _Name
    parent_id: Number | None = None


class FolderChanges(RequestModel):
    """What to change; what is left out stays. `"parent_id": null` moves to the top."""

    name: _Name = Field(default_factory=str)
    parent_id: Number | None = None
    position: _Position = Field(default_factory=int)
    muted: Annotated[
        bool,
        Field(
            description="not in the list of everything unread, nor its count, with all"
            " that is in it"
        ),
    ] = Field(default_factory=bool)


class FolderPlace(RequestModel):
    """Where one folder is to be; without `parent_id` it stays where it is."""

    id: Number
    position: _Position
    parent_id: Number | None = None


class FolderOrder(RequestModel):
    """The places of some folders, or of all of them."""

    items: Annotated[list[FolderPlace], Field(min_length=1, max_length=5000)]


@dataclass(frozen=True, slots=True)
class FolderView:
    """A folder; `unread` counts everything inside it, also in folders inside it."""

    id: int
    parent_id: int | None  # None: at the top
    name: str
    position: int
    created_at: int
    updated_at: int
    muted: bool  # by itself; a folder around it may be as well
    unread: int


_FOLDERS: Listing[FolderView] = Listing(
    "folders", (int, int), lambda each: (each.position, each.id)
)


async def list_folders(
    context: Context, user_id: int, after: str | None, limit: int
) -> Page[FolderView]:
    """Return folders by position."""
    return page_of(_FOLDERS, await context.database.read(_views, user_id), after, limit)


async def get_folder(context: Context, user_id: int, number: int) -> FolderView:
    """Return one folder."""
    return await context.database.read(_view, user_id, number)


async def add_folder(context: Context, user_id: int, new: NewFolder) -> FolderView:
    """Add a folder after all others."""
    return await context.database.write(_add, user_id, new, context.clock())


async def change_folder(
    context: Context, user_id: int, number: int, changes: FolderChanges
) -> FolderView:
    """Set the name, parent or position of a folder."""
    return await context.database.write(
        _change, user_id, number, changes, context.clock()
    )


async def reorder_folders(
    context: Context, user_id: int, order: FolderOrder
) -> Page[FolderView]:
    """Put folders where they are to be, all or nothing, and return all of them."""
    items = await context.database.write(_reorder, user_id, order, context.clock())
    return Page(items, None)


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
        view_of(FolderView, each, muted=each.muted == 1, unread=unread[each.id])
        for each in tree.values()
    ]


def _view(db: Connection, user_id: int, number: int) -> FolderView:
    for view in _views(db, user_id):
        if view.id == number:
            return view
    raise folders.no_such_folder()


def _add(db: Connection, user_id: int, new: NewFolder, now: int) -> FolderView:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    if len(tree) >= _MOST_FOLDERS:
        raise Conflict(
            f"There are {_MOST_FOLDERS} folders: nobody may have more.",
            code=Code.LIMIT_REACHED,
            details={"limit": _MOST_FOLDERS},
        )
    _require(tree, new.parent_id, "parent_id")
    check_tree({**tree, 0: Folder(0, new.parent_id, new.name, 0)}, [0])
    number = insert_folder(db, user_id, new.parent_id, new.name, now)
    _publish_event(db, user_id, now)
    return _view(db, user_id, number)


def _change(
    db: Connection, user_id: int, number: int, changes: FolderChanges, now: int
) -> FolderView:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    _require(tree, number)
    _require(tree, changes.parent_id, "parent_id")
    given = changes.model_dump(exclude_unset=True)
    _save(db, tree, [replace(tree[number], **given)], now)
    _publish_event(db, user_id, now)
    return _view(db, user_id, number)


def _reorder(
    db: Connection, user_id: int, order: FolderOrder, now: int
) -> list[FolderView]:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    changed = []
    for place in order.items:
        _require(tree, place.id, "id")
        _require(tree, place.parent_id, "parent_id")
        given = place.model_dump(exclude_unset=True)
        changed.append(replace(tree[place.id], **given))
    _save(db, tree, changed, now)
    _publish_event(db, user_id, now)
    return _views(db, user_id)


def _delete(db: Connection, user_id: int, number: int, now: int) -> None:
    lock_folders(db, user_id)
    tree = folders.folder_tree(db, user_id)
    _require(tree, number)
    gone = tree.pop(number)
    for inner in [each for each in tree.values() if each.parent_id == number]:
        name = free_name(tree, gone.parent_id, inner.name)
        tree[inner.id] = replace(inner, parent_id=gone.parent_id, name=name)
        folders.save_folder(db, tree[inner.id], now)
    folders.delete_folder(db, gone, now)
    _publish_event(db, user_id, now)


def _require(
    tree: Mapping[int, Folder], number: int | None, field: str | None = None
) -> None:
    if number is not None and number not in tree:
        raise folders.no_such_folder(field)


def _save(
    db: Connection, tree: Mapping[int, Folder], changed: Sequence[Folder], now: int
) -> None:
    new = {**tree, **{folder.id: folder for folder in changed}}
    check_tree(new, [folder.id for folder in changed])
    for folder in changed:
        folders.save_folder(db, folder, now)


def _publish_event(db: Connection, user_id: int, now: int) -> None:
    publish_event(db, "feed_changed", now, user_id=user_id, payload={"folders": True})
