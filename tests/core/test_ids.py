"""Identifiers are valid version 7 UUIDs that sort by time."""

from uuid import RFC_4122, UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.ids import uuid7

EXAMPLES = settings(max_examples=50)

TIMES = st.integers(0, (1 << 48) * 1000 - 1)
RANDOM = st.integers(0, (1 << 74) - 1)


def test_example_of_the_standard_is_reproduced() -> None:
    # RFC 9562, appendix A.6.
    expected = UUID("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")
    random_bits = (0xCC3 << 62) | 0x18C4DC0C0C07398F
    assert uuid7(0x017F22E279B0 * 1000, random_bits) == expected


@EXAMPLES
@given(TIMES, RANDOM)
def test_version_variant_and_time_are_right(now: int, random_bits: int) -> None:
    identifier = uuid7(now, random_bits)
    assert identifier.version == 7
    assert identifier.variant == RFC_4122
    assert identifier.int >> 80 == now // 1000


@EXAMPLES
@given(TIMES, RANDOM, RANDOM)
def test_every_random_bit_is_used(now: int, one: int, other: int) -> None:
    assert (uuid7(now, one) == uuid7(now, other)) is (one == other)


@EXAMPLES
@given(TIMES, TIMES, RANDOM, RANDOM)
def test_later_sorts_after_earlier(a: int, b: int, one: int, other: int) -> None:
    earlier, later = sorted([a // 1000, b // 1000])
    first, second = uuid7(earlier * 1000, one), uuid7(later * 1000, other)
    if earlier < later:
        assert first < second
        assert str(first) < str(second)
        assert first.bytes < second.bytes


@pytest.mark.parametrize(("now", "expected"), [(-1, 0), (1 << 70, (1 << 48) - 1)])
def test_moment_out_of_range_takes_the_nearest(now: int, expected: int) -> None:
    assert uuid7(now, 0).int >> 80 == expected


def test_surplus_random_bits_are_ignored() -> None:
    assert uuid7(0, (1 << 80) | 5) == uuid7(0, 5)
