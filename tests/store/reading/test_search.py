"""Searching: odd queries alike on both engines, names of places, and bounded work."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import make
from tests.store.naive_search import NaiveSearch, Said
from tests.store.reading_model import Model
from tidings.core.errors import Invalid
from tidings.core.reading.search_matcher import SearchedText, query_matcher
from tidings.core.reading.search_terms import search_terms
from tidings.core.reading.search_words import LONGEST_WORD
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.search_index import reindex_entries, to_index
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.search import USUAL_WORK, Work, newest_matches
from tidings.store.reading.search_scope import Search, search_for
from tidings.store.reading.text_matches import is_about_words, text_query

ODD_TEXTS = [
    Said("Foxes* OR (NEAR", 'and "not" a:b', "1=1; drop table entries --"),
    Said("𝔘 𠀀 日本 한국어", "İstanbul ΟΔΟΣ", "e\u0301 é ß ſ µ"),
    Said("great🤖robot a🦊b", "snake_case", "well-known 2.10.3 'quoted' back\\slash"),
    Said("title author body rowid", "", "x" * 300 + " fox"),
    Said("", "", "fox fox"),
]
PIECES = [
    '"', "'", "*", "(", ")", " OR ", "(", ")", "fo*", "-", ":", "|", "&", "!", "<->", "\\", "%", ";", " ", " ",
    "NEAR", "OR", "and", "not", "title:", "author:", "{title} : ", "feed:", "tag:", "is:",
    "lang:", "fox", "foxes", "𝔘", "𠀀", "日本", "e\u0301", "é", "ß", "ſ", "µ", "istanbul",
    "οδος", "robot", "great", "b", "snake", "case", "2.10", "x" * 300, "rowid", "-fox",
    "quoted", "\u200b", "\u0301", "\0", "🤖", "entry_search", "1=1",
]  # fmt: skip


def test_odd_queries_find_the_same_on_both_engines(database: Database) -> None:
    user, naive = database.write_now(_world, ODD_TEXTS)

    @settings(max_examples=150)
    @given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=8))
    def finds_the_same(pieces: list[str]) -> None:
        query = "".join(pieces)
        try:
            terms = search_terms(query).terms
        except Invalid:
            return
        expected = naive.found(user, terms)
        for work in (Work(), Work(sorted=1, countable=0, stretch=2)):
            found = database.read_now(_found, user, query, work)
            assert found == expected, query

    finds_the_same()


def test_rules_find_what_the_index_finds(database: Database) -> None:
    user, naive = database.write_now(_world, ODD_TEXTS)
    pieces = [
        "fox", "fo*", "-fox", "é", "robot", "title:foxes", "-author:not", '"snake case"',
        "日本", "drop", "nowhere", "quoted", "-b",
    ]  # fmt: skip
    ways = st.lists(st.sampled_from(pieces), min_size=1, max_size=3).map(" ".join)

    @settings(max_examples=60)
    @given(st.lists(ways, min_size=1, max_size=3), ways, st.sampled_from(["", "-"]))
    def finds_the_same(either: list[str], beside: str, minus: str) -> None:
        query = f"{minus}({' OR '.join(either)}) {beside}"
        matches = query_matcher(query)
        expected = [
            id_
            for id_, said in sorted(naive.said.items(), reverse=True)
            if matches(SearchedText(said.title, said.author, said.text))
        ]
        assert database.read_now(_found, user, query) == expected, query

    finds_the_same()


def _world(db: Connection, said: list[Said]) -> tuple[int, NaiveSearch]:
    model = Model()
    user, feed = make.a_user(db), make.a_feed(db)
    model.add_user(user)
    model.add_feed(feed)
    follow_feed(db, user, feed, make.NOON)
    model.subscribe(user, feed)
    times: list[int | None] = [make.NOON + n for n in range(len(said))]
    ids = make.some_entries(db, feed, times, make.NOON * 2)
    model.insert(feed, ids, times, make.NOON * 2)
    for id_, each in zip(ids, said, strict=True):
        indexed = to_index(db.engine, each.title, each.author, each.text)
        reindex_entries(db, [(id_, indexed)])
    texts = dict(zip(ids, said, strict=True))
    longest = LONGEST_WORD if db.engine == "postgres" else 1_000
    naive = NaiveSearch(model, texts, {feed: f"Feed {feed}"}, {}, longest=longest)
    return user, naive


def _found(
    db: Connection,
    user: int,
    query: str,
    work: Work = USUAL_WORK,
) -> list[int]:
    search = search_for(db, user, search_terms(query).terms, make.NOON)
    if search is None:
        return []
    return [p.id for p in newest_matches(db, search, None, 5000, work).places]


def test_query_is_spelled_so_that_only_words_are_left() -> None:
    terms = search_terms('fox "red dog" title:a -b -author:"c d"').terms
    assert text_query("sqlite", terms).wanted == (
        '(("fox") AND ("red dog") AND ({title} : "a"))'
        ' NOT (("b") OR ({author} : "c d"))'
    )
    assert text_query("postgres", terms).wanted == (
        "(('fox') & ('red' <-> 'dog') & ('a':A)) & !(('b') | ('c':B <-> 'd':B))"
    )


def test_words_that_are_beginnings_or_ways_are_spelled_for_the_index() -> None:
    terms = search_terms('cl* title:(a OR "b c"*) (d -e OR f)').terms
    assert text_query("sqlite", terms).wanted == (
        '("cl" *) AND (({title} : "a") OR ({title} : "b c" *))'
        ' AND ((("d")) NOT (("e")) OR ("f"))'
    )
    assert text_query("postgres", terms).wanted == (
        "('cl':*) & (('a':A) | ('b':A <-> 'c':*A)) & ((('d')) & !(('e')) | ('f'))"
    )


@pytest.mark.parametrize(
    ("query", "is_answered_by_words"),
    [
        ("a OR b", True),
        ("a OR (b (c OR -d e))", True),
        ("a OR -b", False),
        ("a OR is:read", False),
        ("a OR (b (c OR -d))", False),
    ],
)
def test_index_is_asked_alone_where_it_knows_enough(
    query: str, is_answered_by_words: bool
) -> None:
    assert all(map(is_about_words, search_terms(query).terms)) is is_answered_by_words


def test_number_means_only_a_number_behind_its_sign(database: Database) -> None:
    user, naive = database.write_now(_world, ODD_TEXTS)
    (feed,) = naive.feed_names

    def rename(db: Connection) -> None:
        db.run("update subscriptions set title = '12 Monkeys'")

    database.write_now(rename)
    assert database.read_now(_found, user, "feed:12")
    assert database.read_now(_found, user, f"feed:#{feed}")
    assert not database.read_now(_found, user, f"feed:#{feed + 1}12")


def test_nobody_finds_by_any_way_what_is_not_theirs(database: Database) -> None:
    """Neither branch of an OR, nor what it denies, reaches past the visibility rule."""
    user, naive = database.write_now(_world, ODD_TEXTS)
    other = database.write_now(make.a_user)
    feed = next(iter(naive.feed_names))

    def follow_late(db: Connection) -> int:
        follow_feed(db, other, feed, make.NOON * 2)
        db.run(
            "update subscriptions set first_seq = (select max(seq) - 1 from entries)"
            " where user_id = :user",
            user=other,
        )
        return int(db.value("select id from entries order by seq desc limit 1"))

    last = database.write_now(follow_late)
    for query in (
        "fox OR robot",
        "fox OR -robot",
        "-robot OR is:read OR is:unread",
        "is:unread OR -is:unread",
        "after:2000 OR (has:audio OR -has:audio)",
        "feed:feed OR -tag:none OR inurl:e",
    ):
        assert database.read_now(_found, other, query) == [last], query
        assert len(database.read_now(_found, user, query)) > 1, query


def test_everything_lacks_a_word_that_no_index_holds(database: Database) -> None:
    user, naive = database.write_now(_world, ODD_TEXTS)
    everything = sorted(naive.said, reverse=True)
    assert database.read_now(_found, user, f"-{'x' * 300}") == everything
    assert database.read_now(_found, user, "x" * 300) == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?!",
        "\u0301",
        "feed:nowhere",
        "tag:nothing",
        "folder:none",
        "in:nowhere OR feed:#99",
        "feed:nowhere tag:nothing",
    ],
)
def test_what_asks_for_nothing_or_for_what_is_not_there_finds_nothing(
    database: Database, query: str
) -> None:
    user, _ = database.write_now(_world, ODD_TEXTS)
    terms = search_terms(query).terms
    assert database.read_now(search_for, user, terms, make.NOON) is None


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("feed:verge", True),
        ('feed:"THE VERGE"', True),
        ("feed:ver", True),
        ("feed:ily", True),
        ("in:dai", True),
        ("-feed:VÉR*", False),
        ("feed:wired", False),
        ("-feed:wired", True),
        ("-feed:verge", False),
    ],
)
def test_feed_is_found_by_words_of_the_readers_own_name_for_it(
    database: Database, query: str, is_found: bool
) -> None:
    user, _ = database.write_now(_world, ODD_TEXTS)

    def rename(db: Connection) -> None:
        db.run("update subscriptions set title = 'The Verge, daily'")

    database.write_now(rename)
    assert bool(database.read_now(_found, user, query)) is is_found


def test_many_entries_are_found_in_long_stretches(database: Database) -> None:
    """Long enough for the ranges that PostgreSQL asks its index for."""

    def write(db: Connection) -> tuple[int, list[int]]:
        user, feed = make.a_user(db), make.a_feed(db)
        follow_feed(db, user, feed, make.NOON)
        ids = make.some_entries(db, feed, [make.NOON] * 3000)
        words = {id_: "odd" if id_ % 2 else "even" for id_ in ids}
        rows = [(id_, to_index(db.engine, "", "", word)) for id_, word in words.items()]
        reindex_entries(db, rows)
        return user, [id_ for id_ in reversed(ids) if id_ % 2]

    user, odd = database.write_now(write)
    work = Work(sorted=100, stretch=1000)
    assert database.read_now(_found, user, "odd", work) == odd
    assert database.read_now(_found, user, "-even", work) == odd


def test_walk_that_finds_nothing_ends_early_and_goes_on(database: Database) -> None:
    user, _ = database.write_now(_world, [Said(text="fox")] * 30)

    def pages(db: Connection) -> list[bool]:
        search = search_for(db, user, search_terms("is:read").terms, make.NOON)
        assert search is not None
        return _pages(db, search)

    assert database.read_now(pages) == [True, True, False]


def _pages(db: Connection, search: Search) -> list[bool]:
    work = Work(sorted=2, stretch=12, walk=12)
    partial: list[bool] = []
    after = None
    while True:
        found = newest_matches(db, search, after, 5, work)
        assert found.places == []
        partial.append(found.partial)
        if found.next is None:
            return partial
        after = found.next
