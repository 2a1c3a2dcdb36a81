"""Wishes of several devices end in the same state, whoever is heard first."""

import json
from itertools import pairwise, product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tidings.core.reading.intents import (
    READ,
    STARRED,
    Intent,
    Mark,
    Register,
    Verdict,
    in_our_time,
    merge,
    newest_intents,
    tag_field,
    tag_of,
    verdicts,
)

MARK = Mark(1, READ)
# The web app merges by the same rule, and its tests read what this rule decides.
CASES = (
    Path(__file__).parents[3] / "frontend/src/device/log/model/merge-cases.json"
).read_text()
UNREAD_AT_NOON = Register(value=False, at=12)

marks = st.builds(
    Mark, st.integers(1, 3), st.sampled_from([READ, STARRED, tag_field("a")])
)
intents = st.builds(Intent, marks, st.booleans(), st.integers(0, 6))
states = st.dictionaries(
    marks, st.builds(Register, st.booleans(), st.none() | st.integers(0, 6))
)


def synced(
    known: dict[Mark, Register], groups: list[list[Intent]]
) -> dict[Mark, Register]:
    for group in groups:
        known = {**known, **merge(newest_intents(group), known)}
    return known


@given(states, st.lists(intents, max_size=12), st.data())
def test_any_order_and_any_grouping_end_in_the_same_state(
    known: dict[Mark, Register], intended: list[Intent], data: st.DataObject
) -> None:
    together = synced(known, [intended])
    order = data.draw(st.permutations(intended))
    cuts = data.draw(st.lists(st.integers(0, len(intended)), max_size=4).map(sorted))
    bounds = [0, *cuts, len(intended)]
    groups = [order[a:b] for a, b in pairwise(bounds)]
    assert synced(known, groups) == together


@given(states, st.lists(intents, max_size=12))
def test_sending_again_changes_nothing_and_is_told_the_same(
    known: dict[Mark, Register], intended: list[Intent]
) -> None:
    seen = frozenset({1, 2, 3})
    after = synced(known, [intended])
    assert synced(after, [intended]) == after
    assert verdicts(intended, synced(after, [intended]), seen) == verdicts(
        intended, after, seen
    )


@given(states, st.lists(intents, min_size=1, max_size=12))
def test_of_each_mark_a_wish_holds_or_something_at_least_as_new(
    known: dict[Mark, Register], intended: list[Intent]
) -> None:
    after = synced(known, [intended])
    for intent in intended:
        held = after[intent.mark].at
        assert held is not None
        assert held >= intent.at


def test_a_newer_mark_made_elsewhere_wins() -> None:
    older, newer = Intent(MARK, True, 11), Intent(MARK, True, 13)
    assert merge(newest_intents([older]), {MARK: UNREAD_AT_NOON}) == {}
    assert merge(newest_intents([newer]), {MARK: UNREAD_AT_NOON}) == {
        MARK: Register(value=True, at=13)
    }


def test_at_the_same_moment_yes_beats_no() -> None:
    yes, no = Intent(MARK, True, 12), Intent(MARK, False, 12)
    assert synced({}, [[yes], [no]])[MARK].value
    assert synced({}, [[no], [yes]])[MARK].value


def test_a_mark_without_a_time_loses_to_any() -> None:
    known = {MARK: Register(value=True)}
    assert synced(known, [[Intent(MARK, False, 0)]])[MARK] == Register(False, 0)


def test_each_wish_is_told_what_became_of_it() -> None:
    gone = Intent(Mark(9, READ), True, 1)
    intended = [Intent(MARK, True, 5), Intent(MARK, False, 6), gone]
    after = synced({}, [intended[:2]])
    assert verdicts(intended, after, frozenset({1})) == [
        Verdict.SUPERSEDED,
        Verdict.APPLIED,
        Verdict.GONE,
    ]


def test_a_wrong_clock_is_corrected_and_nothing_lies_in_the_future() -> None:
    an_hour_ahead = [Intent(MARK, True, 3700), Intent(MARK, False, 9000)]
    assert [each.at for each in in_our_time(an_hour_ahead, 4600, 1000)] == [100, 1000]


def test_the_name_of_a_tag_comes_back_from_its_field() -> None:
    assert tag_of(tag_field("tag:read")) == "tag:read"
    assert tag_of(READ) is None


def test_the_cases_for_the_web_app_are_what_this_rule_decides() -> None:
    times = (1, 2, 3)
    intents = [Intent(MARK, value, at) for value, at in product((False, True), times)]
    groups = [[one] for one in intents] + [
        list(two) for two in product(intents, repeat=2)
    ]
    known = [
        Register(value, at) for value, at in product((False, True), (None, *times))
    ]
    cases = []
    for before, group in product(known, groups):
        after = synced({MARK: before}, [group])[MARK]
        cases.append(
            {
                "known": [before.value, before.at],
                "intents": [[one.value, one.at] for one in group],
                "after": [after.value, after.at],
            }
        )
    assert json.loads(CASES) == cases
