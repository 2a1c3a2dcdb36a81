import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fetch.hostile_urls import hostile_urls
from tests.fetch.lab import PUBLIC
from tests.fetch.public_urls import PUBLIC_URLS
from tidings.core.settings.settings import KNOWN_SETTINGS
from tidings.fetch.address import special_use
from tidings.fetch.target import (
    BadUrl,
    Credentials,
    Proxy,
    Target,
    parse_proxy,
    parse_reference,
    parse_target,
    take_credentials,
)


def target(url: str) -> Target:
    parsed = parse_target(url)
    assert isinstance(parsed, Target), url
    return parsed


@pytest.mark.parametrize("url", PUBLIC_URLS)
def test_legitimate_urls_are_not_refused(url: str) -> None:
    parsed = target(url)
    assert parsed.address is None or special_use(parsed.address) is None


@pytest.mark.parametrize("url", PUBLIC_URLS)
def test_the_canonical_spelling_means_the_same_again(url: str) -> None:
    assert target(target(url).url) == target(url)


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.COM.:80", "http://example.com/"),
        ("https://example.com:443/a?b#c", "https://example.com/a?b"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("http://example.com?q", "http://example.com/?q"),
        ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://[2606:4700:0:0:0:0:0:1111]:81/", "http://[2606:4700::1111]:81/"),
        ("http://１.1.1.1/", "http://1.1.1.1/"),
        ('http://example.com/"<>', "http://example.com/%22%3C%3E"),
        ("http://example.com/\udce9", "http://example.com/%E9"),
    ],
)
def test_a_url_gets_its_canonical_spelling(url: str, canonical: str) -> None:
    assert target(url).url == canonical


@given(st.text(max_size=60))
def test_any_text_is_a_target_or_a_reason(text: str) -> None:
    for url in (text, "http://" + text, f"https://example.com/{text}"):
        parsed = parse_target(url)
        if isinstance(parsed, Target):
            assert parse_target(parsed.url) == parsed
            assert parsed.url.isascii()
            assert not set(parsed.url) & set("\r\n\t \\")
        else:
            assert parsed.reason


def test_no_hostile_spelling_has_a_public_address() -> None:
    for url in hostile_urls(80):
        parsed = parse_target(url)
        if isinstance(parsed, Target) and parsed.address is not None:
            assert special_use(parsed.address), url


BASE = "http://example.com/a/b?c"


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("d", "http://example.com/a/d"),
        ("/d", "http://example.com/d"),
        ("../d", "http://example.com/d"),
        ("?d", "http://example.com/a/b?d"),
        ("//other.example/d", "http://other.example/d"),
        ("https://other.example", "https://other.example/"),
        ("/\\other.example", "http://example.com/%5Cother.example"),
        ("\\\\other.example", "http://example.com/a/%5C%5Cother.example"),
        ("/a b/ü", "http://example.com/a%20b/%C3%BC"),
    ],
)
def test_a_reference_is_read_from_where_it_was_received(
    reference: str, expected: str
) -> None:
    parsed = parse_reference(target(BASE), reference)
    assert isinstance(parsed, Target)
    assert parsed.url == expected


@pytest.mark.parametrize(
    "reference",
    ["http:/other", "http:other", "ftp://x/", "javascript:1", "///x", "/a\r\nb", "//"],
)
def test_a_reference_that_could_mean_two_things_is_refused(reference: str) -> None:
    assert isinstance(parse_reference(target(BASE), reference), BadUrl)


@pytest.mark.parametrize(
    ("url", "bare", "credentials"),
    [
        ("http://a.example/x@y", "http://a.example/x@y", None),
        ("http://me@a.example/", "http://a.example/", Credentials("me", "")),
        ("http://me:pa:ss@a.example/", "http://a.example/", Credentials("me", "pa:ss")),
        ("http://m%40e:%3a@a.example", "http://a.example", Credentials("m@e", ":")),
        ("http://me\\@a.example/", "http://me\\@a.example/", None),
        ("http://a@b@c.example/", "http://a@b@c.example/", None),
    ],
)
def test_credentials_are_taken_out_of_a_url(
    url: str, bare: str, credentials: Credentials | None
) -> None:
    assert take_credentials(url) == (bare, credentials)


def test_credentials_do_not_show_themselves() -> None:
    assert "secret" not in repr(Credentials("me", "secret"))


def test_a_proxy_may_have_credentials_but_no_path() -> None:
    proxy = parse_proxy(f"http://me:word@{PUBLIC}:3128")
    assert isinstance(proxy, Proxy)
    assert proxy.target.port == 3128
    assert proxy.credentials == Credentials("me", "word")
    assert isinstance(parse_proxy(f"http://{PUBLIC}:3128/path"), BadUrl)
    assert isinstance(parse_proxy("socks5://127.0.0.1:9050"), BadUrl)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("http://[::1]:23599/", "[::1]:23599"),
        ("https://provider.example/", "provider.example:443"),
        ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
    ],
)
def test_a_place_is_written_as_the_setting_takes_it(url: str, place: str) -> None:
    target = parse_target(url)
    assert isinstance(target, Target)
    assert target.host_and_port == place
    kind = KNOWN_SETTINGS["TIDINGS_ALLOW_ORIGINS"].kind
    assert kind.write(kind.read(place)) == place
