"""A login goes only to the server that it was given for."""

import pytest

from tidings.core.feeds.moves import secrets_may_go_along


@pytest.mark.parametrize(
    ("url", "new_url", "may"),
    [
        ("https://a.example/1", "https://a.example/2", True),
        ("https://a.example/1", "https://A.example:443/2", True),
        ("http://a.example/1", "https://a.example/1", True),
        ("https://a.example/1", "http://a.example/1", False),
        ("https://a.example/1", "https://b.example/1", False),
        ("https://a.example/1", "https://www.a.example/1", False),
        ("https://a.example/1", "https://a.example:8443/1", False),
        ("http://a.example:8080/1", "https://a.example/1", False),
        ("https://a.example/1", "https://a.example:port/1", False),
        ("https://a.example/1", "nonsense", False),
    ],
)
def test_secrets_stay_with_their_server(url: str, new_url: str, may: bool) -> None:
    assert secrets_may_go_along(url, new_url) is may
