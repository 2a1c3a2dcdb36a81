"""A name or a topic finds well-known feeds, whatever its case and accents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.feeds.feed_names import StarterFeed, feeds_named

FEEDS = (
    StarterFeed(
        "The Verge",
        "https://www.theverge.com/rss/index.xml",
        "technology",
        ("technology", "tecnologia"),
    ),
    StarterFeed(
        "Physics Today", "https://feeds.physics.example/x", "science", ("science",)
    ),
    StarterFeed("Nature", "https://www.nature.com/nature.rss", "science", ("ciência",)),
    StarterFeed(
        "Agência Pública", "https://apublica.org/feed/", "portuguese", ("notícias",)
    ),
    StarterFeed("Rzeczpospolita", "https://www.rp.pl/rss_main", "polish", ("świat",)),
    StarterFeed("Spider’s Web", "https://spidersweb.pl/feed", "polish", ("Łódź",)),
    StarterFeed("Science Weekly", "https://weekly.example/", "world", ("world",)),
)


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("verge", ["The Verge"]),
        ("THE VER", ["The Verge"]),
        ("theverge", ["The Verge"]),
        ("tecnologia", ["The Verge"]),
        ("verge technology", ["The Verge"]),
        ("ciencia", ["Nature"]),
        ("agencia publica", ["Agência Pública"]),
        ("rp", ["Rzeczpospolita"]),
        ("spiders web", ["Spider’s Web"]),
        ("lodz", ["Spider’s Web"]),
        # A title counts for more than a topic, which the list has earlier.
        ("science", ["Science Weekly", "Physics Today"]),
        ("physics", ["Physics Today"]),
        ("erge", []),
        ("verge science", []),
        ("com", []),
        ("www", []),
        ("", []),
        ("?!", []),
    ],
)
def test_a_name_finds_its_feeds(text: str, titles: list[str]) -> None:
    assert [feed.title for feed in feeds_named(text, FEEDS)] == titles


def test_only_so_many_are_offered() -> None:
    many = [StarterFeed(f"Paper {n}", "https://x.example", "t", ()) for n in range(99)]
    assert feeds_named("paper", many) == tuple(many[:12])


@given(st.text(max_size=100))
def test_no_text_raises(text: str) -> None:
    assert set(feeds_named(text, FEEDS)) <= set(FEEDS)
