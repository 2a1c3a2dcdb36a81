"""The bytes of a web page as text, by a fixed ladder that never fails."""

import codecs
import re

from tidings.html.tokens import storable

_HEAD = 4096
_META_CHARSET = re.compile(
    rb"""<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([A-Za-z0-9._:-]{1,40})""",
    re.IGNORECASE,
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Browsers read these names as the larger set.
_LARGER_SETS = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
# Python also knows codecs that are no text encodings, and UTF-7, which hides markup.
_TEXT_ENCODING = re.compile(
    r"(?:utf-(?:8|16|32)|cp|iso|koi8|mac|gb|big5|euc|shift|tis)[\w-]*|ascii"
)


def is_binary(page: bytes) -> bool:
    """Return whether this is no text in any encoding that pages are written in."""
    is_utf16 = page.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return b"\0" in page[:_HEAD] and not is_utf16


def page_text(page: bytes, charset: str | None) -> str:
    """Decode a page: its mark, then UTF-8 if it is that, then what was declared."""
    for mark, name in _MARKS:
        if page.startswith(mark):
            return storable(page[len(mark) :].decode(name, "replace"))
    try:
        return storable(page.decode())
    except UnicodeDecodeError:
        pass
    written = _META_CHARSET.search(page[:_HEAD])
    declared = written[1].decode() if written else ""
    name = _codec(charset or "") or _codec(declared) or "cp1252"
    return storable(page.decode(name, "replace"))


def _codec(label: str) -> str | None:
    try:
        name = codecs.lookup(label.strip()).name
    except (LookupError, ValueError):
        return None
    name = _LARGER_SETS.get(name, name)
    return name if _TEXT_ENCODING.fullmatch(name) else None
