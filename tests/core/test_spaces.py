"""White space is made even in whatever way it comes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.spaces import single_spaced


@pytest.mark.parametrize(
    "odd", [" ", "\n", "\t", "\r", "\v", "\f", "\x1c", "\x1f", "\xa0"]
)
def test_any_white_space_becomes_one_space(odd: str) -> None:
    assert single_spaced(f"{odd}two{odd}{odd}words{odd}") == "two words"


@given(st.text("ab \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0é\u2003", max_size=20))
def test_it_does_what_splitting_and_joining_does(text: str) -> None:
    assert single_spaced(text) == " ".join(text.split())
