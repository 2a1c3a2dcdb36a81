"""JSON Feed: a bad field never drops the feed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.reading import outcome, read
from tidings.core.feeds.parsed import ParsedFeed

VERSION = "https://jsonfeed.org/version/1.1"


def feed_of(*items: Any, **about: Any) -> ParsedFeed:
    return read(json.dumps({"version": VERSION, "items": list(items), **about}))


@pytest.mark.parametrize(
    ("written", "guid"),
    [("x", "x"), (" x ", "x"), (7, "7"), (7.0, "7"), (7.5, "7.5"), (True, None), (None, None), ([], None)],
)  # fmt: skip
def test_ids_may_be_numbers(written: object, guid: str | None) -> None:
    assert feed_of({"id": written, "title": "t"}).entries[0].guid == guid


@pytest.mark.parametrize(
    ("about", "author"),
    [
        ({"authors": [{"name": "A"}, {"name": "B"}]}, "A, B"),
        ({"author": {"name": "A"}}, "A"),
        ({"author": "A"}, "A"),
        ({"authors": [], "author": {"name": "A"}}, "A"),
        ({"authors": "A"}, None),
        ({"authors": [{"url": "x"}, 7]}, None),
    ],
)
def test_authors_of_both_versions(about: dict[str, Any], author: str | None) -> None:
    assert feed_of(**about).author == author


def test_byte_order_mark_and_raw_control_characters_do_no_harm() -> None:
    body = (
        '\ufeff{"version":"'
        + VERSION
        + '","items":[{"id":"1","content_html":"a\tb\nc"}]}'
    )
    assert read(body).entries[0].content_html == "a\tb\nc"


def test_nul_and_lone_surrogates_never_come_out() -> None:
    entry = feed_of({"id": "1", "title": "a\0b\ud800c", "content_html": "\0x"}).entries[
        0
    ]
    assert (entry.title, entry.content_html) == ("abc", "x")


def test_feed_without_a_version_is_known_by_its_title() -> None:
    assert read('{"title": "t", "items": [{"id": "1"}]}').kind == "json"


def test_oldest_first_feed_keeps_its_newest_when_cut() -> None:
    items = [{"id": n, "date_published": f"2020-01-{n:02}"} for n in range(1, 21)]
    body = json.dumps({"version": VERSION, "items": items})
    assert [entry.guid for entry in read(body, limit=2).entries] == ["19", "20"]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
NAMES = (
    "id", "url", "external_url", "title", "content_html", "content_text", "summary", "image",
    "banner_image", "date_published", "date_modified", "author", "authors", "tags",
    "language", "attachments",
)  # fmt: skip


@given(
    st.lists(
        st.dictionaries(st.sampled_from(NAMES), values, max_size=6) | values, max_size=4
    )
)
def test_any_values_anywhere_leave_a_feed(items: list[Any]) -> None:
    feed = feed_of(*items)
    assert len(feed.entries) + len(feed.set_aside) == len(items)


@given(st.text(max_size=50))
def test_no_text_that_begins_like_json_raises(text: str) -> None:
    found = outcome("{" + text)
    assert isinstance(found, ParsedFeed) or found.reason
