"""Run alone, in a process that may be killed: feedparser over a document on stdin.

Only ever given bytes, since feedparser would open a file or fetch an address given as
text. Imports nothing of Tidings, so that it starts quickly and knows no secrets.
"""

import json
import resource
import sys
from io import BytesIO
from typing import Any

_MEMORY = 512 << 20
_SECONDS = 5
_MOST_ENTRIES = 1000


def main() -> None:
    """Read a document from stdin and write what feedparser makes of it as JSON."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    import feedparser  # type: ignore[import-untyped]

    found = feedparser.parse(
        BytesIO(sys.stdin.buffer.read()),
        sanitize_html=False,
        resolve_relative_uris=False,
    )
    feed = found.get("feed", {})
    answer = {
        "version": found.get("version") or "",
        "feed": _texts(feed, "title", "link", "subtitle", "language", "author"),
        "entries": [_entry(each) for each in found.get("entries", [])[:_MOST_ENTRIES]],
    }
    sys.stdout.buffer.write(json.dumps(answer).encode())


def _entry(entry: Any) -> dict[str, Any]:
    answer: dict[str, Any] = _texts(
        entry, "id", "link", "title", "author", "summary", "published", "updated"
    )
    contents = [each.get("value") for each in entry.get("content", [])]
    answer["content"] = next((each for each in contents if each), None)
    answer["enclosures"] = [
        [each.get("href"), each.get("type"), each.get("length")]
        for each in entry.get("enclosures", [])[:100]
    ]
    answer["categories"] = [each.get("term") for each in entry.get("tags", [])[:100]]
    return answer


def _texts(values: Any, *names: str) -> dict[str, Any]:
    return {name: values.get(name) for name in names}


if __name__ == "__main__":
    main()
