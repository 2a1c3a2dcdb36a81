"""User names: one spelling each, and no two that people would take for the same."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tidings.core.accounts.account import name_key, user_name
from tidings.core.errors import Invalid


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ana", "ana"),
        ("  Ana ", "Ana"),
        ("ana.maria-2@example.org", "ana.maria-2@example.org"),
        ("Łucja", "Łucja"),
        ("हिन्दी", "हिन्दी"),
        ("ａｎａ", "ana"),  # full width
        ("7of9", "7of9"),
        ("x", "x"),
        ("x" * 64, "x" * 64),
    ],
)
def test_a_good_name_is_kept_in_its_one_spelling(text: str, name: str) -> None:
    assert user_name(text) == name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least one"),
        ("   ", "at least one"),
        ("x" * 65, "at most 64"),
        ("-ana", "starts with"),
        ("ana maria", "no blanks"),
        ("ana\nroot", "no blanks"),
        ("ana/../root", "no blanks"),
        ("<b>ana</b>", "starts with"),
        ("ana\u202eroot", "no blanks"),
        ("ana\0", "no blanks"),
    ],
)
def test_a_bad_name_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(Invalid, match=words) as refused:
        user_name(text)
    assert refused.value.details == {"field": "name"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ana"), ("STRASSE", "straße"), ("ＡＮＡ", "ana"), ("É", "e\u0301")],
)
def test_names_that_look_the_same_share_their_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@example("¨")
@given(st.text())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@given(st.text())
def test_a_name_that_was_accepted_is_accepted_again_unchanged(text: str) -> None:
    try:
        name = user_name(text)
    except Invalid:
        return
    assert user_name(name) == name
