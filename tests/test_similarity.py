"""MinHash: equal parts of signatures are about equal shares of word triples."""

import random

import pytest

from tidings.core.stories.stories import Fingerprint, resemblance
from tidings.similarity import HASHES, band_keys, signature

DICE = random.Random(4711)
WORDS = [f"word{number}" for number in range(400)]


def estimate(one: list[str], other: list[str]) -> float:
    return resemblance(told(one), told(other))


def told(words: list[str]) -> Fingerprint:
    return Fingerprint(1, 1, 0, "en", None, {}, frozenset(), signature(words))


def exact(one: list[str], other: list[str]) -> float:
    mine, theirs = (
        set(zip(words, words[1:], words[2:], strict=False)) for words in (one, other)
    )
    return len(mine & theirs) / len(mine | theirs)


@pytest.mark.parametrize("kept", [0, 50, 100, 200, 300, 400])
def test_the_estimate_is_near_the_exact_share(kept: int) -> None:
    other = WORDS[:kept] + [f"new{number}" for number in range(400 - kept)]
    assert estimate(WORDS, other) == pytest.approx(exact(WORDS, other), abs=0.2)


def test_the_order_of_words_counts_and_repetition_does_not() -> None:
    shuffled = WORDS.copy()
    DICE.shuffle(shuffled)
    assert estimate(WORDS, shuffled) < 0.1
    assert estimate(WORDS, WORDS * 2) > 0.9


def test_copies_share_a_band_and_strangers_do_not() -> None:
    copy = [*WORDS[:150], "edited", *WORDS[155:]]
    stranger = [f"other{number}" for number in range(400)]
    bands = set(band_keys(signature(WORDS)))
    assert bands & set(band_keys(signature(copy)))
    assert not bands & set(band_keys(signature(stranger)))


def test_a_few_words_have_no_signature() -> None:
    assert signature(WORDS[:9]) == b""
    assert band_keys(b"") == []


def test_keys_fit_the_database() -> None:
    kept = signature(WORDS)
    assert len(kept) == 4 * HASHES
    assert all(-(2**63) <= key < 2**63 for key in band_keys(kept))


def test_signatures_never_change_because_they_are_stored() -> None:
    kept = signature(WORDS[:10])
    assert kept[:8].hex() == "ee1fbd092c428e2f"
