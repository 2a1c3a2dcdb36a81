"""The labelled stories of tests/corpus/stories: reading them, and measuring against them."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from tests import make
from tests.contexts import Clock
from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys
from tidings.jobs.stories.cluster_stories import cluster_stories
from tidings.store.engine.connection import Connection
from tidings.store.entries.append_entries import append_entries

FOLDER = Path(__file__).parent / "corpus" / "stories"
_SENTENCES = re.compile(r"(?<=[.!?\"]) (?=[A-Z\"])")
_COPY = re.compile(r"\*(?:-([\d,]+))?\s*(.*)")
_STEP = timedelta(hours=6)


@dataclass(frozen=True)
class Labelled:
    """An entry and the story it belongs to, which may be its own."""

    story: str
    language: str
    feed: str
    at: int
    title: str
    text: str


@dataclass(frozen=True)
class Quality:
    """How well found stories fit the labels: by pairs, and by entries (B-cubed)."""

    pair_precision: float
    pair_recall: float
    entry_precision: float
    entry_recall: float


def labelled(name: str) -> list[Labelled]:
    """Return one half of the set, in order of time."""
    found: list[Labelled] = []
    story = language = ""
    begin, release = 0.0, [""]
    for line in (FOLDER / f"{name}.txt").read_text().splitlines():
        if line.startswith("## "):
            _, language, story, hours = line.split()
            begin = float(hours)
        elif line.startswith("> "):
            release = _SENTENCES.split(line[2:])
        elif line:
            head, title, text = (part.strip() for part in line.split("|", 2))
            hours, feed = head.split()
            found.append(
                Labelled(
                    story=f"{language} {story if story != '-' else len(found)}",
                    language=language,
                    feed=f"{language} {feed}",
                    at=make.NOON + micros(timedelta(hours=begin + float(hours))),
                    title=title,
                    text=_text(text, release),
                )
            )
    return sorted(found, key=lambda each: each.at)


def _text(text: str, release: Sequence[str]) -> str:
    copy = _COPY.fullmatch(text)
    if copy is None:
        return text
    left_out = {int(place) for place in (copy[1] or "").split(",") if place}
    kept = [each for place, each in enumerate(release, 1) if place not in left_out]
    return " ".join([*kept, copy[2]]).strip()


async def find_stories(
    context: Context, clock: Clock, entries: Sequence[Labelled]
) -> list[int]:
    """Let entries arrive in their time; return for each the number of its story.

    One without a story gets a negative number of its own.
    """
    write, feeds = context.database.write, {}
    for name in dict.fromkeys(each.feed for each in entries):
        feeds[name] = await write(make.a_feed)
    ids: list[int] = []
    while len(ids) < len(entries):
        clock.move(_STEP)
        came = [each for each in entries[len(ids) :] if each.at <= clock.now]
        ids += await write(_arrive, came, feeds, len(ids))
        await cluster_stories(context)
    stories = dict(await context.database.read(_story_of))
    return [stories.get(each, -each) for each in ids]


def _arrive(
    db: Connection, came: Sequence[Labelled], feeds: dict[str, int], first: int
) -> list[int]:
    ids: list[int] = []
    for place, each in enumerate(came, first):
        ids += append_entries(db, feeds[each.feed], [_entry(each, place)], each.at)
    return ids


def _entry(labelled: Labelled, place: int) -> NewEntry:
    digest = hashlib.sha256(f"{place} {labelled.title}".encode()).digest()
    return NewEntry(
        keys=EntryKeys(digest[:8], None, digest),
        guid=digest.hex(),
        url=f"https://{labelled.feed.replace(' ', '-')}.example/{place}",
        title=labelled.title,
        excerpt=labelled.text[:200],
        published_at=labelled.at,
        content=f"<p>{labelled.text}</p>".encode(),
    )


def _story_of(db: Connection) -> list[tuple[int, int]]:
    rows = db.rows("select entry_id, story_id from story_entries")
    return [(entry, story) for entry, story in rows]


def quality(entries: Sequence[Labelled], found: Sequence[int]) -> Quality:
    """Measure found stories against the labels."""
    labels = [each.story for each in entries]
    right, said = Counter(labels), Counter(found)
    both = Counter(zip(labels, found, strict=True))
    pairs = sum(map(_pairs, both.values()))
    many = len(labels)
    return Quality(
        pair_precision=pairs / sum(map(_pairs, said.values())),
        pair_recall=pairs / sum(map(_pairs, right.values())),
        entry_precision=sum(n * n / said[story] for (_, story), n in both.items())
        / many,
        entry_recall=sum(n * n / right[label] for (label, _), n in both.items()) / many,
    )


def _pairs(many: int) -> int:
    return many * (many - 1) // 2
