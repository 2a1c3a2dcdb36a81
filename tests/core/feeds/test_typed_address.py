"""What people type is understood, and what is no address is not taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.feeds.typed_address import addresses_meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://a.example/feed", ("https://a.example/feed",)),
        ("  HTTP://A.example  ", ("HTTP://A.example",)),
        ("<https://a.example/>", ("https://a.example/",)),
        ("a.example", ("https://a.example", "http://a.example")),
        ("//a.example/x", ("https://a.example/x", "http://a.example/x")),
        (
            "a.example:8080/x?y",
            ("https://a.example:8080/x?y", "http://a.example:8080/x?y"),
        ),
        ("localhost:3000", ("https://localhost:3000", "http://localhost:3000")),
        ("127.0.0.1:80/f", ("https://127.0.0.1:80/f", "http://127.0.0.1:80/f")),
        ("https://me:pw@a.example/", ("https://me:pw@a.example/",)),
        ("me:pw@a.example", ()),
        ("feed:https://a.example/f", ("https://a.example/f",)),
        ("feed://a.example/f", ("https://a.example/f", "http://a.example/f")),
        ("itpc://a.example/f", ("https://a.example/f", "http://a.example/f")),
        (
            "@ana@social.example",
            ("https://social.example/@ana", "http://social.example/@ana"),
        ),
        (
            "@ana@127.0.0.1:8080",
            ("https://127.0.0.1:8080/@ana", "http://127.0.0.1:8080/@ana"),
        ),
        ("@channel", ("https://www.youtube.com/@channel",)),
        ("@a.channel-2", ("https://www.youtube.com/@a.channel-2",)),
        ("@ana@", ()),
        ("@two words", ()),
        ("r/python", ("https://www.reddit.com/r/python/.rss",)),
        ("/r/Ask_Historians/", ("https://www.reddit.com/r/Ask_Historians/.rss",)),
        ("R/python", ("https://www.reddit.com/r/python/.rss",)),
        ("u/some-one", ("https://www.reddit.com/user/some-one/.rss",)),
        ("r/a+b", ("https://www.reddit.com/r/a+b/.rss",)),
        ("python/cpython", ("https://github.com/python/cpython",)),
        ("owner/site.github.io", ("https://github.com/owner/site.github.io",)),
        ("owner-/x", ()),
        ("one/two/three", ()),
        ("either / or", ()),
        ("github.com/a/b", ("https://github.com/a/b", "http://github.com/a/b")),
        ("bücher.example", ("https://bücher.example", "http://bücher.example")),
        ("", ()),
        ("just words", ()),
        ("word", ()),
        ("javascript:alert(1)", ()),
        ("ftp://a.example/", ()),
        ("file:///etc/passwd", ()),
        ("mailto:me@a.example", ()),
        ("a.example/" + "x" * 9000, ()),
    ],
)
def test_an_address_is_understood_as_it_was_meant(
    typed: str, meant: tuple[str, ...]
) -> None:
    assert addresses_meant(typed) == meant


@given(st.text(max_size=200))
def test_whatever_is_typed_gives_web_addresses_or_nothing(typed: str) -> None:
    for address in addresses_meant(typed):
        assert address.lower().startswith(("http://", "https://"))
