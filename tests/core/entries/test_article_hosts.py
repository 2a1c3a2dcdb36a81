"""Where the article proxy may go if it is confined to the sites of one's feeds."""

import pytest

from tidings.core.entries.article_hosts import hosts_of, page_refusal

FEEDS = [
    "https://Feeds.example/rss",
    "http://www.site.example/",
    "https://münchen.example/feed",
    "nonsense",
    None,
]
ALLOWED = hosts_of(FEEDS)


def test_hosts_are_those_of_feeds_and_sites_in_ascii() -> None:
    assert hosts_of(FEEDS) == {
        "feeds.example",
        "www.site.example",
        "xn--mnchen-3ya.example",
    }


@pytest.mark.parametrize(
    ("host", "port", "is_address", "words"),
    [
        ("feeds.example", 443, False, None),
        ("www.site.example", 80, False, None),
        ("feeds.example", 8080, False, "another port"),
        ("evil.example", 443, False, "none of your feeds"),
        ("sub.feeds.example", 443, False, "none of your feeds"),
        ("192.0.2.1", 443, True, "instead of a name"),
        ("::1", 80, True, "instead of a name"),
    ],
)
def test_only_their_names_and_ports_pass(
    host: str, port: int, is_address: bool, words: str | None
) -> None:
    refusal = page_refusal(host, port, is_address=is_address, allowed=ALLOWED)
    assert refusal is None if words is None else words in str(refusal)
