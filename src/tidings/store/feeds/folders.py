"""A user's folders: the whole tree at once, by their paths, and the changes to them."""

from collections.abc import Mapping, Sequence

from tidings.core.errors import NotFound
from tidings.core.feeds.folder_tree import Folder
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import all_of, update

Path = tuple[str, ...]

_DEEPEST = 50


def folder_tree(db: Connection, user_id: int) -> dict[int, Folder]:
    """Return every folder of a user, in the order they are shown."""
    folders = all_of(
        db,
        Folder,
        "select {*} from folders where user_id = :user order by position, id",
        user=user_id,
    )
    return {folder.id: folder for folder in folders}


def save_folder(db: Connection, folder: Folder, now: int) -> None:
    """Write a folder that was changed."""
    update(
        db,
        "folders",
        "id",
        id=folder.id,
        parent_id=folder.parent_id,
        name=folder.name,
        position=folder.position,
        muted=int(folder.muted),
        updated_at=now,
    )


def delete_folder(db: Connection, folder: Folder, now: int) -> None:
    """Delete a folder; feeds in it go to the folder around it, and so did its folders
    before."""
    db.run(
        "update subscriptions set folder_id = :parent, updated_at = :now"
        " where folder_id = :id",
        id=folder.id,
        now=now,
        parent=folder.parent_id,
    )
    db.run("delete from folders where id = :id", id=folder.id)


def no_such_folder(field: str | None = None) -> NotFound:
    """Return the refusal for a folder that is not there, or not this user's."""
    details = {} if field is None else {"field": field}
    return NotFound("There is no such folder.", details=details)


def require_folder(db: Connection, user_id: int, folder_id: int | None) -> None:
    """Raise `NotFound` unless a folder is the user's own; None is no folder."""
    if folder_id is None:
        return
    own = db.value(
        "select 1 from folders where id = :id and user_id = :user",
        id=folder_id,
        user=user_id,
    )
    if own is None:
        raise no_such_folder("folder_id")


def lock_folder(db: Connection, user_id: int, folder_id: int | None) -> None:
    """Like `require_folder`, and nobody deletes the folder until the commit."""
    if folder_id is None:
        return
    own = db.row(
        "select id from folders where id = :id and user_id = :user for update",
        id=folder_id,
        user=user_id,
    )
    if own is None:
        raise no_such_folder("folder_id")


def lock_folders(db: Connection, user_id: int) -> None:
    """Keep others from changing any folder of a user until the commit: names are
    unique among neighbours, and nothing may come to be inside itself."""
    db.row("select id from users where id = :user for update", user=user_id)


def folder_paths(db: Connection, user_id: int) -> dict[int, Path]:
    """Return the path of every folder of a user, in the order they are shown."""
    rows = db.rows(
        "select id, parent_id, name from folders where user_id = :user"
        " order by position, name, id",
        user=user_id,
    )
    parents = {number: parent for number, parent, _ in rows}
    names = {number: name for number, _, name in rows}
    return {
        number: tuple(names[each] for each in reversed(_outwards(number, parents)))
        for number in names
    }


def ensure_folders(
    db: Connection, user_id: int, paths: Sequence[Path], now: int
) -> dict[Path, int]:
    """Return the folders of all paths, making those that are missing."""
    if not paths:
        return {}
    lock_folders(db, user_id)
    known = {path: number for number, path in folder_paths(db, user_id).items()}
    for path in paths:
        for end in range(1, len(path) + 1):
            if path[:end] not in known:
                parent = known.get(path[: end - 1])
                known[path[:end]] = insert_folder(
                    db, user_id, parent, path[end - 1], now
                )
    return known


def insert_folder(
    db: Connection, user_id: int, parent: int | None, name: str, now: int
) -> int:
    """Add a folder after all others and return its number."""
    number = next_number(db, "folder")
    db.run(
        """
        insert into folders
          (id, user_id, parent_id, name, position, created_at, updated_at)
        select :id, :user, :parent, :name, coalesce(max(position), 0) + 1, :now, :now
        from folders where user_id = :user
        """,
        id=number,
        user=user_id,
        parent=parent,
        name=name,
        now=now,
    )
    return number


def folder_rings(
    db: Connection, user_ids: list[int]
) -> Mapping[int | None, frozenset[int]]:
    """Return for each folder of these users itself and all folders it is in."""
    rows = db.rows(
        """
        select f.id, f.parent_id from ids(:users) i cross join folders f
        where f.user_id = i.id
        """,
        users=user_ids,
    )
    parents: dict[int, int | None] = dict(rows)
    return {number: frozenset(_outwards(number, parents)) for number in parents}


def _outwards(number: int, parents: Mapping[int, int | None]) -> list[int]:
    """Return a folder and those it is in, the outermost last."""
    found: list[int] = []
    at: int | None = number
    # Bounded, whatever the table says: a folder inside itself must not hang anyone.
    while at is not None and at in parents and len(found) < _DEEPEST:
        found.append(at)
        at = parents[at]
    return found
