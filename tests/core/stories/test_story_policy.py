"""What readers wish of stories, and which entry stands for one."""

from typing import Any

import pytest

from tidings.core.stories.policy import (
    Outlet,
    StoryPolicy,
    is_story,
    story_policy,
    survivor_of,
)

OUTLETS = (
    Outlet(entry_id=3, feed_id=30, at=50, published_at=50, words=900, read=False),
    Outlet(entry_id=1, feed_id=10, at=40, published_at=40, words=100, read=False),
    Outlet(entry_id=2, feed_id=20, at=40, published_at=40, words=900, read=True),
)


@pytest.mark.parametrize(
    ("policy", "entry_id"),
    [
        (StoryPolicy(), 1),
        (StoryPolicy(survivor="longest"), 2),
        (StoryPolicy(survivor="preferred", preferred_feeds=(99, 30, 20)), 3),
        (StoryPolicy(survivor="preferred", preferred_feeds=(99,)), 1),
    ],
)
def test_the_reader_decides_which_entry_stands_for_a_story(
    policy: StoryPolicy, entry_id: int
) -> None:
    assert survivor_of(OUTLETS, policy).entry_id == entry_id
    assert survivor_of(OUTLETS[::-1], policy).entry_id == entry_id


def test_wishes_are_among_the_preferences() -> None:
    assert story_policy(
        {
            "stories": False,
            "story_survivor": "preferred",
            "story_preferred_feeds": [4, 2],
            "story_read_together": True,
            "story_hide_duplicates": True,
        }
    ) == StoryPolicy(
        shown=False,
        survivor="preferred",
        preferred_feeds=(4, 2),
        read_together=True,
        hide_duplicates=True,
    )


@pytest.mark.parametrize(
    "preferences",
    [
        {},
        {"stories": 1, "story_survivor": "best", "story_read_together": "yes"},
        {"story_survivor": [], "story_preferred_feeds": 5},
        {"story_preferred_feeds": [True, "4", None, {}]},
        {"story_hide_duplicates": None},
    ],
)
def test_what_makes_no_sense_is_no_wish(preferences: dict[str, Any]) -> None:
    assert story_policy(preferences) == StoryPolicy()


def test_a_story_is_told_by_two_feeds() -> None:
    assert is_story(OUTLETS)
    assert not is_story(OUTLETS[:1] * 2)
    assert not is_story(())
