"""What is no feed is described in words."""

import gzip
from random import Random

import pytest

from tests.formats.reading import outcome
from tidings.core.feeds.parsed import NotAFeed, ParsedFeed

CASES = [
    (b"", "empty", "empty"),
    (b" \r\n\t\xef\xbb\xbf", "empty", "empty"),
    (
        b"<!DOCTYPE html><html><head><title>Just a moment...</title>",
        "html",
        "Just a moment",
    ),
    (b"<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "html", "web page"),
    (b"  <HTML><p>hi", "html", "web page"),
    (b"<?xml version='1.0'?><html><head/></html>", "html", "web page"),
    (b'{"error": "no"}', "json", "not a feed"),
    (b'{"title": "cut', "json", "cannot be read"),
    (b"[1, 2]", "json", "not a feed"),
    (b"[" * 100_000, "json", "cannot be read"),
    (b"<urlset><url/></urlset>", "xml", "sitemap"),
    (b"<opml version='2.0'><head/><body/></opml>", "xml", "OPML"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "xml", "SVG"),
    (b"<thing/>", "xml", "<thing>"),
    (b"Not found", "text", "plain text"),
    (b"http://127.0.0.1:9/feed.xml", "text", "plain text"),
    (b"/etc/passwd", "text", "plain text"),
    (b"1 < 2", "text", "neither"),
    (b"%PDF-1.7 ...", "binary", "PDF"),
    (b"PK\x03\x04....", "binary", "ZIP"),
    (b"\x89PNG\r\n", "binary", "PNG"),
    (b"\x01\x02\x03\x04\x05" * 40, "binary", "encrypted"),
    (b"-----BEGIN PGP MESSAGE-----\n", "binary", "encrypted"),
    (b"\x1f\x8b\x08 broken", "binary", "gzip"),
    (gzip.compress(gzip.compress(b"<rss/>", mtime=0), mtime=0), "binary", "twice"),
    (b"<?xml version='1.0'?>", "truncated", "cut off"),
    (b"<?xml version='1.0'?><rss><channel><tit", "truncated", "cut off"),
    # Whole documents, however damaged, are not called cut off.
    (b"<rss><channel></chanel></rss>", "xml", "damaged"),
    (b"<?xml version='1.0'?><a><b></a>", "xml", "damaged"),
    (gzip.compress(b"<rss>" + b" " * (17 << 20), mtime=0), "too-large", "16 MB"),
    (b"<rss>" + b"<a/>" * 500_000, "too-large", "too many tags"),
    (b"<rss>" + b"<![CDATA[x]]>" * 400_000, "too-large", "too many tags"),
    (b"<rss>" + b"&" * 300_000 + b"</rss>", "xml", "damaged"),
]


@pytest.mark.parametrize("length", [32, 100, 1000, 100_000])
def test_random_bytes_are_not_called_text(length: int) -> None:
    found = outcome(Random(length).randbytes(length))
    assert isinstance(found, NotAFeed), found
    assert found.kind == "binary"


def test_page_that_shows_a_feed_is_a_page() -> None:
    feed = (
        b"<rss><channel><title>T</title><item><title>A</title></item></channel></rss>"
    )
    for before in (
        b"<!doctype html><p>How a feed looks:</p>",
        b"<html><script>x = '",
        b"<html><body><!-- trackback -->",
    ):
        found = outcome(before + feed)
        assert isinstance(found, NotAFeed), found
        assert found.kind == "html"


@pytest.mark.parametrize(("body", "kind", "words"), CASES)
def test_document_is_described(body: bytes, kind: str, words: str) -> None:
    found = outcome(body)
    assert isinstance(found, NotAFeed), found
    assert found.kind == kind
    assert words in found.reason


def test_page_is_a_page_even_if_the_server_calls_it_a_feed() -> None:
    found = outcome(b"<!doctype html><p>hi", content_type="application/rss+xml")
    assert isinstance(found, NotAFeed)
    assert found.kind == "html"


def test_feed_that_is_cut_off_before_its_entries_is_broken() -> None:
    found = outcome("<rss><channel><title>A title</title><desc")
    assert isinstance(found, ParsedFeed)
    assert found.title == "A title"
    assert found.broken
    assert found.entries == ()
    assert "ends before its last tag" in " ".join(found.problems)


def test_reason_never_holds_much_of_the_document() -> None:
    found = outcome(b"<html><title>" + b"x" * 100_000 + b"</title>")
    assert isinstance(found, NotAFeed)
    assert len(found.reason) < 200
