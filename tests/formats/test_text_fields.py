"""Titles and names come out as plain text."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.formats.feeds.text_fields import (
    html_from_either,
    html_from_text,
    one_line,
    person,
    plain_title,
    without_control,
)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (None, None),
        ("", None),
        (" \n ", None),
        ("Plain", "Plain"),
        (" two\n  lines\t", "two lines"),
        ("a\u00a0b", "a\u00a0b"),
        ("Fish &amp; chips", "Fish & chips"),
        ("Fish & chips", "Fish & chips"),
        ("It&#8217;s", "It’s"),
        ("<b>Bold</b> and <i>slanted</i>", "Bold and slanted"),
        ("line<br/>break", "line break"),
        ('<a href="x">link</a>', "link"),
        ('<img src="x" onerror="alert(1)">', None),
        ("<p>Paragraph</p>", "Paragraph"),
        ("a < b and c > d", "a < b and c > d"),
        ("List<String> in Java", "List<String> in Java"),
        ("Using the <div> tag", "Using the <div> tag"),
        ("I <3 feeds", "I <3 feeds"),
        ("&lt;div&gt; tags", "<div> tags"),
        ("AT&amp;T", "AT&T"),
        ("quotes \x93like these\x94", "quotes “like these”"),
        ("bell\x07 and nul\x00", "bell and nul"),
        ("family 👩\u200d👩\u200d👧", "family 👩\u200d👩\u200d👧"),
    ],
)
def test_title_is_plain_text(written: str | None, shown: str | None) -> None:
    assert plain_title(written) == shown


def test_title_of_any_length_is_kept_short() -> None:
    title = plain_title("word " * 10_000)
    assert title is not None
    assert len(title) <= 4001
    assert title.endswith("…")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ann", "Ann"),
        ("ann@example.org (Ann Rose)", "Ann Rose"),
        ("Ann Rose <ann@example.org>", "Ann Rose"),
        ("Ann Rose (ann@example.org)", "Ann Rose"),
        ("ann@example.org", "ann@example.org"),
        ("Ann &amp; Bob", "Ann & Bob"),
        (" ", None),
    ],
)
def test_person_is_known_by_name(written: str, name: str | None) -> None:
    assert person(written) == name


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (None, None),
        (" ", None),
        ("a < b & c", "a &lt; b &amp; c"),
        ("one\ntwo", "one<br>\ntwo"),
    ],
)
def test_plain_text_looks_the_same_as_html(text: str | None, html: str | None) -> None:
    assert html_from_text(text) == html


@pytest.mark.parametrize(
    "html", ["<p>x</p>", "a<br>b", "caf&eacute;", '<a href="x">y</a>']
)
def test_what_looks_like_html_is_left_alone(html: str) -> None:
    assert html_from_either(html) == html


@pytest.mark.parametrize("text", ["a < b", "Q & A", "x <unknown> y"])
def test_what_does_not_look_like_html_is_escaped(text: str) -> None:
    assert html_from_either(text) == html_from_text(text)


@given(st.text())
def test_titles_are_one_line_and_every_database_can_hold_them(text: str) -> None:
    title = plain_title(text)
    if title is not None:
        assert title == one_line(title)
        assert not set(title) & set("\n\r\t\0")
        title.encode()


@given(st.text(st.characters()))
def test_no_control_character_is_left(text: str) -> None:
    cleaned = without_control(text)
    cleaned.encode()
    assert "\0" not in cleaned


@pytest.mark.parametrize(
    "text",
    ["<a " * 50_000, "</a" * 50_000, "<b></b>" * 20_000, "&lt;" * 50_000, "@(" * 9_000],
)
def test_hostile_titles_take_no_time(text: str) -> None:
    started = time.process_time()
    plain_title(text)
    person(text)
    html_from_either(text)
    assert time.process_time() - started < 1
