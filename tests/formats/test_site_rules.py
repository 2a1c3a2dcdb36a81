"""Where well-known sites keep their feeds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.formats.site_rules import (
    is_known_site,
    podcast_lookup,
    site_feeds,
    well_known_feeds,
)

CHANNEL = "UC" + "a1-_" * 5 + "zz"
YOUTUBE = "https://www.youtube.com/feeds/videos.xml"

CASES = [
    (f"https://www.youtube.com/channel/{CHANNEL}", f"{YOUTUBE}?channel_id={CHANNEL}"),
    (
        f"https://m.youtube.com/channel/{CHANNEL}/videos",
        f"{YOUTUBE}?channel_id={CHANNEL}",
    ),
    ("https://www.youtube.com/playlist?list=PL12", f"{YOUTUBE}?playlist_id=PL12"),
    ("https://www.youtube.com/watch?v=x&list=PL12", f"{YOUTUBE}?playlist_id=PL12"),
    ("https://www.youtube.com/user/someone", f"{YOUTUBE}?user=someone"),
    (
        "https://github.com/owner/project",
        "https://github.com/owner/project/releases.atom",
    ),
    (
        "https://github.com/owner/project.git",
        "https://github.com/owner/project/releases.atom",
    ),
    (
        "https://github.com/owner/project/tags",
        "https://github.com/owner/project/tags.atom",
    ),
    (
        "https://github.com/owner/project/commits/dev",
        "https://github.com/owner/project/commits/dev.atom",
    ),
    ("https://github.com/owner", "https://github.com/owner.atom"),
    (
        "https://gitlab.com/group/project",
        "https://gitlab.com/group/project/-/tags?format=atom",
    ),
    (
        "https://codeberg.org/owner/project",
        "https://codeberg.org/owner/project/releases.rss",
    ),
    ("https://www.reddit.com/r/python/", "https://www.reddit.com/r/python/.rss"),
    ("https://old.reddit.com/r/python/top", "https://www.reddit.com/r/python/top/.rss"),
    ("https://www.reddit.com/user/someone", "https://www.reddit.com/user/someone/.rss"),
    ("https://mastodon.example/@someone", "https://mastodon.example/@someone.rss"),
    (
        "http://me:pw@mastodon.example:3000/@someone",
        "http://mastodon.example:3000/@someone.rss",
    ),
    ("https://someone.substack.com/p/letter", "https://someone.substack.com/feed"),
    ("https://someone.wordpress.com/2020/", "https://someone.wordpress.com/feed/"),
    ("https://someone.tumblr.com/", "https://someone.tumblr.com/rss"),
    ("https://medium.com/@someone", "https://medium.com/feed/@someone"),
    ("https://medium.com/magazine/a-story", "https://medium.com/feed/magazine"),
    ("https://someone.medium.com/", "https://someone.medium.com/feed"),
    (
        "https://someone.blogspot.com/2020/01/",
        "https://someone.blogspot.com/feeds/posts/default",
    ),
    (
        "https://bsky.app/profile/someone.example",
        "https://bsky.app/profile/someone.example/rss",
    ),
    ("https://vimeo.com/someone", "https://vimeo.com/someone/videos/rss"),
    ("https://dev.to/someone", "https://dev.to/feed/someone"),
    ("https://news.ycombinator.com/", "https://news.ycombinator.com/rss"),
]

NOTHING = [
    "https://github.com/features",
    "https://github.com/",
    "https://www.youtube.com/@handle",
    "https://www.tiktok.com/@someone",
    "https://site.example/blog",
    "https://notgithub.com/owner/project",
    "not an address",
    "http://[",
]


@pytest.mark.parametrize(("page", "feed"), CASES)
def test_feed_of_a_known_site_is_worked_out(page: str, feed: str) -> None:
    assert site_feeds(page)[0][0] == feed


@pytest.mark.parametrize("page", NOTHING)
def test_no_rule_no_feed(page: str) -> None:
    assert site_feeds(page) == []


def test_repository_offers_releases_tags_and_commits() -> None:
    found = [what for _, what in site_feeds("https://github.com/owner/project")]
    assert found == ["releases", "tags", "commits"]


def test_only_known_sites_are_known() -> None:
    assert is_known_site("https://someone.substack.com/")
    assert not is_known_site("https://mastodon.example/@someone")


def test_credentials_are_not_passed_on() -> None:
    for address in well_known_feeds("https://me:secret@site.example/a/b"):
        assert "secret" not in address


@pytest.mark.parametrize(
    ("page", "lookup"),
    [
        (
            "https://podcasts.apple.com/us/podcast/a-show/id1234567",
            "https://itunes.apple.com/lookup?id=1234567&entity=podcast",
        ),
        ("https://podcasts.apple.com/us/artist/x/id1", None),
        ("https://site.example/podcast/id1", None),
    ],
)
def test_podcast_page_can_be_looked_up(page: str, lookup: str | None) -> None:
    assert podcast_lookup(page) == lookup


@given(st.text(max_size=80))
def test_no_address_raises(text: str) -> None:
    for address in (
        text,
        f"https://github.com/{text}",
        f"https://www.youtube.com/{text}",
    ):
        feeds = [url for url, _ in site_feeds(address)]
        found = [*feeds, *well_known_feeds(address), podcast_lookup(address)]
        assert all(url is None or url.startswith(("https:", "http:")) for url in found)
