"""Nobody is sent to another site after signing in, however the address is spelt."""

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tidings.core.accounts.own_path import HOME, own_path


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/entries/12",
        "/entries/12/",
        "/search?q=a%20b&order=newest",
        "/search?q=https://example.org/",
        "/folders/3#top",
        "/a..b/c",
        "/caf%C3%A9",
    ],
)
def test_a_page_of_ours_is_kept_as_it_is(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "path",
    [
        None,
        "",
        "entries",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/%2fevil.example",
        "/%2Fevil.example",
        "/%5cevil.example",
        "/%252fevil.example",
        "/..//evil.example",
        "/.//evil.example",
        "/a/..//evil.example",
        "/%2e%2e//evil.example",
        "/%2e%2e/%2fevil.example",
        "https:evil.example",
        "https://evil.example",
        "https:/evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "\t//evil.example",
        " //evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/%09/evil.example",
        "/a\r\nLocation: https://evil.example",
        "/\0",
        "/@evil.example//x",
        "/caf\u00e9",
        "/" + "a" * 2000,
    ],
)
def test_everything_else_leads_home(path: str | None) -> None:
    assert own_path(path) == HOME


@given(st.text(alphabet="/\\.%2f5ce\t :?#@ab", max_size=30))
@example("/..//a")
def test_a_browser_never_leaves_us(text: str) -> None:
    place = urlsplit(urljoin("https://own.example/api/v1/x", own_path(text)))
    assert (place.scheme, place.netloc) == ("https", "own.example")
    assert not place.path.startswith("//")
