"""Of what an entry says there is one copy, packed: beside it stand only its row, its keys
and the words that search finds it by."""

import itertools
import random

from tests import make
from tidings.core.entries.identity import IdentityRules
from tidings.core.feeds.parsed import ParsedEntry
from tidings.operations.feeds.read_document import prepare_entry
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries

FEEDS = 20
ENTRIES = 40  # of each
WORDS = 900
VOCABULARY = 30_000
# Random words pack badly and are each in few entries: of real texts it is about as much
# as their HTML.
MOST = 1.95
_SIZE = "select page_count * page_size from pragma_page_count, pragma_page_size"


def letters(number: int) -> str:
    return "".join("etaoinshrdlu"[int(digit, 12)] for digit in _twelfths(number + 20))


def _twelfths(number: int) -> list[str]:
    digits = []
    while number:
        number, rest = divmod(number, 12)
        digits.append("0123456789ab"[rest])
    return digits


LANGUAGE = [letters(number) for number in range(VOCABULARY)]
WEIGHTS = list(itertools.accumulate(1 / (rank + 3) for rank in range(VOCABULARY)))


def article(dice: random.Random) -> str:
    words = dice.choices(LANGUAGE, cum_weights=WEIGHTS, k=WORDS)
    parts = [" ".join(words[at : at + 55]) for at in range(0, WORDS, 55)]
    link = f'<a href="https://news.example/{dice.randrange(10**9)}">{words[3]}</a>'
    return "".join(f"<p>{part} {link}</p>\n" for part in parts)


def fill(db: Connection, htmls: list[str]) -> None:
    left = iter(htmls)
    for feed in [make.a_feed(db) for _ in range(FEEDS)]:
        parsed = [
            ParsedEntry(
                guid=f"https://news.example/{feed}?p={place}",
                url=f"https://news.example/{feed}/entry/{place}",
                title=f"Entry {place} of feed {feed}: {html[3:60]}",
                author="Some Author",
                content_html=html,
            )
            for place, html in enumerate(itertools.islice(left, ENTRIES))
        ]
        new = [prepare_entry(each, IdentityRules(), db.engine) for each in parsed]
        append_entries(db, feed, new, make.NOON)


def test_an_entry_is_stored_once(database: Database) -> None:
    dice = random.Random(1)
    htmls = [article(dice) for _ in range(FEEDS * ENTRIES)]
    empty = database.read_now(lambda db: db.value(_SIZE))
    database.write_now(fill, htmls)
    taken = database.read_now(lambda db: db.value(_SIZE)) - empty
    said = sum(len(html.encode()) for html in htmls)
    assert said / len(htmls) > 3000
    assert 0.5 < taken / said < MOST
