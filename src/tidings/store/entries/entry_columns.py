"""The columns of an entry, once: whatever stores, changes or copies entries asks here.

A field of `NewEntry` is a column of the same name, and a new one is stored, changed and
copied like the others without another word.
"""

from operator import attrgetter
from typing import Any, get_type_hints

from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import key_numbers, link_key
from tidings.store.engine.rows import fields_of

_PLACE = ("id", "feed_id", "seq", "sort_at", "received_at")
_KEYS = ("guid_key", "url_key", "link_key", "content_key", "content_hash")
_LATER = ("changed_at", "shown", "version")  # noted when it happens
# What a feed says of an entry; the rest is kept as keys, as the body, in the search index.
SAID = fields_of(NewEntry, "keys", "codec", "content", "indexed", "text")
_FOR_EVER = ("published_at", "guid")
_WITH_TEXT = ("title", "excerpt", "words")

NEW_ENTRY = (*_PLACE, *_KEYS, *SAID)
WHOLE_ENTRY = (*NEW_ENTRY, *_LATER)
# What may change beside title and text, and what changes when these do.
META = (*(name for name in SAID if name not in _FOR_EVER + _WITH_TEXT), "link_key")
META_AND_TEXT = (*META, *_WITH_TEXT, "content_key", "content_hash")
# Every entry that arrives goes through here: what can be known before is.
_values = attrgetter(*SAID)
_FLAGS = [name for name in SAID if get_type_hints(NewEntry)[name] is bool]


def entry_row(entry: NewEntry, **more: Any) -> dict[str, Any]:
    """Return an entry by the names of its columns, with `more` of them."""
    more.update(zip(SAID, _values(entry), strict=True))
    for name in _FLAGS:
        more[name] = int(more[name])
    more.update(key_numbers(entry.keys))
    more["link_key"] = link_key(entry.keys, entry.url)
    more["content_hash"] = entry.keys.content_hash
    return more
