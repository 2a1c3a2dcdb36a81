"""A user's folders: the whole tree at once, and the changes to it."""

from tidings.core.errors import NotFound
from tidings.core.folder_tree import Folder
from tidings.store.connection import Connection


def folder_tree(db: Connection, user_id: int) -> dict[int, Folder]:
    """Return every folder of a user, in the order they are shown."""
    rows = db.rows(
        "select id, parent_id, name, position from folders where user_id = :user"
        " order by position, id",
        user=user_id,
    )
    return {row[0]: Folder(*row) for row in rows}


def save_folder(db: Connection, folder: Folder) -> None:
    """Write a folder that was changed."""
    db.run(
        "update folders set parent_id = :parent, name = :name, position = :position"
        " where id = :id",
        id=folder.id,
        parent=folder.parent_id,
        name=folder.name,
        position=folder.position,
    )


def delete_folder(db: Connection, folder: Folder) -> None:
    """Delete a folder; feeds in it go to the folder around it, and so did its folders
    before."""
    db.run(
        "update subscriptions set folder_id = :parent where folder_id = :id",
        id=folder.id,
        parent=folder.parent_id,
    )
    db.run("delete from folders where id = :id", id=folder.id)


def no_such_folder(field: str | None = None) -> NotFound:
    """Return the refusal for a folder that is not there, or not this user's."""
    details = {} if field is None else {"field": field}
    return NotFound("There is no such folder.", details=details)
