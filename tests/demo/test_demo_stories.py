"""The sample feeds have the stories that were written into them, and no other."""

from collections import Counter
from itertools import combinations, pairwise

import msgspec

from tidings.core.stories.stories import (
    Fingerprint,
    Rival,
    choose_story,
    weighed_words,
)
from tidings.core.stories.words import StoryWords, story_words
from tidings.demo.bulletins import earlier_bulletins
from tidings.html.text import plain_text
from tidings.samples.content import SampleEntry, paragraphs, sample_feeds

PAPERS = frozenset({"halmere-courier", "orrin-today", "tidewatch"})
HOUR = 3_600_000_000
DAY = 24 * HOUR
Item = tuple[str, str, SampleEntry]  # feed, language, entry


def items() -> list[Item]:
    written = [
        (name, feed.language, entry)
        for name, feed in sample_feeds().items()
        for entry in feed.entry
    ]
    days = [earlier_bulletins(day * DAY) for day in range(60)]
    each_title = {
        entry.title: msgspec.structs.replace(entry, hours=0)  # as near as they come
        for day in days
        for entry in day
    }
    return [
        *written,
        *(("harbour-radio", "en", entry) for entry in each_title.values()),
    ]


def fingerprints(found: list[Item], *, in_a_crowd: bool) -> list[Fingerprint]:
    """Return them as the demo meets them; in a crowd, it is known which words are rare."""
    said = [
        story_words(entry.title, plain_text(paragraphs(entry.text)), language)
        for _, language, entry in found
    ]
    counts = Counter(word for one in said for word in one.words)
    feeds = list(dict.fromkeys(name for name, _, _ in found))
    return [
        _fingerprint(
            number,
            feeds.index(name),
            -round((entry.hours or 0) * HOUR),
            words,
            counts if in_a_crowd else {},
        )
        for number, ((name, _, entry), words) in enumerate(
            zip(found, said, strict=True)
        )
    ]


def _fingerprint(
    number: int, feed: int, at: int, said: StoryWords, counts: dict[int, int]
) -> Fingerprint:
    return Fingerprint(
        entry_id=number,
        feed_id=feed,
        at=at,
        language=said.language,
        address=None,
        words=weighed_words(said.words, counts, 200),
        titled=frozenset(word for word, titled in said.words.items() if titled),
        signature=b"",
    )


def test_only_the_papers_report_the_same_events() -> None:
    found = items()
    false = set()
    for in_a_crowd in (False, True):
        known = fingerprints(found, in_a_crowd=in_a_crowd)
        for one, other in combinations(range(len(found)), 2):
            if {found[one][0], found[other][0]} <= PAPERS:
                continue
            if choose_story(known[one], [Rival((known[other],))]):
                false.add((found[one][2].title, found[other][2].title))
    assert sorted(false) == []


def test_the_papers_do_report_the_same_events() -> None:
    found = items()
    known = fingerprints(found, in_a_crowd=True)
    by_id = {(name, entry.id): known[n] for n, (name, _, entry) in enumerate(found)}
    for told in (
        ("kestrel-aground", "ferry-terror"),
        ("bridge-study", "bridge-fury"),
        ("rovers-cup", "leila-legend"),
    ):
        papers = zip(("halmere-courier", "orrin-today"), told, strict=True)
        for one, other in pairwise([by_id[paper] for paper in papers]):
            assert choose_story(other, [Rival((one,))]), told
