"""Routes that answer in JSON: the return annotation describes the answer, the docstring
the route, and the answer is encoded here.

A route may answer with an `Encoded` value instead: lists are encoded by `as_json` in the
thread that read them. Those have an entity tag, so that nothing is sent again.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Generic, TypeVar, cast, get_args, get_origin

import msgspec
from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from tidings.web.etag import with_tag
from tidings.web.shapes import described

Value = TypeVar("Value")

_NO_BODY = 204
_NOT_CHANGED = {
    304: {"description": "Nothing changed since the answer that `If-None-Match` names."}
}
_FIRST_SENTENCE = re.compile(r"(.*?\.)\s+(.*)", re.DOTALL)


class Encoded(Generic[Value]):
    """A value in JSON: bytes, of which the type checker knows what they say."""


def as_json(value: Value) -> Encoded[Value]:
    """Return a value in JSON; services that render are given this function."""
    return cast("Encoded[Value]", _encode(value))


class NamedRoute(APIRoute):
    """A route whose operation id is the name of its function, and whose summary is the
    first sentence of its docstring."""

    def __init__(
        self, path: str, endpoint: Callable[..., Awaitable[object]], **options: Any
    ) -> None:
        @wraps(endpoint)
        async def answering(*given: Any, **named: Any) -> object:
            return await endpoint(*given, **named)

        options |= _description(answering)
        super().__init__(path, answering, **options)


class JsonRoute(APIRoute):
    """A route that is named like that, and whose answer is what it says it returns."""

    is_tagged: bool

    def __init__(
        self, path: str, endpoint: Callable[..., Awaitable[object]], **options: Any
    ) -> None:
        shape = inspect.signature(endpoint).return_annotation
        self.is_tagged = get_origin(shape) is Encoded
        also = {
            status: {**each, "model": described(each["model"])}
            if "model" in each
            else each
            for status, each in (options["responses"] or {}).items()
        }
        if self.is_tagged:
            (shape,) = get_args(shape)
            also |= _NOT_CHANGED
        if shape is not None and not _is_response(shape):
            options["response_model"] = described(shape)
        options["responses"] = also
        answering = _answering(endpoint, options["status_code"] or 200)
        options |= _description(answering)
        super().__init__(path, answering, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        if not self.is_tagged:
            return handle

        async def handle_tagged(request: Request) -> Response:
            return with_tag(request, await handle(request))

        return handle_tagged


def answer(value: object, status: int = 200) -> Response:
    """Return the answer that says a value."""
    body = value if isinstance(value, bytes) else _encode(value)
    return Response(body, status, media_type="application/json")


def _description(endpoint: Callable[..., object]) -> dict[str, str]:
    """Return what an operation is called; its docstring is left with the rest."""
    summary, rest = _first_sentence(inspect.cleandoc(endpoint.__doc__ or ""))
    endpoint.__doc__ = rest
    return {"operation_id": endpoint.__name__, "summary": summary}


def _answering(
    endpoint: Callable[..., Awaitable[object]], status: int
) -> Callable[..., Awaitable[object]]:
    """Return an endpoint that encodes what a function returns. What the function sets in
    its parameter of type `Response` (cookies, another status) is part of the answer."""
    parameters = inspect.signature(endpoint).parameters.values()
    set_by = next((each.name for each in parameters if each.annotation is Response), "")

    @wraps(endpoint)
    async def answering(*given: Any, **named: Any) -> object:
        value = await endpoint(*given, **named)
        if isinstance(value, Response):
            return value
        changes = named.get(set_by)
        code = (changes and changes.status_code) or status
        made = Response(status_code=code) if code == _NO_BODY else answer(value, code)
        if changes is not None:
            made.headers.raw.extend(changes.headers.raw)
        return made

    return answering


def _first_sentence(text: str) -> tuple[str, str]:
    found = _FIRST_SENTENCE.match(text)
    first, rest = (found[1], found[2]) if found else (text, "")
    return " ".join(first.rstrip(".").split()), rest


def _is_response(shape: object) -> bool:
    return isinstance(shape, type) and issubclass(shape, Response)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    raise NotImplementedError(f"{type(value)} is no part of an answer.")


_encode = msgspec.json.Encoder(enc_hook=_plain).encode
