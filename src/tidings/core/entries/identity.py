"""By what an entry is known: its guid while guids are reliable, its URL, its content.

http and https of one guid or URL are the same key: sites move, entries stay.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from tidings.core.entries.content_hash import clean_text, content_hash
from tidings.core.urls import http_https_twin

COLLISIONS_TOLERATED = 2
# Guids and URLs can be of any length, keys of a database index cannot.
_KEY_BYTES = 8
_WEB_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_LONG_NUMBER = re.compile(r"[0-9]{11,}")
_UNIX_TIME = re.compile(r"(?<![0-9])17[0-9]{8}(?![0-9])")


@dataclass(frozen=True, slots=True)
class IdentityRules:
    """What is known about the manners of one feed."""

    guid_unreliable: bool = False
    allow_duplicate_urls: bool = False


@dataclass(frozen=True, slots=True)
class EntryKeys:
    """By what an entry is known; None: it has no such key, or it tells nothing."""

    guid_key: bytes | None
    url_key: bytes | None
    content_hash: bytes


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """An entry that is stored, or the tombstone of one that was forgotten."""

    id: int
    keys: EntryKeys
    forgotten: bool = False


def guid_key(guid: str) -> bytes | None:
    """Return the key of a guid; None if there is nothing in it."""
    text = clean_text(guid).strip()
    return _key(_WEB_SCHEME.sub("//", text, count=1)) if text else None


def url_key(url: str) -> bytes | None:
    """Return the key of a URL; None if it is no web URL."""
    twin = http_https_twin(url)
    return None if twin is None else _key(twin)


def keys_of(
    guid: str | None, url: str | None, title: str, text: str, rules: IdentityRules
) -> EntryKeys:
    """Return the keys of a parsed entry, without those that its feed misuses."""
    return EntryKeys(
        guid_key=None if rules.guid_unreliable else guid_key(guid or ""),
        url_key=None if rules.allow_duplicate_urls else url_key(url or ""),
        content_hash=content_hash(title, text),
    )


def key_number(key: bytes | None) -> int | None:
    """Return the first 64 bits of a key as a signed number, which indexes well."""
    return None if key is None else int.from_bytes(key[:8], "big", signed=True)


def key_bytes(number: int | None) -> bytes | None:
    """Return the key of a number; the reverse of `key_number`."""
    return None if number is None else number.to_bytes(8, "big", signed=True)


def key_numbers(keys: EntryKeys) -> dict[str, int | None]:
    """Return the three keys of an entry by the names of their columns."""
    return {
        "guid_key": key_number(keys.guid_key),
        "url_key": key_number(keys.url_key),
        "content_key": key_number(keys.content_hash),
    }


def link_key(keys: EntryKeys, url: str | None) -> int | None:
    """Return by what an entry is found at its address if it shares that with others;
    None if its URL key does that, or it has no address."""
    if keys.url_key is not None or url is None:
        return None
    return key_number(url_key(url))


def guids_are_unreliable(collisions: int) -> bool:
    """Return whether a feed has used guids twice so often that they mean nothing."""
    return collisions > COLLISIONS_TOLERATED


def suspicion_at_first_fetch(guids: Iterable[str | None]) -> int:
    """Return the collisions a new feed starts with: 1 if its guids look like times."""
    return int(any(map(_looks_like_time, filter(None, guids))))


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:_KEY_BYTES]


def _looks_like_time(guid: str) -> bool:
    text = guid.strip()
    return bool(_LONG_NUMBER.fullmatch(text) or _UNIX_TIME.search(text))
