"""The web application: routes, errors, headers and pages put together."""

from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware

from tidings.context import Context, Fetching
from tidings.services.system.write_probe import WriteProbe
from tidings.web import deframer, health, metrics, published, v1
from tidings.web.cookies import is_https
from tidings.web.described import describe
from tidings.web.errors import ErrorAnswer, UnexpectedErrors, add_error_handlers
from tidings.web.live import Live
from tidings.web.middleware.compression import Compression
from tidings.web.middleware.cors import cors
from tidings.web.middleware.csrf import SameOrigin
from tidings.web.middleware.head import HeadAsGet
from tidings.web.middleware.headers import SafeHeaders
from tidings.web.middleware.hot_routes import HotRoutes
from tidings.web.middleware.https_only import HttpsOnly
from tidings.web.middleware.known_hosts import KnownHosts, own_names
from tidings.web.middleware.limits import BodyLimit
from tidings.web.middleware.measure import Measure
from tidings.web.middleware.methods import KnownMethods, addresses_of
from tidings.web.ready_builds import ReadyBuilds
from tidings.web.site import about
from tidings.web.site.static import add_pages
from tidings.web.site.visitors import visitor_page

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
                https=is_https(context),
                new_id=lambda: context.random_bytes(8).hex(),
                now=context.clock,
                media_proxy=context.server.media_proxy,
            ),
            Middleware(Measure, metrics=context.metrics, routers=_routers()),
            Middleware(UnexpectedErrors),
            Middleware(HeadAsGet),
            Middleware(KnownHosts, names=own_names(context.server)),
            *(
                [Middleware(HttpsOnly, server=context.server)]
                if is_https(context)
                else []
            ),
            # Before KnownMethods: browsers ask by OPTIONS, which no route knows.
            *cors(context.server.cors_origins),
            Middleware(KnownMethods, addresses=addresses_of(_routers())),
            Middleware(
                SameOrigin,
                base_url=context.server.base_url,
                allowed=context.server.cors_origins,
            ),
            Middleware(BodyLimit),
            Middleware(Compression),
            Middleware(HotRoutes, routers=_routers()),
        ]
    )
    # It takes a second to make, and is the same for every app.
    app.openapi = openapi_document  # type: ignore[method-assign]
    app.state.context = context
    app.state.fetching = fetching
    app.state.live = Live(context)
    app.state.ready_builds = ReadyBuilds()
    app.state.write_probe = WriteProbe(context)
    add_pages(app, visitor_page=visitor_page)
    return app


@cache
def openapi_document() -> dict[str, Any]:
    """Return the description of the API, without a database behind it."""
    return describe(_bare_app([]))


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
    for prefix, router in _routers():
        app.include_router(router, prefix=prefix)
    add_error_handlers(app)
    return app


def _routers() -> list[tuple[str, APIRouter]]:
    """Return all routers, each with what its paths begin with."""
    public = (health, metrics, deframer, published, about)
    outer = [("", each.router) for each in public]
    return outer + [("/api/v1", router) for router in v1.ROUTERS]
