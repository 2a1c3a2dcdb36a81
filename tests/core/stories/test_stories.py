"""Which entries become one story, and which never do."""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import micros
from tidings.core.stories.plan import (
    keeps_its_story,
    likely_rivals,
    newcomer,
    plan_stories,
)
from tidings.core.stories.stories import (
    Fingerprint,
    Rival,
    StoryRule,
    choose_story,
    resemblance,
    weighed_words,
)

NOON = 1_760_000_000_000_000
HOUR = micros(timedelta(hours=1))


def fingerprint(
    entry_id: int,
    words: str,
    *,
    hours: float = 0,
    language: str = "en",
    address: int | None = None,
    signature: bytes = b"",
) -> Fingerprint:
    """Letters stand for words; capital ones are in the title."""
    told = {ord(letter.lower()): letter.isupper() for letter in words}
    return Fingerprint(
        entry_id=entry_id,
        feed_id=entry_id,
        at=NOON + int(hours * HOUR),
        language=language,
        address=address,
        words=weighed_words(told, {}, 100),
        titled=frozenset(word for word, titled in told.items() if titled),
        signature=signature,
    )


def plan(
    *fingerprints: Fingerprint, rule: StoryRule | None = None
) -> list[tuple[int, ...]]:
    newcomers = [newcomer(each) for each in fingerprints]
    under_key: dict[int, list[int]] = {}
    for each in newcomers:
        for key in each.found_by:
            under_key.setdefault(key, []).append(each.fingerprint.entry_id)
    found = plan_stories(newcomers, under_key, [], rule or StoryRule())
    assert found.joined == ()
    return list(found.founded)


BRIDGE = fingerprint(1, "ABCdef")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (fingerprint(2, "ABcdxy", hours=2), True),
        (fingerprint(2, "UVWXYZ", hours=2), False),
        (fingerprint(2, "ABCdef", hours=71), False),  # after long silence: a follow-up
        (fingerprint(2, "ABcdxy", hours=-5), True),  # times need not come in order
        (fingerprint(2, "ABcdxy", language="pt"), False),
        (fingerprint(2, "ABuvwxyz"), False),  # two words are a coincidence
        (
            fingerprint(2, "UVWabcdef"),
            False,
        ),  # a digest: its title speaks of nothing here
        (replace(fingerprint(2, "ABCdef"), feed_id=1), False),  # one outlet, two pieces
    ],
)
def test_two_entries_become_a_story_when_they_tell_the_same(
    other: Fingerprint, same: bool
) -> None:
    assert plan(BRIDGE, other) == ([(1, 2)] if same else [])


def test_the_same_address_joins_across_languages_and_words() -> None:
    assert plan(
        fingerprint(1, "ABC", address=7),
        fingerprint(2, "XYZ", language="pt", address=7),
    ) == [(1, 2)]


def test_the_same_address_does_not_join_last_week_to_today() -> None:
    week = fingerprint(2, "ABC", address=7, hours=7 * 24)
    assert plan(fingerprint(1, "ABC", address=7), week) == []


def test_a_copied_text_needs_less_in_common() -> None:
    signature = bytes(256)
    one = fingerprint(1, "ABCDefghij", signature=signature)
    copy = fingerprint(2, "UVWXYZabmno", hours=30, signature=signature)
    assert plan(one, copy) == [(1, 2)]
    assert plan(one, replace(copy, signature=bytes(range(256)))) == []


def test_a_chain_of_neighbours_does_not_become_one_story() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    chain = [
        fingerprint(place, letters[place : place + 5].upper()) for place in range(1, 20)
    ]
    stories = plan(*chain)
    assert stories
    assert max(map(len, stories)) <= 9  # each knows four on either side


def test_a_story_has_no_more_entries_than_allowed() -> None:
    many = [fingerprint(place, "ABCdef") for place in range(1, 30)]
    sizes = [len(story) for story in plan(*many, rule=StoryRule(most=8))]
    assert max(sizes) == 8
    assert sum(sizes) >= 24


