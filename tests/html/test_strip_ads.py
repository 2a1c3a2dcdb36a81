import pytest

from tidings.html.strip_ads import strip_ads
from tidings.html.text import plain_text

STORY = "<p>" + "The story goes on for a while, as stories do. " * 12 + "</p>"


@pytest.mark.parametrize(
    "advertising",
    [
        '<div class="ad">Buy!</div>',
        '<div class="box advertisement">Buy!</div>',
        '<aside class="newsletter-signup">Subscribe!</aside>',
        '<div class="share-buttons">Share!</div>',
        '<div class="ad-slot-1">Buy!</div>',
        '<div class="top banner_ad-2">Buy!</div>',
        '<div id="google-ads-3">Buy!</div>',
        '<div class="related-posts">More!</div>',
        '<div class="ads"><div class="ad">Buy <b class="promo">now</b>!</div></div>',
    ],
)
def test_advertising_goes_and_the_story_stays(advertising: str) -> None:
    stripped = strip_ads(f"<div>{STORY}{advertising}{STORY}</div>")
    assert plain_text(stripped) == plain_text(STORY + STORY)


@pytest.mark.parametrize(
    "name", ["lead-text", "read-on", "thread-1", "download-box", "shadow"]
)
def test_names_that_only_look_like_advertising_stay(name: str) -> None:
    html = f'<div>{STORY}<p class="{name}">important</p></div>'
    assert "important" in strip_ads(html)


def test_when_too_little_would_be_left_only_the_sure_ones_go() -> None:
    html = f'<div><div class="ad-free-story">{STORY}</div><p class="ads">Buy!</p></div>'
    assert plain_text(strip_ads(html)) == plain_text(STORY)


def test_a_short_story_keeps_the_longer_version() -> None:
    html = (
        '<div><p>short</p><p class="recommended">more</p><p class="ad">Buy!</p></div>'
    )
    assert plain_text(strip_ads(html)) == "short\nmore"


def test_html_without_advertising_is_not_touched() -> None:
    assert strip_ads("<p>a<p>b") == "<p>a<p>b"
