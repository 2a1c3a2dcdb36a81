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
        ("@ana@social.example", ("https://social.example/@ana",)),
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
