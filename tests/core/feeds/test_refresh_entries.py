"""What a check decides about each entry of a document."""

import hashlib
from dataclasses import replace
from datetime import timedelta

import pytest

from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import EntryKeys, KnownEntry
from tidings.core.feeds.feed import FetchState
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.refresh import (
    Document,
    EntryChanges,
    FeedFacts,
    Memory,
    RefreshPlan,
    StoredEntry,
    entries_of,
    plan_entries,
    with_poison_aside,
)

NOW = 1_760_000_000_000_000
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NOTHING = EntryChanges()


def entry(
    guid: str, text: str = "", *, meta: int = 0, published_at: int | None = None
) -> NewEntry:
    """An entry known by its guid alone; `text` is what it says."""
    content = hashlib.sha256(f"{guid} {text}".encode()).digest()
    key = hashlib.sha256(guid.encode()).digest()[:8]
    return NewEntry(
        EntryKeys(key, None, content), meta, guid=guid, published_at=published_at
    )


def stored(id_: int, known: NewEntry, *, shown: bool = True) -> StoredEntry:
    return StoredEntry(KnownEntry(id_, known.keys), known.meta_key, shown)


def buried(id_: int, known: NewEntry) -> StoredEntry:
    return StoredEntry(KnownEntry(id_, known.keys, forgotten=True), 0, shown=False)


def memory(*entries: StoredEntry) -> Memory:
    return Memory(entries, frozenset(e.known.id for e in entries if e.shown))


def document(*entries: NewEntry, whole: bool = True) -> Document:
    return Document(FeedFacts("rss"), entries, whole=whole)


def changes(
    read: Document, known: Memory, *, last_body_at: int | None = NOW - micros(HOUR)
) -> EntryChanges:
    return plan_entries(read, known, now=NOW, last_body_at=last_body_at)


A, B, C = entry("a"), entry("b"), entry("c")


@pytest.mark.parametrize(
    ("known", "read", "planned"),
    [
        pytest.param(
            memory(), document(A, B), EntryChanges(new=(A, B)), id="all are new"
        ),
        pytest.param(
            memory(stored(1, A), stored(2, B)),
            document(A, B),
            NOTHING,
            id="all are as they were",
        ),
        pytest.param(
            memory(stored(1, A)),
            document(entry("a", "said anew")),
            EntryChanges(changed=((1, entry("a", "said anew")),)),
            id="other text leaves a version",
        ),
        pytest.param(
            memory(stored(1, A)),
            document(entry("a", meta=7)),
            EntryChanges(touched=((1, entry("a", meta=7)),)),
            id="another author does not",
        ),
        pytest.param(
            memory(stored(1, A), stored(2, B)),
            document(B),
            EntryChanges(hidden=(1,)),
            id="one that is left out is hidden, not lost",
        ),
        pytest.param(
            memory(stored(1, A, shown=False)),
            document(A),
            EntryChanges(shown=(1,)),
            id="one that comes back is shown",
        ),
        pytest.param(
            memory(stored(1, A), stored(2, B)),
            document(),
            NOTHING,
            id="an empty document hides nothing",
        ),
        pytest.param(
            memory(stored(1, A), stored(2, B)),
            document(A, whole=False),
            NOTHING,
            id="a damaged document hides nothing",
        ),
        pytest.param(
            memory(stored(1, A)),
            document(A, C, whole=False),
            EntryChanges(new=(C,)),
            id="what a damaged document still has is taken",
        ),
        pytest.param(
            memory(buried(1, A), stored(2, B)),
            document(A, B),
            NOTHING,
            id="what was forgotten stays forgotten",
        ),
        pytest.param(
            memory(), document(A, A), EntryChanges(new=(A,)), id="twice in one document"
        ),
    ],
)
def test_entries_are_sorted_out(
    known: Memory, read: Document, planned: EntryChanges
) -> None:
    assert changes(read, known) == planned


