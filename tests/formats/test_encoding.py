"""The ladder of encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.formats.feeds.encoding import is_utf8, to_utf8

WORDS = "Zażółć gęślą jaźń"


def declared(name: str, text: str = WORDS) -> str:
    return f'<?xml version="1.0" encoding="{name}"?><rss>{text}</rss>'


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", WORDS),
        ("iso-8859-2", WORDS),
        ("windows-1250", WORDS),
        ("windows-1251", "Новости дня"),
        ("koi8-r", "Новости дня"),
        ("windows-1255", "חדשות"),
        ("shift_jis", "日本語のニュース"),
        ("euc-jp", "日本語のニュース"),
        ("iso-2022-jp", "日本語のニュース"),
        ("euc-kr", "한국어 뉴스"),
        ("big5", "中文新聞"),
        ("gb2312", "中文新闻"),
        ("tis-620", "ข่าว"),
    ],
)
def test_declared_encoding_is_believed(encoding: str, text: str) -> None:
    document = declared(encoding, text)
    assert to_utf8(document.encode(encoding), None).decode() == document


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_byte_order_mark_beats_everything(encoding: str) -> None:
    document = declared("iso-8859-1")
    body = document.encode(encoding)
    assert to_utf8(body, "text/xml; charset=koi8-r").decode() == document


@pytest.mark.parametrize(
    "encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
)
def test_wide_encodings_are_seen_without_a_mark(encoding: str) -> None:
    assert to_utf8(declared("x").encode(encoding), None).decode() == declared("x")


def test_valid_utf_8_is_utf_8_whatever_is_declared() -> None:
    body = declared("iso-8859-2").encode()
    assert to_utf8(body, "text/xml; charset=windows-1250") == body


@pytest.mark.parametrize("name", ["iso-8859-1", "latin1", "us-ascii"])
def test_latin_1_is_read_as_windows_1252(name: str) -> None:
    document = declared(name, "“it’s”")
    assert to_utf8(document.encode("cp1252"), None).decode() == document


def test_server_is_asked_when_the_feed_says_nothing() -> None:
    body = "<rss>Новости</rss>".encode("cp1251")
    assert "Новости" in to_utf8(body, 'text/xml; charset="windows-1251"').decode()


def test_feed_is_believed_before_the_server() -> None:
    body = declared("windows-1251", "Новости").encode("cp1251")
    assert "Новости" in to_utf8(body, "text/xml; charset=koi8-r").decode()


def test_nothing_said_means_windows_1252() -> None:
    assert (
        to_utf8("<rss>Zürich</rss>".encode("cp1252"), None).decode()
        == "<rss>Zürich</rss>"
    )


def test_one_bad_byte_does_not_spoil_the_good_letters() -> None:
    body = declared("utf-8").encode() + b"\x93quoted\x94"
    assert to_utf8(body, None).decode() == declared("utf-8") + "“quoted”"


def test_few_bad_bytes_do_not_spoil_the_declared_encoding() -> None:
    body = declared("euc-jp", "日本語" * 200).encode("euc-jp") + b"\xff"
    assert "日本語" * 200 in to_utf8(body, None).decode()


@pytest.mark.parametrize(
    "name", ["rot13", "hex", "utf-7", "idna", "nonsense", "utf-16"]
)
def test_names_that_are_no_text_encodings_are_passed_over(name: str) -> None:
    body = declared(name, "Zürich").encode("cp1252")
    assert "Zürich" in to_utf8(body, None).decode()


@given(st.binary(max_size=300), st.sampled_from([None, "text/xml; charset=big5", "x"]))
def test_any_bytes_become_utf_8(body: bytes, content_type: str | None) -> None:
    assert is_utf8(to_utf8(body, content_type))


@given(st.text(max_size=200), st.integers(0, 3))
def test_utf_8_is_known_however_it_is_cut(text: str, cut: int) -> None:
    body = text.encode("utf-8", "ignore")
    assert is_utf8(body)
    broken = body[: len(body) - cut]
    try:
        broken.decode()
        valid = True
    except UnicodeDecodeError:
        valid = False
    assert is_utf8(broken) == valid


def test_utf_8_is_known_across_the_pieces_it_is_checked_in() -> None:
    body = ("a" * ((1 << 20) - 1) + "é" * 10).encode()
    assert is_utf8(body)
    assert not is_utf8(body + b"\xff")
