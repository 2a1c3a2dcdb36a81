"""Nothing lost and nothing twice, however a feed treats its guids and URLs.

Entries are written as words of three letters: guid, URL, content; `-` is none. So "gu1"
has guid g, URL u and content 1.
"""

import random
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.entries.identity import EntryKeys, KnownEntry
from tidings.core.entries.matching import (
    Duplicate,
    Known,
    MatchedEntries,
    New,
    match_entries,
)


def keys(word: str) -> EntryKeys:
    guid, url, content = (None if letter == "-" else letter.encode() for letter in word)
    return EntryKeys(guid, url, content or b"")


def word(entry: EntryKeys) -> str:
    parts = (entry.guid_key, entry.url_key, entry.content_hash or None)
    return "".join("-" if part is None else part.decode() for part in parts)


def known_entries(words: str) -> list[KnownEntry]:
    """Number the words from 1; a `†` behind one makes it a tombstone."""
    return [
        KnownEntry(number, keys(text.rstrip("†")), forgotten=text.endswith("†"))
        for number, text in enumerate(words.split(), 1)
    ]


def described(matches: MatchedEntries) -> str:
    said = []
    for verdict in matches.verdicts:
        match verdict:
            case New(stored):
                said.append(f"new:{word(stored)}")
            case Known(entry, stored):
                said.append(f"{entry.id}:{word(stored)}")
            case Duplicate(of):
                said.append(f"again:{of}")
    return " ".join(said)


