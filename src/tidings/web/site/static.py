"""The files a browser loads: the web app if it is built, else a small start page.

Only files that were there at start have an address, so no path can lead outside.
Our own because Starlette's static files know no packed forms and read from the disk in a
thread for every request: 1.6 ms of processor time for what takes 0.23 ms from memory.
"""

import hashlib
import json
import mimetypes
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tidings.web.cookies import SESSION_COOKIES
from tidings.web.etag import names_tag

_HERE = Path(__file__).parents[1]
PAGES = _HERE / "pages"
WEB_APP = _HERE / "app"
# The web app's own addresses: each is the same page, which then looks at the address.
# Written by `npm run pages` from the list that the app's router is made of.
_APP_PAGES: dict[str, list[str]] = json.loads(
    (_HERE / "app_pages.json").read_text("utf-8")
)
# With a session or without, they look the same.
_BEFORE_SIGN_IN = frozenset(_APP_PAGES["before_sign_in"])
# The build puts a hash of the content into the name of whatever is there.
_ASSETS = "/assets/"
_LOOK_AGAIN = "no-cache"
_FOR_A_DAY = "public, max-age=86400"
_FOR_EVER = "public, max-age=31536000, immutable"
# What the build lays beside a file, best first, by the name that browsers ask with.
_PICTURES = {".svg", ".png"}
_PACKED = {"br": ".br", "gzip": ".gz"}
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}


_Serve = Callable[[Request], Awaitable[Response]]
# The start page of somebody who is not signed in; None: the app itself.
VisitorPage = Callable[[Request], Awaitable[Response | None]]


@dataclass(frozen=True, slots=True)
class _Pages:
    """What has an address, and what is shown where nothing has."""

    router: APIRouter
    nowhere: _Serve | None


@dataclass(frozen=True, slots=True)
class _Form:
    """A file's bytes in one packing, and their tag."""

    body: bytes
    tag: str


def add_pages(
    app: FastAPI, web_app: Path = WEB_APP, visitor_page: VisitorPage | None = None
) -> None:
    """Give the pages and their files an address each."""
    index = web_app / "index.html"
    built = index.stat().st_mtime_ns if index.is_file() else None
    pages = _pages(web_app, built, visitor_page)
    app.router.routes.extend(pages.router.routes)
    if pages.nowhere is not None:
        app.router.default = _nothing_here(pages.nowhere, app.router.default)


@cache
def _pages(
    web_app: Path, built: int | None, visitor_page: VisitorPage | None
) -> _Pages:
    """Return the routes of all files, which every app of this process may share."""
    router = APIRouter()
    _add_file(router, "/api/docs", PAGES / "docs.html")
    for file in sorted(PAGES.iterdir()):
        _add_file(router, f"/pages/{file.name}", file)
    if built is None:
        _add_file(router, "/", PAGES / "index.html")
        return _Pages(router, None)
    page = _serve(web_app / "index.html", _LOOK_AGAIN)
    page_by_reader = _serve_app(page, web_app)
    start = (
        _serve_start(page_by_reader, visitor_page) if visitor_page else page_by_reader
    )
    _add_route(router, "/", start)
    for address in _app_addresses():
        is_open = address in _BEFORE_SIGN_IN
        _add_route(router, address, page if is_open else page_by_reader)
    files = {
        f"/{file.relative_to(web_app).as_posix()}": file
        for file in sorted(web_app.rglob("*"))
        if _is_public(file)
    }
    for address, file in files.items():
        if not address.startswith(_ASSETS):
            _add_file(router, address, file)
    assets = {
        address.removeprefix(_ASSETS): _serve(file, _FOR_EVER)
        for address, file in files.items()
        if address.startswith(_ASSETS)
    }
    # One route for hundreds of files: to make and to try a route takes longer than a look
    # into a dictionary.
    _add_route(router, _ASSETS + "{name:path}", _serve_one_of(assets))
    return _Pages(router, page_by_reader)


