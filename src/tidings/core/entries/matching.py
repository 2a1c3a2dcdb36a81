"""Which entry is this? The guid decides, then the URL, then the content.

Within one document a key that several entries share tells nothing, unless they also share
the other key (it is the same entry twice) or lack it and have equal content.

Against what is known, a URL finds an entry whose guid changed. Content finds one only where
neither guid nor URL speaks against it: two mails with equal words are two mails.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tidings.core.entries.identity import EntryKeys, KnownEntry

# Stands for any guid or URL, or none, where entries are looked up by content.
_ANY = b"any"
_Pattern = tuple[bytes, bytes | None, bytes | None]


@dataclass(frozen=True, slots=True)
class Known:
    """The parsed entry is a known one, to be stored with these keys from now on.

    One that is forgotten stays forgotten.
    """

    entry: KnownEntry
    keys: EntryKeys


@dataclass(frozen=True, slots=True)
class New:
    """The parsed entry was never seen before, to be stored with these keys."""

    keys: EntryKeys


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The parsed entry says again what an earlier one of the document said."""

    of: int  # its place among the parsed


Verdict = Known | New | Duplicate


@dataclass(frozen=True, slots=True)
class MatchedEntries:
    """A verdict for each parsed entry, and how many guids were seen to collide."""

    verdicts: tuple[Verdict, ...]
    collisions: int


def match_entries(
    parsed: Sequence[EntryKeys], known: Sequence[KnownEntry]
) -> MatchedEntries:
    """Decide for each parsed entry which known one it is, if any.

    `known` must hold every entry and tombstone of the feed that shares a key or the
    content with a parsed one. No two entries will be stored with the same key, but two
    may swap theirs: clear the keys that change before setting any or adding entries.
    """
    groups = _same_entries(parsed)
    memory = _Memory.of(known)
    claims = _claims(groups, memory)
    claimed = frozenset(claims.values())
    left = _LeftAlone(
        shown_guids=frozenset(keys.guid_key for keys in parsed),
        shown_urls=frozenset(keys.url_key for keys in parsed),
        held_urls=frozenset(
            entry.keys.url_key for entry in known if entry not in claimed
        ),
    )
    verdicts: list[Verdict] = [Duplicate(0)] * len(parsed)
    for group in groups:
        verdicts[group.places[0]] = _verdict(group, claims.get(group), left)
        for place in group.places[1:]:
            verdicts[place] = Duplicate(group.places[0])
    return MatchedEntries(tuple(verdicts), _collisions(groups, claims, memory))


@dataclass(frozen=True, slots=True)
class _Group:
    """The places in a document that speak of one entry, and what they say of it."""

    places: tuple[int, ...]
    keys: EntryKeys  # only those that tell something in this document
    said_guids: frozenset[bytes]  # also those that tell nothing
    said_urls: frozenset[bytes]
    hashes: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class _Memory:
    """What is known, by each of its keys; entries come before tombstones."""

    by_guid: dict[bytes, KnownEntry]
    by_url: dict[bytes, KnownEntry]
    by_content: dict[_Pattern, deque[KnownEntry]]

    @staticmethod
    def of(known: Sequence[KnownEntry]) -> "_Memory":
        memory = _Memory({}, {}, defaultdict(deque))
        for entry in sorted(known, key=_preference):
            guid, url = entry.keys.guid_key, entry.keys.url_key
            if guid is not None:
                memory.by_guid.setdefault(guid, entry)
            if url is not None:
                memory.by_url.setdefault(url, entry)
            for pattern in product(
                [entry.keys.content_hash], [guid, _ANY], [url, _ANY]
            ):
                memory.by_content[pattern].append(entry)
        return memory


@dataclass(frozen=True, slots=True)
class _LeftAlone:
    """The keys that an entry cannot have, because they belong to another."""

    shown_guids: frozenset[bytes | None]
    shown_urls: frozenset[bytes | None]
    held_urls: frozenset[bytes | None]  # by known entries that the document left out


def _same_entries(parsed: Sequence[EntryKeys]) -> list[_Group]:
    """Gather the places of a document that speak of the same entry."""
    fingerprint = _without_shared_keys(parsed)
    guid_of_url = {keys.url_key: keys.guid_key for keys in fingerprint if keys.guid_key}
    members: dict[tuple[str, bytes], list[int]] = {}
    for place, keys in enumerate(fingerprint):
        guid = keys.guid_key
        if guid is None and keys.url_key is not None:
            guid = guid_of_url.get(keys.url_key)
        members.setdefault(_name(guid, keys), []).append(place)
    return [_group(places, parsed, fingerprint) for places in members.values()]


def _name(guid: bytes | None, keys: EntryKeys) -> tuple[str, bytes]:
    if guid is not None:
        return "guid", guid
    if keys.url_key is not None:
        return "url", keys.url_key
    return "content", keys.content_hash


def _group(
    places: list[int], parsed: Sequence[EntryKeys], fingerprint: Sequence[EntryKeys]
) -> _Group:
    said = [parsed[place] for place in places]
    return _Group(
        places=tuple(places),
        # There is at most one of each, or it would not have been left to tell anything.
        keys=EntryKeys(
            guid_key=_first(fingerprint[place].guid_key for place in places),
            url_key=_first(fingerprint[place].url_key for place in places),
            content_hash=said[0].content_hash,
        ),
        said_guids=frozenset(keys.guid_key for keys in said if keys.guid_key),
        said_urls=frozenset(keys.url_key for keys in said if keys.url_key),
        hashes=frozenset(keys.content_hash for keys in said),
    )


def _first(keys: Iterable[bytes | None]) -> bytes | None:
    return next((key for key in keys if key is not None), None)


