"""The name that is told is the encoding that a document was really read in."""

import codecs

import pytest

from tidings.formats.feeds.encoding import encoding_of, to_utf8

WORDS = "<a>Grüße, привет</a>"


@pytest.mark.parametrize(
    ("body", "content_type", "name"),
    [
        (WORDS.encode(), None, "utf-8"),
        (codecs.BOM_UTF8 + WORDS.encode(), None, "utf-8"),
        (codecs.BOM_UTF16_LE + WORDS.encode("utf-16-le"), None, "utf-16-le"),
        (WORDS.encode("utf-16-be"), None, "utf-16-be"),
        (WORDS.encode("cp1251", "replace"), "text/xml; charset=windows-1251", "cp1251"),
        (
            b'<?xml version="1.0" encoding="koi8-r"?>'
            + WORDS.encode("koi8-r", "replace"),
            None,
            "koi8-r",
        ),
        ("<a>Grüße</a>".encode("latin-1"), None, "cp1252"),
        (b"<a>plain</a>", "text/xml; charset=windows-1251", "utf-8"),
    ],
)
def test_the_name_fits_the_text(
    body: bytes, content_type: str | None, name: str
) -> None:
    assert encoding_of(body, content_type) == name
    text = body.decode(name).removeprefix("\ufeff")
    assert to_utf8(body, content_type).decode() == text
