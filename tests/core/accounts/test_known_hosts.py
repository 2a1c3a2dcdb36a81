"""Names that a stranger can own are known only if a setting says so."""

import pytest

from tidings.core.accounts.known_hosts import is_known_host

OWN = frozenset({"news.example.org", "reader.example.net"})


@pytest.mark.parametrize(
    "host",
    [
        "news.example.org",
        "NEWS.example.org:8080",
        "news.example.org.",
        "reader.example.net:443",
        # Loopback, by name and by address.
        *(
            "localhost",
            "localhost:8080",
            "app.localhost",
            "127.0.0.1:8080",
            "[::1]:8080",
        ),
        # An address in the bar is what the browser connects to: nobody can rebind it.
        *("192.168.1.5:8080", "203.0.113.7", "[2001:db8::1]:80", "[fe80::1%25eth0]"),
        # Names that no public name server answers for.
        *("tidings", "tidings:8080", "reader.lan", "nas.local:8080", "a.home.arpa"),
        "tidings.apps.internal",
        "",  # no browser: HTTP/1.0 knows no Host
    ],
)
def test_these_are_known(host: str) -> None:
    assert is_known_host(host, OWN)


@pytest.mark.parametrize(
    "host",
    [
        *("evil.test", "evil.test:8080", "evil.example", "xn--tdings-bza.example"),
        *("news.example.org.evil.test", "evilnews.example.org", "sub.news.example.org"),
        *("127.0.0.1.evil.test", "localhost.evil.test", "1.2.3.4.nip.io"),
        *("lan.evil.test", "notlocalhost.test", "home.arpa.evil.test"),
        *(
            "[::1",
            "[evil.test]",
            "a b.test",
            "evil.test@127.0.0.1",
            "127.0.0.1,evil.test",
        ),
        *("evil.test:8080:localhost", "localhost/evil.test", "\x00.test", "é.test"),
    ],
)
def test_these_are_not(host: str) -> None:
    assert not is_known_host(host, OWN)
