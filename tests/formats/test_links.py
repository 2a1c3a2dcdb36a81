"""No address with another scheme than http and https leaves a feed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.reading import atom_entry, read, rss, rss_entry
from tidings.formats.feeds.links import web_url

EVIL = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\x01javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "ftp://example.org/x",
    "blob:https://example.org/1",
    "about:blank",
    "mailto:a@example.org",
    "view-source:https://example.org",
    "feed:https://example.org/feed",
    "intent://example.org#Intent;end",
    "http://good.example\\@evil.example/",
]

LOGINS = {
    "http://user:secret@example.org/": "http://example.org/",
    "https://user:p@ss@example.org/a@b?c=//d@e": "https://example.org/a@b?c=//d@e",
    " HTTPS://user@example.org ": "https://example.org",
    "//user:secret@example.org/x": "https://example.org/x",
    "/go?to=//a:b@example.org/": "https://example.org/go?to=//a:b@example.org/",
}


WITHOUT_A_SCHEME = {
    "www.example.net/1?a=b": "https://www.example.net/1?a=b",
    " WWW.Example.co.uk ": "https://WWW.Example.co.uk",
    "www.example.net:8080#x": "https://www.example.net:8080#x",
    "www.txt": "https://example.org/dir/www.txt",
    "www.html/1.2": "https://example.org/dir/www.html/1.2",
    "wwww.example.net": "https://example.org/dir/wwww.example.net",
    "a/www.example.net": "https://example.org/dir/a/www.example.net",
}


@pytest.mark.parametrize("address", WITHOUT_A_SCHEME)
def test_a_host_that_lacks_its_scheme_is_no_path(address: str) -> None:
    found = web_url(address, "https://example.org/dir/feed")
    assert found == WITHOUT_A_SCHEME[address]
    assert rss_entry(f"<guid>{address}</guid>").url is None


@pytest.mark.parametrize("address", LOGINS)
def test_address_loses_its_login(address: str) -> None:
    assert web_url(address, "https://example.org/") == LOGINS[address]


def test_entry_keeps_its_link_without_the_login_and_it_is_counted() -> None:
    entry = "<item><title>x</title><link>https://u:secret@example.org/%d</link></item>"
    items = b"".join(entry.encode() % number for number in range(3))
    feed = read(b"<rss><channel><title>t</title>" + items + b"</channel></rss>")
    assert [each.url for each in feed.entries] == [
        f"https://example.org/{number}" for number in range(3)
    ]
    assert feed.logins_removed == 3
    links = [{"id": "1", "url": "https://u:secret@example.org/1"}, {"id": "2"}]
    feed = read(json.dumps({"title": "t", "items": links}).encode())
    assert feed.entries[0].url == "https://example.org/1"
    assert feed.logins_removed == 1


@pytest.mark.parametrize("address", EVIL)
def test_address_is_refused(address: str) -> None:
    assert web_url(address, "https://example.org/") is None


def escaped(address: str) -> str:
    raw = address.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return raw.replace("\t", "&#9;").replace("\n", "&#10;").replace("\x01", "")


@pytest.mark.parametrize("address", EVIL)
def test_no_field_of_rss_carries_it(address: str) -> None:
    evil = escaped(address)
    feed = read(
        rss(
            f"<title>x</title><link>{evil}</link><guid>{evil}</guid>"
            f'<comments>{evil}</comments><enclosure url="{evil}"/><image><url>{evil}</url></image>'
            f'<media:thumbnail url="{evil}"/><media:content url="{evil}" type="image/png"/>'
            f'<atom:link href="{evil}"/><atom:link rel="enclosure" href="{evil}"/>'
            f'<itunes:image href="{evil}"/><podcast:chapters url="{evil}"/>',
            channel=f'<link>{evil}</link><image><url>{evil}</url></image><atom:link rel="hub" href="{evil}"/>'
            f'<atom:link rel="self" href="{evil}"/><itunes:new-feed-url>{evil}</itunes:new-feed-url>',
            declared='xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" '
            'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"',
        )
    )
    entry = feed.entries[0]
    assert (feed.site_url, feed.icon_url, feed.self_url, feed.moved_to_url) == (
        None,
    ) * 4
    assert feed.hub_urls == ()
    assert (entry.url, entry.comments_url, entry.image_url) == (None, None, None)
    assert entry.enclosures == ()
    assert entry.podcast is None
    assert entry.base_url == "https://feeds.example/dir/feed.xml"


@pytest.mark.parametrize("address", EVIL)
def test_no_field_of_atom_or_json_carries_it(address: str) -> None:
    evil = escaped(address)
    entry = atom_entry(
        f'<id>{evil}</id><link href="{evil}"/><link rel="enclosure" href="{evil}"/>'
        f'<link rel="replies" href="{evil}"/>'
    )
    assert (entry.url, entry.comments_url, entry.enclosures) == (None, None, ())
    item = {
        "id": "1",
        "url": address,
        "image": address,
        "attachments": [{"url": address}],
    }
    feed = {
        "version": "https://jsonfeed.org/version/1",
        "icon": address,
        "items": [item],
    }
    parsed = read(json.dumps(feed))
    assert parsed.icon_url is None
    assert (parsed.entries[0].url, parsed.entries[0].image_url) == (None, None)
    assert parsed.entries[0].enclosures == ()


@pytest.mark.parametrize(
    ("address", "absolute"),
    [
        ("https://example.org/a", "https://example.org/a"),
        ("\n https://example.org/a \t", "https://example.org/a"),
        ("HTTPS://example.org/a", "https://example.org/a"),
        ("//other.example/a", "https://other.example/a"),
        ("/a?b=1&c=2#d", "https://base.example/a?b=1&c=2#d"),
        ("e", "https://base.example/dir/e"),
        ("http://example.org/a b.mp3", "http://example.org/a%20b.mp3"),
        ("http://example.org/żółw", "http://example.org/żółw"),
        ("", None),
        ("http://", None),
    ],
)
def test_address_becomes_absolute(address: str, absolute: str | None) -> None:
    assert web_url(address, "https://base.example/dir/feed") == absolute


@given(st.text(max_size=100), st.sampled_from([None, "https://example.org/a/"]))
def test_whatever_comes_out_is_a_web_address(text: str, base: str | None) -> None:
    found = web_url(text, base)
    assert found is None or found.lower().startswith(("http://", "https://"))


def test_guid_is_never_resolved() -> None:
    assert rss_entry("<guid>/relative</guid>").guid == "/relative"
    assert atom_entry("<id> ../up </id>").guid == "../up"