CASES = [
    # what happens, known before, document, verdicts, collisions
    ("first fetch", "", "gu1 hv2", "new:gu1 new:hv2", 0),
    ("seen again", "gu1 hv2", "gu1 hv2", "1:gu1 2:hv2", 0),
    ("seen again in another order", "gu1 hv2", "hv2 gu1", "2:hv2 1:gu1", 0),
    ("edited", "gu1", "gu2", "1:gu2", 0),
    ("guid changed", "gu1", "hu1", "1:hu1", 0),
    ("guid changed and edited", "gu1", "hu2", "1:hu2", 0),
    ("URL changed, guid stays", "gu1", "gv1", "1:gv1", 0),
    ("guid and URL changed: cannot be known", "gu1", "hv1", "new:hv1", 0),
    ("guid appeared", "-u1", "gu1", "1:gu1", 0),
    ("guid went away and is remembered", "gu1", "-u2", "1:gu2", 0),
    ("URL went away and is remembered", "gu1", "g-2", "1:gu2", 0),
    ("no guid: known by URL", "-u1", "-u2", "1:-u2", 0),
    ("no guid, other URL, equal content", "-u1", "-v1", "new:-v1", 0),
    ("no URL, other guid, equal content: two mails", "g-1", "h-1", "new:h-1", 0),
    ("neither: known by content", "--1", "--1 --2", "1:--1 new:--2", 0),
    ("guid appeared where there was only content", "--1", "g-1", "1:g-1", 0),
    ("everything appeared", "--1", "gu1", "1:gu1", 0),
    ("everything went away", "gu1", "--1", "1:gu1", 0),
    ("only content decides between equals", "g-1 --1", "--1", "2:--1", 0),
    # one guid for different things
    (
        "one guid for all",
        "",
        "gu1 gv2 gw3 gx4 gy5",
        "new:-u1 new:-v2 new:-w3 new:-x4 new:-y5",
        4,
    ),
    ("one guid for all, again", "-u1 -v2", "gu1 gv2", "1:-u1 2:-v2", 0),
    ("one guid for all, one more", "-u1 -v2", "gw3 gu1 gv2", "new:-w3 1:-u1 2:-v2", 1),
    ("one guid for all, equal content", "", "gu1 gv1", "new:-u1 new:-v1", 1),
    ("one guid for all, no URL", "", "g-1 g-2 g-3", "new:--1 new:--2 new:--3", 2),
    ("one guid for all, one without URL", "", "gu1 g-2", "new:-u1 new:--2", 1),
    (
        "second use of a known guid in one document",
        "gu1",
        "gu1 gv2",
        "1:-u1 new:-v2",
        1,
    ),
    ("guid used again later", "gu1", "gv2", "1:gv2", 1),
    ("a link that changes at every fetch is no collision", "gu1", "gv1", "1:gv1", 0),
    ("a known guid shared by two new ones", "gu1", "gv2 gw3", "new:-v2 new:-w3", 2),
    (
        "shared guid is not kept by the entry that lost it",
        "gu1",
        "-u1 gv2 gw3",
        "1:-u1 new:-v2 new:-w3",
        2,
    ),
    (
        "an entry with a shared guid loses the guid it had",
        "gu1",
        "hu1 hv2",
        "1:-u1 new:-v2",
        1,
    ),
    # the same entry twice
    ("twice in a document", "", "gu1 gu1 hv2", "new:gu1 again:0 new:hv2", 0),
    ("twice in a document, edited between", "", "gu1 gu2", "new:gu1 again:0", 0),
    ("twice, known", "gu1", "hv2 gu1 gu1", "new:hv2 1:gu1 again:1", 0),
    ("twice by URL", "", "-u1 -u1", "new:-u1 again:0", 0),
    ("twice by content", "", "--1 --1", "new:--1 again:0", 0),
    ("twice, once without guid", "", "-u1 gu1", "new:gu1 again:0", 0),
    ("twice, once without URL", "", "g-1 gu1", "new:gu1 again:0", 0),
    # one URL for different things
    ("one URL for all, guids differ", "", "gu1 hu2 iu3", "new:g-1 new:h-2 new:i-3", 0),
    ("one URL for all, equal content", "", "gu1 hu1", "new:g-1 new:h-1", 0),
    ("one URL for all, again", "g-1 h-2", "gu1 hu2", "1:g-1 2:h-2", 0),
    ("one URL for all, one more", "g-1 h-2", "iu3 gu1 hu2", "new:i-3 1:g-1 2:h-2", 0),
    ("URL turns out to be shared", "gu1", "hu2 gu1", "new:h-2 1:g-1", 0),
    ("one URL for all, no guids", "", "-u1 -u2", "new:--1 new:--2", 0),
    ("one URL for all, no guids, again", "--1 --2", "-u1 -u2", "1:--1 2:--2", 0),
    ("one URL for all, then only one is left", "--1 --2", "-u2", "2:-u2", 0),
    ("one URL, no guids, a sibling appears", "-u1", "-u2 -u1", "new:--2 1:--1", 0),
    (
        "one guid and one URL for all: the same entry",
        "",
        "gu1 gu2 gu3",
        "new:gu1 again:0 again:0",
        0,
    ),
    # several could be the known one
    ("the document's order is no reason", "--1 h-1", "gu1 -v1", "new:gu1 1:-v1", 0),
    ("whatever it is", "--1 h-1", "-v1 gu1", "1:-v1 new:gu1", 0),
    # two known entries match
    ("guid wins over URL", "gu1 hv2", "gv2", "1:g-2", 1),
    ("guid wins over content", "g-1 --2", "g-2", "1:g-2", 0),
    ("URL wins over content", "-u1 --2", "-u2", "1:-u2", 0),
    ("two entries swap URLs", "gu1 hv2", "gv1 hu2", "1:gv1 2:hu2", 0),
    (
        "a new entry gets the URL that another left",
        "gu1",
        "gv1 hu2",
        "1:gv1 new:hu2",
        0,
    ),
    (
        "a URL that nobody shows any more stays where it is",
        "gu1 hv1",
        "gv1",
        "1:g-1",
        0,
    ),
    (
        "an entry without URL does not keep one that another shows",
        "gu1",
        "g-1 -u2",
        "1:g-1 new:-u2",
        0,
    ),
    # forgotten entries
    ("forgotten stays forgotten", "gu1†", "gu1", "1:gu1", 0),
    ("forgotten, guid changed", "gu1†", "hu2", "1:hu2", 0),
    ("forgotten, known by content", "--1†", "--1", "1:--1", 0),
    ("guid of a forgotten entry used again", "gu1†", "gv2", "new:gv2", 1),
    ("entry comes before tombstone", "gu1† gv2", "gv2", "2:gv2", 0),
]


