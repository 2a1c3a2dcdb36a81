"""The web application: routes, errors, headers and pages put together."""

from typing import Any

from fastapi import FastAPI
from starlette.middleware import Middleware

from tidings.context import Context, Fetching
from tidings.web import health, metrics, v1
from tidings.web.errors import ErrorAnswer, UnexpectedErrors, add_error_handlers
from tidings.web.head import HeadAsGet
from tidings.web.headers import SafeHeaders
from tidings.web.measure import Measure
from tidings.web.static import add_pages

# The version of the API, which clients must know; the program's own is nobody's business.
_API_VERSION = "1"


def create_app(context: Context, fetching: Fetching | None = None) -> FastAPI:
    """Return the application for one context, which the caller closes.

    Without `fetching`, routes that talk to strangers do not work.
    """
    app = _bare_app(
        [
            Middleware(
                SafeHeaders,
                https=context.server.base_url.startswith("https:"),
                new_id=lambda: context.random_bytes(8).hex(),
            ),
            Middleware(Measure, metrics=context.metrics),
            Middleware(UnexpectedErrors),
            Middleware(HeadAsGet),
        ]
    )
    app.state.context = context
    app.state.fetching = fetching
    add_pages(app)
    return app


def openapi_document() -> dict[str, Any]:
    """Return the description of the API, without a database behind it."""
    return _bare_app([]).openapi()


def _bare_app(middleware: list[Middleware]) -> FastAPI:
    app = FastAPI(
        title="Tidings",
        summary="A self-hosted feed reader.",
        version=_API_VERSION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        # It would send people to whatever host their request names.
        redirect_slashes=False,
        responses={"default": {"model": ErrorAnswer, "description": "An error."}},
        middleware=middleware,
    )
    app.include_router(health.router)
    app.include_router(metrics.router)
    for router in v1.ROUTERS:
        app.include_router(router, prefix="/api/v1")
    add_error_handlers(app)
    return app
