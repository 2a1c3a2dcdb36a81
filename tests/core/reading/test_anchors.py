import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.reading.anchors import Anchor, PassageMatch, find_passage

BEFORE = "The harbour bridge opened on Monday after a long winter of repairs."
QUOTE = "We are happy that it holds"
AFTER = "said the engineer, who had measured every joint of it twice."
TEXT = f"{BEFORE}\n{QUOTE}, {AFTER}"
AT = len(BEFORE) + 1
ANCHOR = Anchor(QUOTE, BEFORE[-30:], f", {AFTER[:30]}", AT)


@pytest.mark.parametrize(
    ("text", "reads", "how"),
    [
        (TEXT, QUOTE, "same_place"),
        (f"{TEXT}\nMore was added below.", QUOTE, "same_place"),
        (f"Breaking news.\n{TEXT}", QUOTE, "moved"),
        (f"{QUOTE}!\nA headline repeats it.\n{TEXT}", QUOTE, "moved"),
        (TEXT.replace("We are happy", "Wir are Happy"), "Wir are Happy that it holds", "changed"),
        (TEXT.replace("happy that", "very happy that"), "We are very happy that it holds", "changed"),
        (TEXT.replace("We are happy that it holds", "We're happy that it holds"), "We're happy that it holds", "changed"),
    ],
)  # fmt: skip
def test_a_passage_is_found_in_a_text_that_changed_a_little(
    text: str, reads: str, how: str
) -> None:
    found = find_passage(ANCHOR, text)
    assert found is not None
    assert text[found.position : found.position + found.length] == reads
    assert found.how == how


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Another article altogether, about boats and the people who build them.",
        TEXT.replace(QUOTE, "Nobody knows how long it will last"),
        "We are sad",
    ],
)
def test_a_passage_that_is_gone_is_lost_and_not_guessed(text: str) -> None:
    assert find_passage(ANCHOR, text) is None


def test_of_several_places_the_one_with_the_same_surroundings_is_meant() -> None:
    text = f"{QUOTE}.\nSome words.\n{QUOTE}, {AFTER}\nOthers.\n{QUOTE}?"
    found = find_passage(ANCHOR, text)
    assert found == PassageMatch(text.index(f"{QUOTE}, said"), len(QUOTE), "moved")


def test_of_equal_places_the_nearest_is_meant() -> None:
    text = "one word more and one word less and one word again"
    found = find_passage(Anchor("one word", position=16), text)
    assert found is not None
    assert found.position == text.index("one word less")


def test_a_short_quote_needs_its_surroundings() -> None:
    anchor = Anchor("the", "closed during ", " winter", 30)
    assert find_passage(anchor, "A story of the sea and the wind.") is None
    text = "It was closed during the winter."
    assert find_passage(anchor, text) == PassageMatch(21, 3, "moved")


def test_line_breaks_of_a_browser_do_not_matter() -> None:
    anchor = Anchor("of repairs.\n\n  We are happy", position=0)
    found = find_passage(anchor, TEXT)
    assert found is not None
    assert TEXT[found.position :][: found.length] == "of repairs.\nWe are happy"


def test_a_note_on_the_whole_entry_has_no_place() -> None:
    assert find_passage(Anchor(" \n"), TEXT) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a" * 10_000, "ab" * 100_000),
        ("a" * 10_000 + "b", "a" * 200_000),
        ("ab " * 3_000 + "x", "ab " * 70_000),
        ("never there at all, not once", "never there " * 20_000),
    ],
)
def test_a_hostile_text_takes_bounded_time(quote: str, text: str) -> None:
    # Without bounds each of these takes minutes.
    began = time.process_time()
    find_passage(Anchor(quote, "a" * 500, "b" * 500), text)
    assert time.process_time() - began < 5


@given(
    st.text("ab \n", min_size=0, max_size=60),
    st.text("ab \n", min_size=0, max_size=30),
    st.tuples(st.text("ab ", max_size=20), st.text("ab ", max_size=20)),
    st.integers(0, 100),
)
def test_what_is_found_lies_in_the_text(
    text: str, quote: str, around: tuple[str, str], position: int
) -> None:
    found = find_passage(Anchor(quote, *around, position), text)
    if found is not None:
        assert found.position >= 0
        assert found.length > 0
        assert found.position + found.length <= len(text)


@given(
    st.lists(st.text("abcde", min_size=1, max_size=8), min_size=8, max_size=40),
    st.data(),
)
def test_whatever_is_put_before_it_a_whole_passage_is_found(
    words: Sequence[str], data: st.DataObject
) -> None:
    text = " ".join(words)
    start = data.draw(st.integers(0, len(words) - 6))
    quote = " ".join(words[start : start + 6])
    position = len(" ".join(words[:start])) + (start > 0)
    added = data.draw(st.text("xyz ", max_size=50))
    if len(quote) < 16:
        return
    found = find_passage(Anchor(quote, position=position), f"{added}\n{text}")
    assert found is not None
    assert found.how != "changed"