@pytest.mark.parametrize(
    ("known", "document", "verdicts", "collisions"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_entries_are_recognised(
    known: str, document: str, verdicts: str, collisions: int
) -> None:
    matches = match_entries(
        [keys(text) for text in document.split()], known_entries(known)
    )
    assert (described(matches), matches.collisions) == (verdicts, collisions)


def stored(known: list[KnownEntry], matches: MatchedEntries) -> list[KnownEntry]:
    """What is known after the verdicts were carried out."""
    after = {(entry.id, entry.forgotten): entry for entry in known}
    number = max((entry.id for entry in known), default=0)
    for verdict in matches.verdicts:
        match verdict:
            case New(new_keys):
                number += 1
                after[number, False] = KnownEntry(number, new_keys)
            case Known(entry, new_keys):
                changed = KnownEntry(entry.id, new_keys, entry.forgotten)
                after[entry.id, entry.forgotten] = changed
    return list(after.values())


def new_count(matches: MatchedEntries) -> int:
    return sum(isinstance(verdict, New) for verdict in matches.verdicts)


ENTRIES = st.builds(
    "{}{}{}".format,
    st.sampled_from("-ghi"),
    st.sampled_from("-uvw"),
    st.sampled_from("123"),
).map(keys)
DOCUMENTS = st.lists(ENTRIES, max_size=7)
HISTORIES = st.lists(DOCUMENTS, min_size=1, max_size=5)
EXAMPLES = settings(max_examples=40)


def history(documents: list[list[EntryKeys]]) -> list[KnownEntry]:
    known: list[KnownEntry] = []
    for document in documents:
        known = stored(known, match_entries(document, known))
    return known


@EXAMPLES
@given(HISTORIES)
def test_the_same_document_again_brings_nothing_new(
    documents: list[list[EntryKeys]],
) -> None:
    known = history(documents)
    again = match_entries(documents[-1], known)
    assert new_count(again) == 0
    assert again.collisions == 0
    assert sorted(map(str, stored(known, again))) == sorted(map(str, known))


@EXAMPLES
@given(HISTORIES)
def test_no_two_entries_are_stored_with_the_same_key(
    documents: list[list[EntryKeys]],
) -> None:
    stored_keys = [entry.keys for entry in history(documents)]
    for name in ("guid_key", "url_key"):
        used = [getattr(entry, name) for entry in stored_keys]
        assert all(count == 1 for key, count in Counter(used).items() if key)
    by_content = [k.content_hash for k in stored_keys if not (k.guid_key or k.url_key)]
    assert len(by_content) == len(set(by_content))


@EXAMPLES
@given(HISTORIES, DOCUMENTS)
def test_each_known_entry_is_found_at_most_once(
    documents: list[list[EntryKeys]], document: list[EntryKeys]
) -> None:
    known = history(documents)
    verdicts = match_entries(document, known).verdicts
    found = [verdict.entry.id for verdict in verdicts if isinstance(verdict, Known)]
    assert len(found) == len(set(found))
    assert len(verdicts) == len(document)
    for place, verdict in enumerate(verdicts):
        if isinstance(verdict, Duplicate):
            assert verdict.of < place
            assert not isinstance(verdicts[verdict.of], Duplicate)


@EXAMPLES
@given(HISTORIES, DOCUMENTS, st.randoms(use_true_random=False))
def test_order_of_document_and_memory_changes_no_number(
    documents: list[list[EntryKeys]], document: list[EntryKeys], dice: random.Random
) -> None:
    known = history(documents)
    shuffled, remembered = list(document), list(known)
    dice.shuffle(shuffled)
    dice.shuffle(remembered)
    matches = match_entries(document, known)
    other = match_entries(shuffled, remembered)
    assert new_count(other) == new_count(matches)
    assert other.collisions == matches.collisions


@EXAMPLES
@given(DOCUMENTS)
def test_entries_of_different_content_are_merged_only_if_guid_and_url_agree(
    document: list[EntryKeys],
) -> None:
    verdicts = match_entries(document, []).verdicts
    for entry, verdict in zip(document, verdicts, strict=True):
        if not isinstance(verdict, Duplicate):
            continue
        other = document[verdict.of]
        if entry.content_hash != other.content_hash:
            assert (entry.guid_key, entry.url_key) == (other.guid_key, other.url_key)
            assert entry.guid_key is not None
            assert entry.url_key is not None


@pytest.mark.parametrize("shape", ["equal content", "one guid", "one URL"])
def test_thousands_of_alike_entries_cost_no_more_than_different_ones(
    shape: str,
) -> None:
    def entry(number: int) -> EntryKeys:
        unique = number.to_bytes(4)
        guid = b"g" if shape == "one guid" else unique
        url = b"u" if shape == "one URL" else unique
        return EntryKeys(guid, url, b"same" if shape == "equal content" else unique)

    known = [
        KnownEntry(
            number,
            EntryKeys(None, None if number % 2 else entry(number).url_key, b"same"),
        )
        for number in range(3000)
    ]
    document = [entry(number) for number in range(5000, 6000)]
    started = time.process_time()
    matches = match_entries(document, known)
    assert time.process_time() - started < 1
    assert len(matches.verdicts) == 1000
