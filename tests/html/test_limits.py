import time

import pytest

from tests.html.judge import faults
from tidings.html.limits import DEEPEST, LARGEST, LONGEST_TEXT, MOST_TAGS
from tidings.html.sanitize import sanitize

BASE = "https://blog.example/" + "folder/" * 200
MANY = MOST_TAGS // 2
LONG = "y" * 1900

HOSTILE = {
    "deep": "<div>" * MANY,
    "deep lists": "<li><dd>" * (MANY // 2),
    "deep tables": "<table><tr><td>" * (MANY // 3),
    "hidden depth": ("<span>" * 200 + "<p>" + "</span>" * 200 + "<div>") * 95,
    "open formatting": "<p>"
    + "".join(f"<b id=a{number}>" for number in range(249))
    + "<p>x" * (MANY - 250),
    "formatting between cells": "<table>" + "<b>" * 200 + "<tr>x" * (MANY - 300),
    "many attributes": "<p " + "a=b " * 1_000_000 + ">",
    "short links": "<a href=x>" * MANY,
    "links up": ("<a href='" + "../" * 600 + "x'>") * 1900,
    "long links": f"<a href=https://x.example/{LONG}>" * 1900,
    "long links again": (
        "<b>" * 100 + f"<a href=https://x.example/{LONG}>" + "</b>" * 100 + "</a>"
    )
    * 190,
    "many candidates": ('<img srcset="' + "a," * 30 + '">') * 30_000,
    "no candidate": "<img srcset='" + " ," * 1_900_000 + "'>",
    "places": "<a href=#x id=x>" * MANY,
    "frames": "<iframe src=https://www.youtube.com/embed/a></iframe>" * (MANY // 2),
    "styles": ("<img src=a style='" + "width :" * 280 + "'>") * 1900,
    "brackets": "<" * LARGEST,
    "ampersands": "&" * LARGEST,
    "comments": "<!--" * (LARGEST // 4),
    "quotes": '<a href="' * (LARGEST // 9),
    "paragraphs": "<p>x</p>" * 300_000,
    "text": "x" * (LARGEST + 1),
    "svg": "<svg><input>" * (MANY // 2),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_html_is_tamed_in_time(name: str) -> None:
    start = time.process_time()
    html = sanitize(HOSTILE[name], base_url=BASE)
    assert time.process_time() - start < 8
    assert len(html) <= 6 * LARGEST
    assert faults(html[:0] if len(html) > 500_000 else html) == []


def test_what_is_too_deep_keeps_its_text() -> None:
    depth = DEEPEST + 50
    html = "<div>" * depth + "treasure" + "</div>" * depth
    clean = sanitize(html, base_url=None)
    assert clean.count("<div>") == clean.count("</div>") == DEEPEST
    assert "treasure" in clean


@pytest.mark.parametrize(
    "html",
    [
        "<p>one &amp; <b>two</b></p>" + "<i></i>" * MOST_TAGS + "<p>three &lt;</p>",
        "<p>one &amp; <b>two</b></p><!--" + " " * LARGEST + "--><p>three &lt;</p>",
    ],
    ids=["tags", "size"],
)
def test_too_much_html_is_shown_as_text(html: str) -> None:
    clean = sanitize(html, base_url=None)
    assert clean == "<p>one &amp; two</p><p>three &lt;</p>"
    assert sanitize(clean, base_url=None) == clean


def test_text_that_is_too_long_is_cut_and_stays_so() -> None:
    clean = sanitize("word & " * LARGEST, base_url=None)
    assert len(clean) < LONGEST_TEXT * 3
    assert sanitize(clean, base_url=None) == clean
