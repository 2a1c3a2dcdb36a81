from hypothesis import given
from hypothesis import strategies as st

from tidings.auth.media_links import MediaLinks

LINKS = MediaLinks("all", lambda: "k" * 40)


def parts(path: str) -> tuple[str, str]:
    assert path.startswith("/api/v1/media/")
    signature, packed = path.split("/")[-2:]
    return signature, packed


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_what_was_signed_is_recognised(url: str) -> None:
    path = LINKS.path(url)
    assert path is not None
    assert path.isascii()
    assert LINKS.url_of(*parts(path)) == url


@given(st.text(max_size=60), st.text(max_size=60))
def test_nothing_else_is(signature: str, packed: str) -> None:
    assert LINKS.url_of(signature, packed) is None


def test_another_key_makes_other_signatures() -> None:
    other = MediaLinks("all", lambda: "l" * 40)
    path = LINKS.path("https://x.example/a.png")
    assert path is not None
    assert other.url_of(*parts(path)) is None


def test_an_address_that_is_too_long_for_a_request_is_left_as_it_is() -> None:
    assert LINKS.path("https://x.example/" + "a" * 5_000) is None


def test_the_key_is_asked_for_on_first_use_only() -> None:
    asked: list[str] = []
    links = MediaLinks("all", lambda: asked.append("once") or "k")
    assert asked == []
    links.path("https://x.example/")
    links.path("https://y.example/")
    assert asked == ["once"]
