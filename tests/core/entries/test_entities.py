"""Character references are decoded, whatever they say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.entries.entities import unescape


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain", "plain"),
        ("a &amp; b", "a & b"),
        ("&#225;&#xE1;", "áá"),
        ("&#0000225;", "á"),
        (f"&#{'9' * 5000};!", "\ufffd!"),
        (f"&#x{'f' * 5000};!", "\ufffd!"),
        ("&unknown;", "&unknown;"),
    ],
)
def test_references_are_decoded(written: str, read: str) -> None:
    assert unescape(written) == read


@given(st.text(alphabet="&#xX0129afg;", max_size=60))
def test_nothing_makes_it_fail(text: str) -> None:
    assert isinstance(unescape(text), str)
