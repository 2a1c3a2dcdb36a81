"""Every JSON answer that a test gets is held against the description of the API: with all
that it promises, and nothing that it does not name."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from tidings.web.app import openapi_document

_JSON = "application/json"
# What this process has seen an answer of.
SEEN: set[str] = set()


class PromisedAnswers(httpx.AsyncBaseTransport):
    """Passes requests on, and fails if an answer is not what was promised."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = await self._inner.handle_async_request(request)
        kind = answer.headers.get("content-type", "").partition(";")[0]
        operation = operation_of(request.method, request.url.path)
        if operation is not None and kind == _JSON and request.method != "HEAD":
            body = await answer.aread()
            if body:
                _check(operation, request, answer.status_code, body)
        return answer

    async def aclose(self) -> None:
        await self._inner.aclose()


def answered_in_json() -> set[str]:
    """Return the names of the operations that promise JSON."""
    return {
        operation["operationId"]
        for _, _, operation in _operations()
        for status, response in operation["responses"].items()
        if status.startswith("2") and _JSON in response.get("content", {})
    }


@cache
def operation_of(method: str, path: str) -> Any:
    """Return the description of what a request asks for; None: it is not described."""
    for verb, pattern, operation in _operations():
        if verb == method and pattern.fullmatch(path):
            return operation
    return None


def _check(operation: Any, request: httpx.Request, status: int, body: bytes) -> None:
    responses = operation["responses"]
    name = operation["operationId"]
    promised = responses.get(str(status)) or responses["default"]
    schema = promised["content"][_JSON]["schema"]
    # A search has more to say of each entry than a list has.
    if name == "list_entries" and status == 200 and request.url.params.get("q"):
        schema = {"$ref": "#/components/schemas/FoundList"}
    errors = _validator(json.dumps(schema, sort_keys=True)).iter_errors(
        json.loads(body)
    )
    wrong = [f"{error.instance_path}: {error.message}" for error in errors]
    assert not wrong, f"{name} answered what it did not promise: {wrong}"
    if status < 300:
        SEEN.add(name)


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    components = _strict(openapi_document()["components"])
    return jsonschema_rs.Draft202012Validator(
        {**json.loads(schema), "components": components}
    )


def _strict(node: Any) -> Any:
    """Return schemas that allow no field but those they name."""
    if isinstance(node, list):
        return [_strict(each) for each in node]
    if not isinstance(node, dict):
        return node
    strict = {name: _strict(value) for name, value in node.items()}
    if isinstance(strict.get("properties"), dict) and strict.get("type") == "object":
        strict.setdefault("additionalProperties", False)
    return strict


@cache
def _operations() -> list[tuple[str, re.Pattern[str], Any]]:
    """Return methods, paths and descriptions; paths without parameters first."""
    return sorted(_described(), key=lambda each: each[1].pattern.count("["))


def _described() -> Iterator[tuple[str, re.Pattern[str], Any]]:
    for path, methods in openapi_document()["paths"].items():
        if path.startswith("/api/v1/"):
            # The name of a tag may have anything in it.
            last = re.sub(r"\{tag\}", "[^?]+", path)
            pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", last))
            for method, operation in methods.items():
                yield method.upper(), pattern, operation