def test_a_newcomer_joins_the_closest_story() -> None:
    near = Rival((fingerprint(1, "ABCd"), fingerprint(2, "ABCe")), story_id=5)
    far = Rival((fingerprint(3, "ABxyz"), fingerprint(4, "ABxyw")), story_id=6)
    late = fingerprint(9, "ABCf")
    for rivals in permutations([near, far]):
        chosen = choose_story(late, rivals)
        assert chosen is not None
        assert chosen.story_id == 5


def test_what_is_known_as_a_story_keeps_its_number() -> None:
    known = Rival((fingerprint(1, "ABCd"), fingerprint(2, "ABCe")), story_id=5)
    alone = Rival((fingerprint(3, "ABCg"),))
    late = newcomer(fingerprint(9, "ABCf"))
    under_key = {word: [1, 2, 3] for word in late.fingerprint.words}
    found = plan_stories([late], under_key, [known, alone])
    assert found.founded == ()
    assert found.joined == ((3, 5), (9, 5))  # it brings along who stood alone


def test_two_stories_that_readers_have_seen_stay_two() -> None:
    stories = [
        Rival((fingerprint(1, "ABCd"), fingerprint(2, "ABCe")), story_id=5),
        Rival((fingerprint(3, "ABCd"), fingerprint(4, "ABCe")), story_id=6),
    ]
    late = newcomer(fingerprint(9, "ABCf"))
    under_key = {word: [1, 2, 3, 4] for word in late.fingerprint.words}
    assert plan_stories([late], under_key, stories).joined == ((9, 5),)


@pytest.mark.parametrize(
    ("now", "others", "stays"),
    [
        ("ABCdeg", "UVWXYZ", True),  # a correction need not fit better than before
        ("aVWXYz", "VWXyza", True),  # other words, of the same event
        ("aVWXYz", "DEFGHI", False),
        ("UVWXYZ", "ABCdef", False),
    ],
)
def test_an_entry_that_changed_stays_while_it_tells_its_story(
    now: str, others: str, stays: bool
) -> None:
    story = Rival((BRIDGE, fingerprint(2, others), fingerprint(3, others)), 7)
    assert keeps_its_story(BRIDGE, fingerprint(1, now), story) is stays


def test_an_entry_that_is_left_alone_keeps_its_story() -> None:
    assert keeps_its_story(BRIDGE, fingerprint(1, "UVWXYZ"), Rival((BRIDGE,), 7))


def test_rare_words_and_titles_weigh_more() -> None:
    weights = weighed_words({1: False, 2: False, 3: True}, {1: 90, 2: 1, 3: 1}, 100)
    assert weights[1] < weights[2] < weights[3]


def test_those_who_share_the_most_are_looked_at_first() -> None:
    late = newcomer(fingerprint(9, "ABC"))
    a, b, c = map(ord, "abc")
    assert likely_rivals(late, {a: [1, 9], b: [1, 2, 9], c: [1, 2, 3]}) == [1, 2, 3]


def test_nothing_resembles_a_text_that_was_too_short() -> None:
    assert resemblance(fingerprint(1, "A"), fingerprint(2, "A")) == 0


_tellings = st.lists(
    st.tuples(st.text("abcdefABCDEF", min_size=1, max_size=6), st.integers(0, 100)),
    max_size=12,
)


@given(_tellings)
def test_every_entry_is_in_one_story_at_most_and_no_story_is_too_long(
    told: list[tuple[str, int]],
) -> None:
    fingerprints = [
        fingerprint(place, words, hours=hours)
        for place, (words, hours) in enumerate(told, 1)
    ]
    stories = plan(*fingerprints)
    members = [entry_id for story in stories for entry_id in story]
    assert len(members) == len(set(members))
    for story in stories:
        times = [fingerprints[entry_id - 1].at for entry_id in story]
        assert len(story) > 1
        assert max(times) - min(times) <= 72 * HOUR
