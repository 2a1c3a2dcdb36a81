import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.html.excerpt import excerpt


@pytest.mark.parametrize(
    ("text", "length", "short"),
    [
        ("", 20, ""),
        ("short", 20, "short"),
        ("one\ntwo  three", 20, "one two three"),
        ("the quick brown fox jumps", 18, "the quick brown…"),
        ("the quick, brown", 12, "the quick…"),
        ("a" * 30, 10, "a" * 9 + "…"),
        ("日本語の長い文章です", 6, "日本語の長…"),
        ("e\u0301" * 10, 6, "e\u0301" * 2 + "…"),
        ("\U0001f469\u200d\U0001f4bb" * 4, 5, "\U0001f469\u200d\U0001f4bb…"),
    ],
)
def test_excerpt_ends_between_words_or_letters(
    text: str, length: int, short: str
) -> None:
    assert excerpt(text, length) == short


@given(st.text(), st.integers(min_value=2, max_value=40))
def test_excerpt_is_never_too_long_and_on_one_line(text: str, length: int) -> None:
    short = excerpt(text, length)
    assert len(short) <= length
    assert short == " ".join(short.split())


@given(st.text(alphabet="ab \n", max_size=30))
def test_short_text_is_its_own_excerpt(text: str) -> None:
    assert excerpt(text, 30) == " ".join(text.split())
