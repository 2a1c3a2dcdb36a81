"""The words that `docs/glossary.md` rules out are not used as names, nor in our prose."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tidings"
APP = ROOT / "frontend" / "src"
# What a feed in one of these languages says is not ours.
NOT_OURS = {SOURCE / "core" / "stories" / "stop_words.py"}
# These mean something else when they are not names ("to tell them apart").
ONLY_NAMES = {"tell", "told", "hear", "heard", "door", "drawing", "telling"}
# What is small enough fits, and whoever reads has to judge the rest.
LEFT_TO_READERS = {"fit", "stand"}
# Names that others gave: what a file says of its position.
GIVEN = {"tell"}

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TABLE = re.compile(r"## Not said\n\n\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)")


def not_said() -> set[str]:
    table = _TABLE.search((ROOT / "docs" / "glossary.md").read_text())
    assert table is not None
    rows = [line.split("|")[1] for line in table[1].splitlines()]
    words = {word.strip() for row in rows for word in row.split(",")}
    return words - LEFT_TO_READERS


def names_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        for given in ("id", "name", "arg", "attr"):
            name = getattr(node, given, None)
            if isinstance(name, str) and name not in GIVEN:
                yield name
    yield path.stem


def with_endings(words: set[str]) -> set[str]:
    return words | {word + ending for word in words for ending in ("s", "es", "ed")}


def test_no_name_has_a_word_that_is_not_said() -> None:
    banned = with_endings({word for word in not_said() if " " not in word})
    assert {"wish", "told", "heard", "doors"} <= banned
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCE.rglob("*.py")
        for name in names_in(path)
        if banned & {part.lower() for part in _WORD.findall(name)}
    }
    assert sorted(found) == []


def test_no_sentence_has_a_phrase_that_is_not_said() -> None:
    banned = with_endings(not_said() - ONLY_NAMES)
    phrases = "|".join(sorted(map(re.escape, banned), key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w'])({phrases})(?!\w)", re.IGNORECASE)
    texts = {*SOURCE.rglob("*.py"), *APP.rglob("*.ts"), *APP.rglob("*.tsx")} - NOT_OURS
    texts |= {ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")}
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted(texts - {ROOT / "docs" / "glossary.md"})
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []
