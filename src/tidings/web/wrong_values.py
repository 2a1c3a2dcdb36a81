"""What is wrong with a request, named as the caller wrote it.

Pydantic reports a value once for every type it might have had, and names those types on
the way to it. A caller knows neither: each field is named by its path in the JSON that was
sent, once, and of several types only the one that fits best speaks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tidings.core.codes import Code

# The value that tells types apart is another one: it was not meant to be this type.
_NOT_MEANT = frozenset({"literal_error", "extra_forbidden", "union_tag_invalid"})
_UNFIT = 3


@dataclass(frozen=True, slots=True)
class WrongValue:
    """One field that is refused."""

    field: str  # its path, such as `actions.0.tag`, or where it was looked for: `body`
    place: str  # `body`, `query`, `path` …
    message: str
    code: Code


@dataclass(frozen=True, slots=True)
class _WrongValues:
    path: tuple[str | int, ...]
    types: tuple[tuple[int, str], ...]  # how deep in the path, and the type tried there
    error: Mapping[str, Any]


def wrong_values(errors: Sequence[Mapping[str, Any]], body: object) -> list[WrongValue]:
    """Return what is wrong with a request; `body` is what was sent, if it was JSON."""
    fields: dict[tuple[str, str], list[WrongValue]] = {}
    for report in _best([_report(error, body) for error in errors], 0):
        wrong = _wrong(report)
        fields.setdefault((wrong.place, wrong.field), []).append(wrong)
    return [_together(said) for said in fields.values()]


def _together(said: Sequence[WrongValue]) -> WrongValue:
    """Make one of all that is said about a field."""
    messages = dict.fromkeys(wrong.message for wrong in said)
    return replace(said[0], message=" or ".join(messages))


def _report(error: Mapping[str, Any], body: object) -> _WrongValues:
    """Separate what the caller wrote and which types were tried on the way."""
    place, *parts = error["loc"]
    if place != "body":
        return _WrongValues(tuple(parts[:1]), (), error)
    value = body
    path: list[str | int] = []
    types: list[tuple[int, str]] = []
    for number, part in enumerate(parts, 1):
        if _is_in(part, value):
            path.append(part)
            value = value[part]  # type: ignore[index]
        elif number == len(parts) and (error["type"] == "missing" or body is None):
            path.append(part)
        else:
            types.append((len(path), str(part)))
    return _WrongValues(tuple(path), tuple(types), error)


def _is_in(part: object, value: object) -> bool:
    if isinstance(value, Mapping):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _best(reports: Sequence[_WrongValues], level: int) -> list[_WrongValues]:
    """Keep, wherever several types were tried, what those say that fit best."""
    kept: list[_WrongValues] = []
    tried: dict[tuple[str | int, ...], dict[str, list[_WrongValues]]] = {}
    for report in reports:
        if len(report.types) <= level:
            kept.append(report)
            continue
        depth, name = report.types[level]
        tried.setdefault(report.path[:depth], {}).setdefault(name, []).append(report)
    for at, members in tried.items():
        least = min(map(_misfit, members.values()))
        best = [one for one in members.values() if _misfit(one) == least]
        # Of plain values (a number or a text?) every type has its say.
        plain = all(report.path == at for one in best for report in one)
        for member in best if plain else best[:1]:
            kept += _best(member, level + 1)
        if not plain:
            kept += _other_choices(best[0], members.values())
    return kept


def _other_choices(
    best: list[_WrongValues], members: Iterable[list[_WrongValues]]
) -> list[_WrongValues]:
    """Return what else would have been allowed where a type is chosen by a word."""
    words = _words(best)
    return [
        report
        for member in members
        if member is not best and words and _words(member).keys() == words.keys()
        for report in _words(member).values()
    ]


def _words(
    reports: Sequence[_WrongValues],
) -> dict[tuple[str | int, ...], _WrongValues]:
    return {
        report.path: report
        for report in reports
        if report.error["type"] == "literal_error"
    }


def _misfit(reports: Sequence[_WrongValues]) -> tuple[int, int]:
    weight = sum(
        _UNFIT if report.error["type"] in _NOT_MEANT else 1 for report in reports
    )
    # The further it was followed, the likelier it was meant.
    return weight, -max(len(report.path) for report in reports)


def _wrong(report: _WrongValues) -> WrongValue:
    error = report.error
    place = str(error["loc"][0])
    if error["type"] == "json_invalid":
        at = error["loc"][-1] if isinstance(error["loc"][-1], int) else 0
        reason = str(error.get("ctx", {}).get("error", "")) or "it cannot be read"
        message = f"is not JSON: {reason}, at character {at + 1}"
        return WrongValue(place, place, message, Code.MALFORMED_JSON)
    field = ".".join(str(part) for part in report.path) or place
    return WrongValue(field, place, _message(error), _code(error))


def _code(error: Mapping[str, Any]) -> Code:
    match error:
        case {"type": "missing"}:
            return Code.MISSING
        case {"type": "string_too_short" | "too_short", "input": ""}:
            return Code.MISSING
        case {"type": kind} if kind in Code.__members__:  # see `fields.refused_as`
            return Code[kind]
        case _:
            return Code.INVALID


def _message(error: Mapping[str, Any]) -> str:
    """Return what is wrong with a value; of a text, letters are counted, not "items"."""
    match error:
        case {"type": "too_long", "input": str(text), "ctx": {"max_length": most}}:
            return f"may have {most} characters, not {len(text)}"
        case {"type": "too_short", "input": str(), "ctx": {"min_length": least}}:
            return f"needs at least {least} character{'s' if least > 1 else ''}"
        case _:
            return str(error["msg"])
