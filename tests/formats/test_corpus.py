"""Every feed of the corpus reads as its expectation says.

A new trap from the wild goes in as NAME.xml with NAME.json beside it; only the fields
named there are compared, but no entry may be missing or added.
"""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tidings.core.clock import to_datetime
from tidings.core.feeds.parsed import EntryProblem, ParsedFeed
from tidings.formats.feeds.feed import read_feed

FEEDS = Path(__file__).parents[1] / "corpus" / "feeds"
EXPECTATIONS = sorted(FEEDS.glob("*.json"))


def spoken(name: str, value: Any) -> Any:
    """Return a value as an expectation writes it."""
    if value is None:
        return None
    if name.endswith("_at"):
        return to_datetime(value).isoformat().replace("+00:00", "Z")
    if isinstance(value, timedelta):
        return int(value.total_seconds())
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, EntryProblem):
        return value.position
    if isinstance(value, tuple):
        return [spoken("", each) for each in value]
    return value


def differences(expected: Any, found: Any, place: str) -> list[str]:
    if isinstance(expected, dict):
        return [
            difference
            for name, value in expected.items()
            for difference in differences(
                value, spoken(name, getattr(found, name)), f"{place}.{name}"
            )
        ]
    if isinstance(expected, list) and any(isinstance(each, dict) for each in expected):
        if len(expected) != len(found):
            return [f"{place}: {len(expected)} wanted, {len(found)} found"]
        return [
            difference
            for number, (value, each) in enumerate(zip(expected, found, strict=True))
            for difference in differences(value, each, f"{place}[{number}]")
        ]
    return (
        [] if expected == found else [f"{place}: {expected!r} wanted, {found!r} found"]
    )


@pytest.mark.parametrize("path", EXPECTATIONS, ids=lambda path: path.stem)
def test_feed_reads_as_expected(path: Path) -> None:
    body = next(each for each in FEEDS.glob(f"{path.stem}.*") if each != path)
    found = read_feed(
        body.read_bytes(), content_type=None, url="https://feeds.example/dir/feed.xml"
    )
    assert isinstance(found, ParsedFeed), found
    wrong = differences(json.loads(path.read_text()), found, path.stem)
    assert not wrong, "\n".join(wrong)


def test_the_corpus_is_there() -> None:
    assert len(EXPECTATIONS) >= 50
