"""feedparser as the last resort: bounded, killed in time, and it fetches nothing."""

import socket
import time

from tests.formats.reading import read
from tidings.formats.feeds.last_resort import LARGEST, TIME_LIMIT, read_as_last_resort

# Neither a root nor an end: no XML parser finds a feed in this.
RUBBLE = b"""oops <item><title>One & two</title><link>http://r.example/1</link>
<pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate><description>text <b>bold</description></item>
<item><title>Second</title><guid>g2</guid><enclosure url="/a.mp3" type="audio/mpeg" length="5"/></item>
"""


def test_rubble_still_gives_its_entries() -> None:
    feed = read(RUBBLE)
    assert feed.stage == "last-resort"
    assert feed.broken
    first, second = feed.entries
    assert first.title == "One & two"
    assert first.url == "http://r.example/1"
    assert first.published_at == 1_055_217_600_000_000
    assert "bold" in (first.summary_html or "")
    assert second.guid == "g2"
    assert [each.url for each in second.enclosures] == ["https://feeds.example/a.mp3"]


def test_large_documents_do_not_get_there() -> None:
    assert (
        read_as_last_resort(b" " * (LARGEST + 1), url="http://e.example/", limit=10)
        is None
    )


def test_address_as_document_is_not_fetched() -> None:
    with socket.create_server(("127.0.0.1", 0)) as canary:
        canary.settimeout(0.1)
        address = f"http://127.0.0.1:{canary.getsockname()[1]}/feed"
        assert (
            read_as_last_resort(address.encode(), url="http://e.example/", limit=10)
            is None
        )
        try:
            canary.accept()
        except TimeoutError:
            return
        raise AssertionError("the canary was asked")


def test_path_as_document_is_not_opened() -> None:
    path = __file__.encode()
    assert read_as_last_resort(path, url="http://e.example/", limit=10) is None


def test_a_document_that_takes_too_long_is_given_up() -> None:
    hostile = b"<foo><item>" + b"<" * 1_900_000
    started = time.monotonic()
    assert read_as_last_resort(hostile, url="http://e.example/", limit=10) is None
    assert time.monotonic() - started < TIME_LIMIT.total_seconds() + 3
