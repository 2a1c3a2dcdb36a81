"""What is doubtful, and when embeddings may join it."""

from array import array
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.core.stories.test_stories import fingerprint
from tidings.core.ai.tasks import embedding_model_of
from tidings.core.settings.groups import AiSettings
from tidings.core.stories.doubts import (
    are_near,
    doubtful_pairs,
    embedded_text,
    embedding_key,
    joined_by_meaning,
)
from tidings.core.stories.plan import StoryPlan, newcomer, plan_stories
from tidings.core.stories.stories import USUAL_RULE, Fingerprint, Rival

ONE = fingerprint(1, "ABCDEFGH")
# Two words are shared: too few to join, too many to say no.
OTHER = fingerprint(2, "ABPQRSTUVWXYZ")
FAR = fingerprint(3, "aIJKLMNOPQRST")


def doubts(*fingerprints: Fingerprint) -> tuple[tuple[int, int], ...]:
    newcomers = [newcomer(each) for each in fingerprints]
    under_key: dict[int, list[int]] = {}
    for each in newcomers:
        for key in each.looks_for:
            under_key.setdefault(key, []).append(each.fingerprint.entry_id)
    plan = plan_stories(newcomers, under_key, [])
    return doubtful_pairs(newcomers, under_key, [], plan)


def test_only_what_nearly_joins_is_doubtful() -> None:
    assert doubts(ONE, OTHER) == ((1, 2),)
    assert doubts(ONE, FAR) == ()
    assert doubts(ONE, replace(ONE, entry_id=2, feed_id=2)) == ()


@pytest.mark.parametrize(
    "other",
    [
        replace(OTHER, feed_id=ONE.feed_id),
        replace(OTHER, language="pt"),
        fingerprint(2, "ABPQRSTUVWXYZ", hours=73),
        fingerprint(2, "ABPQRSTUVWXYZ", hours=30),
    ],
    ids=["one feed", "two languages", "too far apart", "faded"],
)
def test_what_could_not_join_is_not_doubted(other: Fingerprint) -> None:
    assert doubts(ONE, other) == ()


def test_an_entry_is_doubted_with_the_closest_two_at_most() -> None:
    others = [replace(OTHER, entry_id=10 + n, feed_id=10 + n) for n in range(5)]
    apart = [replace(each, at=each.at + each.entry_id) for each in others]
    newcomers = [newcomer(ONE)]
    under_key = {key: [each.entry_id for each in apart] for key in ONE.words}
    known = [Rival((each,)) for each in apart]
    plan = StoryPlan((), ())
    assert doubtful_pairs(newcomers, under_key, known, plan) == ((1, 10), (1, 11))


def test_two_that_stood_alone_become_a_story() -> None:
    assert joined_by_meaning(Rival((OTHER,)), Rival((ONE,))) == StoryPlan((), ((1, 2),))


@pytest.mark.parametrize("turned", [False, True])
def test_one_alone_joins_the_story_of_the_other(turned: bool) -> None:
    rivals = [Rival((OTHER,)), Rival((ONE,), story_id=9)]
    one, other = rivals[::-1] if turned else rivals
    assert joined_by_meaning(one, other) == StoryPlan(((2, 9),), ())


def test_stories_that_readers_have_seen_stay_apart() -> None:
    assert joined_by_meaning(Rival((ONE,), 8), Rival((OTHER,), 9)) is None


def test_being_near_to_one_member_is_not_enough() -> None:
    strangers = (fingerprint(5, "IJKLM"), fingerprint(6, "IJKLN"))
    assert joined_by_meaning(Rival((OTHER,)), Rival((ONE, *strangers), 9)) is None


@pytest.mark.parametrize(
    "member",
    [
        replace(ONE, feed_id=OTHER.feed_id),
        replace(ONE, language="pt"),
        replace(ONE, at=ONE.at + 2 * (OTHER.at - ONE.at) + 73 * 3_600_000_000),
    ],
    ids=["one feed", "two languages", "too far apart"],
)
def test_the_policy_holds_for_what_is_near_too(member: Fingerprint) -> None:
    assert joined_by_meaning(Rival((OTHER,)), Rival((member,), 9)) is None


def test_a_full_story_takes_no_more() -> None:
    members = tuple(
        replace(ONE, entry_id=100 + n, feed_id=100 + n) for n in range(USUAL_RULE.most)
    )
    assert joined_by_meaning(Rival((OTHER,)), Rival(members[1:], 9)) is not None
    assert joined_by_meaning(Rival((OTHER,)), Rival(members, 9)) is None


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ([1, 0], [1, 0], True),
        ([1, 0], [0.81, 0.5864], True),
        ([1, 0], [0.79, 0.6131], False),
        ([1, 0], [-1, 0], False),
        ([1, 0], [1, 0, 0], False),  # of two models
    ],
)
def test_near_is_a_matter_of_direction(one: list, other: list, near: bool) -> None:
    vectors = (array("f", each).tobytes() for each in (one, other))
    assert are_near(*vectors) is near


def test_title_and_lead_are_embedded_under_a_name_of_their_own() -> None:
    text = embedded_text("Title", "word " * 1000)
    assert text.startswith("Title\nword word")
    assert len(text) <= 5 + 1 + 500
    assert embedded_text("A\ud800", "b\0c") == "A?\nb c"
    names = {embedding_key("a", text), embedding_key("b", text), embedding_key("a", "")}
    assert len(names) == 3


@pytest.mark.parametrize(
    ("provider", "model", "used"),
    [
        ("openai", "vectors", "vectors"),
        ("cerebras", "vectors", "vectors"),
        ("openai", None, None),
        ("none", "vectors", None),
        ("extractive", "vectors", None),
        ("mock", "vectors", None),
    ],
)
def test_only_servers_with_the_protocol_embed(provider, model, used) -> None:
    settings = AiSettings(provider=provider, embedding_model=model)
    assert embedding_model_of(settings) == used


def test_the_band_lies_below_the_threshold() -> None:
    assert USUAL_RULE.familiar <= USUAL_RULE.doubtful < USUAL_RULE.close
    assert USUAL_RULE.window == timedelta(hours=72)
