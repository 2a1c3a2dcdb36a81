"""Entries that words can neither join nor keep apart, and what embeddings say of them.

They get into stories by the same policy as all others: another feed, the same days and
language, room, and no chains.
"""

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import mul
from statistics import median

from tidings.core.stories.plan import Newcomer, StoryPlan, likely_rivals
from tidings.core.stories.stories import (
    USUAL_RULE,
    Fingerprint,
    Rival,
    StoryRule,
    cosine,
    faded_after,
    has_room,
)

# High on purpose. Models differ in what they call near, and none was at hand to measure:
# a story that is missed costs a reader less than two that are mixed.
NEAR = 0.80
# With each entry; the third closest is hardly ever the right one.
_MOST_DOUBTS = 2
_LONGEST_TITLE = 300
# The event is in the first sentences.
_LEAD = 500


def embedded_text(title: str, text: str) -> str:
    """Return what of an entry is embedded."""
    both = f"{title[:_LONGEST_TITLE]}\n{text[:_LEAD]}"
    # Packed bodies may hold what columns of text cannot.
    return both.encode("utf-8", "replace").decode().replace("\0", " ").strip()


def embedding_key(model: str, text: str) -> bytes:
    """Return the name under which an embedding is kept: equal texts have one."""
    return hashlib.sha256(f"{model}\0{text}".encode("utf-8", "replace")).digest()


def doubtful_pairs(
    newcomers: Sequence[Newcomer],
    under_key: Mapping[int, Sequence[int]],
    known: Iterable[Rival],
    plan: StoryPlan,
    rule: StoryRule = USUAL_RULE,
) -> tuple[tuple[int, int], ...]:
    """Return newcomers that a plan leaves alone, each with those it nearly joins: a bit
    too far by their words, or close with too few of them."""
    fingerprints = {each.entry_id: each for rival in known for each in rival.members}
    fingerprints |= {each.fingerprint.entry_id: each.fingerprint for each in newcomers}
    settled = {entry_id for entry_id, _ in plan.joined}
    settled.update(entry_id for entries in plan.founded for entry_id in entries)
    pairs = {
        (min(pair), max(pair))
        for each in newcomers
        if each.fingerprint.entry_id not in settled
        for pair in _doubts_of(each, under_key, fingerprints, rule)
    }
    return tuple(sorted(pairs))


def _doubts_of(
    each: Newcomer,
    under_key: Mapping[int, Sequence[int]],
    fingerprints: Mapping[int, Fingerprint],
    rule: StoryRule,
) -> Iterator[tuple[int, int]]:
    mine = each.fingerprint
    rivals = (fingerprints.get(entry_id) for entry_id in likely_rivals(each, under_key))
    ranked = sorted(
        ((_closeness(mine, other, rule), other.entry_id) for other in rivals if other),
        reverse=True,
    )
    for near, other in ranked[:_MOST_DOUBTS]:
        if near >= rule.doubtful:
            yield mine.entry_id, other


def _closeness(one: Fingerprint, other: Fingerprint, rule: StoryRule) -> float:
    if one.language != other.language or not has_room(one, [other], rule):
        return 0.0
    return cosine(one.words, other.words) * faded_after(one, [other], rule)


def are_near(one: bytes, other: bytes) -> bool:
    """Return whether two embeddings, as floats of length 1, mean the same event."""
    if len(one) != len(other):
        return False
    mine, theirs = memoryview(one).cast("f"), memoryview(other).cast("f")
    return math.fsum(map(mul, mine, theirs)) >= NEAR


def joined_by_meaning(
    one: Rival, other: Rival, rule: StoryRule = USUAL_RULE
) -> StoryPlan | None:
    """Return how two whose entries are near become one story; None if they may not.

    Stories that readers have seen stay apart, as they do without embeddings.
    """
    alone, group = (one, other) if one.story_id is None else (other, one)
    if alone.story_id is not None or len(alone.members) != 1:
        return None
    fingerprint = alone.members[0]
    if not _may_join(fingerprint, group.members, rule):
        return None
    if group.story_id is not None:
        return StoryPlan(((fingerprint.entry_id, group.story_id),), ())
    entries = sorted(each.entry_id for each in (fingerprint, *group.members))
    return StoryPlan((), (tuple(entries),))


def _may_join(
    fingerprint: Fingerprint, members: Sequence[Fingerprint], rule: StoryRule
) -> bool:
    if not has_room(fingerprint, members, rule):
        return False
    if any(fingerprint.language != each.language for each in members):
        return False
    # Being near to one member is how chains begin: the words decide about the others.
    return median(cosine(fingerprint.words, each.words) for each in members) >= (
        rule.familiar
    )
