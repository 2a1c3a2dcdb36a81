"""Stories: how long it takes to look at 3,000 entries, and how well they are found.

Texts are of words that are as unevenly frequent as in real ones, 300 to an entry; one
in three entries tells what another one told, with a third of its words exchanged.
"""

import asyncio
import hashlib
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests import engines
from tests.contexts import Clock, make_context
from tests.make import NOON, a_feed
from tests.story_set import find_stories, labelled, quality

from tidings.cli.processes.lifetime import collect_rarely
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys
from tidings.jobs.stories.cluster_stories import cluster_stories
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database, open_database
from tidings.store.engine.migrate import upgrade
from tidings.store.engine.packing import pack
from tidings.store.entries.append_entries import append_entries

ENTRIES = 3_000
FEEDS = 60
WORDS = 300
VOCABULARY = 40_000
MINUTE = 60_000_000


def run(console: Console, engine_names: list[str]) -> None:
    names = ("engine", "entries", "seconds", "of our processor", "stories")
    table = Table(*names, title="looking for stories")
    for engine in engine_names:
        with _database(engine) as database:
            _fill(database)
            seconds, computing = _seconds(database)
            found = database.read_now(
                lambda db: db.value("select count(*) from stories")
            )
            times = (f"{seconds:.2f}", f"{computing:.2f}")
            table.add_row(engine, f"{ENTRIES:,}", *times, str(found))
    console.print(table)
    _show_quality(console)


def _seconds(database: Database) -> tuple[float, float]:
    """Return how long it took, and how long this process computed for it."""
    collect_rarely()  # as the worker does
    begin, computed = time.perf_counter(), time.process_time()
    asyncio.run(cluster_stories(make_context(database)))
    return time.perf_counter() - begin, time.process_time() - computed


def _show_quality(console: Console) -> None:
    table = Table("set", "entries", "pairs P / R", "entries P / R", title="found well?")
    for half in ("tuning", "tuning_2", "held_out"):
        entries, clock = labelled(half), Clock()
        with _database("sqlite") as database:
            context = make_context(database, clock=clock)
            found = asyncio.run(find_stories(context, clock, entries))
        reached = quality(entries, found)
        table.add_row(
            half,
            str(len(entries)),
            f"{reached.pair_precision:.3f} / {reached.pair_recall:.3f}",
            f"{reached.entry_precision:.3f} / {reached.entry_recall:.3f}",
        )
    console.print(table)


def _fill(database: Database) -> None:
    dice = random.Random(1)
    feeds = [database.write_now(a_feed) for _ in range(FEEDS)]
    told: list[list[str]] = []
    for place in range(ENTRIES):
        again = told and dice.random() < 1 / 3
        words = _retold(dice, dice.choice(told[-200:])) if again else _told(dice)
        told.append(words)
        database.write_now(_append, dice.choice(feeds), words, place)


def _append(db: Connection, feed: int, words: list[str], place: int) -> None:
    digest = hashlib.sha256(str(place).encode()).digest()
    codec, content = pack(f"<p>{' '.join(words[10:])}</p>")
    entry = NewEntry(
        keys=EntryKeys(digest[:8], None, digest),
        url=f"https://news.example/{place}",
        title=" ".join(words[:10]),
        language="en",
        codec=codec,
        content=content,
        published_at=NOON - (ENTRIES - place) * MINUTE,
    )
    append_entries(db, feed, [entry], NOON)


def _told(dice: random.Random) -> list[str]:
    return [_word(int(VOCABULARY ** dice.random())) for _ in range(WORDS)]


def _word(number: int) -> str:
    """Return a word of its own for each number, frequent ones shorter."""
    letters = "abcdefghijklmnoprtuvwyz"
    word = ""
    while number:
        number, place = divmod(number, len(letters))
        word += letters[place]
    return f"{word}emento"


def _retold(dice: random.Random, words: list[str]) -> list[str]:
    fresh = _told(dice)
    return [
        new if dice.random() < 1 / 3 else old
        for old, new in zip(words, fresh, strict=True)
    ]


@contextmanager
def _database(engine: str) -> Iterator[Database]:
    with tempfile.TemporaryDirectory() as folder:
        if engine == "sqlite":
            yield from _opened(f"sqlite:///{Path(folder) / 'tidings.db'}")
        else:
            with engines.postgres() as url:
                yield from _opened(url)


def _opened(url: str) -> Iterator[Database]:
    upgrade(url)
    database = open_database(url)
    yield database
    database.close_now()
