"""OPML read and written."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.errors import Invalid
from tidings.core.urls import is_web_url
from tidings.formats.opml import (
    OpmlFeed,
    OpmlList,
    OpmlProblem,
    read_opml,
    write_opml,
)


def opml(body: str, head: str = "") -> bytes:
    return f'<opml version="2.0"><head>{head}</head><body>{body}</body></opml>'.encode()


def one(outline: str) -> OpmlFeed:
    (feed,) = read_opml(opml(outline)).feeds
    return feed


def test_nested_folders_become_paths() -> None:
    found = read_opml(
        opml(
            '<outline text="News"><outline text="World">'
            '<outline text="A" xmlUrl="https://a.example/feed"/></outline>'
            '<outline text="B" xmlUrl="https://b.example/feed"/></outline>'
            '<outline text="C" xmlUrl="https://c.example/feed"/>'
            '<outline text="Empty"/>',
            head="<title>Mine</title>",
        )
    )
    assert [(feed.title, feed.folder) for feed in found.feeds] == [
        ("A", ("News", "World")),
        ("B", ("News",)),
        ("C", ()),
    ]
    assert found.folders == (("News",), ("News", "World"), ("Empty",))
    assert found.title == "Mine"


@pytest.mark.parametrize(
    "outline",
    [
        '<outline xmlUrl="https://a.example/feed" text="A"/>',
        '<outline XMLURL="https://a.example/feed" TITLE="A"/>',
        '<outline type="rss" url="https://a.example/feed" title="A" text="b"/>',
        '<outline xmlUrl=" https://a.example/feed " text=" A "/>',
    ],
)
def test_feeds_are_known_however_they_are_written(outline: str) -> None:
    feed = one(outline)
    assert (feed.url, feed.title) == ("https://a.example/feed", "A")


def test_category_is_a_folder_for_feeds_outside_of_all() -> None:
    feed = one(
        '<outline xmlUrl="https://a.example/" category="/Sport/Ski,/Snow, Ice"/>'
    )
    assert feed.folder == ("Sport", "Ski")
    assert feed.categories == ("Snow", "Ice")


def test_category_does_not_move_feeds_out_of_their_folder() -> None:
    feed = one(
        '<outline text="F"><outline xmlUrl="https://a.example/" category="/G"/></outline>'
    )
    assert (feed.folder, feed.categories) == (("F",), ("G",))


def test_settings_of_ours_are_read() -> None:
    body = opml(
        '<outline xmlns:t="urn:tidings:opml" xmlUrl="https://a.example/" t:interval="3600" other="x"/>'
    )
    assert read_opml(body).feeds[0].settings == {"interval": "3600"}


def test_duplicates_are_merged() -> None:
    found = read_opml(
        opml(
            '<outline xmlUrl="https://a.example/"/>'
            '<outline text="F"><outline xmlUrl="https://a.example/" text="A" htmlUrl="https://h.example/"/></outline>'
        )
    )
    assert found.feeds == (
        OpmlFeed("https://a.example/", "A", "https://h.example/", folder=("F",)),
    )
    assert found.duplicates == 1


def test_bad_rows_are_refused_by_line_and_the_others_kept() -> None:
    found = read_opml(
        opml(
            '\n<outline text="x" xmlUrl="javascript:alert(1)"/>\n'
            '<outline text="y" xmlUrl="file:///etc/passwd"/>\n'
            '<outline text="z" type="link" url="https://z.example/"/>\n'
            '<outline text="ok" xmlUrl="https://ok.example/"/>'
        )
    )
    assert [feed.title for feed in found.feeds] == ["ok"]
    assert found.problems == (
        OpmlProblem(
            2,
            "“javascript:alert(1)” is not a web address.",
            "not_an_address",
            "javascript:alert(1)",
        ),
        OpmlProblem(
            3,
            "“file:///etc/passwd” is not a web address.",
            "not_an_address",
            "file:///etc/passwd",
        ),
        OpmlProblem(4, "“z” is not a feed.", "not_a_feed", "z"),
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"hello",
        b"<html><body>hi",
        b'{"a": 1}',
        b"<rss/>",
        b"\x1f\x8b\x08bad",
    ],
)
def test_what_is_no_opml_is_refused(body: bytes) -> None:
    with pytest.raises(Invalid, match="OPML"):
        read_opml(body)


@pytest.mark.parametrize(
    "body",
    [
        opml('<outline text="Q & A" xmlUrl="https://a.example/?x=1&y=2"/>'),
        opml('<outline text="Q &nbsp; A" xmlUrl="https://a.example/?x=1&amp;y=2"/>'),
        b"junk " + opml('<outline xmlUrl="https://a.example/?x=1&amp;y=2"/>'),
        opml('<outline xmlUrl="https://a.example/?x=1&amp;y=2" text="\x01"/>'),
        opml('<outline xmlUrl="https://a.example/?x=1&amp;y=2"/>')[:-14],
    ],
)
def test_broken_lists_are_mended(body: bytes) -> None:
    assert [feed.url for feed in read_opml(body).feeds] == [
        "https://a.example/?x=1&y=2"
    ]


def test_a_list_that_was_cut_off_says_that_feeds_may_be_missing() -> None:
    whole = opml(
        '<outline xmlUrl="https://a.example/"/><outline xmlUrl="https://b.example/"/>'
    )
    found = read_opml(whole[: whole.index(b"https://b")])
    assert [feed.url for feed in found.feeds] == ["https://a.example/"]
    assert found.problems == (
        OpmlProblem(
            0,
            "The document ends before its last tag. Some feeds may be missing.",
            "cut_off",
        ),
    )


def test_entities_read_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the-secret-text")
    body = (
        f'<!DOCTYPE opml [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
        '<opml><body><outline text="&x;" xmlUrl="https://a.example/"/></body></opml>'
    )
    assert "the-secret-text" not in repr(read_opml(body.encode()))


def test_deep_and_long_lists_are_read_in_little_time() -> None:
    deep = (
        '<outline text="d">' * 200
        + '<outline xmlUrl="https://a.example/"/>'
        + "</outline>" * 200
    )
    rows = "".join(
        f'<outline text="r" xmlUrl="https://r.example/{n}"/>' for n in range(2000)
    )
    started = time.process_time()
    found = read_opml(opml(deep + rows))
    assert time.process_time() - started < 6
    assert len(found.feeds) == 2001
    assert max(len(folder) for folder in found.folders) == 20


def test_written_list_is_as_others_expect_it() -> None:
    written = write_opml(
        OpmlList(
            title="My <list>",
            feeds=(
                OpmlFeed(
                    "https://a.example/?x=1&y=2", 'A "quoted" & more', folder=("F",)
                ),
                OpmlFeed("https://b.example/", settings={"interval": "60"}),
            ),
        ),
        created_at=0,
    ).decode()
    assert "<title>My &lt;list&gt;</title>" in written
    assert "<dateCreated>Thu, 01 Jan 1970 00:00:00 +0000</dateCreated>" in written
    assert 'xmlUrl="https://a.example/?x=1&amp;y=2"' in written
    assert 'text="A &quot;quoted&quot; &amp; more"' in written
    assert 'tidings:interval="60"' in written
    assert written.index('<outline text="F"') < written.index("https://a.example/")


def test_control_characters_are_not_written() -> None:
    written = write_opml(
        OpmlList("t\x00\x0b", (OpmlFeed("https://a.example/", "x\x1f\ud800y"),))
    )
    assert read_opml(written).feeds[0].title == "xy"


names = st.text(
    st.characters(
        exclude_categories=["Cc", "Cs", "Zl", "Zp", "Zs", "Cn"], exclude_characters="/,"
    ),
    min_size=1,
    max_size=12,
)
folders = st.lists(names, max_size=3).map(tuple)
feeds = st.builds(
    OpmlFeed,
    url=st.integers(0, 50).map("https://feeds.example/{}".format),
    title=st.none() | names,
    site_url=st.none() | st.just("https://site.example/?a=1&b=2"),
    folder=folders,
    settings=st.dictionaries(st.sampled_from(["interval", "proxy"]), names, max_size=2),
)
lists = st.builds(
    OpmlList,
    title=st.none() | names,
    feeds=st.lists(feeds, max_size=8, unique_by=lambda feed: feed.url).map(tuple),
    folders=st.lists(folders.filter(bool), max_size=3).map(tuple),
)


@given(lists)
def test_what_was_written_reads_back(written: OpmlList) -> None:
    found = read_opml(write_opml(written))
    by_url = {feed.url: feed for feed in found.feeds}
    assert by_url == {feed.url: feed for feed in written.feeds}
    assert found.title == written.title
    assert set(written.folders) <= set(found.folders)
    assert found.problems == ()


@given(lists)
def test_second_round_trip_changes_nothing(written: OpmlList) -> None:
    found = read_opml(write_opml(written))
    assert read_opml(write_opml(found)) == found


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    try:
        found = read_opml(b"<opml>" + body)
    except Invalid:
        return
    assert all(is_web_url(feed.url) for feed in found.feeds)
