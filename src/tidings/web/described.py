"""The description of the API, with what is the same everywhere: sign-in and errors."""

from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from tidings.web.signed_in import reader
from tidings.web.v1 import ROUTERS

_WAYS_IN = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a session or of a program.",
    },
    "cookie": {"type": "apiKey", "in": "cookie", "name": "tidings_session"},
}
_ERROR = {
    "description": "An error.",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
    },
}


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an app."""
    if app.openapi_schema is None:
        document = FastAPI.openapi(app)
        document.setdefault("components", {})["securitySchemes"] = _WAYS_IN
        closed = _closed_operations()
        for path in document["paths"].values():
            for operation in path.values():
                # Where the answer is not JSON, a refusal still is.
                operation["responses"]["default"] = _ERROR
                if operation["operationId"] in closed:
                    operation["security"] = [{name: []} for name in _WAYS_IN]
        app.openapi_schema = document
    return app.openapi_schema


def _closed_operations() -> set[str | None]:
    """Return the names of operations that ask who one is."""
    return {
        route.operation_id
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and _asks_who(route.dependant)
    }


def _asks_who(dependant: Dependant) -> bool:
    return dependant.call is reader or any(map(_asks_who, dependant.dependencies))
