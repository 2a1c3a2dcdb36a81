"""Feeds that a page offers."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.formats.discover import feed_in_podcast_lookup, find_feeds, guess_feeds

PAGE = "https://site.example/blog/post.html"


def urls(page: str | bytes, url: str = PAGE) -> list[str]:
    raw = page.encode() if isinstance(page, str) else page
    return [found.url for found in find_feeds(raw, content_type=None, url=url)]


@pytest.mark.parametrize(
    "link",
    [
        '<link rel="alternate" type="application/rss+xml" href="/feed">',
        '<link rel="alternate" type="application/atom+xml" href="/feed">',
        '<link rel="alternate" type="application/feed+json" href="/feed">',
        '<link rel="alternate" type="application/rdf+xml" href="/feed">',
        '<link rel="alternate" type="application/x.atom+xml" href="/feed">',
        '<link rel="alternate" type="application/rss+xml; charset=utf-8" href="/feed">',
        "<LINK REL=ALTERNATE TYPE=application/RSS+XML HREF=/feed>",
        '<link rel="home alternate" type="application/rss+xml" href="/feed"/>',
        '<link rel="feed" href="/feed">',
        '<link rel="alternate" type="text/xml" href="/feed">',
        '<link rel="alternate" href="/feed">',
        "<body><link rel=alternate type='application/rss+xml' href='/feed'></body>",
    ],
)
def test_declared_feed_is_found(link: str) -> None:
    assert urls(f"<html><head>{link}</head>") == ["https://site.example/feed"]


@pytest.mark.parametrize(
    "link",
    [
        '<link rel="stylesheet" type="text/css" href="/feed">',
        '<link rel="alternate stylesheet" type="application/rss+xml" href="/feed">',
        '<link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1">',
        '<link rel="alternate" type="application/json+oembed" href="/oembed/feed">',
        '<link rel="alternate" hreflang="de" href="/de/">',
        '<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">',
        '<link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">',
        '<link rel="alternate" type="application/rss+xml">',
        "<!-- <link rel=alternate type='application/rss+xml' href='/feed'> -->",
        '<a href="feedback.html">Feedback</a>',
        '<a href="/about">About</a>',
    ],
)
def test_what_is_no_feed_is_not_offered(link: str) -> None:
    assert urls(f"<html><head>{link}</head>") == []


def test_base_of_the_page_counts() -> None:
    page = '<base href="https://cdn.example/x/"><link rel=alternate type=application/rss+xml href=f>'
    assert urls(page) == ["https://cdn.example/x/f"]


def test_candidates_come_best_first_and_once() -> None:
    page = """
    <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed/">
    <link rel="alternate" type="application/rss+xml" title="The blog" href="/feed/">
    <link rel="alternate" type="application/atom+xml" href="/feed/">
    <a href="https://feeds.elsewhere.example/x">elsewhere</a>
    <a href="/feed/">RSS</a> <a href="/podcast.xml">Podcast RSS</a>
    """
    found = find_feeds(page.encode(), content_type="text/html", url=PAGE)
    assert [(each.url, each.certainty) for each in found] == [
        ("https://site.example/feed/", "declared"),
        ("https://site.example/comments/feed/", "declared"),
        ("https://site.example/podcast.xml", "link"),
        ("https://feeds.elsewhere.example/x", "link"),
    ]
    assert found[0].title == "The blog"
    assert all(each.reason for each in found)


def test_title_is_read_in_the_encoding_of_the_page() -> None:
    page = '<meta charset="windows-1251"><link rel=feed href=/f title="Новости">'
    found = find_feeds(page.encode("cp1251"), content_type="text/html", url=PAGE)
    assert found[0].title == "Новости"


def test_page_does_not_offer_itself() -> None:
    assert urls(f'<link rel=feed href="{PAGE}">') == []


def test_youtube_channel_is_found_in_its_page() -> None:
    channel = "UC" + "x" * 22
    page = f'<meta itemprop="identifier" content="{channel}">'
    assert urls(page, "https://www.youtube.com/@someone") == [
        f"https://www.youtube.com/feeds/videos.xml?channel_id={channel}"
    ]


def test_unknown_site_is_guessed_at_the_usual_places() -> None:
    found = guess_feeds("https://site.example/blog/")
    assert [each.url for each in found[:2]] == [
        "https://site.example/blog/feed",
        "https://site.example/blog/rss",
    ]
    assert "https://site.example/atom.xml" in {each.url for each in found}
    assert {each.certainty for each in found} == {"guess"}


def test_known_site_is_not_guessed_at() -> None:
    found = guess_feeds("https://github.com/owner/project")
    assert {each.certainty for each in found} == {"site rule"}


@pytest.mark.parametrize(
    ("body", "feed"),
    [
        (
            b'{"results":[{"feedUrl":"https://pod.example/feed"}]}',
            "https://pod.example/feed",
        ),
        (b'{"results":[{"feedUrl":"javascript:x"}]}', None),
        (b'{"results":[]}', None),
        (b"[]", None),
        (b"<html>", None),
    ],
)
def test_podcast_directory_names_the_feed(body: bytes, feed: str | None) -> None:
    assert feed_in_podcast_lookup(body) == feed


@given(st.binary(max_size=300))
def test_no_page_raises(page: bytes) -> None:
    for found in find_feeds(page, content_type=None, url=PAGE):
        assert found.url.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    "page",
    [
        b"<div>" * 200_000,
        b"<a href=/feed>" * 70_000,
        b"<link rel=alternate type=application/rss+xml href=x>" * 20_000,
        b"<a href='" + b"a/feed" * 150_000 + b"'>",
        b"<!--" * 250_000,
        b"<table><a>" * 100_000,
    ],
    ids=range(6),
)
def test_hostile_page_takes_little_time(page: bytes) -> None:
    started = time.process_time()
    assert len(find_feeds(page, content_type=None, url=PAGE)) <= 100
    assert time.process_time() - started < 6
