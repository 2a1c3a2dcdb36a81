"""Random histories and random searches against the naive search, on both engines.

Small limits of work make every way of searching take its turn: all of them must give
the same entries, each once, over pages of any size, whatever arrives meanwhile.
"""

import json
import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import make
from tests.effort import effort
from tests.store.naive_search import NaiveSearch, Said
from tests.store.reading.test_reading_histories import HOUR, History
from tidings.core.reading.reading import Place
from tidings.core.reading.search_terms import Term, search_terms
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.numbers import next_number
from tidings.store.entries.search_index import reindex_entries, to_index
from tidings.store.reading.search import Work, best_matches, newest_matches
from tidings.store.reading.search_scope import search_for

HISTORIES = effort("HISTORIES", 3)
STEPS = 40
SEARCHES = 12
WAYS = {
    "sorted": Work(),
    "walked": Work(sorted=2, stretch=3, walk=1000),
    "estimated": Work(sorted=2, countable=0, stretch=2, walk=1000),
    "stopped early": Work(sorted=1, stretch=2, walk=4),
}
WORDS = ["red", "fox", "blue", "Sea", "café", "well", "known"]
DAY = 24 * HOUR
TERMS = [
    *WORDS,
    *(f"-{word}" for word in WORDS[:3]),
    '"red fox"',
    '-"blue sea"',
    "well-known",
    "title:fox",
    "-title:red",
    "author:blue",
    'title:"red red"',
    "tag:keep",
    "-tag:KEEP",
    "tag:none",
    "-tag:none",
    "folder:tech",
    "folder:Linux",
    "-folder:linux",
    "feed:feed",
    "feed:none",
    "-feed:none",
    "is:unread",
    "is:read",
    "is:starred",
    "-is:starred",
    "-is:unread",
    "lang:en",
    "lang:pt",
    "-lang:pt",
    "lang:pt-br",
    "after:2025",
    "after:2025-10-09",
    "before:2026",
    "before:2025-10-10",
    "!",
    "re*",
    "-title:kno*",
    '"red fo"*',
    "feed:eed",
    "folder:te",
    "in:linux",
    "-in:inu",
    "has:audio",
    "-has:video",
    "has:image",
    "has:notes",
    "-has:highlight",
    "inurl:a_b",
    "-inurl:%",
    "newer:1d",
    "older:2d",
]


def some_query(dice: random.Random, depth: int = 2) -> str:
    """Terms side by side, some of them in brackets with ways."""
    pieces = dice.choices(TERMS, k=dice.choice([1, 1, 2]))
    if depth and dice.random() < 0.5:
        ways = [some_query(dice, depth - 1) for _ in range(dice.choice([2, 2, 3]))]
        pieces.append(dice.choice(["", "-"]) + "(" + " OR ".join(ways) + ")")
    dice.shuffle(pieces)
    return " ".join(pieces)


class SearchHistory(History):
    """A history whose entries say something, in feeds that are in folders."""

    def __init__(self, database: Database, dice: random.Random) -> None:
        self.said: dict[int, Said] = {}
        super().__init__(database, dice)
        outer = {user: self.write(_a_folder, user, "Tech", None) for user in self.users}
        self.folders = {
            user: [outer[user], self.write(_a_folder, user, "Linux", outer[user]), None]
            for user in self.users
        }
        self.naive = NaiveSearch(
            self.model,
            self.said,
            {feed: f"Feed {feed}" for feed in self.feeds},
            {"tech": set(self.feeds[:2]), "linux": {self.feeds[1]}},
            now=make.NOON,
        )

    def live(self) -> None:
        for _ in range(STEPS):
            (act,) = self.dice.choices(list(self.acts), list(self.acts.values()))
            act()
        for _ in range(SEARCHES):
            self.highlight()
        for _ in range(SEARCHES):
            user = self.some_user()
            chosen = self.dice.choices(TERMS, k=self.dice.choice([1, 1, 2, 3]))
            chosen += self.dice.choice([[], [], [f"feed:{self.some_feed()}"]])
            self.check(user, " ".join(chosen))
            self.check(user, some_query(self.dice))

    def check(self, user: int, query: str) -> None:
        terms = search_terms(query).terms
        expected = self.naive.found(user, terms)
        for way, work in WAYS.items():
            size = self.dice.choice([1, 3, 50])
            found = self.database.read_now(_all_pages, user, terms, size, work)
            assert found == expected, (query, way, size)
        assert sorted(self.database.read_now(_ranked, user, terms)) == sorted(expected)

    def insert(self) -> None:
        super().insert()
        for id_ in sorted(set(self.model.entries) - set(self.said)):
            self.said[id_] = Said(
                self.some_text(3),
                self.some_text(1),
                self.some_text(8),
                self.dice.choice([None, "en", "pt", "pt-BR", "pl"]),
                self.dice.choice(
                    ["", "https://A_B.example/", "https://ab.example/%20"]
                ),
                self.dice.choice([True, False]),
                self.dice.choice([(), (), ("audio/mpeg",), ("video/mp4", "image/png")]),
            )
            self.write(_say, id_, self.said[id_])

    def highlight(self) -> None:
        user, seen = self.some_user(), sorted(self.model.entries)
        if seen:
            entry, has_quote = self.dice.choice(seen), self.dice.random() < 0.5
            marked = self.naive.highlighted if has_quote else self.naive.noted
            marked.setdefault(user, set()).add(entry)
            self.write(_highlight, user, entry, has_quote=has_quote)

    def some_text(self, most: int) -> str:
        return " ".join(self.dice.choices(WORDS, k=self.dice.randint(0, most)))

    def subscribe(self) -> None:
        super().subscribe()
        for user in self.users:
            for feed, folder in zip(self.feeds, self.folders[user], strict=True):
                self.write(_file, user, feed, folder)


