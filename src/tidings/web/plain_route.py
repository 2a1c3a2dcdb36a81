"""Routes for the most frequent requests: who asks, a query, a number or a body.

They are declared and described like all others. Only the way from a usual request to
their arguments is shorter: FastAPI's own takes longer than reading fifty entries. Whatever
is not as usual (a wrong value, a body of another type) goes FastAPI's way, which knows how
to refuse it.
"""

import inspect
from collections.abc import Callable, Coroutine
from functools import lru_cache
from typing import Any, get_args

from fastapi import Request, Response
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.datastructures import QueryParams

from tidings.web.deps import get_context
from tidings.web.etag import with_tag
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer, reader, writer

_KEPT_QUERIES = 1024
_TYPE, _JSON = b"content-type", b"application/json"

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
_Value = Callable[[Request], Coroutine[Any, Any, object]]


class NotAsUsual(Exception):
    """Something that FastAPI is to look at; nothing has happened yet."""


class PlainRoute(JsonRoute):
    """Gives an endpoint `context`, the `visitor` and, as it asks for them, `query` (a
    model of parameters that each have one value), `id` (a number that ends the path) and
    `body` (a model in JSON)."""

    def short_way(self) -> Handler:
        """Return what answers usual requests; it raises `NotAsUsual` for others."""
        endpoint = self.endpoint
        context, visitor, *asked = inspect.signature(endpoint).parameters.values()
        assert (context.name, visitor.name) == ("context", "visitor")
        is_writer = visitor.annotation == Writer
        assert is_writer or visitor.annotation == Reader, "a route that needs FastAPI"
        makers = [_MAKERS[each.name](each.annotation) for each in asked]

        async def handle(request: Request) -> Response:
            try:
                values = [await value_of(request) for value_of in makers]
            except ValidationError as error:
                raise NotAsUsual from error
            context = get_context(request)
            visitor = await reader(request, context)
            if is_writer:
                await writer(visitor)
            response: Response = await endpoint(context, visitor, *values)
            return with_tag(request, response) if self.is_tagged else response

        return handle


def _from_query(annotation: Any) -> _Value:
    model = get_args(annotation)[0]

    async def query(request: Request) -> BaseModel:
        return _query(model, request.scope["query_string"])

    return query


def _from_path(annotation: Any) -> _Value:
    number: TypeAdapter[int] = TypeAdapter(annotation)

    async def id_(request: Request) -> int:
        return number.validate_python(request.scope["path_params"]["id"])

    return id_


def _from_body(model: type[BaseModel]) -> _Value:
    async def body(request: Request) -> BaseModel:
        kinds = [value for name, value in request.scope["headers"] if name == _TYPE]
        if kinds != [_JSON]:
            raise NotAsUsual
        return model.model_validate_json(await request.body())

    return body


_MAKERS: dict[str, Callable[[Any], _Value]] = {
    "query": _from_query,
    "id": _from_path,
    "body": _from_body,
}


@lru_cache(_KEPT_QUERIES)
def _query(model: type[BaseModel], query_string: bytes) -> BaseModel:
    return model.model_validate(dict(QueryParams(query_string)))