def _app_addresses() -> list[str]:
    """Return few addresses that cover all pages: what is inside one, it finds itself."""
    paths = [path for paths in _APP_PAGES.values() for path in paths if path != "/"]
    names = [path.removeprefix("/").split("/") for path in paths]
    single = [f"/{head}" for head, *rest in names if not rest]
    deep = [f"/{head}/{{rest:path}}" for head, *rest in names if rest]
    return list(dict.fromkeys(single + deep))


def _is_public(path: Path) -> bool:
    is_packed = path.suffix in _PACKED.values()
    return path.is_file() and not is_packed and ".vite" not in path.parts


def _add_file(router: APIRouter, address: str, file: Path) -> None:
    # Browsers ask for the icon at every step within the app.
    caching = _FOR_A_DAY if file.suffix in _PICTURES else _LOOK_AGAIN
    _add_route(router, address, _serve(file, caching))


def _add_route(router: APIRouter, address: str, serve: _Serve) -> None:
    router.add_api_route(address, serve, include_in_schema=False)


def _serve_app(page: _Serve, web_app: Path) -> _Serve:
    """Return what serves the app's page, to readers the one that loads their lists at once."""
    reader = web_app / "reader.html"
    page_of_reader = _serve(reader, _LOOK_AGAIN) if reader.is_file() else page

    async def serve(request: Request) -> Response:
        answer = await (page_of_reader if _is_reader(request) else page)(request)
        answer.headers.add_vary_header("Cookie")
        return answer

    return serve


def _serve_start(page: _Serve, visitor_page: VisitorPage) -> _Serve:
    """Return what serves "/": the app to readers, and visitors a page of their own."""

    async def serve(request: Request) -> Response:
        # With a query it is the address of a list, which the app shows after signing in.
        is_visit = not _is_reader(request) and not request.url.query
        return (await visitor_page(request) if is_visit else None) or await page(
            request
        )

    return serve


def _is_reader(request: Request) -> bool:
    """Say whether there is a session; whether it still lives, the app finds out."""
    return any(name in request.cookies for name in SESSION_COOKIES)


def _nothing_here(page: _Serve, otherwise: ASGIApp) -> ASGIApp:
    """Return what answers where nothing is: to people the app's page, which says so."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _is_for_people(Request(scope)):
            await otherwise(scope, receive, send)
            return
        found = await page(Request(scope, receive))
        found.status_code = 404
        await found(scope, receive, send)

    return answer


def _is_for_people(request: Request) -> bool:
    is_page = not request.url.path.startswith(("/api/", _ASSETS))
    asks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return is_page and asks


def _serve_one_of(files: dict[str, _Serve]) -> _Serve:
    async def serve(request: Request) -> Response:
        file = files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return await file(request)

    return serve


def _serve(file: Path, caching: str) -> _Serve:
    # Read at the start: a build that replaces the files cannot mix old with new.
    forms = _forms_of(file, file.stat().st_mtime_ns)

    async def serve(request: Request) -> Response:
        name = _best(request.headers.get("accept-encoding", ""), forms)
        form = forms[name]
        headers = {"cache-control": caching, "etag": form.tag}
        if len(forms) > 1:
            headers["vary"] = "Accept-Encoding"
        if names_tag(request.headers.get("if-none-match"), form.tag):
            return Response(status_code=304, headers=headers)
        if name:
            headers["content-encoding"] = name
        return Response(form.body, headers=headers, media_type=_type_of(file))

    return serve


@cache
def _forms_of(file: Path, _written: int) -> dict[str, _Form]:
    forms = {"": _form(file.read_bytes())}
    for name, ending in _PACKED.items():
        packed = file.with_name(file.name + ending)
        if packed.is_file():
            forms[name] = _form(packed.read_bytes())
    return forms


def _form(body: bytes) -> _Form:
    digest = hashlib.sha1(body, usedforsecurity=False).hexdigest()
    return _Form(body, f'"{digest}"')


def _best(accepted: str, forms: dict[str, _Form]) -> str:
    """Return the best packing that there is and that the browser takes; "": none."""
    wanted = set()
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            wanted.add(name.strip())
    return next((name for name in _PACKED if name in forms and name in wanted), "")


def _type_of(file: Path) -> str:
    guessed = mimetypes.guess_type(file.name)[0]
    return _TYPES.get(file.suffix) or guessed or "application/octet-stream"
