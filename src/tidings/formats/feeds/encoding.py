"""Bytes in any encoding -> UTF-8 bytes, by a fixed ladder.

Byte-order mark; UTF-8 but for a few bytes, whatever is declared; the declared encoding;
the one HTTP names; Windows-1252. Never raises: what no rung can read becomes U+FFFD.
"""

import codecs
import re

_HEAD = 1024
_CHUNK = 1 << 20
# More damage than this and the declared encoding is not what the bytes are in.
_TOLERATED_DAMAGE = 0.01
# Each costs a call; a text with more is noise.
_MOST_BAD_BYTES = 20_000
# Bytes in another encoding hardly ever form letters in UTF-8, so this much proves it,
# even against a declaration; without one, half will do.
_SURELY_UTF8 = 0.8
_MAYBE_UTF8 = 0.5

_DECLARED = re.compile(
    rb"""^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']\s*([A-Za-z0-9._:\-]{1,40})"""
)
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([A-Za-z0-9._:\-]{1,40})""", re.I)

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What "<" and the letter after it look like without a mark.
_UNMARKED = (
    (re.compile(rb"<\0\0\0[!-~]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0<\0\0\0[!-~]"), "utf-32-be"),
    (re.compile(rb"[<{]\0[\s!-~]\0"), "utf-16-le"),
    (re.compile(rb"\0[<{]\0[\s!-~]"), "utf-16-be"),
)
_EBCDIC = b"\x4c\x6f\xa7\x94"

# Browsers read these names as the larger set, and so do the people who write them.
_LARGER_SETS = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
_OTHER_NAMES = {
    "x-sjis": "cp932",
    "x-gbk": "gb18030",
    "x-euc-jp": "euc_jp",
    "x-cp1251": "cp1251",
    "x-cp1250": "cp1250",
    "x-cp1252": "cp1252",
    "x-mac-roman": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-31j": "cp932",
    "windows-874": "cp874",
    "windows-949": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-8-i": "iso8859-8",
    "unicode-1-1-utf-8": "utf-8",
}
# Python also knows codecs that are no text encodings, and UTF-7, which hides markup.
_TEXT_ENCODING = re.compile(
    r"(?:utf-(?:8|16|32)|cp|iso|koi8|mac|gb|big5|euc|shift|tis|kz|ptcp)[\w-]*"
    r"|hz|johab|ascii"
)
# These write everything in seven bits, so they also pass as UTF-8.
_SEVEN_BIT = {"iso2022_jp", "iso2022_kr", "iso2022_jp_2", "iso2022_jp_ext", "hz"}


def to_utf8(body: bytes, content_type: str | None) -> bytes:
    """Return the document as UTF-8 without a byte-order mark."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return _decoded(body[len(mark) :], name)
    wide = _wide_encoding(body)
    if wide is not None:
        return _decoded(body, wide)
    declared = _declared_encoding(body)
    if declared in _SEVEN_BIT and body.isascii():
        return _decoded(body, declared)
    if is_utf8(body):
        return body
    return _from_names(body, declared, _http_encoding(content_type))


def encoding_of(body: bytes, content_type: str | None) -> str:
    """Return the name of the encoding that a document is read in, for people who ask."""
    marked = next((name for mark, name in _MARKS if body.startswith(mark)), None)
    marked = marked or _wide_encoding(body)
    declared = _declared_encoding(body)
    if marked:
        return marked
    if declared and declared in _SEVEN_BIT and body.isascii():
        return declared
    if is_utf8(body) or _utf8_share(body) >= _SURELY_UTF8:
        return "utf-8"
    return declared or _http_encoding(content_type) or "cp1252"


def is_utf8(body: bytes) -> bool:
    """Return whether the bytes are valid UTF-8, in pieces to keep memory flat."""
    if body.isascii():
        return True
    view = memoryview(body)
    start = 0
    try:
        while start < len(body):
            end = start + _CHUNK
            start += codecs.utf_8_decode(view[start:end], "strict", end >= len(body))[1]
    except UnicodeDecodeError:
        return False
    return True


def _from_names(body: bytes, declared: str | None, http: str | None) -> bytes:
    """Decode bytes that are not UTF-8 by the names the feed and the server give."""
    names = [name for name in (declared, http) if name not in (None, "utf-8")]
    # A byte or two gone wrong: any eight-bit name would spoil all other letters.
    if names and _utf8_share(body) >= _SURELY_UTF8:
        return _decoded(body, "utf-8")
    for name in names:
        try:
            return body.decode(name or "cp1252").encode("utf-8", "replace")
        except UnicodeDecodeError:
            continue
    for name in names:
        text = body.decode(name or "cp1252", "replace")
        if text.count("\ufffd") <= len(text) * _TOLERATED_DAMAGE:
            return text.encode("utf-8", "replace")
    return _decoded(body, "utf-8" if _utf8_share(body) >= _MAYBE_UTF8 else "cp1252")


def _utf8_share(body: bytes) -> float:
    """Return how much of what is not ASCII is valid UTF-8, in pieces as above."""
    bad = others = start = 0
    while start < len(body):
        end = start + _CHUNK
        text, used = codecs.utf_8_decode(body[start:end], "replace", end >= len(body))
        start += used
        bad += text.count("\ufffd")
        others += len(text) - len(text.encode("ascii", "ignore"))
    return 1 - bad / others if others else 1


def _decoded(body: bytes, name: str) -> bytes:
    if name == "utf-8" and is_utf8(body):
        return body
    text = body.decode(name, "replace")
    # One bad byte must not spoil the good letters of a text that is meant as UTF-8.
    if name == "utf-8" and text.count("\ufffd") <= _MOST_BAD_BYTES:
        text = body.decode(name, "tidings-cp1252")
    return text.encode("utf-8", "replace")


def _wide_encoding(body: bytes) -> str | None:
    head = body[:64].lstrip(b" \t\r\n") if b"\0" not in body[:8] else body[:64]
    for pattern, name in _UNMARKED:
        if pattern.match(head):
            return name
    if body.startswith(_EBCDIC):
        return _known(_declared_in(body[:_HEAD].decode("cp037").encode())) or "cp037"
    return None


def _declared_encoding(body: bytes) -> str | None:
    name = _known(_declared_in(body[:_HEAD]))
    # Eight-bit text cannot be what these names promise.
    return None if name and name.startswith(("utf-16", "utf-32")) else name


def _declared_in(head: bytes) -> str | None:
    found = _DECLARED.match(head)
    return found[1].decode("ascii") if found else None


def _http_encoding(content_type: str | None) -> str | None:
    found = _CHARSET.search((content_type or "")[:_HEAD])
    return _known(found[1]) if found else None


def _known(name: str | None) -> str | None:
    """Return Python's name of a text encoding, or `None` if there is none."""
    if name is None:
        return None
    name = _OTHER_NAMES.get(name.lower(), name)
    try:
        found = codecs.lookup(name)
    except LookupError:
        return None
    if not _TEXT_ENCODING.fullmatch(found.name):
        return None
    return _LARGER_SETS.get(found.name, found.name)


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    piece = error.object[error.start : error.end]
    return piece.decode("cp1252", "replace"), error.end


codecs.register_error("tidings-cp1252", _as_windows_1252)
