"""Opaque page cursors: where a list went on, as text that only we can have made.

The check guards against mix-ups, not against forgery: a cursor grants nothing.
"""

import base64
import hashlib
import struct

from tidings.core.errors import CursorInvalid

Value = int | str
Shape = tuple[type[int] | type[str], ...]

LONGEST = 1024
_CHECK_BYTES = 4
_INTEGER = struct.Struct(">q")
_LENGTH = struct.Struct(">H")


def encode(kind: str, values: tuple[Value, ...]) -> str:
    """Return the cursor of one kind of list; integers must fit in 64 bits."""
    try:
        body = b"".join(map(_packed, values))
    except struct.error as error:
        raise ValueError("a value is too large for a cursor") from error
    shape: Shape = tuple(str if isinstance(value, str) else int for value in values)
    data = base64.urlsafe_b64encode(_check(kind, shape, body) + body)
    text = data.decode().rstrip("=")
    if len(text) > LONGEST:
        raise ValueError("the values are too long for a cursor")
    return text


def decode(kind: str, text: str, shape: Shape) -> tuple[Value, ...]:
    """Return the values of a cursor of this kind and shape, or refuse it."""
    try:
        values = _values(kind, text, shape)
        made_by_us = values is not None and encode(kind, values) == text
    except (ValueError, struct.error):
        values, made_by_us = None, False
    if values is None or not made_by_us:
        raise CursorInvalid(
            "This cursor does not belong to this list.", details={"field": "cursor"}
        )
    return values


def decode_numbers(kind: str, text: str, many: int) -> list[int]:
    """Return the values of a cursor that holds nothing but numbers, or refuse it."""
    values = decode(kind, text, (int,) * many)
    return [value for value in values if isinstance(value, int)]


def _values(kind: str, text: str, shape: Shape) -> tuple[Value, ...] | None:
    if len(text) > LONGEST:
        return None
    data = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    check, body = data[:_CHECK_BYTES], data[_CHECK_BYTES:]
    return _unpacked(body, shape) if check == _check(kind, shape, body) else None


def _check(kind: str, shape: Shape, body: bytes) -> bytes:
    letters = "".join("s" if value_type is str else "i" for value_type in shape)
    named = f"{kind}\0{letters}\0".encode() + body
    return hashlib.sha256(named).digest()[:_CHECK_BYTES]


def _packed(value: Value) -> bytes:
    if isinstance(value, int):
        return _INTEGER.pack(value)
    data = value.encode("utf-8", "surrogatepass")
    return _LENGTH.pack(len(data)) + data


def _unpacked(body: bytes, shape: Shape) -> tuple[Value, ...]:
    values: list[Value] = []
    place = 0
    for value_type in shape:
        if value_type is int:
            values.append(_INTEGER.unpack_from(body, place)[0])
            place += _INTEGER.size
        else:
            (length,) = _LENGTH.unpack_from(body, place)
            place += _LENGTH.size
            values.append(body[place : place + length].decode("utf-8", "surrogatepass"))
            place += length
    return tuple(values)
