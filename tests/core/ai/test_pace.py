"""AI calls keep their distance."""

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.ai.pace import next_slot
from tidings.core.clock import micros
from tidings.core.errors import SettingInvalid

NOW = 1_700_000_000_000_000
SECOND = micros(timedelta(seconds=1))
YEAR = micros(timedelta(days=365))


@pytest.mark.parametrize(
    ("last_call_at", "limited_until", "slot"),
    [
        (None, None, NOW),
        (NOW - 10 * SECOND, None, NOW),
        (NOW - SECOND, None, NOW + 2 * SECOND),
        (NOW, None, NOW + 3 * SECOND),
        (NOW + 6 * SECOND, None, NOW + 9 * SECOND),
        (None, NOW + 60 * SECOND, NOW + 60 * SECOND),
        (NOW, NOW + 60 * SECOND, NOW + 60 * SECOND),
        (NOW, NOW - 60 * SECOND, NOW + 3 * SECOND),
        (NOW + YEAR, None, NOW + 3 * SECOND),
        (None, NOW + YEAR, NOW),
    ],
)
def test_twenty_calls_a_minute_are_three_seconds_apart(
    last_call_at: int | None, limited_until: int | None, slot: int
) -> None:
    assert next_slot(last_call_at, NOW, 20, limited_until) == slot


@pytest.mark.parametrize("max_rpm", [0, -1])
def test_no_calls_at_all_is_no_pace(max_rpm: int) -> None:
    with pytest.raises(SettingInvalid):
        next_slot(None, NOW, max_rpm, None)


@given(st.integers(1, 1000), st.lists(st.integers(0, 5 * SECOND), max_size=50))
def test_stamped_slots_never_exceed_the_rate(max_rpm: int, pauses: list[int]) -> None:
    now, last = NOW, None
    slots = []
    for pause in pauses:
        now += pause
        slot = next_slot(last, now, max_rpm, None)
        assert slot >= now
        slots.append(slot)
        last = slot
    for earlier, later in pairwise(slots):
        assert (later - earlier) * max_rpm >= 60 * SECOND
