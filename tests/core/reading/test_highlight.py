from collections.abc import Callable
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from tidings.core.reading.anchors import Anchor
from tidings.core.reading.highlight import Edit, Highlight, deleted, edited

MADE = Highlight(
    id="h",
    entry_id=1,
    anchor=Anchor("words"),
    note="",
    color="yellow",
    anchor_at=10,
    note_at=10,
    color_at=10,
    created_at=10,
)
AiRequest = Callable[[Highlight], Highlight]


def edit(edit: Edit, at: int) -> AiRequest:
    return lambda highlight: edited(highlight, edit, at)


def deletion(at: int) -> AiRequest:
    return lambda highlight: deleted(highlight, at)


times = st.integers(11, 16)
edits = st.builds(
    Edit,
    note=st.sampled_from([None, "a", "b"]),
    color=st.sampled_from([None, "blue", "pink"]),
    anchor=st.sampled_from([None, Anchor("words", position=1), Anchor("other")]),
)
intents = st.one_of(st.builds(edit, edits, times), st.builds(deletion, times))


def after(intents: list[AiRequest]) -> Highlight:
    return reduce(lambda highlight, intent: intent(highlight), intents, MADE)


def test_of_each_part_the_newest_wish_counts() -> None:
    now = after([edit(Edit(note="new", color="blue"), 30), edit(Edit(note="old"), 20)])
    assert (now.note, now.color) == ("new", "blue")
    now = edited(now, Edit(color="pink"), 40)
    assert (now.note, now.color) == ("new", "pink")


def test_an_edit_that_was_made_after_a_deletion_brings_the_highlight_back() -> None:
    gone = deleted(MADE, 20)
    assert gone.deleted_at == 20
    assert edited(gone, Edit(note="wait"), 21).deleted_at is None
    assert edited(gone, Edit(note="wait"), 20).deleted_at == 20


def test_a_deletion_that_was_wished_before_an_edit_deletes_nothing() -> None:
    assert deleted(edited(MADE, Edit(note="kept"), 30), 20).deleted_at is None


@given(st.lists(intents, max_size=6), st.randoms())
def test_in_whatever_order_wishes_arrive_they_end_the_same(
    intents: list[AiRequest], dice
) -> None:
    shuffled = list(intents)
    dice.shuffle(shuffled)
    assert after(shuffled) == after(intents)


@given(st.lists(intents, min_size=1, max_size=6))
def test_a_repeated_wish_changes_nothing(intents: list[AiRequest]) -> None:
    assert after([*intents, *intents]) == after(intents)
