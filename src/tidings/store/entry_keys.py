"""Keys of entries as the database keeps them: 64-bit numbers, which index well."""

from tidings.core.identity import EntryKeys


def key_number(key: bytes | None) -> int | None:
    """Return the first 64 bits of a key as a signed number."""
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
