"""feedparser, for the few documents that nothing else can read.

It needs seconds for hostile input, so it runs in a process of its own, on small
documents only, and is killed when its time is up.
"""

import json
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

from tidings.core.feeds.parsed import FeedKind, ParsedEnclosure, ParsedEntry, ParsedFeed
from tidings.formats.feeds.dates import read_date
from tidings.formats.feeds.links import web_url
from tidings.formats.feeds.media_tags import whole_number
from tidings.formats.feeds.text_fields import (
    one_line,
    person,
    plain_title,
    without_control,
)

LARGEST = 2 << 20
# A small document needs a fraction of a second; a hostile one would take minutes.
TIME_LIMIT = timedelta(seconds=2.5)

_PROGRAM = Path(__file__).with_name("last_resort_process.py")
_places = threading.BoundedSemaphore(2)
_KINDS: dict[str, FeedKind] = {"atom": "atom", "cdf": "cdf"}


def read_as_last_resort(text: bytes, *, url: str, limit: int) -> ParsedFeed | None:
    """Read a UTF-8 document with feedparser; `None` if it finds no entries in time."""
    if len(text) > LARGEST:
        return None
    # Many damaged feeds at once must not mean many processes at once.
    if not _places.acquire(timeout=TIME_LIMIT.total_seconds()):
        return None
    try:
        found = _run(text)
    finally:
        _places.release()
    if not isinstance(found, dict) or not found.get("entries"):
        return None
    return _feed(found, url, limit)


def _run(text: bytes) -> Any:
    try:
        finished = subprocess.run(
            # Isolated: neither the environment nor the directory can change what runs.
            [sys.executable, "-I", str(_PROGRAM)],
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=TIME_LIMIT.total_seconds(),
            check=True,
        )
        return json.loads(finished.stdout)
    except (subprocess.SubprocessError, OSError, ValueError):
        return None


def _feed(found: dict[str, Any], url: str, limit: int) -> ParsedFeed:
    feed = found["feed"]
    return ParsedFeed(
        kind=_KINDS.get(found["version"].rstrip("0123456789"), "rss"),
        title=plain_title(_text(feed["title"])),
        site_url=web_url(_text(feed["link"]), url),
        description=plain_title(_text(feed["subtitle"])),
        language=one_line(_text(feed["language"])),
        author=person(_text(feed["author"])),
        entries=tuple(_entry(each, url) for each in found["entries"][:limit]),
        problems=("The document is damaged and was read as well as possible.",),
        broken=True,
        stage="last-resort",
    )


def _entry(entry: dict[str, Any], base: str) -> ParsedEntry:
    url = web_url(_text(entry["link"]), base)
    names = (plain_title(_text(each)) for each in entry["categories"])
    return ParsedEntry(
        guid=_text(entry["id"]),
        url=url,
        title=plain_title(_text(entry["title"])),
        author=person(_text(entry["author"])),
        content_html=_text(entry["content"]),
        summary_html=_text(entry["summary"]),
        published_at=read_date(_text(entry["published"])),
        updated_at=read_date(_text(entry["updated"])),
        enclosures=tuple(_enclosures(entry["enclosures"], base)),
        categories=tuple(dict.fromkeys(name for name in names if name)),
        base_url=url or base,
    )


def _enclosures(found: list[list[Any]], base: str) -> list[ParsedEnclosure]:
    return [
        ParsedEnclosure(url, _text(kind), whole_number(_text(length)))
        for address, kind, length in found
        if (url := web_url(_text(address), base)) is not None
    ]


def _text(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    return without_control(value).strip() or None
