"""Folders that add up, tags' names, reading times."""

import pytest

from tests.make import NOON
from tidings.core.errors import Invalid
from tidings.core.reading.reading import (
    folder_totals,
    is_time,
    reading_minutes,
    tag_name,
)


@pytest.mark.parametrize(
    ("parents", "inside", "totals"),
    [
        ({}, [], {}),
        ({1: None}, [(None, 4)], {}),
        ({1: None, 2: 1}, [(1, 2), (2, 3), (2, 1)], {1: 6, 2: 4}),
        ({1: None, 2: 1, 3: 2}, [(3, 5)], {1: 5, 2: 5, 3: 5}),
        ({1: 2, 2: 1}, [(1, 3)], {1: 3, 2: 3}),
        ({1: 1}, [(1, 3)], {1: 3}),
        ({}, [(7, 3)], {7: 3}),
    ],
)
def test_folders_hold_what_their_inner_folders_hold(parents, inside, totals) -> None:
    assert folder_totals(parents, inside) == totals


@pytest.mark.parametrize(
    ("words", "minutes"), [(0, None), (1, 1), (229, 1), (700, 3), (23_000, 100)]
)
def test_a_text_takes_as_long_as_its_words(words: int, minutes: int | None) -> None:
    assert reading_minutes(words) == minutes


def test_a_tag_has_single_spaces() -> None:
    assert tag_name("  two \t words ") == "two words"


@pytest.mark.parametrize("text", ["", " ", "\n", "x" * 101])
def test_a_tag_without_a_usable_name_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        tag_name(text)


def test_times_are_told_from_entries() -> None:
    assert is_time(NOON)
    assert not is_time(10**12)
