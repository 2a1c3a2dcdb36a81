"""Laws of reading any document at all."""

from dataclasses import fields
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tests.formats.reading import outcome
from tidings.core.feeds.parsed import NotAFeed, ParsedEntry, ParsedFeed
from tidings.formats.feeds.xml_feed import read_each
from tidings.formats.xml.fields import Scope
from tidings.formats.xml.names import Names

FEEDS = Path(__file__).parents[1] / "corpus" / "feeds"
BODIES = sorted(path for path in FEEDS.iterdir() if path.suffix != ".json")


def check(found: ParsedFeed | NotAFeed) -> None:
    if isinstance(found, NotAFeed):
        assert found.reason
        return
    for entry in found.entries:
        for field in fields(ParsedEntry):
            if field.name.endswith("_url") or field.name == "url":
                address = getattr(entry, field.name)
                assert address is None or address.lower().startswith(
                    ("http://", "https://")
                )
        for text in (entry.title, entry.guid, entry.content_html, entry.summary_html):
            assert text is None or (text and "\0" not in text)
            (text or "").encode()


@given(st.binary(max_size=500))
def test_no_bytes_raise(body: bytes) -> None:
    check(outcome(body))


pieces = st.sampled_from(
    [
        "<rss>", "</rss>", "<channel>", "</channel>", "<item>", "</item>", "<title>", "</title>",
        "<description>", "</description>", "<![CDATA[", "]]>", "<!--", "-->", "&", "&amp;", "&#0;",
        "<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry>", "</entry>", "</feed>", "<link href='x'/>",
        "<content type='xhtml'>", "</content>", "<div xmlns='http://www.w3.org/1999/xhtml'>", "<br>", "text",
        "<media:content url='x'/>", "<pubDate>1 Jan 2020</pubDate>", "<!DOCTYPE rss [", "<!ENTITY a 'b'>", "]>",
        "<?xml version='1.0'?>", "<", ">", "'", '"', "\0", "é", "<rdf:RDF>", "<guid>1</guid>",
    ]
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(pieces, max_size=25).map("".join))
def test_no_heap_of_feed_pieces_raises(text: str) -> None:
    # Anything the strict stages give up on would start the last-resort process.
    if "<item>" not in text and "<entry>" not in text:
        check(outcome(text))
    else:
        check(outcome(f"<rss><channel>{text}</channel></rss>"))


@settings(max_examples=150)
@given(
    st.sampled_from(BODIES),
    st.integers(0, 5000),
    st.integers(0, 200),
    st.binary(max_size=5),
)
def test_no_damage_to_a_feed_raises(
    path: Path, start: int, length: int, new: bytes
) -> None:
    body = path.read_bytes()
    start %= len(body)
    check(outcome(body[:start] + new + body[start + length :]))


def test_poison_entry_is_set_aside_and_its_neighbours_are_kept() -> None:
    def read_or_fail(element: etree._Element, scope: Scope) -> ParsedEntry:
        if element.text == "poison":
            raise ValueError("no")
        return ParsedEntry(title=element.text)

    root = etree.fromstring(
        "<r><i a='1'>a</i><i a='1'>poison</i><i/><i a='1'>b</i></r>"
    )
    scope = Scope(Names(frozenset()), "https://e.example/")
    entries, set_aside = read_each(list(enumerate(root)), read_or_fail, scope)
    assert [entry.title for entry in entries] == ["a", "b"]
    assert [problem.position for problem in set_aside] == [1, 2]
    assert "ValueError" in set_aside[0].reason


def test_reading_twice_gives_the_same() -> None:
    for path in BODIES:
        body = path.read_bytes()
        assert outcome(body) == outcome(body)
