"""The short way from a usual request to the arguments of its route.

Routes are declared and described as FastAPI wants them. Its own way to their arguments
takes longer than reading fifty entries, so what is usual goes this way: who asks, numbers
and short texts in the query, a number in the path, a model in JSON. Whatever is not as
usual (a wrong value, a body of another type) goes FastAPI's way, which knows how to
refuse it.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin

from fastapi import Request, Response
from fastapi.params import Query
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect

from tidings.core.accounts.visitor import Visitor
from tidings.web.deps import Given, get_context
from tidings.web.etag import with_tag
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import (
    Administrator,
    Owner,
    Reader,
    Writer,
    administrator,
    owner,
    reader,
    writer,
)
from tidings.web.v1.fields import NumberInPath

_KEPT_QUERIES = 1024
_TYPE, _JSON = b"content-type", b"application/json"
_IN_PATH = re.compile(r"\{([^}]*)\}")

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
_Values = dict[str, object]
_Guard = Callable[[Visitor], Awaitable[Visitor]]
_GUARDS: tuple[tuple[object, tuple[_Guard, ...]], ...] = (
    (Reader, ()),
    (Writer, (writer,)),
    (Owner, (owner,)),
    (Administrator, (owner, administrator)),
)


class NotAsUsual(Exception):
    """Something that FastAPI is to look at; nothing has happened yet."""


def has_short_way(route: JsonRoute) -> bool:
    """Say whether all that a route asks for is usual."""
    asked = inspect.signature(route.endpoint).parameters.values()
    kinds = [_kind(each) for each in asked]
    numbers = [each.name for each in asked if _kind(each) == "number"]
    return (
        not route.dependencies
        and {"context", "visitor"} <= set(kinds)
        and None not in kinds
        and len(numbers) <= 1
        and _IN_PATH.findall(route.path) == numbers
    )


def with_number(path: str) -> str:
    """Return the path of a route with `{}` where its number is."""
    return _IN_PATH.sub("{}", path)


def short_way(route: JsonRoute) -> Handler:
    """Return what answers usual requests; it raises `NotAsUsual` for others."""
    endpoint, is_tagged = route.endpoint, route.is_tagged
    asked = list(inspect.signature(endpoint).parameters.values())
    by_kind = {_kind(each): each.annotation for each in asked}
    guards = next(guards for kind, guards in _GUARDS if kind == by_kind["visitor"])
    body = by_kind.get("body")
    takes = _takes(asked)

    async def handle(request: Request) -> Response:
        values: _Values = {}
        try:
            for take in takes:
                values |= take(request)
            if body is not None:
                values["body"] = await _body(request, body)
        except (ValidationError, ClientDisconnect) as error:
            raise NotAsUsual from error
        context = get_context(request)
        visitor = await reader(request, context)
        for guard in guards:
            await guard(visitor)
        response: Response = await endpoint(context=context, visitor=visitor, **values)
        return with_tag(request, response) if is_tagged else response

    return handle


def _takes(asked: list[inspect.Parameter]) -> list[Callable[[Request], _Values]]:
    """Return what takes values from the path and the query of a request."""
    takes = [_MAKERS[kind](each) for each in asked if (kind := _kind(each)) in _MAKERS]
    texts = [each for each in asked if _kind(each) == "text"]
    return [*takes, _from_texts(texts)] if texts else takes


def _kind(asked: inspect.Parameter) -> str | None:
    """Return what a parameter is filled from; None: it is nothing usual."""
    name, annotation = asked.name, asked.annotation
    if name == "context":
        return name if annotation == Given else None
    if name == "visitor":
        return name if any(annotation == kind for kind, _ in _GUARDS) else None
    if annotation == NumberInPath:
        return "number"
    if name == "body":
        is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
        return name if is_model else None
    if get_origin(annotation) is not Annotated:
        return None
    said = get_args(annotation)[-1]
    if not isinstance(said, Query) or said.alias is not None:
        return None
    if name == "query":
        return name
    return None if asked.default is asked.empty else "text"


def _from_query(asked: inspect.Parameter) -> Callable[[Request], _Values]:
    model = get_args(asked.annotation)[0]

    def query(request: Request) -> _Values:
        return {"query": _query(model, request.scope["query_string"])}

    return query


def _from_path(asked: inspect.Parameter) -> Callable[[Request], _Values]:
    name, adapter = asked.name, TypeAdapter(asked.annotation)

    def number(request: Request) -> _Values:
        return {name: adapter.validate_python(request.scope["path_params"][name])}

    return number


def _from_texts(asked: list[inspect.Parameter]) -> Callable[[Request], _Values]:
    usual = {each.name: each.default for each in asked}
    adapters: dict[str, TypeAdapter[Any]] = {
        each.name: TypeAdapter(each.annotation) for each in asked
    }

    def texts(request: Request) -> _Values:
        said = request.scope["query_string"]
        if not said:
            return usual
        given = _once_each(said)
        return {
            name: adapter.validate_python(given[name]) if name in given else usual[name]
            for name, adapter in adapters.items()
        }

    return texts


_MAKERS: dict[
    str | None, Callable[[inspect.Parameter], Callable[[Request], _Values]]
] = {"query": _from_query, "number": _from_path}


async def _body(request: Request, model: type[BaseModel]) -> BaseModel:
    kinds = [value for name, value in request.scope["headers"] if name == _TYPE]
    if kinds != [_JSON]:
        raise NotAsUsual
    return model.model_validate_json(await request.body())


@lru_cache(_KEPT_QUERIES)
def _query(model: type[BaseModel], query_string: bytes) -> BaseModel:
    return model.model_validate(_once_each(query_string))


def _once_each(query_string: bytes) -> dict[str, str]:
    """Return the parameters of a query, none of which is there twice."""
    pairs = QueryParams(query_string).multi_items()
    values = dict(pairs)
    if len(values) < len(pairs):
        raise NotAsUsual
    return values
