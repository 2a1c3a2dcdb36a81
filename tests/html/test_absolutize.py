import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.html.absolutize import Addresses
from tidings.html.limits import LARGEST

BASE = "https://blog.example/a/b?c=d#e"
REFERENCES = st.one_of(
    st.text(max_size=12),
    st.text(alphabet="ahtps:/.?#\\@ \t%[]0", max_size=12),
    st.builds(
        "{}{}".format,
        st.sampled_from(["http://", "//", "/", "../"]),
        st.text(max_size=8),
    ),
)


@given(REFERENCES)
def test_an_address_that_is_whole_stays_as_it_is(reference: str) -> None:
    once = Addresses(BASE).page(reference)
    if once is not None:
        assert Addresses(BASE).page(once) == once
        assert once.startswith(("http://", "https://")) or once.lower().startswith(
            ("http://", "https://", "mailto:")
        )


@given(st.lists(REFERENCES, max_size=5))
def test_candidates_that_are_whole_stay_as_they_are(references: list[str]) -> None:
    once = Addresses(BASE).pictures(" 2x, ".join(references))
    if once is not None:
        assert Addresses(BASE).pictures(once) == once


def test_candidates_keep_their_sizes() -> None:
    srcset = (
        "a.png 320w,/b.png 1.5x ,, c.png, https://x.example/d,e.png 2x, javascript:x 3x"
    )
    assert Addresses(BASE).pictures(srcset) == (
        "https://blog.example/a/a.png 320w, https://blog.example/b.png 1.5x, "
        "https://blog.example/a/c.png, https://x.example/d%2Ce.png 2x"
    )


def test_all_addresses_together_stay_within_bounds() -> None:
    addresses = Addresses("https://blog.example/" + "x" * 2000 + "/")
    found = [addresses.page("y") for _ in range(10_000)]
    assert sum(len(url) for url in found if url) <= LARGEST
    assert found[0]
    assert found[-1] is None


def test_a_base_beyond_all_measure_is_none() -> None:
    assert Addresses("https://blog.example/" + "x" * 5000).page("y") is None


@pytest.mark.parametrize("reference", ["y", "/y", "../y", "?y"])
def test_a_link_does_not_give_away_the_credentials_of_its_feed(reference: str) -> None:
    assert Addresses("https://me:secret@blog.example/a/").page(reference) is None


def test_places_in_the_document_are_told_from_other_pages() -> None:
    addresses = Addresses(BASE)
    assert addresses.fragment("#fn%3A1") == "fn:1"
    assert addresses.fragment("https://blog.example/a/b?c=d#x") == "x"
    assert addresses.fragment("https://blog.example/other#x") is None
    assert addresses.fragment("plain") is None
