"""Gives a long history something to say: texts as long as articles, words as uneven."""

import random
from collections.abc import Iterator
from itertools import accumulate

from bench.history import Size
from tidings.core.search_words import search_vector
from tidings.store.connection import Connection

TEXTS = 10_000
_WORDS_IN_TEXT = 220
_VOCABULARY = 40_000
# How many of all texts hold the word.
SHARES = {"common": 0.3, "frequent": 0.02, "uncommon": 0.005, "scarce": 0.0005}
# One in so many entries holds the rarest word of all.
RARE = 20_000


def say_something(db: Connection, size: Size) -> None:
    """Index a text for every entry; the same few thousand, in no order."""
    if db.engine == "postgres":
        db.run("drop index entry_search_words")
    slice_ = 20_000
    rows = _rows(db.engine, size)
    while some := [row for _, row in zip(range(slice_), rows, strict=False)]:
        db.run_many(_INSERT[db.engine], some)
    if db.engine == "postgres":
        db.run("set local maintenance_work_mem = '1GB'")
        db.run("create index entry_search_words on entry_search using gin (words)")


_INSERT = {
    "sqlite": "insert into entry_search (rowid, title, author, body)"
    " values (:id, :title, 'Some Author', :text)",
    "postgres": "insert into entry_search (entry_id, words)"
    " values (:id, cast(:text as tsvector))",
}


def _rows(engine: str, size: Size) -> Iterator[dict[str, object]]:
    dice = random.Random(1)
    texts = _texts(engine, dice)
    for number in range(1, size.entries + 1):
        title, text = texts[dice.randrange(TEXTS)]
        rare = number % RARE == 0
        if engine == "sqlite":
            yield {"id": number, "title": title, "text": text + " rarest" * rare}
        else:
            yield {"id": number, "text": text + " rarest:9000" * rare}


def _texts(engine: str, dice: random.Random) -> list[tuple[str, str]]:
    words = [_word(number) for number in range(_VOCABULARY)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(_VOCABULARY)))
    made = []
    for _ in range(TEXTS):
        text = dice.choices(words, cum_weights=weights, k=_WORDS_IN_TEXT)
        title = " ".join(dice.choices(words, cum_weights=weights, k=8))
        for word, share in SHARES.items():
            if dice.random() < share:
                text[dice.randrange(_WORDS_IN_TEXT)] = word
        joined = " ".join(text)
        if engine == "postgres":
            joined = search_vector(title, "Some Author", joined)
        made.append((title, joined))
    return made


def _word(number: int) -> str:
    """Return a word of the language that only this benchmark speaks."""
    syllables = []
    number += 30
    while number:
        number, rest = divmod(number, 30)
        syllables.append("bdfgkl"[rest // 5] + "aeiou"[rest % 5])
    return "".join(syllables)
