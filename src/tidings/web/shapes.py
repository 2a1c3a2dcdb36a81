"""Describes what services return to FastAPI, which knows dataclasses but no structs."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass, make_dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec


def described(shape: Any) -> Any:
    """Return a shape with dataclasses in place of structs and typed dicts.

    Every field of an answer is there, also one that has a default. A part that is kept
    as JSON is annotated with its shape: `Annotated[msgspec.Raw, Line]`.
    """
    if isinstance(shape, type) and (
        is_dataclass(shape) or is_typeddict(shape) or issubclass(shape, msgspec.Struct)
    ):
        return _as_dataclass(shape)
    origin, args = get_origin(shape), get_args(shape)
    if origin is None or origin is Literal:
        return shape
    if origin is Annotated:
        inner, *notes = args
        if inner is msgspec.Raw:
            return described(notes[0])
        return Annotated[(described(inner), *notes)]
    parts = tuple(map(described, args))
    if parts == args:
        return shape
    return reduce(or_, parts) if origin in (UnionType, Union) else origin[parts]


@cache
def _as_dataclass(shape: type) -> type:
    hints = get_type_hints(shape, include_extras=True)
    names = _names(shape)
    parts = {name: described(hints[name]) for name in names}
    if is_dataclass(shape) and not _has_defaults(shape) and _same(parts, hints):
        return shape
    made = make_dataclass(shape.__name__, parts.items(), frozen=True)
    made.__module__, made.__doc__ = shape.__module__, shape.__doc__
    return made


def _names(shape: Any) -> tuple[str, ...]:
    if is_dataclass(shape):
        return tuple(each.name for each in fields(shape))
    return tuple(get_type_hints(shape))


def _has_defaults(shape: Any) -> bool:
    return any(
        each.default is not MISSING or each.default_factory is not MISSING
        for each in fields(shape)
    )


def _same(parts: Mapping[str, Any], hints: Mapping[str, Any]) -> bool:
    return all(parts[name] is hints[name] for name in parts)
