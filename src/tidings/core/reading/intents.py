"""Marks made on offline devices: the newest intent for each mark wins.

A mark is a register that keeps the greatest (time, value) it was given. So intents may
arrive in any order and in any parts, and every device ends at the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

READ = "read"
STARRED = "starred"
_TAG = "tag:"


class Verdict(StrEnum):
    APPLIED = "applied"  # the mark is as this intent has it
    SUPERSEDED = "superseded"  # a newer intent, of this device or another, holds
    GONE = "gone"  # the reader does not see the entry (any more)
    REFUSED = "refused"  # there is no room for another tag


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing about one entry that can be so or not."""

    entry_id: int
    field: str  # READ, STARRED, or what `tag_field` returns


@dataclass(frozen=True, slots=True)
class Intent:
    """An intended value, and when it was set."""

    mark: Mark
    value: bool
    at: int
    version: int | None = None  # which the reader saw; None: not said


@dataclass(frozen=True, slots=True)
class Register:
    """How a mark is, and since when; whoever marked it without a time loses to any."""

    value: bool
    at: int | None = None  # None: nobody said so explicitly
    # Which version was starred; None: the present one. It does not decide who wins.
    version: int | None = field(default=None, compare=False)


def tag_field(name: str) -> str:
    """Return the field of a tag."""
    return f"{_TAG}{name}"


def tag_of(field: str) -> str | None:
    """Return the tag that a field is about; None for the other fields."""
    return field.removeprefix(_TAG) if field.startswith(_TAG) else None


def in_our_time(intents: Iterable[Intent], sent_at: int, now: int) -> list[Intent]:
    """Return intents by our clock: a device's own may be wrong, but always by the same
    amount. None is later than now."""
    shift = now - sent_at
    return [replace(each, at=min(now, each.at + shift)) for each in intents]


def newest_intents(intents: Iterable[Intent]) -> dict[Mark, Register]:
    """Return the newest intent for each mark; at the same moment, yes beats no."""
    newest: dict[Mark, Register] = {}
    for intent in intents:
        register, known = _register(intent), newest.get(intent.mark)
        if known is None or _is_newer(register, known):
            newest[intent.mark] = register
    return newest


def merge(
    intents: Mapping[Mark, Register], known: Mapping[Mark, Register]
) -> dict[Mark, Register]:
    """Return the intents that win against what is known, to be written; a mark that is
    not known is neither set nor timed."""
    unset = Register(value=False)
    return {
        mark: intent
        for mark, intent in intents.items()
        if _is_newer(intent, known.get(mark, unset))
    }


def verdicts(
    intents: Sequence[Intent], after: Mapping[Mark, Register], seen: frozenset[int]
) -> list[Verdict]:
    """Return what became of each intent, by how marks are afterwards and which entries
    the reader sees."""

    def verdict(intent: Intent) -> Verdict:
        if intent.mark.entry_id not in seen:
            return Verdict.GONE
        holds = after.get(intent.mark) == Register(intent.value, intent.at)
        return Verdict.APPLIED if holds else Verdict.SUPERSEDED

    return [verdict(intent) for intent in intents]


def _register(intent: Intent) -> Register:
    return Register(intent.value, intent.at, intent.version)


def _is_newer(intent: Register, known: Register) -> bool:
    if known.at is None or intent.at is None:
        return intent.at is not None
    return (intent.at, intent.value) > (known.at, known.value)
