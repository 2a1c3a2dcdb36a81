"""What readers wished on devices that were offline: the newest wish for each mark wins.

A mark is a register that keeps the greatest (time, value) it was given. So wishes may
arrive in any order and in any parts, and every device ends at the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

READ = "read"
STARRED = "starred"
_TAG = "tag:"


class Verdict(StrEnum):
    APPLIED = "applied"  # the mark is as this wish has it
    SUPERSEDED = "superseded"  # a newer wish, of this device or another, holds
    GONE = "gone"  # the reader does not see the entry (any more)
    REFUSED = "refused"  # there is no room for another tag


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing about one entry that can be so or not."""

    entry_id: int
    field: str  # READ, STARRED, or what `tag_field` returns


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish, and when it was made."""

    mark: Mark
    value: bool
    at: int


@dataclass(frozen=True, slots=True)
class Register:
    """How a mark is, and since when; whoever marked it without a time loses to any."""

    value: bool
    at: int | None = None  # None: nobody said so explicitly


def tag_field(name: str) -> str:
    """Return the field of a tag."""
    return f"{_TAG}{name}"


def tag_of(field: str) -> str | None:
    """Return the tag that a field is about; None for the other fields."""
    return field.removeprefix(_TAG) if field.startswith(_TAG) else None


def in_our_time(intents: Iterable[Intent], sent_at: int, now: int) -> list[Intent]:
    """Return wishes by our clock: a device's own may be wrong, but it is wrong by the
    same all along. Nothing was wished later than now."""
    shift = now - sent_at
    return [replace(each, at=min(now, each.at + shift)) for each in intents]


def newest_wishes(intents: Iterable[Intent]) -> dict[Mark, Register]:
    """Return the wish that holds for each mark; at the same moment, yes beats no."""
    newest: dict[Mark, Register] = {}
    for intent in intents:
        wish, known = Register(intent.value, intent.at), newest.get(intent.mark)
        if known is None or _is_newer(wish, known):
            newest[intent.mark] = wish
    return newest


def merge(
    wishes: Mapping[Mark, Register], known: Mapping[Mark, Register]
) -> dict[Mark, Register]:
    """Return the wishes that hold against what is known, to be written; a mark that is
    not known is neither set nor timed."""
    unset = Register(value=False)
    return {
        mark: wish
        for mark, wish in wishes.items()
        if _is_newer(wish, known.get(mark, unset))
    }


def verdicts(
    intents: Sequence[Intent], after: Mapping[Mark, Register], seen: frozenset[int]
) -> list[Verdict]:
    """Return what became of each wish, by how marks are afterwards and which entries
    the reader sees."""

    def verdict(intent: Intent) -> Verdict:
        if intent.mark.entry_id not in seen:
            return Verdict.GONE
        holds = after.get(intent.mark) == Register(intent.value, intent.at)
        return Verdict.APPLIED if holds else Verdict.SUPERSEDED

    return [verdict(intent) for intent in intents]


def _is_newer(wish: Register, known: Register) -> bool:
    if known.at is None or wish.at is None:
        return wish.at is not None
    return (wish.at, wish.value) > (known.at, known.value)
