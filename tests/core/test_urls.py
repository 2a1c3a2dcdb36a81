"""Addresses are compared without noise and never raise."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from publicsuffixlist import PublicSuffixList

from tidings.core.urls import (
    absolute_url,
    host_of,
    http_https_twin,
    is_web_url,
    place_of,
    root_domain,
    same_site,
    without_login,
)

EXAMPLES = settings(max_examples=50)

SUFFIXES = PublicSuffixList()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "https://Site.com:443/Article?utm_source=rss&id=123#comments",
            "https://site.com/Article?id=123",
        ),
        ("HTTP://EXAMPLE.com:80/", "http://example.com/"),
        ("http://example.com", "http://example.com/"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("https://example.com:80/", "https://example.com:80/"),
        ("http://example.com:0080/a", "http://example.com/a"),
        ("http://example.com:/a", "http://example.com/a"),
        ("https://example.com/a/", "https://example.com/a"),
        ("https://example.com/a///", "https://example.com/a"),
        ("https://example.com//", "https://example.com/"),
        ("https://example.com/a/?b=1", "https://example.com/a?b=1"),
        ("https://example.com/A/b", "https://example.com/A/b"),
        ("https://example.com/?utm_source=x&utm_medium=y", "https://example.com/"),
        ("https://example.com/?fbclid=1&a=2&gclid=3", "https://example.com/?a=2"),
        ("https://example.com/?UTM_Source=1", "https://example.com/"),
        ("https://example.com/?ref=1&source=2", "https://example.com/?ref=1&source=2"),
        ("https://example.com/?utmost=1", "https://example.com/?utmost=1"),
        ("https://example.com/?gclid2=1", "https://example.com/?gclid2=1"),
        ("https://example.com/?b=1&&a=%zz", "https://example.com/?b=1&&a=%zz"),
        ("https://example.com/?", "https://example.com/"),
        ("https://example.com/%7Efoo/%e4", "https://example.com/%7Efoo/%e4"),
        ("https://example.com/a b", "https://example.com/a b"),
        ("  https://example.com/a\n", "https://example.com/a"),
        ("https://example.com/a\n/b", "https://example.com/a/b"),
        ("https://münchen.example/ä", "https://xn--mnchen-3ya.example/ä"),
        ("https://MÜNCHEN.example/", "https://xn--mnchen-3ya.example/"),
        ("https://straße.example/", "https://xn--strae-oqa.example/"),
        ("https://例え。jp/", "https://xn--r8jz45g.jp/"),
        ("http://[2001:DB8::0:1]:8080/a", "http://[2001:db8::1]:8080/a"),
        ("http://a_b.example/", "http://a_b.example/"),
        ("http://localhost:8080/feed", "http://localhost:8080/feed"),
    ],
)
def test_url_is_normalised(url: str, expected: str) -> None:
    assert http_https_twin(url) == expected.partition(":")[2]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com/a",
        "/a",
        "//example.com/a",
        "ftp://example.com/",
        "javascript:alert(1)",
        "mailto:a@example.com",
        "http://",
        "http:///a",
        "http:/example.com",
        "https://user:secret@example.com/",
        "https://user@example.com/",
        "https://@example.com/",
        "https://example.com\\@evil.example/",
        "https://exa mple.com/",
        "https://ex%61mple.com/",
        "https://example..com/",
        "https://example.com:99999/",
        "https://example.com:" + "9" * 5000 + "/",
        "https://example.com:80x/",
        "https://example.com:-1/",
        "https://[::1/",
        "https://[::1]x/",
        "https://[zz]/",
        "https://[fe80::1%25eth0]/",
        "https://[1.2.3.4]/",
        "https://" + "a" * 64 + ".com/",
        "https://" + "é" * 70 + ".com/",
        "https://" + "é." * 200 + "com/",
        "https://example.com/\x00a",
        "https://example.com/\ud800",
        "https://℀.com/",
    ],
)
def test_what_is_no_web_url_has_no_normal_form(url: str) -> None:
    assert http_https_twin(url) is None


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("http://example.com/a", "https://example.com/a", True),
        ("http://example.com:80/a", "https://EXAMPLE.com:443/a/", True),
        ("http://example.com/a?utm_x=1", "https://example.com/a", True),
        ("http://example.com/a", "https://example.com/b", False),
        ("http://example.com/a", "https://www.example.com/a", False),
        ("http://example.com:8080/a", "https://example.com/a", False),
    ],
)
def test_twins_differ_only_in_scheme(a: str, b: str, equal: bool) -> None:
    assert (http_https_twin(a) == http_https_twin(b)) is equal


ANY_TEXT = st.text(st.characters(), max_size=60)
URL_LIKE = st.builds(
    "{}://{}{}".format,
    st.sampled_from(["http", "https", "HTTPS", "ftp", ""]),
    st.text(st.sampled_from("aBé.:@[]%0189-_\\ \ud800"), max_size=12),
    st.text(st.sampled_from("/?#&=utm_fbclidäÄ% \n\x00a."), max_size=25),
)


@EXAMPLES
@given(st.one_of(ANY_TEXT, URL_LIKE))
@example("http://\ud800/")
@example("http://a\u0301" * 9)
def test_no_text_raises_and_normalising_twice_changes_nothing(text: str) -> None:
    twin = http_https_twin(text)
    if twin is not None:
        assert twin in (http_https_twin(f"{s}:{twin}") for s in ("http", "https"))
        assert host_of(text) is not None
        twin.encode()
    absolute_url(text, text)
    root_domain(text, SUFFIXES)
    same_site(text, text, SUFFIXES)
    if is_web_url(text):
        assert twin is not None


@pytest.mark.parametrize(
    "url",
    [
        "http://a" + "/" * 1_000_000,
        "http://a/?" + "utm_" * 300_000,
        "http://a/?" + "&" * 300_000,
        "http://" + "é" * 1_000_000,
        "http://a" + "\u0301\u0323" * 50_000,
        "http://" + "a." * 500_000,
        "http://" + "[" * 1_000_000,
        "http://a" + ":" * 1_000_000,
        "http://" + "@" * 1_000_000,
        " " * 1_000_000 + "x",
    ],
)
def test_a_huge_url_costs_no_more_than_its_length(url: str) -> None:
    started = time.process_time()
    http_https_twin(url)
    is_web_url(url)
    absolute_url(url, url)
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://User:x@WWW.Example.com:8080/a", "www.example.com"),
        ("https://münchen.example/", "xn--mnchen-3ya.example"),
        ("http://[::1]:80/", "::1"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("ftp://example.com/", None),
        ("nothing", None),
    ],
)
def test_host_of_a_url(url: str, host: str | None) -> None:
    assert host_of(url) == host


def test_the_pace_of_a_host_is_kept_by_port_and_not_by_scheme() -> None:
    assert place_of("http://Example.org:8081/a") == "example.org:8081"
    assert place_of("http://example.org:8082/a") == "example.org:8082"
    schemes = {place_of("http://example.org/a"), place_of("https://example.org/b")}
    assert schemes == {"example.org"}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/a?b#c", True),
        ("http://example.com:8080", True),
        ("https://example.com/ä", True),
        (" https://example.com/", False),
        ("https://example.com/a b", False),
        ("https://example.com/a\u00a0b", False),
        ("https://example.com/a\nb", False),
        ("https://example.com/\x00", False),
        ("https://example.com/\x85", False),
        ("https://example.com/\udfff", False),
        ("https://u:p@example.com/", False),
        ("https://", False),
        ("//example.com/", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("https://example.com/" + "a" * 70_000, False),
    ],
)
def test_web_url_is_judged_strictly(url: str, expected: bool) -> None:
    assert is_web_url(url) is expected


BASE = "https://example.com/blog/post?x=1#top"


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("other", "https://example.com/blog/other"),
        ("/a/../b", "https://example.com/b"),
        ("//cdn.example.net/i.png", "https://cdn.example.net/i.png"),
        ("?page=2", "https://example.com/blog/post?page=2"),
        ("http://elsewhere.example/a#b", "http://elsewhere.example/a#b"),
        ("  /a b\n", "https://example.com/a%20b"),
        ("/a\tb", "https://example.com/ab"),
        ("/a\u3000b", "https://example.com/a%E3%80%80b"),
        ("", None),
        ("   ", None),
        ("javascript:alert(1)", None),
        ("java\nscript:alert(1)", None),
        ("\x01javascript:alert(1)", None),
        ("DATA:text/html,x", None),
        ("mailto:a@example.com", None),
        ("https://u:p@example.com/", None),
        ("https://exa mple.com/", None),
        ("https://[", None),
        ("/a\x00b", None),
        ("/" + "a" * 70_000, None),
    ],
)
def test_reference_is_resolved_to_a_web_url(
    reference: str, expected: str | None
) -> None:
    assert absolute_url(BASE, reference) == expected


def test_reference_needs_a_base_only_if_it_is_relative() -> None:
    assert absolute_url("", "https://example.com/a") == "https://example.com/a"
    assert absolute_url("", "/a") is None
    assert absolute_url("ftp://example.com/", "a") is None


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("www.example.com", "example.com"),
        ("WWW.Example.COM.", "example.com"),
        ("example.com", "example.com"),
        ("a.b.example.co.uk", "example.co.uk"),
        ("noticias.uol.com.br", "uol.com.br"),
        ("someone.github.io", "someone.github.io"),
        ("a.someone.github.io", "someone.github.io"),
        ("co.uk", "co.uk"),
        ("github.io", "github.io"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("[2001:DB8::1]", "2001:db8::1"),
        ("www.münchen.de", "xn--mnchen-3ya.de"),
        ("", None),
        ("not a host", None),
    ],
)
def test_root_domain_groups_a_site(host: str, expected: str | None) -> None:
    assert root_domain(host, SUFFIXES) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("https://www.example.com/a", "http://feeds.example.com/b", True),
        ("https://example.co.uk/", "https://other.co.uk/", False),
        ("https://a.github.io/", "https://b.github.io/", False),
        ("http://127.0.0.1/", "http://127.0.0.1:8080/", True),
        ("http://127.0.0.1/", "http://127.0.0.2/", False),
        ("nothing", "nothing", False),
    ],
)
def test_same_site_compares_registrable_domains(a: str, b: str, expected: bool) -> None:
    assert same_site(a, b, SUFFIXES) is expected


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("https://me:hush@a.example/x@y", "https://…@a.example/x@y"),
        ("//me:hush@a.example", "//…@a.example"),
        (
            "https://a.example/?mail=me@b.example",
            "https://a.example/?mail=me@b.example",
        ),
        ("no address", "no address"),
    ],
)
def test_a_shown_address_has_no_password(typed: str, shown: str) -> None:
    assert without_login(typed) == shown
