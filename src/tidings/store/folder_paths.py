"""Folders by their paths: outer names first, as lists of feeds write them."""

from collections.abc import Sequence

from tidings.core.errors import NotFound
from tidings.store.connection import Connection
from tidings.store.numbers import next_number

Path = tuple[str, ...]

_DEEPEST = 50


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
        raise _not_found()


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
        raise _not_found()


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
    names = {number: (parent, name) for number, parent, name in rows}
    return {number: _path(number, names) for number in names}


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
        insert into folders (id, user_id, parent_id, name, position, created_at)
        select :id, :user, :parent, :name, coalesce(max(position), 0) + 1, :now
        from folders where user_id = :user
        """,
        id=number,
        user=user_id,
        parent=parent,
        name=name,
        now=now,
    )
    return number


def _not_found() -> NotFound:
    return NotFound("There is no such folder.", details={"field": "folder_id"})


def _path(number: int, names: dict[int, tuple[int | None, str]]) -> Path:
    steps: list[str] = []
    at: int | None = number
    # Bounded, whatever the table says: a folder inside itself must not hang anyone.
    while at is not None and at in names and len(steps) < _DEEPEST:
        at, name = names[at]
        steps.append(name)
    return tuple(reversed(steps))
