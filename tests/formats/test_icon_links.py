"""The pictures that a page names for itself."""

import pytest

from tidings.core.feeds.icons import IconLink, best_first, favicon_of
from tidings.formats.icon_links import find_icons

PAGE = "https://a.example/blog/"


def found(html: str) -> list[IconLink]:
    return find_icons(html.encode(), content_type="text/html", url=PAGE)


@pytest.mark.parametrize(
    ("html", "links"),
    [
        ('<link rel="icon" href="i.png">', [IconLink(PAGE + "i.png")]),
        (
            '<LINK REL="shortcut icon" HREF="/f.ico" SIZES="16x16 48x48">',
            [IconLink("https://a.example/f.ico", 48)],
        ),
        (
            '<link rel="apple-touch-icon" href="/t.png">',
            [IconLink("https://a.example/t.png", None, is_touch=True)],
        ),
        (
            '<base href="https://cdn.example/"><link rel="icon" href="i.png">',
            [IconLink("https://cdn.example/i.png")],
        ),
        ('<link rel="icon" type="image/svg+xml" href="/i">', []),
        ('<link rel="icon" href="/i.svg?v=1">', []),
        ('<link rel="mask-icon" href="/m.png">', []),
        ('<link rel="icon" href="data:image/png;base64,AAAA">', []),
        ('<link rel="stylesheet" href="/s.css">', []),
        ("", []),
    ],
)
def test_links_to_icons_are_found(html: str, links: list[IconLink]) -> None:
    assert found(html) == links


def test_large_enough_comes_first_and_needlessly_large_later() -> None:
    links = [
        IconLink("tiny", 16),
        IconLink("huge", 512),
        IconLink("right", 64),
        IconLink("touch", is_touch=True),
        IconLink("unknown"),
        IconLink("right", 64),
    ]
    assert best_first(links) == ["right", "touch", "huge", "tiny", "unknown"]


def test_the_usual_place_is_at_the_root_of_the_site() -> None:
    assert favicon_of("https://a.example/x/y?z") == "https://a.example/favicon.ico"
    assert favicon_of("nonsense") is None