@pytest.mark.random_sql
def test_any_search_finds_what_the_naive_search_finds(database: Database) -> None:
    @settings(
        max_examples=HISTORIES,
        phases=[Phase.generate],  # the seed says all: there is nothing to shrink
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**64))
    def lives(seed: int) -> None:
        SearchHistory(database, random.Random(seed)).live()

    lives()


def test_pages_miss_and_repeat_nothing_while_entries_arrive(database: Database) -> None:
    history = SearchHistory(database, random.Random(1))
    history.acts = {history.insert: 1}
    for feed in history.feeds:
        history.write(_follow, history.users[0], feed)
        history.model.subscribe(history.users[0], feed)
    for _ in range(30):
        history.insert()
    user, terms = history.users[0], search_terms("fox").terms
    before = history.naive.found(user, terms)
    for work in WAYS.values():
        found: list[int] = []
        after, more = None, True
        while more:
            page = database.read_now(_page, user, terms, (after, 3), work)
            found += [place.id for place in page.places]
            after, more = page.next, page.next is not None
            history.insert()
        assert len(found) == len(set(found))
        assert [id_ for id_ in found if id_ in before] == before
        before = history.naive.found(user, terms)


def _all_pages(
    db: Connection, user: int, terms: tuple[Term, ...], size: int, work: Work
) -> list[int]:
    found: list[int] = []
    after: Place | None = None
    while True:
        page = _page(db, user, terms, (after, size), work)
        if page is None:
            return []
        assert len(page.places) <= size
        found += [place.id for place in page.places]
        if page.next is None:
            return found
        after = page.next


def _page(db, user, terms, start, work):
    search = search_for(db, user, terms, make.NOON)
    return search and newest_matches(db, search, *start, work)


def _ranked(db: Connection, user: int, terms: tuple[Term, ...]) -> list[int]:
    search = search_for(db, user, terms, make.NOON)
    return [p.id for p in best_matches(db, search, None).places] if search else []


def _say(db: Connection, id_: int, said: Said) -> None:
    files = [{"url": "https://x.example/a", "type": kind} for kind in said.files]
    db.run(
        "update entries set language = :language, url = :url, image_url = :image,"
        " has_enclosures = :has_files, extras = :extras where id = :id",
        language=said.language,
        url=said.url or None,
        image="https://x.example/a.png" if said.image else None,
        has_files=int(bool(files)),
        extras=json.dumps({"enclosures": files}),
        id=id_,
    )
    indexed = to_index(db.engine, said.title, said.author, said.text)
    reindex_entries(db, [(id_, indexed)])


def _highlight(db: Connection, user: int, entry: int, *, has_quote: bool) -> None:
    number = next_number(db, "highlight")
    db.run(
        "insert into highlights (user_id, id, entry_id, quote, note, created_at,"
        " changed_at) values (:user, :id, :entry, :quote, :note, :now, :now)",
        user=user,
        id=f"highlight-{number}",
        entry=entry,
        quote="a fox" if has_quote else "",
        note="" if has_quote else "see there",
        now=make.NOON,
    )


def _a_folder(db: Connection, user: int, name: str, parent: int | None) -> int:
    number = next_number(db, "folder")
    db.run(
        "insert into folders (id, user_id, parent_id, name, created_at)"
        " values (:id, :user, :parent, :name, :now)",
        id=number,
        user=user,
        parent=parent,
        name=name,
        now=make.NOON,
    )
    return number


def _file(db: Connection, user: int, feed: int, folder: int | None) -> None:
    db.run(
        "update subscriptions set folder_id = :folder"
        " where user_id = :user and feed_id = :feed",
        folder=folder,
        user=user,
        feed=feed,
    )


def _follow(db: Connection, user: int, feed: int) -> None:
    from tidings.store.feeds.follow import follow_feed

    follow_feed(db, user, feed, make.NOON)
