"""Documents that we write: well-formed whatever they hold, and read back as they were."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.make import NOON
from tidings.core.feeds.parsed import ParsedFeed
from tidings.formats.feeds.feed import read_feed
from tidings.formats.feeds.writers import (
    FORMATS,
    MEDIA_TYPES,
    NAMESPACE,
    FeedFormat,
    Original,
    WrittenEntry,
    WrittenFeed,
    write_feed,
)

HEAD = WrittenFeed(
    id="https://tidings.example/rss?url=x",
    title="News & more",
    description="About <things>",
    updated_at=NOON,
    home_url="https://news.example/",
    feed_url="https://tidings.example/rss?url=x",
    language="en",
)
ENTRY = WrittenEntry(
    id="https://news.example/1",
    title="A < B & C",
    text="It is <b>not</b> bold & fine",
    at=NOON,
    url="https://news.example/1?a=1&b=2",
    author="Ann",
    original=Original("You won't believe B", "Shock!", (("overall", 0.7),)),
)
HOSTILE = (
    "]]></title><script>alert(1)</script>",
    "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
    '" onload="alert(1)',
    "nul \x00 bell \x07 half \x0b \ufffe \uffff end",
    "half a pair \ud800 end",
    "=HYPERLINK(1)",
)


def parsed(form: FeedFormat, *entries: WrittenEntry) -> ParsedFeed:
    body = write_feed(form, HEAD, entries)
    found = read_feed(
        body, content_type=MEDIA_TYPES[form], url=HEAD.id, limit=len(entries) + 1
    )
    assert isinstance(found, ParsedFeed)
    assert not found.broken
    return found


@pytest.mark.parametrize("form", FORMATS)
def test_our_own_reader_reads_what_was_written(form: FeedFormat) -> None:
    feed = parsed(form, ENTRY)
    assert (feed.title, feed.site_url) == (HEAD.title, HEAD.home_url)
    entry = feed.entries[0]
    assert (entry.title, entry.url) == (ENTRY.title, ENTRY.url)
    assert (entry.guid, entry.author) == (ENTRY.id, "Ann")
    assert entry.published_at == NOON


@pytest.mark.parametrize("form", FORMATS)
def test_text_stays_text_where_readers_expect_html(form: FeedFormat) -> None:
    entry = parsed(form, ENTRY).entries[0]
    html = entry.content_html or entry.summary_html or ""
    assert "<b>" not in html
    assert "&lt;b&gt;not&lt;/b&gt;" in html


@pytest.mark.parametrize("form", ["rss", "atom"])
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_cannot_leave_its_element(form: FeedFormat, text: str) -> None:
    entry = WrittenEntry(
        text, text, text, NOON, "https://a.example/", None, text, f"<p>{text}</p>"
    )
    head = WrittenFeed(text, text, text, NOON, "javascript:alert(1)", None, text)
    body = write_feed(form, head, [entry])
    root = etree.fromstring(body)
    assert root.getroottree().docinfo.doctype == ""
    names = {etree.QName(element).localname for element in root.iter()}
    assert "script" not in names
    assert b"javascript:" not in body
    assert all("onload" not in element.attrib for element in root.iter())


@pytest.mark.parametrize("text", HOSTILE)
def test_a_json_feed_is_json_whatever_it_holds(text: str) -> None:
    entry = WrittenEntry(text, text, text, NOON, "javascript:alert(1)")
    feed = json.loads(write_feed("json", HEAD, [entry]))
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    (item,) = feed["items"]
    assert "url" not in item
    assert isinstance(item["id"], str)
    assert "content_text" in item or "content_html" in item


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_the_original_stands_in_our_own_namespace(form: FeedFormat) -> None:
    root = etree.fromstring(write_feed(form, HEAD, [ENTRY]))
    assert root.findtext(f".//{{{NAMESPACE}}}title") == "You won't believe B"
    assert root.findtext(f".//{{{NAMESPACE}}}description") == "Shock!"
    score = root.find(f".//{{{NAMESPACE}}}score")
    assert (score.get("name"), score.text) == ("overall", "0.7")


def test_the_original_stands_in_an_extension_of_json() -> None:
    feed = json.loads(write_feed("json", HEAD, [ENTRY]))
    assert feed["items"][0]["_deframed"] == {
        "title": "You won't believe B",
        "description": "Shock!",
        "scores": {"overall": 0.7},
    }


@pytest.mark.parametrize("form", FORMATS)
def test_a_secret_address_is_not_told(form: FeedFormat) -> None:
    head = WrittenFeed("urn:uuid:1", "T", "", NOON)
    assert b"self" not in write_feed(form, head, [ENTRY])
    assert b"feed_url" not in write_feed(form, head, [ENTRY])


@given(st.text(max_size=60), st.text(max_size=60), st.integers(-(2**62), 2**62))
def test_every_document_is_well_formed(title: str, text: str, at: int) -> None:
    entry = WrittenEntry("id", title, text, at, None, at, title, text)
    head = WrittenFeed("urn:x:1", title, text, at)
    for form, each in (("rss", "{*}guid"), ("atom", "{*}entry/{*}id")):
        root = etree.fromstring(write_feed(form, head, [entry]))
        assert [found.text for found in root.iterfind(f".//{each}")] == ["id"]
    (item,) = json.loads(write_feed("json", head, [entry]))["items"]
    assert item["id"] == "id"
