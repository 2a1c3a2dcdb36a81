"""Pages of short lists: each item once, whatever comes and goes between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.errors import CursorInvalid
from tidings.core.pages import Listing, page_of

Note = tuple[int, str]
OLDEST: Listing[Note] = Listing("notes", (int, str), lambda note: note)
NEWEST: Listing[Note] = Listing("notes new", (int, str), lambda note: note, True)
NOTES = st.lists(st.tuples(st.integers(0, 5), st.text(max_size=2)), unique=True)


def every_page(listing: Listing[Note], notes: list[Note], limit: int) -> list[Note]:
    found, cursor = [], None
    while True:
        part = page_of(listing, notes, cursor, limit)
        page, cursor = part.items, part.next_cursor
        assert len(page) <= limit
        found += page
        if cursor is None:
            return found


@given(notes=NOTES, limit=st.integers(1, 4))
def test_pages_joined_are_the_list_in_its_order(notes: list[Note], limit: int) -> None:
    assert every_page(OLDEST, notes, limit) == sorted(notes)
    assert every_page(NEWEST, notes, limit) == sorted(notes, reverse=True)


@given(notes=NOTES, late=NOTES, limit=st.integers(1, 4))
def test_what_goes_or_comes_between_pages_disturbs_nothing_else(
    notes: list[Note], late: list[Note], limit: int
) -> None:
    found = page_of(OLDEST, notes, None, limit)
    first, cursor = found.items, found.next_cursor
    if cursor is None:
        return
    there = sorted({*notes, *late} - set(first))
    second = page_of(OLDEST, there, cursor, len(there) + 1).items
    assert second == [note for note in there if note > first[-1]]


@pytest.mark.parametrize("notes", [[], [(1, "a"), (2, "b")]])
def test_a_cursor_of_another_list_is_refused_even_by_an_empty_one(
    notes: list[Note],
) -> None:
    foreign = page_of(NEWEST, [(1, "a"), (2, "b")], None, 1).next_cursor
    for text in (foreign, "nonsense", ""):
        with pytest.raises(CursorInvalid):
            page_of(OLDEST, notes, text, 5)
