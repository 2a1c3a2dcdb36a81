"""Every feed gets its turn."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.reading.interleave import fair_depth, interleave

EXAMPLES = settings(max_examples=50)


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ([], ""),
        ([""], ""),
        (["abc"], "abc"),
        (["abc", "1", "xy"], "a1xbyc"),
        (["", "ab", ""], "ab"),
    ],
)
def test_groups_take_turns(groups: list[str], expected: str) -> None:
    assert "".join(interleave(groups)) == expected


@pytest.mark.parametrize(
    ("limit", "expected"), [(0, ""), (1, "a"), (4, "a1b2"), (99, "a1b2c")]
)
def test_limit_ends_the_list(limit: int, expected: str) -> None:
    assert "".join(interleave(["abc", "12"], limit=limit)) == expected


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        (["ab", "ac"], "acb"),
        (["aAb", "c"], "acb"),
        (["abc", "abc"], "abc"),
        (["ab", "abx", "c"], "abcx"),
    ],
)
def test_copy_is_passed_over_without_losing_a_turn(
    groups: list[str], expected: str
) -> None:
    assert "".join(interleave(groups, distinct=str.lower)) == expected


GROUPS = st.lists(st.lists(st.integers(0, 20), max_size=8), max_size=6)


@EXAMPLES
@given(GROUPS)
def test_nothing_is_lost_and_no_group_is_ahead_by_more_than_one(
    groups: list[list[int]],
) -> None:
    named = [
        [(name, place) for place, _ in enumerate(g)] for name, g in enumerate(groups)
    ]
    mixed = interleave(named)
    assert sorted(mixed) == sorted(pair for group in named for pair in group)
    places = [place for _, place in mixed]
    assert places == sorted(places)


@EXAMPLES
@given(GROUPS)
def test_distinct_keeps_one_of_each(groups: list[list[int]]) -> None:
    mixed = interleave(groups, distinct=lambda number: number)
    assert sorted(mixed) == sorted({number for group in groups for number in group})


@EXAMPLES
@given(GROUPS, st.integers(0, 30))
def test_limit_is_a_prefix(groups: list[list[int]], limit: int) -> None:
    assert interleave(groups, limit=limit) == interleave(groups)[:limit]


COUNTS = st.lists(st.integers(0, 60), max_size=8)


@EXAMPLES
@given(COUNTS, st.integers(0, 200))
def test_depth_is_the_smallest_that_is_enough(counts: list[int], wanted: int) -> None:
    def together(depth: int) -> int:
        return sum(min(depth, count) for count in counts)

    depth = fair_depth(counts, wanted)
    if sum(counts) < wanted:
        assert depth == max(counts, default=0)
    else:
        assert together(depth) >= wanted
        assert depth == 0 or together(depth - 1) < wanted


def test_depth_of_a_huge_account_is_found_at_once() -> None:
    started = time.process_time()
    assert fair_depth([10**12] * 10_000, 10**15) == 10**11
    assert time.process_time() - started < 1


def test_negative_counts_are_nothing() -> None:
    assert fair_depth([-5, 3], 3) == 3
    assert fair_depth([-5], 3) == 0
