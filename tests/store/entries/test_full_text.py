"""What is stored can be found, on both engines alike, and what is gone cannot."""

from tests.make import NOON, a_feed, some_entries
from tidings.core.reading.search_words import words_of
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.search_index import (
    Searchable,
    drop_from_index,
    entries_not_indexed,
    reindex_entries,
    to_index,
)

SQLITE = "select rowid from entry_search where entry_search match :word order by rowid"
POSTGRES = """
select entry_id from entry_search where words @@ cast(:word as tsquery)
order by entry_id
"""


def found(db: Connection, word: str) -> list[int]:
    if db.engine == "sqlite":
        return [row[0] for row in db.rows(SQLITE, word=f'"{word}"')]
    phrase = " <-> ".join(words_of(word))
    return [row[0] for row in db.rows(POSTGRES, word=phrase)]


def searchable(db: Connection, id_: int, *texts: str) -> Searchable:
    title, author, text = texts
    return id_, to_index(db.engine, title, author, text)


def reindex(db: Connection, id_: int, *texts: str) -> None:
    reindex_entries(db, [searchable(db, id_, *texts)])


def indexed(db: Connection, *texts: str) -> list[int]:
    """Entries with these texts, and nothing else in the index."""
    ids = some_entries(db, a_feed(db), [NOON] * len(texts))
    reindex_entries(
        db,
        [
            searchable(db, id_, "", "", text)
            for id_, text in zip(ids, texts, strict=True)
        ],
    )
    return ids


CASES = [
    # text, word, is it found
    ("A walk in the park", "walk", True),
    ("A walk in the park", "WALK", True),
    ("A walk in the park", "wal", False),
    ("Le café est fermé", "cafe", True),
    ("Le cafe est ferme", "café", True),
    ("Le cafe\u0301 est fermé", "café", True),
    ("São Paulo não dorme", "sao", True),
    ("ZAŻÓŁĆ gęślą jaźń", "gesla", True),
    ("Tiếng Việt", "viet", True),
    ("Привет, мой ёж", "мой", True),
    ("мой", "мои", False),
    ("がっこう", "かっこう", False),
    ("한국어 기사", "한국어", True),
    ("Ärger mit ﬁsch", "arger", True),
    ("See https://example.org/a-path/x.html", "path", True),
    ("a well-known snake_case e-mail@example.org", "well-known", True),
    ("a well-known snake_case e-mail@example.org", "case", True),
    ("a well-known snake_case e-mail@example.org", "example", True),
    ("version 2.10.3", "10", True),
    ("हिन्दी में समाचार", "समाचार", True),
    ("ΟΔΟΣ", "οδος", True),
    ("a great🤖robot", "robot", True),
    ("a great🤖robot", "great", True),
    ("10 µm, ſo", "so", True),
]


def test_words_are_found_alike_on_both_engines(database: Database) -> None:
    ids = database.write_now(indexed, *(text for text, _, _ in CASES))
    answers = [
        (text, word, id_ in database.read_now(found, word))
        for id_, (text, word, _) in zip(ids, CASES, strict=True)
    ]
    assert answers == CASES


def test_title_author_and_text_are_searched(database: Database) -> None:
    def index(db: Connection) -> int:
        (id_,) = indexed(db, "")
        reindex(db, id_, "A headline", "Ann Author", "some body")
        return id_

    id_ = database.write_now(index)
    for word in ("headline", "author", "body"):
        assert database.read_now(found, word) == [id_]


def test_an_entry_is_found_by_what_it_says_now(database: Database) -> None:
    first, second = database.write_now(indexed, "old words", "old words")
    database.write_now(reindex, first, "", "", "new words")
    assert database.read_now(found, "old") == [second]
    assert database.read_now(found, "new") == [first]
    assert database.read_now(found, "words") == [first, second]


def test_what_is_dropped_is_not_found_and_known_to_be_missing(
    database: Database,
) -> None:
    ids = database.write_now(indexed, *["some words"] * 3)
    database.write_now(drop_from_index, ids[:2])
    assert database.read_now(found, "words") == ids[2:]
    assert database.read_now(entries_not_indexed, 0, 10) == ids[:2]
    assert database.read_now(entries_not_indexed, 0, 1) == ids[:1]
    assert database.read_now(entries_not_indexed, ids[0], 10) == ids[1:2]


SYLLABLES = [chr(0xAC00 + n) + chr(0xAC00 + n // 7) for n in range(11_000)]
SYLLABLES += [second + first for first, second in SYLLABLES]
MUCH = {
    "letters of four bytes": " ".join(chr(0x20000 + n) for n in range(40_000)) * 3,
    "syllables": " ".join(SYLLABLES) * 3,
    "hyphens": " ".join(
        "-".join(a + b for a in SYLLABLES[n : n + 30])
        for b in "가나다라마바"
        for n in range(0, 22_000, 30)
    ),
    "short hyphens": " ".join(
        "-".join(f"{n + m:x}" for m in range(50)) for n in range(0, 200_000, 50)
    ),
    "addresses": " ".join(f"http://a{n}.example/{n}/x?q={n}" for n in range(9000)),
    "mails": " ".join(f"{n}@{n}.example" for n in range(20_000)),
    "ligatures": "\ufdfa " * 200_000,
    "one word": "é" * 1_000_000,
    "numbers": " ".join(f"-{n}.{n}e{n % 300}" for n in range(20_000)),
    "tags": "<a b='" * 100_000,
}


def test_no_text_is_too_much_for_the_index(database: Database) -> None:
    ids = database.write_now(indexed, *[""] * len(MUCH))
    for id_, text in zip(ids, MUCH.values(), strict=True):
        database.write_now(reindex, id_, text[:1000], text[:300], f"beginning {text}")
    assert database.read_now(found, "beginning") == ids
