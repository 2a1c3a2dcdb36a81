"""Fields of RSS that the corpus does not show one by one."""

import pytest

from tests.formats.reading import read, rss, rss_entry
from tidings.core.feeds.parsed import ParsedEnclosure

ATOM = 'xmlns:atom="http://www.w3.org/2005/Atom"'
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
CONTENT = 'xmlns:content="http://purl.org/rss/1.0/modules/content/"'


@pytest.mark.parametrize(
    ("inner", "url"),
    [
        ("<link>https://a.example/</link><guid>https://b.example/</guid>", "https://a.example/"),
        ("<link/><guid>https://b.example/</guid>", "https://b.example/"),
        ('<guid isPermaLink="false">https://b.example/</guid>', None),
        ('<guid isPermaLink="False">https://b.example/</guid>', None),
        ('<link href="https://c.example/"/>', "https://c.example/"),
        ('<atom:link href="https://d.example/"/><guid>https://b.example/</guid>', "https://d.example/"),
        ('<atom:link rel="self" href="https://d.example/"/>', None),
        ('<link>https://a.example/</link><atom:link href="https://d.example/"/>', "https://a.example/"),
        ('<enclosure url="https://e.example/1.mp3"/>', "https://e.example/1.mp3"),
        ('<enclosure url="https://e.example/1.mp3"/><enclosure url="https://e.example/2.mp3"/>', None),
        ("<guid>17</guid>", None),
        ("<link>  https://a.example/x  </link>", "https://a.example/x"),
    ],
)  # fmt: skip
def test_entry_has_the_address_by_the_rule(inner: str, url: str | None) -> None:
    assert rss_entry(f"<title>t</title>{inner}", declared=ATOM).url == url


@pytest.mark.parametrize(
    ("inner", "author"),
    [
        ("<author>ann@a.example (Ann)</author>", "Ann"),
        ("<author>ann@a.example</author>", "ann@a.example"),
        ("<author>ann@a.example</author><dc:creator>Ann</dc:creator>", "Ann"),
        ("<dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>", "Ann, Bob"),
        ("<atom:author><atom:name>Cy</atom:name></atom:author>", "Cy"),
        ("<author><name>Dee</name></author>", "Dee"),
        ("", None),
    ],
)
def test_author_is_a_name_where_there_is_one(inner: str, author: str | None) -> None:
    assert (
        rss_entry(f"<title>t</title>{inner}", declared=f"{ATOM} {DC}").author == author
    )


def test_content_and_summary_are_told_apart() -> None:
    entry = rss_entry(
        "<description>short</description><content:encoded>long</content:encoded>",
        declared=CONTENT,
    )
    assert (entry.content_html, entry.summary_html) == ("long", "short")


def test_nested_titles_are_not_the_entrys() -> None:
    entry = rss_entry(
        "<source><title>other</title></source><link>https://a.example/</link>"
    )
    assert entry.title is None


def test_date_that_cannot_be_read_leaves_room_for_another() -> None:
    entry = rss_entry(
        "<pubDate>soon</pubDate><dc:date>2020-01-01T00:00:00Z</dc:date>", declared=DC
    )
    assert entry.published_at == 1_577_836_800_000_000


def test_picture_among_the_enclosures_is_the_image() -> None:
    entry = rss_entry(
        '<enclosure url="https://a.example/p.jpg" type="image/jpeg" length="7"/>'
    )
    assert entry.image_url == "https://a.example/p.jpg"
    assert entry.enclosures == (
        ParsedEnclosure("https://a.example/p.jpg", "image/jpeg", 7),
    )


def test_oldest_first_feed_keeps_its_newest_when_cut() -> None:
    items = "".join(
        f"<item><guid>{day}</guid><pubDate>{day} Jan 2020</pubDate></item>"
        for day in range(1, 21)
    )
    feed = read(f"<rss><channel>{items}</channel></rss>", limit=5)
    assert [entry.guid for entry in feed.entries] == ["16", "17", "18", "19", "20"]
    assert feed.problems == ("Only 5 of 20 entries were read.",)


def test_newest_first_feed_keeps_its_newest_when_cut() -> None:
    items = "".join(f"<item><guid>{number}</guid></item>" for number in range(20))
    feed = read(f"<rss><channel>{items}</channel></rss>", limit=5)
    assert [entry.guid for entry in feed.entries] == ["0", "1", "2", "3", "4"]


def test_base_is_the_entry_or_what_xml_base_says() -> None:
    plain = rss_entry("<link>https://a.example/post/1</link>")
    assert plain.base_url == "https://a.example/post/1"
    marked = rss(
        "<link>https://a.example/post/1</link>",
        channel="<link>https://a.example/</link>",
    ).replace("<item>", '<item xml:base="https://b.example/x/">')
    assert read(marked).entries[0].base_url == "https://b.example/x/"


def test_language_of_one_entry() -> None:
    assert (
        rss_entry("<dc:language>pt-BR</dc:language>", declared=DC).language == "pt-BR"
    )


@pytest.mark.parametrize(
    ("channel", "seconds"),
    [
        ("<ttl>90</ttl>", 5400),
        ("<ttl>0</ttl>", None),
        ("<ttl>-5</ttl>", None),
        ("<ttl>soon</ttl>", None),
        ("<ttl>99999999999999999999</ttl>", None),
    ],
)
def test_ttl_is_minutes(channel: str, seconds: int | None) -> None:
    ttl = read(rss("<title>t</title>", channel=channel)).ttl
    assert (ttl.total_seconds() if ttl else None) == seconds


@pytest.mark.parametrize(
    ("period", "frequency", "seconds"),
    [
        ("hourly", "2", 1800),
        ("weekly", "", 604_800),
        ("DAILY", "0", 86_400),
        ("never", "1", None),
    ],
)
def test_update_period_counts_its_frequency(
    period: str, frequency: str, seconds: int | None
) -> None:
    channel = (
        f"<sy:updatePeriod>{period}</sy:updatePeriod>"
        f"<sy:updateFrequency>{frequency}</sy:updateFrequency>"
    )
    declared = 'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"'
    found = read(
        rss("<title>t</title>", channel=channel, declared=declared)
    ).update_period
    assert (found.total_seconds() if found else None) == seconds


def test_hours_and_days_to_skip_are_whole_and_known() -> None:
    channel = (
        "<skipHours><hour>3</hour><hour>24</hour><hour>99</hour><hour>x</hour></skipHours>"
        "<skipDays><day>Monday</day><day>Funday</day></skipDays>"
    )
    feed = read(rss("<title>t</title>", channel=channel))
    assert feed.skip_hours == {0, 3}
    assert feed.skip_days == {0}


def test_feed_inside_another_root_is_found() -> None:
    feed = read(
        "<wrapper><rss><channel><item><title>x</title></item></channel></rss></wrapper>"
    )
    assert feed.entries[0].title == "x"
