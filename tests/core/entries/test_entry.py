"""A batch of new entries gets its numbers and times."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.core.entries.entry import NewEntry, place_entries
from tidings.core.entries.identity import EntryKeys

NOON = 1_000_000


def _entry(published_at: int | None) -> NewEntry:
    return NewEntry(EntryKeys(None, None, b"x" * 32), published_at=published_at)


def test_old_entries_of_a_new_feed_keep_their_real_times() -> None:
    placed = place_entries(
        [_entry(300), _entry(100), _entry(200)],
        last_seq=0,
        last_at=0,
        received_at=NOON,
    )
    assert [(p.seq, p.sort_at) for p in placed] == [(1, 100), (2, 200), (3, 300)]


def test_a_late_entry_stands_beside_its_feeds_newest() -> None:
    placed = place_entries([_entry(5)], last_seq=9, last_at=700, received_at=NOON)
    assert [(p.seq, p.sort_at) for p in placed] == [(10, 700)]


def test_nothing_stands_in_the_future_or_before_time_began() -> None:
    placed = place_entries(
        [_entry(NOON * 9), _entry(-7), _entry(None)],
        last_seq=0,
        last_at=0,
        received_at=NOON,
    )
    assert [p.sort_at for p in placed] == [0, NOON, NOON]


@given(
    st.lists(st.one_of(st.none(), st.integers(-(10**18), 10**18)), max_size=30),
    st.integers(0, 10**6),
    st.integers(0, NOON),
)
def test_number_and_time_rise_together(published, last_seq, last_at) -> None:
    placed = place_entries(
        [_entry(at) for at in published],
        last_seq=last_seq,
        last_at=last_at,
        received_at=NOON,
    )
    assert [p.seq for p in placed] == list(
        range(last_seq + 1, last_seq + 1 + len(published))
    )
    times = [last_at, *(p.sort_at for p in placed)]
    assert times == sorted(times)
    assert all(p.sort_at <= NOON for p in placed)
