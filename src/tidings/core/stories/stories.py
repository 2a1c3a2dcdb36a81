"""Which entries report the same event: the decisions, without looking anything up.

A story grows by one entry at a time, and only if the newcomer is close to most of it:
being close to one member is how chains of half-related entries begin.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import mul
from statistics import median

from tidings.core.clock import micros


@dataclass(frozen=True, slots=True)
class StoryRule:
    """When an entry belongs to a story. The figures come from tests/corpus/stories, but
    for `edited`: corrections keep nearly all words, and another event shares few."""

    window: timedelta = timedelta(hours=72)  # from the first entry to the last
    fading: timedelta = timedelta(hours=36)  # closeness is worth 1/e after this silence
    close: float = 0.17  # half to all entries on average, half to the closest
    familiar: float = 0.08  # to the middle one of them: a chain ends here
    doubtful: float = 0.1  # from here embeddings may join what words leave apart
    shared: int = 3  # words with one of them
    copied: float = 0.3  # share of equal word triples that makes it the same text
    most: int = 50
    in_title: float = 1.6  # a word in the title counts so much more
    edited: float = 0.5  # closeness to what it said before; more is the same event


USUAL_RULE = StoryRule()
# Words of a small collection all look rare; with these it knows that they are not.
_IMAGINED_ENTRIES = 200


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The words and hashes by which an entry's story is found."""

    entry_id: int
    feed_id: int
    at: int
    language: str  # "": unknown
    address: int | None  # None: none that would tell anything
    words: Mapping[int, float]  # weights whose squares add up to 1
    titled: frozenset[int]  # those that are in the title
    signature: bytes  # MinHash of the text; empty when there is too little of it


@dataclass(frozen=True, slots=True)
class Rival:
    """A story, or an entry that could become one, that a newcomer may join."""

    members: tuple[Fingerprint, ...]
    story_id: int | None = None  # None: not a story yet


def weighed_words(
    words: Mapping[int, bool],
    counts: Mapping[int, int],
    entries: int,
    rule: StoryRule = USUAL_RULE,
) -> dict[int, float]:
    """Return the weight of each word: rare ones weigh more, those in the title most."""
    all_entries = entries + _IMAGINED_ENTRIES
    weights = {
        word: math.log(all_entries / (counts.get(word) or 1))
        * (rule.in_title if titled else 1.0)
        for word, titled in words.items()
    }
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {word: weight / length for word, weight in weights.items()} if length else {}


def ranked_words(fingerprint: Fingerprint) -> list[int]:
    """Return the words of an entry, the heaviest first."""
    ranked = sorted([(-weight, word) for word, weight in fingerprint.words.items()])
    return [word for _, word in ranked]


def choose_story(
    fingerprint: Fingerprint, rivals: Iterable[Rival], rule: StoryRule = USUAL_RULE
) -> Rival | None:
    """Return what an entry belongs to; None if it stands alone."""
    fits = [
        (closeness, rival)
        for rival in rivals
        if (closeness := _closeness(fingerprint, rival.members, rule)) > 0
    ]
    # The first of equals, so that the order in which they were found decides nothing.
    return max(
        fits, key=lambda fit: (fit[0], -fit[1].members[0].entry_id), default=(0, None)
    )[1]


def _closeness(
    fingerprint: Fingerprint, members: Sequence[Fingerprint], rule: StoryRule
) -> float:
    """Return how close an entry is to a story; 0 if it does not belong there."""
    if not has_room(fingerprint, members, rule):
        return 0.0
    if fingerprint.address and any(
        fingerprint.address == each.address for each in members
    ):
        return 2.0
    if any(fingerprint.language != each.language for each in members):
        return 0.0
    cosines = [cosine(fingerprint.words, each.words) for each in members]
    closeness = (sum(cosines) / len(cosines) + max(cosines)) / 2
    if closeness < rule.close / 2:
        return 0.0
    if any(resemblance(fingerprint, each) >= rule.copied for each in members):
        return 1.0 + closeness
    if not any(_speak_of_the_same(fingerprint, each, rule) for each in members):
        return 0.0
    faded = closeness * faded_after(fingerprint, members, rule)
    fits = faded >= rule.close and median(cosines) >= rule.familiar
    return faded if fits else 0.0


def _speak_of_the_same(one: Fingerprint, other: Fingerprint, rule: StoryRule) -> bool:
    """Return whether two entries share enough, and each title something with the other.

    The title of a digest says nothing of what it mentions.
    """
    shared = one.words.keys() & other.words.keys()
    return (
        len(shared) >= rule.shared
        and not shared.isdisjoint(one.titled)
        and not shared.isdisjoint(other.titled)
    )


def faded_after(
    fingerprint: Fingerprint, members: Sequence[Fingerprint], rule: StoryRule
) -> float:
    """Return what closeness to a story is still worth after the silence since."""
    silence = min(abs(fingerprint.at - each.at) for each in members)
    return math.exp(-silence / micros(rule.fading))


def has_room(
    fingerprint: Fingerprint, members: Sequence[Fingerprint], rule: StoryRule
) -> bool:
    """Return whether a story may take an entry at all, whatever it says."""
    if len(members) >= rule.most:
        return False
    window, at, feed_id = micros(rule.window), fingerprint.at, fingerprint.feed_id
    # One outlet's second piece is a follow-up, or another page of its template.
    return not any(
        feed_id == each.feed_id or abs(at - each.at) > window for each in members
    )


def cosine(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    """Return how close two entries are by their words: 0 for none shared, 1 for equal."""
    shared = one.keys() & other.keys()
    products = map(mul, map(one.__getitem__, shared), map(other.__getitem__, shared))
    return float(sum(products))


def resemblance(one: Fingerprint, other: Fingerprint) -> float:
    """Return about which share of their word triples two texts have in common."""
    if not one.signature or len(one.signature) != len(other.signature):
        return 0.0
    mine = memoryview(one.signature).cast("I")
    theirs = memoryview(other.signature).cast("I")
    return sum(map(int.__eq__, mine, theirs)) / len(mine)
