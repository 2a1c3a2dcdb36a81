"""Routes for the most frequent requests: who asks, a query, and nothing else.

They are declared and described like all others. Only the way from a request to their
arguments is shorter: FastAPI's own takes longer than reading fifty entries.
"""

import inspect
from collections.abc import Callable, Coroutine
from functools import lru_cache
from typing import Any, get_args

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import QueryParams

from tidings.web.deps import get_context
from tidings.web.etag import with_tag
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import reader

_ALWAYS = ("context", "visitor")
_KEPT_QUERIES = 1024


class PlainRoute(JsonRoute):
    """Gives an endpoint `context`, a reader as `visitor`, and, if it asks for one,
    `query`: a model of query parameters that each have one value."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        endpoint = self.endpoint
        names = inspect.signature(endpoint).parameters
        assert set(names) <= {*_ALWAYS, "query"}, "a route that needs FastAPI"
        assert self.is_tagged, "a route that is not read again and again"
        model = get_args(names["query"].annotation)[0] if "query" in names else None

        async def handle(request: Request) -> Response:
            context = get_context(request)
            visitor = await reader(request, context)
            if model is None:
                answer = await endpoint(context, visitor)
            else:
                query = _query(model, request.scope["query_string"])
                answer = await endpoint(context, visitor, query)
            return with_tag(request, answer)

        return handle


@lru_cache(_KEPT_QUERIES)
def _query(model: type[BaseModel], query_string: bytes) -> BaseModel:
    try:
        return model.model_validate(dict(QueryParams(query_string)))
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        raise RequestValidationError(
            [{**one, "loc": ("query", *one["loc"])} for one in wrong]
        ) from error
