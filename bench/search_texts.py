"""Gives a long history something to say: texts as long as articles, words as uneven."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from bench.history import Size
from tidings.core.entries.entry import Indexed
from tidings.store.engine.connection import Connection, Engine
from tidings.store.entries.search_index import pack_indexed, to_index

TEXTS = 10_000
RARE_TEXTS = 10
_WORDS_IN_TEXT = 220
_VOCABULARY = 40_000
# How many of all texts hold the word.
SHARES = {"common": 0.3, "frequent": 0.02, "uncommon": 0.005, "scarce": 0.0005}
# One in so many entries holds the rarest word of all.
RARE = 20_000


def say_something(db: Connection, size: Size) -> None:
    """Give every entry a text and index it; the same few thousand, in no order."""
    if db.engine == "postgres":
        db.run("drop index entry_search_words")
    slice_ = 20_000
    rows = _rows(db.engine, size)
    while some := [row for _, row in zip(range(slice_), rows, strict=False)]:
        db.run_many(_INSERT_BODY, some)
        db.run_many(_INSERT[db.engine], some)
    if db.engine == "postgres":
        db.run("set local maintenance_work_mem = '1GB'")
        db.run("create index entry_search_words on entry_search using gin (words)")


_INSERT_BODY = (
    "insert into entry_bodies (entry_id, codec, content) values (:id, :codec, :content)"
)
_INSERT = {
    "sqlite": "insert into entry_search (rowid, title, author, body)"
    " values (:id, :title, :author, :text)",
    "postgres": "insert into entry_search (entry_id, words)"
    " values (:id, cast(:vector as tsvector))",
}


@dataclass(frozen=True, slots=True)
class _Text:
    """What an entry says, as the index and as the bodies keep it."""

    indexed: Indexed
    codec: int
    content: bytes


def _rows(engine: Engine, size: Size) -> Iterator[dict[str, object]]:
    dice = random.Random(1)
    common = list(_texts(engine, dice, ""))
    rare = list(_texts(engine, dice, " rarest"))
    for number in range(1, size.entries + 1):
        text = dice.choice(common if number % RARE else rare)
        yield {
            "id": number,
            **text.indexed._asdict(),
            "codec": text.codec,
            "content": text.content,
        }


def _texts(engine: Engine, dice: random.Random, end: str) -> Iterator[_Text]:
    words = [_word(number) for number in range(_VOCABULARY)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(_VOCABULARY)))
    for _ in range(RARE_TEXTS if end else TEXTS):
        chosen = dice.choices(words, cum_weights=weights, k=_WORDS_IN_TEXT)
        title = " ".join(dice.choices(words, cum_weights=weights, k=8))
        for word, share in SHARES.items():
            if dice.random() < share:
                chosen[dice.randrange(_WORDS_IN_TEXT)] = word
        text = " ".join(chosen) + end
        indexed = to_index(engine, title, "Some Author", text)
        yield _Text(indexed, *pack_indexed(f"<p>{text}</p>", indexed))


def _word(number: int) -> str:
    """Return a word of the language that only this benchmark speaks."""
    syllables = []
    number += 30
    while number:
        number, rest = divmod(number, 30)
        syllables.append("bdfgkl"[rest // 5] + "aeiou"[rest % 5])
    return "".join(syllables)
