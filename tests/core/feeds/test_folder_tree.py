"""Where a folder may be, and what its name may be there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.errors import Conflict, Invalid
from tidings.core.feeds.folder_tree import (
    DEEPEST,
    Folder,
    check_tree,
    free_name,
    with_those_below,
)


def tree(*folders: tuple[int, int | None, str]) -> dict[int, Folder]:
    return {number: Folder(number, up, name, 0) for number, up, name in folders}


def chain(length: int) -> dict[int, Folder]:
    return tree(*((n, n - 1 or None, f"{n}") for n in range(1, length + 1)))


def test_names_are_unique_among_neighbours_only() -> None:
    check_tree(tree((1, None, "A"), (2, 1, "A"), (3, 1, "a")), [1, 2, 3])
    with pytest.raises(Conflict, match="“A”"):
        check_tree(tree((1, None, "A"), (2, None, "A")), [2])


def test_a_name_that_was_twice_before_hinders_nobody_else() -> None:
    twice = tree((1, None, "A"), (2, None, "A"), (3, None, "B"))
    check_tree(twice, [3])
    with pytest.raises(Conflict):
        check_tree(twice, [2, 3])


@pytest.mark.parametrize("circle", [1, 2, 5, DEEPEST, DEEPEST + 5])
def test_nothing_is_inside_itself(circle: int) -> None:
    folders = chain(circle)
    folders[1] = Folder(1, circle, "1", 0)
    with pytest.raises(Invalid):
        check_tree(folders, [1])


def test_a_folder_moved_below_its_own_child_is_called_what_it_is() -> None:
    moved = tree((1, 2, "A"), (2, 1, "B"), (3, 2, "C"))
    with pytest.raises(Invalid, match="inside itself"):
        check_tree(moved, [1])


def test_there_is_an_end_to_how_deep_it_goes() -> None:
    check_tree(chain(DEEPEST), [DEEPEST])
    with pytest.raises(Invalid, match="deep"):
        check_tree(chain(DEEPEST + 1), [1])


def test_a_taken_name_gets_a_number() -> None:
    folders = tree((1, None, "A"), (2, None, "A (2)"), (3, 1, "B"))
    assert free_name(folders, None, "B") == "B"
    assert free_name(folders, None, "A") == "A (3)"


def test_a_folder_counts_what_is_inside_its_folders() -> None:
    folders = tree((1, None, "A"), (2, 1, "B"), (3, 2, "C"), (4, None, "D"))
    assert with_those_below(folders, {3: 5, 2: 1, 99: 7}) == {1: 6, 2: 6, 3: 5, 4: 0}


@given(st.dictionaries(st.integers(1, 8), st.none() | st.integers(1, 8), max_size=8))
def test_a_tree_that_passes_has_a_top_above_everything(
    parents: dict[int, int | None],
) -> None:
    known = {n: up if up in parents else None for n, up in parents.items()}
    folders = tree(*((n, up, f"{n}") for n, up in known.items()))
    try:
        check_tree(folders, list(folders))
    except Invalid:
        return
    for number in folders:
        steps: int | None = number
        for _ in range(len(folders)):
            steps = None if steps is None else folders[steps].parent_id
        assert steps is None
