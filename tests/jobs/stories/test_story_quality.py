"""Stories as they are found, measured on entries that people have put together by hand."""

from collections import Counter

import pytest

from tests.contexts import Clock, make_context
from tests.story_set import find_stories, labelled, quality
from tidings.store.engine.database import Database

HALVES = ("tuning", "tuning_2", "held_out")


@pytest.mark.parametrize("half", HALVES)
async def test_stories_are_found_precisely_and_mostly(
    database: Database, half: str
) -> None:
    entries, clock = labelled(half), Clock()
    found = await find_stories(make_context(database, clock=clock), clock, entries)
    reached = quality(entries, found)
    assert min(reached.pair_precision, reached.entry_precision) >= 0.95, reached
    assert min(reached.pair_recall, reached.entry_recall) >= 0.80, reached


def test_the_set_is_as_large_as_it_says() -> None:
    entries = [each for half in HALVES for each in labelled(half)]
    stories = Counter(each.story for each in entries)
    assert len(entries) >= 600
    assert sum(many > 1 for many in stories.values()) >= 100
    assert sum(many == 1 for many in stories.values()) >= 100


def test_no_pair_is_right_by_being_in_no_story() -> None:
    entries = labelled("tuning")
    alone = quality(entries, [*range(len(entries) - 2), -1, -1])
    assert alone.pair_recall < 0.01
    assert alone.entry_precision > 0.99
    all_in_one = quality(entries, [1] * len(entries))
    assert all_in_one.pair_recall == 1
    assert all_in_one.pair_precision < 0.05