def test_an_entry_whose_guid_changed_gets_its_new_key() -> None:
    before = replace(A, keys=replace(A.keys, url_key=b"the url."))
    after = replace(
        B, keys=EntryKeys(B.keys.guid_key, b"the url.", A.keys.content_hash)
    )
    planned = changes(document(after), memory(stored(1, before)))
    assert planned == EntryChanges(rekeyed=((1, after.keys),))


def test_a_guid_that_stands_for_two_things_is_counted() -> None:
    one = replace(A, keys=EntryKeys(A.keys.guid_key, b"one url.", b"one text"))
    two = replace(A, keys=EntryKeys(A.keys.guid_key, b"two url.", b"two text"))
    planned = changes(document(one, two), memory())
    assert planned.collisions == 1
    assert [new.keys.guid_key for new in planned.new] == [None, None]


def test_guids_that_look_like_times_are_suspected_at_the_first_fetch_only() -> None:
    read = document(entry("1712345678901"))
    assert changes(read, memory(), last_body_at=None).collisions == 1
    assert changes(read, memory()).collisions == 0


def dated(count: int, age: timedelta, name: str = "old") -> list[NewEntry]:
    return [
        entry(f"{name}-{n}", published_at=NOW - micros(age) - n) for n in range(count)
    ]


@pytest.mark.parametrize(
    ("entries", "last_body_at", "as_read"),
    [
        pytest.param(dated(500, 30 * DAY), NOW, 500, id="an archive"),
        pytest.param(dated(500, 30 * DAY), None, 0, id="a new feed"),
        pytest.param(dated(10, 30 * DAY), NOW, 0, id="a few late ones"),
        pytest.param(dated(11, 30 * DAY), NOW, 11, id="one more than a few"),
        pytest.param(dated(500, 6 * DAY), NOW, 0, id="not old enough"),
        pytest.param(
            dated(500, 30 * DAY), NOW - micros(40 * DAY), 0, id="a feed back from rest"
        ),
        pytest.param(
            dated(20, 30 * DAY) + dated(5, HOUR, "fresh"), NOW, 20, id="only the old"
        ),
        pytest.param(
            [entry(f"undated-{n}") for n in range(500)], NOW, 0, id="without dates"
        ),
    ],
)
def test_old_entries_that_come_many_at_once_come_as_read(
    entries: list[NewEntry], last_body_at: int | None, as_read: int
) -> None:
    planned = changes(document(*entries), memory(), last_body_at=last_body_at)
    assert planned.backfilled == as_read
    assert len(planned.new) == len(entries)


def poison(*entries: NewEntry) -> frozenset[int]:
    """What is remembered of entries that could not be stored."""
    plan = RefreshPlan(
        7, 3, "fetched", "", FetchState(NextCheck(NOW, CheckReason.ASKED))
    )
    aside = with_poison_aside(plan, entries).set_aside
    return frozenset(each.content_key for each in aside)


def test_what_could_not_be_stored_of_late_is_not_tried_again() -> None:
    changed = entry("b", "said anew")
    known = replace(memory(stored(2, B)), poison=poison(A, changed))
    assert changes(document(A, changed, C), known) == EntryChanges(new=(C,))


def test_a_plan_without_its_poison_writes_all_the_rest() -> None:
    old = dated(12, 30 * DAY)
    plan = RefreshPlan(
        7,
        3,
        "fetched",
        "fetched",
        FetchState(NextCheck(NOW, CheckReason.ASKED)),
        changes=EntryChanges(
            new=(A, *old),
            changed=((1, B),),
            touched=((2, C),),
            hidden=(3,),
            backfilled=12,
        ),
    )
    healthy = with_poison_aside(plan, [A, old[0], B])
    assert [each.reason for each in healthy.set_aside] == ["it could not be stored"] * 3
    assert healthy.changes == EntryChanges(
        new=tuple(old[1:]), touched=((2, C),), hidden=(3,), backfilled=11
    )
    assert entries_of(healthy) == [*old[1:], C]
