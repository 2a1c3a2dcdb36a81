"""How events look on the wire, and which numbers a client may come back with."""

import json

import pytest

from tidings.core.system.events import (
    Event,
    entry_span,
    event_number,
    frame,
    heartbeat_frame,
    hello_frame,
    listed_entries,
    reset_frame,
)

ADDED = Event(7, "entry_added", None, 3, {"first_id": 10, "last_id": 12, "count": 3})
MARKED = Event(8, "state_changed", 1, None, {"ids": [10, 11], "read": True})


def test_an_event_names_its_kind_its_number_and_its_feed() -> None:
    assert frame(ADDED, {"first_id": 11, "last_id": 12, "count": 2}) == (
        b"event: entry_added\nid: 7\n"
        b'data: {"first_id":11,"last_id":12,"count":2,"feed_id":3}\n\n'
    )


def test_no_text_can_break_out_of_its_event() -> None:
    told = {"tag": "a\n\nevent: reset\r\ndata: \u2028\0"}
    lines = frame(MARKED, told).split(b"\n")
    assert lines[:2] == [b"event: state_changed", b"id: 8"]
    assert lines[3:] == [b"", b""]
    assert json.loads(lines[2].removeprefix(b"data: ")) == told


def test_signs_without_news_carry_a_number_and_no_data() -> None:
    assert hello_frame(5, 3000) == b"retry: 3000\nid: 5\n\n"
    assert heartbeat_frame(5) == b": still here\nid: 5\n\n"
    assert reset_frame(5) == b"event: reset\nid: 5\ndata: {}\n\n"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("42", 42),
        ("007", 7),
        ("", None),
        ("-1", None),
        ("1.5", None),
        (" 1", None),
        ("1_000", None),
        ("٣", None),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
    ],
)
def test_only_plain_numbers_are_event_numbers(text: str, number: int | None) -> None:
    assert event_number(text) == number


def test_entries_are_named_one_by_one_or_as_a_span() -> None:
    assert entry_span(ADDED) == (10, 12)
    assert listed_entries(ADDED) is None
    assert listed_entries(MARKED) == [10, 11]
    assert entry_span(MARKED) is None
