import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.html.text import plain_text, text_and_pictures, word_count
from tidings.html.tokens import pieces

MARKUP = st.lists(
    st.one_of(
        st.sampled_from(
            ["<p>", "</p>", "<br>", "<b>", "</b>", "<Div>", "<!--", "-->", "<a href='"]
        ),
        st.sampled_from(
            ["<script>", "</script>", "<td>", "<x-y>", "&amp;", "&#0;", "<"]
        ),
        st.text(max_size=6),
    ),
    max_size=20,
).map("".join)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("plain", "plain"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("one<br>two<BR/>three", "one\ntwo\nthree"),
        ("<p>one <b>bold</b>er</p>", "one bolder"),
        ("  many \n\t spaces\xa0here ", "many spaces here"),
        ("<ul><li>a<li>b</ul>c", "a\nb\nc"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>", "a b\nc"),
        ("<h1>Title</h1>text<hr>more", "Title\ntext\nmore"),
        ("a &amp; b &lt;c&gt; &#8217;&#x2019;&nbsp;d", "a & b <c> ’’ d"),
        ("&ampx &notit; &bogus; &", "&x ¬it; &bogus; &"),
        ("a<script>var b = '<p>'</script>c", "ac"),
        ("a<STYLE>p { }</STYLE>b<template>c</template>d", "abd"),
        ("a<noscript>b</noscript><title>c</title><svg><text>d</text></svg>e", "ae"),
        ("<ScRiPt>a</sCrIpT>b", "b"),
        ("a<script>b", "a"),
        ("a<noscript>b", "ab"),
        ("<iframe src='x'/>a", "a"),
        ("<!-- a -->b<!-->c<!--->d<!-- e --!>f", "bcdf"),
        ("a<!-- never closed", "a"),
        ("<!DOCTYPE html><?xml x?><html><body>a</body></html>", "a"),
        ("a <b title='1 > 0'>b</b>", "a b"),
        ('a <img alt="<p>x</p>"> b', "a b"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("a<3", "a<3"),
        ("cut off <a href='http://exam", "cut off"),
        ("a\0b\ud800c&#0;d&#xd800;", "abc\ufffdd\ufffd"),
        ("<custom-tag>a</custom-tag><Font>b</Font>", "ab"),
        ("<p", ""),
        ("<>a</>", "<>a"),
    ],
)
def test_text_is_what_a_reader_sees(html: str, text: str) -> None:
    assert plain_text(html) == text


@given(MARKUP)
def test_text_is_clean_lines(html: str) -> None:
    text = plain_text(html)
    assert all(
        line == " ".join(line.split()) != "" for line in text.split("\n") if text
    )
    assert "\0" not in text
    text.encode()


@given(MARKUP)
def test_no_character_between_tags_is_lost(html: str) -> None:
    found = pieces(html, {})
    assert sum(len(text) for text, *_ in found) <= len(html)
    assert "".join(
        text for text, *_ in pieces(html.replace("<", ""), {})
    ) == html.replace("<", "")


@pytest.mark.parametrize(
    "hostile",
    [
        "<" * 1_000_000,
        "<a " * 300_000,
        "<!--" * 250_000,
        "<div>" * 200_000,
        "<script>" * 120_000,
        "<noscript>" * 100_000,
        '<a b="' * 150_000,
        "<p " + "a=b " * 250_000 + ">",
        "&" * 1_000_000,
        "&#" + "9" * 1_000_000,
        "&#x" + "0" * 1_000_000,
        "&#" + "0" * 1_000_000 + "65;",
        "&lt" * 300_000,
        "<scRipt>" + "</scrip" * 150_000,
        "<![CDATA[" * 100_000,
    ],
    ids=lambda text: text[:10],
)
def test_hostile_html_takes_time_by_its_length(hostile: str) -> None:
    start = time.process_time()
    plain_text(hostile)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("one two\nthree", 3), ("naïve café", 2), ("日本語のテキスト", 5)],
)
def test_words_are_counted_in_every_script(text: str, count: int) -> None:
    assert word_count(text) == count


@pytest.mark.parametrize(
    ("html", "has_pictures"),
    [
        ("<p>img &lt;img&gt;</p>", False),
        ("<p>x<img src=a>", True),
        ("<IMG SRC=a>", True),
        ("<script></script><amp-img src=a></amp-img>", True),
    ],
)
def test_a_text_says_whether_there_are_pictures_in_it(
    html: str, has_pictures: bool
) -> None:
    assert text_and_pictures(html) == (plain_text(html), has_pictures)
