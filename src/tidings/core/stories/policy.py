"""What a reader wants of stories: which entry stands for one, and what is done as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

Survivor = Literal["first", "preferred", "longest"]
_MOST_PREFERRED = 1000


@dataclass(frozen=True, slots=True)
class StoryPolicy:
    """How a reader's stories behave. What they did not say is careful: nothing is
    hidden and nothing is marked that they have not seen."""

    shown: bool = True
    survivor: Survivor = "first"
    preferred_feeds: tuple[int, ...] = ()  # best first
    read_together: bool = False  # who reads one has read all
    hide_duplicates: bool = False  # lists show only the survivor


@dataclass(frozen=True, slots=True)
class Outlet:
    """An entry of a story as one reader sees it."""

    entry_id: int
    feed_id: int
    at: int  # when it was received
    published_at: int  # when it was published, as lists have it
    words: int
    read: bool


def story_policy(preferences: Mapping[str, Any]) -> StoryPolicy:
    """Return the story settings among a reader's preferences; invalid ones are ignored."""
    usual = StoryPolicy()
    survivors: tuple[Survivor, ...] = get_args(Survivor)
    preferred = preferences.get("story_survivor")
    feeds = preferences.get("story_preferred_feeds")
    return StoryPolicy(
        shown=_flag(preferences, "stories", usual.shown),
        survivor=next(
            (each for each in survivors if each == preferred), usual.survivor
        ),
        preferred_feeds=_numbers(feeds) if isinstance(feeds, list) else (),
        read_together=_flag(preferences, "story_read_together", usual.read_together),
        hide_duplicates=_flag(
            preferences, "story_hide_duplicates", usual.hide_duplicates
        ),
    )


def survivor_of(outlets: Sequence[Outlet], policy: StoryPolicy) -> Outlet:
    """Return the entry that stands for a story; of equals, the first that was seen."""
    rank = {feed_id: place for place, feed_id in enumerate(policy.preferred_feeds)}

    def turn(outlet: Outlet) -> tuple[int, int, int]:
        if policy.survivor == "longest":
            return -outlet.words, outlet.at, outlet.entry_id
        if policy.survivor == "preferred":
            place = rank.get(outlet.feed_id, len(rank))
            return place, outlet.at, outlet.entry_id
        return 0, outlet.at, outlet.entry_id

    return min(outlets, key=turn)


def is_story(outlets: Sequence[Outlet]) -> bool:
    """Return whether what a reader sees of a story still is one: two feeds report it."""
    return len({outlet.feed_id for outlet in outlets}) > 1


def _flag(preferences: Mapping[str, Any], name: str, usual: bool) -> bool:
    value = preferences.get(name)
    return value if isinstance(value, bool) else usual


def _numbers(values: Sequence[Any]) -> tuple[int, ...]:
    return tuple(
        value
        for value in values[:_MOST_PREFERRED]
        if isinstance(value, int) and not isinstance(value, bool)
    )