def _without_shared_keys(parsed: Sequence[EntryKeys]) -> list[EntryKeys]:
    """Drop the keys that different entries of the document share: guids, then URLs."""
    guids = _shared((keys.guid_key, keys.url_key, keys.content_hash) for keys in parsed)
    fingerprint = [
        replace(keys, guid_key=None) if keys.guid_key in guids else keys
        for keys in parsed
    ]
    urls = _shared(
        (keys.url_key, keys.guid_key, keys.content_hash) for keys in fingerprint
    )
    return [
        replace(keys, url_key=None) if keys.url_key in urls else keys
        for keys in fingerprint
    ]


def _shared(uses: Iterable[tuple[bytes | None, bytes | None, bytes]]) -> set[bytes]:
    """Return the keys whose users differ in their other key, or else in content."""
    others = defaultdict(set)
    contents = defaultdict(set)
    for key, other, content in uses:
        if key is not None:
            others[key].add(other)
            contents[key].add(content)
    return {
        key
        for key, used_with in others.items()
        if len(used_with - {None}) > 1 or (None in used_with and len(contents[key]) > 1)
    }


def _claims(groups: Sequence[_Group], memory: _Memory) -> dict[_Group, KnownEntry]:
    """Give each group its known entry, each known entry to one group at most."""
    claims: dict[_Group, KnownEntry] = {}
    taken: set[KnownEntry] = set()
    # An order of their own, so that the order of the document decides nothing.
    groups = sorted(groups, key=_turn)
    for find in (_by_guid, _by_url, _by_content):
        for group in groups:
            entry = None if group in claims else find(group, memory, taken)
            if entry is not None and entry not in taken:
                claims[group] = entry
                taken.add(entry)
    return claims


def _turn(group: _Group) -> tuple[bool, bool, bytes, bytes, list[bytes]]:
    # Whoever has only content to be known by comes first: it has no other chance.
    guid, url = group.keys.guid_key, group.keys.url_key
    return (
        guid is not None,
        url is not None,
        guid or b"",
        url or b"",
        sorted(group.hashes),
    )


def _preference(entry: KnownEntry) -> tuple[bool, int, int]:
    keys = (entry.keys.guid_key, entry.keys.url_key)
    return entry.forgotten, sum(key is not None for key in keys), entry.id


def _by_guid(
    group: _Group, memory: _Memory, _taken: set[KnownEntry]
) -> KnownEntry | None:
    entry = _holder(group, memory)
    # A guid used again must not bury something new under a tombstone.
    if entry is not None and entry.forgotten and _collides(group, entry):
        return None
    return entry


def _by_url(
    group: _Group, memory: _Memory, _taken: set[KnownEntry]
) -> KnownEntry | None:
    url = group.keys.url_key
    return None if url is None else memory.by_url.get(url)


def _by_content(
    group: _Group, memory: _Memory, taken: set[KnownEntry]
) -> KnownEntry | None:
    """Return the best entry of equal content that no guid and no URL speaks against.

    Taken entries leave the queues for good: thousands of equal entries cost no more
    than as many different ones.
    """
    guids = [None, *group.said_guids] if group.said_guids else [_ANY]
    urls = [None, *group.said_urls] if group.said_urls else [_ANY]
    found = []
    for pattern in product(group.hashes, guids, urls):
        queue = memory.by_content.get(pattern, deque())
        while queue and queue[0] in taken:
            queue.popleft()
        if queue:
            found.append(queue[0])
    return min(found, key=_preference, default=None)


def _agrees(key: bytes | None, said: frozenset[bytes]) -> bool:
    return key is None or not said or key in said


def _holder(group: _Group, memory: _Memory) -> KnownEntry | None:
    guid = group.keys.guid_key
    return None if guid is None else memory.by_guid.get(guid)


def _collides(group: _Group, entry: KnownEntry) -> bool:
    """Return whether one guid stands for two things: another URL and other content.

    Either alone is not enough: links with a session in them change at every fetch.
    """
    return (
        not _agrees(entry.keys.url_key, group.said_urls)
        and entry.keys.content_hash not in group.hashes
    )


def _verdict(group: _Group, entry: KnownEntry | None, left: _LeftAlone) -> Verdict:
    if entry is None:
        return New(group.keys)
    url = group.keys.url_key
    keys = EntryKeys(
        guid_key=group.keys.guid_key
        or _kept(entry.keys.guid_key, group.said_guids, left.shown_guids),
        url_key=None
        if url is not None and url in left.held_urls
        else url or _kept(entry.keys.url_key, group.said_urls, left.shown_urls),
        content_hash=group.keys.content_hash,
    )
    return Known(entry, keys)


def _kept(
    key: bytes | None, said: frozenset[bytes], shown: frozenset[bytes | None]
) -> bytes | None:
    """Return the key that an entry keeps although the document does not repeat it."""
    return None if said or key in shown else key


def _collisions(
    groups: Sequence[_Group], claims: dict[_Group, KnownEntry], memory: _Memory
) -> int:
    """Count the guids that stood for something else; what was counted once is known."""
    across_time = sum(
        1
        for group in groups
        if (holder := _holder(group, memory)) and _collides(group, holder)
    )
    users = defaultdict(list)
    for group in groups:
        for guid in group.said_guids - {group.keys.guid_key}:
            users[guid].append(group)
    return across_time + sum(
        _new_users(sharing, claims, known=guid in memory.by_guid)
        for guid, sharing in users.items()
    )


def _new_users(
    groups: list[_Group], claims: dict[_Group, KnownEntry], *, known: bool
) -> int:
    new = sum(group not in claims for group in groups)
    # The first of all to use a guid does not collide with anything.
    return new if known or new < len(groups) else new - 1
