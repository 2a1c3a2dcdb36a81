"""Two versions as one."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.html.payloads import EVENT_HANDLERS
from tests.html.judge import faults
from tidings.html.diff import MOST_WORDS, TextPart, html_diff, text_diff
from tidings.html.sanitize import sanitize
from tidings.html.text import plain_text


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("<p>a b c</p>", "<p>a b c</p>", "<p>a b c</p>"),
        ("<p>a b c</p>", "<p>a x c</p>", "<p>a <del>b </del><ins>x </ins>c</p>"),
        ("<p>a c</p>", "<p>a b c</p>", "<p>a <ins>b </ins>c</p>"),
        ("<p>a b</p>", "<p>a</p>", "<p>a<del>b</del></p>"),
        ("", "<p>new</p>", "<p><ins>new</ins></p>"),
        ("<p>old</p>", "", "<del> old </del>"),
        ("<p>a</p>", "<p>a</p><p>b</p>", "<p>a</p><p><ins>b</ins></p>"),
        (
            "<p>see <b>bold</b> words</p>",
            "<p>see <i>bold</i> letters</p>",
            "<p>see <i>bold</i> <del>words</del><ins>letters</ins></p>",
        ),
        (
            '<p>a <img src="x>y"></p>',
            '<p>a <img src="z"></p>',
            '<p>a <del><img src="x>y"></del><ins><img src="z"></ins></p>',
        ),
        ("<p>橋が開く</p>", "<p>橋が落ちる</p>", None),
    ],
)
def test_changes_are_marked_where_they_are(old, new, marked) -> None:
    found = html_diff(old, new)
    if marked is None:
        assert found.startswith("<p>橋が")
    else:
        assert found == marked


HTML = st.lists(
    st.sampled_from(
        [
            "word",
            "other",
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<li>",
            "<table><tr><td>",
            "</td></tr></table>",
            "<img src=https://a.example/x.png>",
            " ",
            "<a href=https://a.example>",
            "</a>",
            "&lt;b&gt;",
        ]
    ),
    max_size=30,
).map("".join)


@settings(max_examples=80)
@given(HTML, HTML)
def test_what_comes_out_is_harmless_and_says_what_is_new(old: str, new: str) -> None:
    before, after = (sanitize(html, base_url=None) for html in (old, new))
    marked = html_diff(before, after)
    assert marked is not None
    assert faults(sanitize(marked, base_url=None)) == []
    if before == after:
        assert marked == after


@settings(max_examples=80)
@given(HTML, HTML)
def test_without_what_went_the_new_text_is_left(old: str, new: str) -> None:
    before, after = (sanitize(html, base_url=None) for html in (old, new))
    marked = html_diff(before, after)
    assert marked is not None
    left = "".join(
        piece.partition("</del>")[2] if place else piece
        for place, piece in enumerate(marked.split("<del>"))
    )
    assert plain_text(left) == plain_text(after)


@pytest.mark.parametrize("attack", EVENT_HANDLERS[:12])
def test_an_attack_in_either_version_comes_out_harmless(attack: str) -> None:
    for old, new in (("<p>a</p>", attack), (attack, "<p>a</p>"), (attack, attack)):
        before, after = (sanitize(html, base_url=None) for html in (old, new))
        assert faults(sanitize(html_diff(before, after) or "", base_url=None)) == []


def test_too_much_is_not_compared() -> None:
    assert html_diff("<p>a</p>", "a " * (MOST_WORDS + 1)) is None


def test_long_texts_take_seconds_at_most() -> None:
    begun = time.process_time()
    html_diff("x y " * 12_000, "y x z " * 8_000)
    html_diff("<p>a</p>" * 6_000, "<p>b</p>" * 6_000)
    assert time.process_time() - begun < 10


def test_a_title_is_told_in_parts() -> None:
    assert text_diff("Bridge opens today", "Bridge falls today") == [
        TextPart("same", "Bridge "),
        TextPart("removed", "opens "),
        TextPart("added", "falls "),
        TextPart("same", "today"),
    ]
    assert text_diff("", "") == []
    assert text_diff("", "<b>") == [TextPart("added", "<b>")]
