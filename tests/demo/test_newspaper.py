"""The sample feeds are sound, and show the same at the same moment."""

import io
import struct
import wave
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.formats.reading import read
from tidings.core.ai.answers import read_deframing
from tidings.core.ai.lexicon import neutral_title
from tidings.core.ai.prompts import SCORES
from tidings.core.clock import micros
from tidings.demo.bulletins import bulletins
from tidings.demo.edition import Edition, published
from tidings.demo.pictures import picture
from tidings.demo.sounds import SECONDS, tune
from tidings.demo.writers import DemoSound, write_feed
from tidings.html.sanitize import sanitize
from tidings.html.text import plain_text
from tidings.samples.content import (
    FILM,
    SampleEntry,
    paragraphs,
    sample_feeds,
    written_deframings,
)

FOUNDED = 1_700_000_000_000_000
HOUR = micros(timedelta(hours=1))
ORIGIN = "http://127.0.0.1:9999"
FEEDS = sample_feeds()
READABLE = [
    name for name, feed in FEEDS.items() if feed.behaviour not in ("gone", "broken")
]


def edition(after: timedelta = timedelta(hours=1), *, second: bool = True) -> Edition:
    return Edition(ORIGIN, FOUNDED, FOUNDED + micros(after), second)


@pytest.mark.parametrize("name", READABLE)
def test_every_feed_is_read_as_it_was_written(name: str) -> None:
    feed = FEEDS[name]
    shown = published(name, feed, edition())
    _, text = write_feed(feed, f"{ORIGIN}/{name}/", shown, DemoSound(1, 1))
    parsed = read(text)
    assert (parsed.title, parsed.language) == (feed.title, feed.language)
    assert [(one.title, one.url, one.published_at) for one in parsed.entries] == [
        (one.title, one.url, one.at // 1_000_000 * 1_000_000) for one in shown
    ]
    assert {one.language for one in parsed.entries} == {feed.language}


@pytest.mark.parametrize("name", READABLE)
def test_every_entry_is_fit_to_be_shown(name: str) -> None:
    for entry in FEEDS[name].entry:
        texts = [entry.text, entry.revised.text if entry.revised else None]
        for html in (paragraphs(text) for text in texts if text):
            assert plain_text(sanitize(html, base_url=ORIGIN)) == plain_text(html)
        said = plain_text(paragraphs(entry.text))
        assert all(highlight.quote in said for highlight in entry.highlights)
        assert FEEDS[name].full_text == (entry.teaser is not None)
        shown = [entry.picture, *(each.picture for each in entry.gallery)]
        for name_of_picture in filter(None, shown):
            assert picture(*name_of_picture.split("/")) is not None


def test_code_keeps_its_blank_lines() -> None:
    code = "<pre><code>one\n\ntwo</code></pre>"
    assert paragraphs(f"Before.\n\n{code}\n\nAfter.") == (
        f"<p>Before.</p>\n{code}\n<p>After.</p>"
    )


def test_no_feed_has_two_entries_of_one_name() -> None:
    for name, feed in FEEDS.items():
        ids = [entry.id for entry in feed.entry]
        assert len(ids) == len(set(ids)), name


def test_an_edit_changes_what_is_said_and_nothing_else() -> None:
    revised = [name for name, feed in FEEDS.items() if feed.is_revised]
    assert revised
    for name in revised:
        before = published(name, FEEDS[name], edition(second=False))
        after = published(name, FEEDS[name], edition())
        later = [one for one in FEEDS[name].entry if one.revised]
        assert before != after or all(one.revised.minutes for one in later)
        assert [(one.id, one.at) for one in before] == [
            (one.id, one.at) for one in after
        ]


@pytest.mark.parametrize("title", written_deframings())
def test_what_is_written_of_an_entry_is_right_about_it(title: str) -> None:
    entries = [one for feed in FEEDS.values() for one in feed.entry]
    texts = {
        shown: plain_text(paragraphs(text))
        for one in entries
        for shown, text in _said_by(one)
    }
    answer = written_deframings()[title]
    found = read_deframing(answer, texts[title])
    assert found["facts"] == answer["facts"] != []
    assert found["category"] == answer["category"]
    assert all(found["reasons"].values())
    assert neutral_title(found["title"]) == found["title"]
    mean = sum(found["scores"].values()) / len(SCORES)
    assert mean - 0.1 <= found["overall"] <= max(found["scores"].values())
    # A new title has its reason, and a loaded text its score.
    is_kept = found["title"] == title
    assert is_kept == (found["title_reason"] == "")
    assert is_kept or found["overall"] > 0.25


def test_each_loud_title_of_the_tabloid_has_another_one() -> None:
    for entry in FEEDS["orrin-today"].entry:
        (first, _), *revised = _said_by(entry)
        written = written_deframings()
        assert written[first]["title"] != first
        for title, _ in revised:
            assert written[title]["title"] == title
            assert written[title]["overall"] < written[first]["overall"]


def _said_by(entry: SampleEntry) -> list[tuple[str, str]]:
    """Return the titles and texts of an entry, before and after its edit."""
    if entry.revised is None:
        return [(entry.title, entry.text)]
    title, text = entry.revised.title or entry.title, entry.revised.text or entry.text
    return [(entry.title, entry.text), (title, text)]


def test_some_edits_happen_while_one_looks() -> None:
    def at(minutes: float) -> int:
        shown = published(
            "orrin-today", FEEDS["orrin-today"], edition(timedelta(minutes=minutes))
        )
        first = {one.id: one.title for one in FEEDS["orrin-today"].entry}
        timed = {"whale-hero", "bridge-fury"}
        return sum(one.id in timed and one.title != first[one.id] for one in shown)

    assert [at(minutes) for minutes in (0, 2.4, 2.6, 7.9, 8.1)] == [0, 0, 1, 1, 2]


def test_there_is_a_gallery() -> None:
    shown = published("slow-light", FEEDS["slow-light"], edition())
    figures = [one.html.count("<figure>") for one in shown]
    assert max(figures) == 7
    [gallery] = [one for one in shown if one.html.count("<figure>") == 7]
    assert gallery.html.count(f'<img src="{ORIGIN}/pictures/') == 7


def test_the_loud_feed_leaves_room_for_the_others() -> None:
    an_hour = FOUNDED + HOUR
    fresh = [one for one in bulletins(FOUNDED, an_hour) if one.minutes > 0]
    assert 1 < len(fresh) <= 5


def test_new_entries_appear_while_one_looks() -> None:
    news = FEEDS["halmere-courier"]
    early = published("halmere-courier", news, edition(timedelta(0)))
    late = published("halmere-courier", news, edition(timedelta(hours=1)))
    assert len(late) > len(early)
    assert late[-len(early) :] == early


@given(st.integers(0, 10**7), st.integers(0, 600))
def test_a_bulletin_never_changes_once_it_is_out(seconds: int, later: int) -> None:
    now = FOUNDED + seconds * 1_000_000
    first = {one.id: one for one in bulletins(FOUNDED, now)}
    second = {one.id: one for one in bulletins(FOUNDED, now + later * 1_000_000)}
    assert first
    assert all(second[id_] == first[id_] for id_ in first.keys() & second.keys())


def test_pictures_are_pictures_and_differ() -> None:
    drawn = {
        picture(scene, name)
        for scene in ("hills", "sea", "town", "night", "table")
        for name in "ab"
    }
    assert len(drawn) == 10
    for png in drawn:
        assert png is not None
        with Image.open(io.BytesIO(png)) as image:
            image.load()
            assert (image.format, image.size) == ("PNG", (960, 540))
            assert len(image.getcolors(1_000_000) or ()) > 50
    assert picture("nowhere", "a") is None


def test_tunes_can_be_heard() -> None:
    with wave.open(io.BytesIO(tune("lamp"))) as sound:
        assert sound.getnframes() // sound.getframerate() in (SECONDS - 1, SECONDS)
    assert tune("lamp") != tune("stars")


def test_the_film_is_a_film() -> None:
    film = FILM.read_bytes()
    assert film.startswith(bytes.fromhex("1a45dfa3"))  # EBML
    assert b"webm" in film[:128]
    assert b"V_VP8" in film[:512]
    # A frame that needs no other says how large the film is.
    whole = b"\x9d\x01\x2a" + struct.pack("<HH", 640, 360)
    assert film.count(whole) == 2
