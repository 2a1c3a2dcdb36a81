"""Podcast and media tags."""

from datetime import timedelta

import pytest

from tests.formats.reading import read, rss_entry
from tidings.core.feeds.parsed import FilmDetails
from tidings.formats.feeds.podcast_tags import read_duration
from tidings.formats.feeds.text_fields import html_from_text

ITUNES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'
MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"'


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("3723", 3723),
        ("1:02:03", 3723),
        ("62:03", 3723),
        (" 00:01:30 ", 90),
        ("90.7", 90),
        ("0", None),
        ("0:00:00", None),
        ("-5", None),
        ("1:2:3:4", None),
        ("an hour", None),
        ("99999999999", None),
        (None, None),
    ],
)
def test_duration_is_read(written: str | None, seconds: int | None) -> None:
    expected = None if seconds is None else timedelta(seconds=seconds)
    assert read_duration(written) == expected


@pytest.mark.parametrize(
    ("written", "explicit"),
    [("yes", True), ("True", True), ("clean", False), ("no", False), ("maybe", None)],
)
def test_explicit_is_yes_no_or_unsaid(written: str, explicit: bool | None) -> None:
    inner = f"<itunes:explicit>{written}</itunes:explicit><itunes:episode>1</itunes:episode>"
    details = rss_entry(inner, declared=ITUNES).podcast
    assert details is not None
    assert details.explicit is explicit


def test_entry_without_podcast_tags_has_no_details() -> None:
    entry = rss_entry(
        "<title>x</title><itunes:keywords>a</itunes:keywords>", declared=ITUNES
    )
    assert entry.podcast is None


def test_group_is_one_thing_in_several_sizes() -> None:
    entry = rss_entry(
        '<media:group><media:content url="https://m.example/s.mp4" width="320"/>'
        '<media:content url="https://m.example/l.mp4" isDefault="true" width="100"/></media:group>',
        declared=MEDIA,
    )
    assert [each.url for each in entry.enclosures] == ["https://m.example/l.mp4"]


def test_widest_thumbnail_is_the_image() -> None:
    entry = rss_entry(
        '<media:thumbnail url="https://m.example/s.jpg" width="75"/>'
        '<media:thumbnail url="https://m.example/l.jpg" width="480"/>',
        declared=MEDIA,
    )
    assert entry.image_url == "https://m.example/l.jpg"


def test_media_texts_never_replace() -> None:
    entry = rss_entry(
        "<title>mine</title><description>my text</description>"
        "<media:title>theirs</media:title><media:description>their text</media:description>",
        declared=MEDIA,
    )
    assert (entry.title, entry.summary_html) == ("mine", "my text")


def test_a_picture_comes_with_its_size_and_what_is_written_below_it() -> None:
    entry = rss_entry(
        '<media:content url="https://m.example/l.jpg" medium="image" width="800"'
        ' height="600"><media:title>IMG_1</media:title>'
        "<media:description>The &lt;b&gt;quay&lt;/b&gt; at noon</media:description>"
        "</media:content>",
        declared=MEDIA,
    )
    (picture,) = entry.enclosures
    assert (picture.width, picture.height) == (800, 600)
    assert picture.title == "The quay at noon"
    size = (entry.image_width, entry.image_height)
    assert (entry.image_url, *size) == (picture.url, 800, 600)


YOUTUBE = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"
 xmlns:yt="http://www.youtube.com/xml/schemas/2015"><title>Harbour</title>
<entry><id>yt:video:abc</id><title>The quay</title>
<link rel="alternate" href="https://www.youtube.com/watch?v=abc"/>
<media:group><media:title>The quay</media:title>
<media:content url="https://www.youtube.com/v/abc?version=3" type="application/x-shockwave-flash"
 width="640" height="390" duration="754"/>
<media:thumbnail url="https://i.ytimg.com/vi/abc/hqdefault.jpg" width="480" height="360"/>
<media:description>See https://harbour.example/a?b=1&amp;c (or not).
&lt;Bye&gt;</media:description>
<media:community><media:starRating count="5" average="5.00"/>
<media:statistics views="123456"/></media:community></media:group></entry></feed>"""


def test_a_film_of_youtube_has_a_length_and_views_and_no_file() -> None:
    (entry,) = read(YOUTUBE).entries
    assert entry.enclosures == ()
    assert entry.film == FilmDetails(timedelta(seconds=754), 120_000)
    assert entry.image_url == "https://i.ytimg.com/vi/abc/hqdefault.jpg"
    assert entry.summary_html == (
        'See <a href="https://harbour.example/a?b=1&amp;c">'
        "https://harbour.example/a?b=1&amp;c</a> (or not).<br>\n&lt;Bye&gt;"
    )


@pytest.mark.parametrize(
    ("written", "views"),
    [("0", None), ("7", 7), ("99", 99), ("101", 100), ("-5", None), ("many", None)],
)
def test_views_are_told_in_two_digits(written: str, views: int | None) -> None:
    entry = rss_entry(
        f'<media:community><media:statistics views="{written}"/></media:community>',
        declared=MEDIA,
    )
    assert (entry.film and entry.film.views) == views


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (
            "a https://b.example/c.",
            'a <a href="https://b.example/c">https://b.example/c</a>.',
        ),
        (
            "(https://b.example/c_(d))",
            '(<a href="https://b.example/c_(d)">https://b.example/c_(d)</a>)',
        ),
        (
            "https://b.example/'onclick=x",
            '<a href="https://b.example/&#x27;onclick=x">'
            "https://b.example/'onclick=x</a>",
        ),
        ("javascript://b.example/ & <b>", "javascript://b.example/ &amp; &lt;b&gt;"),
        ("https://", "https://"),
    ],
)
def test_addresses_in_plain_text_become_links(text: str, html: str) -> None:
    assert html_from_text(text) == html
