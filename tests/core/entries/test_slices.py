"""How much a clean-up takes at once: less after a slow slice, slowly more after quick ones."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tidings.core.entries.slices import FIRST_SLICE, next_slice, pause_after

MILLISECOND = timedelta(milliseconds=1)


def test_a_slice_that_took_too_long_is_followed_by_a_smaller_one() -> None:
    assert next_slice(200, 16 * MILLISECOND) == 100


def test_quick_slices_grow_step_by_step() -> None:
    assert next_slice(40, MILLISECOND) == 60
    assert next_slice(60, MILLISECOND) == 90


@given(st.integers(FIRST_SLICE // 2, 300), st.timedeltas(min_value=timedelta(0)))
def test_it_never_stands_still_and_never_takes_all_at_once(
    many: int, took: timedelta
) -> None:
    assert 20 <= next_slice(many, took) <= 300


def test_others_have_the_database_as_long_as_they_were_kept_out() -> None:
    assert pause_after(7 * MILLISECOND) == 7 * MILLISECOND
    assert pause_after(timedelta(seconds=2)) == 50 * MILLISECOND
