"""A value as somebody else sees it: with fewer fields, or with more beside."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar

View = TypeVar("View")


def view_of(kind: type[View], value: object, /, **beside: object) -> View:
    """Return a dataclass whose fields are those of a value by the same names, but for
    those that are given beside."""
    names = (each.name for each in fields(kind))  # type: ignore[arg-type]
    same = {name: getattr(value, name) for name in names if name not in beside}
    made: Any = kind
    return made(**same, **beside)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Changed:
    """How many were changed."""

    changed: int
