"""Reading documents, alone: a bare lxml parse is the floor. Times are of the processor, the
best of several rounds, so that others on the machine count little."""

import time
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from bench.feed_origin import feed_xml
from bench.rows import Row
from tidings.core.entries.identity import IdentityRules
from tidings.core.feeds.parsed import NotAFeed, ParsedFeed
from tidings.formats.feeds.feed import read_feed
from tidings.operations.feeds.read_document import prepare_entry

_FEEDS = 20
_ENTRIES = 39
_ROUNDS = 9
_FLOOR = "bare lxml, a feed"
_RULES = IdentityRules()


def rows() -> Iterator[Row]:
    """Measure reading, and reading with text, keys and packing."""
    bodies = [feed_xml(number, _ENTRIES, 0) for number in range(_FEEDS)]
    parsed = list(map(_read, bodies))
    floor = _each(lambda: [etree.fromstring(body) for body in bodies])
    reading = _each(lambda: list(map(_read, bodies)))
    preparing = _each(lambda: [_prepare(each) for each in parsed])
    yield Row("parser: a document read", reading, "ms", floor, _FLOOR)
    name = "parser: with text, keys and packing"
    yield Row(name, reading + preparing, "ms", floor, _FLOOR)


def _read(body: bytes) -> ParsedFeed:
    parsed = read_feed(body, content_type=None, url="https://a.example/", limit=1000)
    if isinstance(parsed, NotAFeed):
        raise TypeError("a generated feed is none")
    return parsed


def _prepare(parsed: ParsedFeed) -> None:
    for entry in parsed.entries:
        prepare_entry(entry, _RULES, "sqlite")


def _each(work: Callable[[], Sequence[object]]) -> float:
    """Return the milliseconds of one feed."""
    times = []
    for _ in range(_ROUNDS):
        began = time.thread_time()
        work()
        times.append(time.thread_time() - began)
    return min(times) * 1000 / _FEEDS
