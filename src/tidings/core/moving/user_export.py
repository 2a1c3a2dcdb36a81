"""What of an entry may travel between installations, and under which key it arrives."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from tidings.core.entries.identity import EntryKeys, url_key

ORIGIN = "origin"
KEY_BYTES = 8  # of a key by which an entry is known in its feed
_MOST = 100
_LONGEST = 1000
_LARGEST = 2**53  # bytes


def portable_extras(
    extras: Mapping[str, Any], is_web_address: Callable[[str], bool]
) -> dict[str, Any]:
    """Return categories, enclosures and comments; addresses only of the web."""
    given: dict[str, Any] = {
        "categories": [
            each[:_LONGEST]
            for each in _list(extras.get("categories"))
            if isinstance(each, str)
        ],
        "enclosures": [
            _plain(each)
            for each in _list(extras.get("enclosures"))
            if isinstance(each, dict) and _is_web(each.get("url"), is_web_address)
        ],
        "comments_url": extras.get("comments_url")
        if _is_web(extras.get("comments_url"), is_web_address)
        else None,
    }
    return {name: value for name, value in given.items() if value}


def arrival_keys(
    feed_url: str | None, guid: str | None, url: str | None, content_hash: bytes
) -> EntryKeys:
    """Return the keys of an entry in a reader's own feed.

    A saved page is known by its address, as always. What came from a feed is known by
    that feed and what it was called there, so that two feeds cannot clash.
    """
    if feed_url is None:
        return EntryKeys(None, url_key(url or ""), content_hash)
    name = guid or url or content_hash.hex()
    digest = hashlib.sha256(f"{feed_url}\0{name}".encode()).digest()
    return EntryKeys(digest[:8], None, content_hash)


def _plain(enclosure: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an enclosure may say: a file's own words would be served as they are."""
    plain: dict[str, Any] = {"url": enclosure["url"]}
    for name in ("type", "title"):
        if isinstance(enclosure.get(name), str):
            plain[name] = enclosure[name][:_LONGEST]
    for name in ("length", "width", "height"):
        number = enclosure.get(name)
        if type(number) is int and 0 <= number <= _LARGEST:
            plain[name] = number
    return plain


def _list(value: object) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _is_web(value: object, is_web_address: Callable[[str], bool]) -> bool:
    return isinstance(value, str) and is_web_address(value)
