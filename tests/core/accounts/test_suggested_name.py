"""Accounts that begin elsewhere get a name that we allow."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.accounts.account import user_name
from tidings.core.accounts.suggested_name import suggested_names


@pytest.mark.parametrize(
    ("requests", "names"),
    [
        (["ann"], ["ann", "ann2", "ann3"]),
        (["ann@example.org", "Ann Lee"], ["ann", "AnnLee", "ann2"]),
        (["", "…", "  "], ["reader", "reader2", "reader3"]),
        ([], ["reader", "reader2", "reader3"]),
        (["-_.ann"], ["ann", "ann2", "ann3"]),
        (["x" * 500], ["x" * 40, "x" * 40 + "2", "x" * 40 + "3"]),
    ],
)
def test_wishes_come_first_and_numbers_after(
    requests: list[str], names: list[str]
) -> None:
    assert list(islice(suggested_names(requests), 3)) == names


@given(st.lists(st.text(max_size=80), max_size=3))
def test_every_suggestion_is_a_valid_name(requests: list[str]) -> None:
    for name in suggested_names(requests):
        assert user_name(name) == name
