"""The Link header, as standards write it and as strangers do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.feeds.link_header import Link, read_links, split_list


def link(target: str, *relations: str) -> Link:
    return Link(target, frozenset(relations))


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("<https://hub.example/>; rel=hub", [link("https://hub.example/", "hub")]),
        ('<https://hub.example/>; rel="hub"', [link("https://hub.example/", "hub")]),
        ("</feed>;REL=Self", [link("/feed", "self")]),
        ('<a>; rel="hub self"', [link("a", "hub", "self")]),
        (
            '<a>; rel="hub", <b>; rel="self"',
            [link("a", "hub"), link("b", "self")],
        ),
        ('<a,b;c>; rel="hub"', [link("a,b;c", "hub")]),
        (
            '<a>; title="one, <two>; rel=self"; rel=hub, <b>; rel=self',
            [link("a", "hub"), link("b", "self")],
        ),
        (r'<a>; title="say \"hi\", you"; rel=hub', [link("a", "hub")]),
        ("<a>; rel=hub; rel=self", [link("a", "hub")]),
        ("< a >; rel = hub", [link("a", "hub")]),
    ],
)
def test_links_are_read_with_their_relations(text: str, links: list[Link]) -> None:
    assert list(read_links(text)) == links


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",,;;,",
        "a; rel=hub",
        "<a; rel=hub",
        "<>; rel=hub",
        "<a>",
        "<a>; title=hub",
        "<a\x00b>; rel=hub",
        f"<{'a' * 5_000}>; rel=hub",
        '<a>; rel=hub; anchor="https://elsewhere.example/"',
    ],
)
def test_what_is_no_link_about_this_page_is_left_out(text: str) -> None:
    assert read_links(text) == ()


def test_the_number_of_links_is_bounded() -> None:
    assert len(read_links("<a>; rel=hub, " * 10_000)) == 64


def test_an_open_quote_swallows_only_the_rest() -> None:
    assert read_links('<a>; rel=hub, <b>; rel="self') == (
        link("a", "hub"),
        link("b", "self"),
    )


@given(st.text(alphabet='<>,;="\\ ab'))
def test_splitting_loses_nothing_but_separators_and_space(text: str) -> None:
    kept = "".join(split_list(text, ",;"))
    for mark in ",; ":
        kept = kept.replace(mark, "")
        text = text.replace(mark, "")
    assert kept == text


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    assert all(found.relations is not None for found in read_links(text))
