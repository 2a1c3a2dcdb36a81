"""A cursor comes back exactly, and nothing else is taken for one."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.cursor import LONGEST, Shape, Value, decode, encode
from tidings.core.errors import CursorInvalid

EXAMPLES = settings(max_examples=50)

INTEGERS = st.integers(-(2**63), 2**63 - 1)
VALUES = st.lists(INTEGERS | st.text(st.characters(), max_size=20), max_size=5)
URL_SAFE = frozenset(string.ascii_letters + string.digits + "-_")
NEWEST: Shape = (int, int)


def shape_of(values: tuple[Value, ...]) -> Shape:
    return tuple(str if isinstance(value, str) else int for value in values)


@EXAMPLES
@given(st.text(string.ascii_letters, max_size=10), VALUES.map(tuple))
def test_cursor_comes_back_exactly(kind: str, values: tuple[Value, ...]) -> None:
    text = encode(kind, values)
    assert set(text) <= URL_SAFE
    assert decode(kind, text, shape_of(values)) == values


def test_cursor_of_a_list_is_short() -> None:
    assert len(encode("entries", (1_700_000_000_000_000, 123_456_789))) <= 27


@EXAMPLES
@given(st.text(st.characters(), max_size=60))
def test_no_text_but_ours_is_taken(text: str) -> None:
    with pytest.raises(CursorInvalid):
        decode("entries", text, NEWEST)


GOOD = encode("entries", (1_700_000_000_000_000, -5))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        GOOD[:-1],
        GOOD + "A",
        GOOD + "=",
        GOOD + "\n",
        " " + GOOD,
        GOOD[:-4] + "AAAA",
        GOOD.swapcase(),
        encode("starred", (1_700_000_000_000_000, -5)),
        encode("entries", (1_700_000_000_000_000,)),
        encode("entries", (1_700_000_000_000_000, -5, 0)),
        encode("entries", (1_700_000_000_000_000, "-5")),
        "A" * (LONGEST + 1),
        "A" * 10_000_000,
        "é" * 27,
        "\ud800",
    ],
)
def test_foreign_cursor_is_refused_with_the_field_named(text: str) -> None:
    with pytest.raises(CursorInvalid) as refusal:
        decode("entries", text, NEWEST)
    assert refusal.value.details == {"field": "cursor"}


@EXAMPLES
@given(st.integers(0, len(GOOD) - 1), st.sampled_from(sorted(URL_SAFE)))
def test_one_changed_letter_is_noticed(place: int, letter: str) -> None:
    changed = GOOD[:place] + letter + GOOD[place + 1 :]
    if changed == GOOD:
        assert decode("entries", changed, NEWEST) == (1_700_000_000_000_000, -5)
    else:
        with pytest.raises(CursorInvalid):
            decode("entries", changed, NEWEST)


def test_number_is_not_read_as_text() -> None:
    looks_like_text = int.from_bytes(b"\0\6abcdef")
    text = encode("entries", (looks_like_text,))
    assert decode("entries", text, (int,)) == (looks_like_text,)
    with pytest.raises(CursorInvalid):
        decode("entries", text, (str,))


def test_base64_of_the_other_alphabet_is_refused() -> None:
    # 0xFB 0xFF … makes "-" and "_" appear in our alphabet, "+" and "/" in the other.
    ours = next(
        text
        for number in range(1000)
        if "-" in (text := encode("entries", (number, -1))) and "_" in text
    )
    with pytest.raises(CursorInvalid):
        decode("entries", ours.replace("-", "+").replace("_", "/"), NEWEST)


@pytest.mark.parametrize("value", ["x" * 2000, "x" * 100_000, 2**63, -(2**63) - 1])
def test_value_that_cannot_be_read_back_is_never_written(value: Value) -> None:
    with pytest.raises(ValueError, match="cursor"):
        encode("entries", (value,))
