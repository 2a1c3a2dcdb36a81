"""What two sequences share."""

import time
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.sequences import kept_pairs

WORDS = st.lists(st.sampled_from("abcde"), max_size=40)


@settings(max_examples=50)
@given(WORDS, WORDS)
def test_what_is_kept_is_the_same_in_both_and_in_order(old, new) -> None:
    pairs = kept_pairs(old, new)
    assert all(old[i] == new[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


@settings(max_examples=50)
@given(WORDS)
def test_nothing_changed_keeps_all(words) -> None:
    assert kept_pairs(words, words) == [(place, place) for place in range(len(words))]


@settings(max_examples=50)
@given(WORDS, WORDS, st.integers(0, 40))
def test_what_was_put_in_alone_takes_nothing_away(words, more, place) -> None:
    place = min(place, len(words))
    new = words[:place] + more + words[place:]
    assert len(kept_pairs(words, new)) == len(words)


def test_a_moved_sentence_leaves_the_rest_alone() -> None:
    old = ["one", "two", "three", "four", "five", "six", "seven"]
    new = ["five", "one", "two", "three", "four", "six", "seven"]
    assert [old[i] for i, _ in kept_pairs(old, new)] == [
        "one",
        "two",
        "three",
        "four",
        "six",
        "seven",
    ]


def test_nothing_takes_long_whatever_the_words_are_like() -> None:
    many = 8_000
    same = ["x"] * many
    turns = ["x", "y"] * (many // 2)
    rising = [str(number) for number in range(many)]
    twice = [str(number // 2) for number in range(many)]
    begun = time.process_time()
    for old, new in (
        (same, turns),
        (turns, [*turns[1:], "z"]),
        (rising, rising[::-1]),
        (twice, twice[::-1]),
        (rising + twice, twice + rising),
    ):
        kept_pairs(old, new)
    assert time.process_time() - begun < 10
