"""Folders inside folders: what may be where. Names are unique among neighbours, nothing
is inside itself, and there is an end to how deep it goes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tidings.core.codes import Code
from tidings.core.errors import Conflict, Invalid

DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of one reader; lower positions come first among neighbours."""

    id: int
    parent_id: int | None  # None: at the top
    name: str
    position: int
    created_at: int = 0
    updated_at: int = 0  # when its reader last changed it
    muted: int = 0  # 1: not in the list of everything unread, with all that is in it


Tree = Mapping[int, Folder]


def check_tree(tree: Tree, changed: Collection[int]) -> None:
    """Raise unless every changed folder may be where it is in this tree."""
    # A circle has a changed folder in it: those first, for the right words.
    for number in (*changed, *tree):
        _check_way_up(tree, number)
    for number in changed:
        _check_name(tree, tree[number])


def free_name(tree: Tree, parent_id: int | None, name: str) -> str:
    """Return the name, with a number behind it if a folder there has it already."""
    taken = {each.name for each in tree.values() if each.parent_id == parent_id}
    if name not in taken:
        return name
    numbers = range(2, len(taken) + 3)
    return next(free for n in numbers if (free := f"{name} ({n})") not in taken)


def with_those_below(tree: Tree, own: Mapping[int, int]) -> dict[int, int]:
    """Return for each folder the sum of its own number and of all inside it."""
    sums = dict.fromkeys(tree, 0)
    for number, count in own.items():
        at: int | None = number
        for _ in range(DEEPEST):
            if at is None or at not in tree:
                break
            sums[at] += count
            at = tree[at].parent_id
    return sums


def _check_way_up(tree: Tree, number: int) -> None:
    at: int | None = number
    steps = 0
    while at is not None:
        steps += 1
        at = tree[at].parent_id
        if at == number:
            raise Invalid(
                "A folder cannot be inside itself.",
                code=Code.FOLDER_IN_ITSELF,
                details={"field": "parent_id"},
            )
        if steps > DEEPEST:
            raise Invalid(
                f"Folders go at most {DEEPEST} deep.",
                code=Code.FOLDERS_TOO_DEEP,
                details={"field": "parent_id"},
            )


def _check_name(tree: Tree, folder: Folder) -> None:
    for other in tree.values():
        if other.id != folder.id and (other.parent_id, other.name) == (
            folder.parent_id,
            folder.name,
        ):
            raise Conflict(
                f"There is a folder “{folder.name}” there already.",
                code=Code.FOLDER_EXISTS,
                details={"field": "name", "folder_id": other.id},
            )
