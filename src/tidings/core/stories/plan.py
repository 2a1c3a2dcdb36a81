"""Finds for each new entry the few it may belong with, then decides in their order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from tidings.core.stories.stories import (
    USUAL_RULE,
    Fingerprint,
    Rival,
    StoryRule,
    choose_story,
    cosine,
    ranked_words,
)

_FOUND_BY = 8
_LOOKS_FOR = 16
# A word that more entries share says little; the newest are the likeliest.
_MOST_UNDER_A_KEY = 300
_MOST_RIVALS = 30
_CERTAIN = 1.0


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An entry that no one has looked at yet."""

    fingerprint: Fingerprint
    found_by: tuple[int, ...]  # the keys under which later entries will find it
    looks_for: Mapping[int, float]  # those under which it looks, and what each is worth


def newcomer(fingerprint: Fingerprint, bands: Sequence[int] = ()) -> Newcomer:
    """Return an entry with its keys; copies of its text share a band with it."""
    certain = [*bands] if fingerprint.address is None else [fingerprint.address, *bands]
    words = ranked_words(fingerprint)
    worth = {word: fingerprint.words[word] for word in words[:_LOOKS_FOR]}
    return Newcomer(
        fingerprint=fingerprint,
        found_by=(*certain, *words[:_FOUND_BY]),
        looks_for=worth | dict.fromkeys(certain, _CERTAIN),
    )


@dataclass(frozen=True, slots=True)
class StoryPlan:
    """What becomes of new entries; those that stand alone are not named."""

    joined: tuple[tuple[int, int], ...]  # (entry, story)
    founded: tuple[tuple[int, ...], ...]  # entries of each new story
    doubts: tuple[tuple[int, int], ...] = ()  # entries that embeddings may join


def likely_rivals(each: Newcomer, under_key: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the entries that share the most with a newcomer, best first."""
    worth: dict[int, float] = defaultdict(float)
    for key, weight in each.looks_for.items():
        for entry_id in under_key.get(key, ())[-_MOST_UNDER_A_KEY:]:
            worth[entry_id] += weight
    worth.pop(each.fingerprint.entry_id, None)
    ranked = sorted([(-value, entry_id) for entry_id, value in worth.items()])
    return [entry_id for _, entry_id in ranked[:_MOST_RIVALS]]


def plan_stories(
    newcomers: Sequence[Newcomer],
    under_key: Mapping[int, Sequence[int]],
    known: Iterable[Rival],
    rule: StoryRule = USUAL_RULE,
) -> StoryPlan:
    """Decide for each newcomer in turn; those before it are known to those after.

    `under_key` must hold the newcomers too; `known` all that their rivals belong to.
    """
    groups = {member.entry_id: rival for rival in known for member in rival.members}
    in_story_before = frozenset(
        entry_id for entry_id, rival in groups.items() if rival.story_id is not None
    )
    for each in newcomers:
        rivals = {
            groups[entry_id].members[0].entry_id: groups[entry_id]
            for entry_id in likely_rivals(each, under_key)
            if entry_id in groups
        }
        group = _grown(each.fingerprint, list(rivals.values()), rule)
        groups |= dict.fromkeys((member.entry_id for member in group.members), group)
    return _plan(groups, in_story_before)


def keeps_its_story(
    before: Fingerprint, now: Fingerprint, story: Rival, rule: StoryRule = USUAL_RULE
) -> bool:
    """Return whether a changed entry still belongs to its story: it is mostly what it was,
    or would be let in as it is."""
    if cosine(before.words, now.words) >= rule.edited:
        return True
    others = without_entries([story], {now.entry_id})
    return not others or choose_story(now, others, rule) is not None


def without_entries(rivals: Iterable[Rival], ids: Set[int]) -> list[Rival]:
    """Remove entries from candidate groups; drop groups that become empty."""
    left = [
        rival
        if ids.isdisjoint(member.entry_id for member in rival.members)
        else replace(
            rival, members=tuple(e for e in rival.members if e.entry_id not in ids)
        )
        for rival in rivals
    ]
    return [rival for rival in left if rival.members]


def _grown(fingerprint: Fingerprint, rivals: Sequence[Rival], rule: StoryRule) -> Rival:
    """Return what a newcomer belongs to, with all that it links to it.

    Whoever stood alone may fit now. Stories that readers have seen stay apart.
    """
    group = choose_story(fingerprint, rivals, rule)
    if group is None:
        return Rival((fingerprint,))
    members = (*group.members, fingerprint)
    for rival in rivals:
        apart = rival is not group and rival.story_id is None
        if apart and _fits(rival, Rival(members), rule):
            members = (*members, *rival.members)
    return Rival(members, group.story_id)


def _fits(rival: Rival, group: Rival, rule: StoryRule) -> bool:
    return len(group.members) + len(rival.members) <= rule.most and all(
        choose_story(each, [group], rule) for each in rival.members
    )


def _plan(groups: Mapping[int, Rival], in_story_before: frozenset[int]) -> StoryPlan:
    joined = [
        (entry_id, group.story_id)
        for entry_id, group in groups.items()
        if group.story_id is not None and entry_id not in in_story_before
    ]
    founded = {
        tuple(sorted(each.entry_id for each in group.members))
        for group in groups.values()
        if group.story_id is None and len(group.members) > 1
    }
    return StoryPlan(tuple(sorted(joined)), tuple(sorted(founded)))
