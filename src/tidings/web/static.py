"""The files a browser loads: the web app if it is built, else a small start page.

Only files that were there at start have an address, so no path can lead outside.
"""

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request, Response

from tidings.web.etag import names_tag

_HERE = Path(__file__).parent
PAGES = _HERE / "pages"
WEB_APP = _HERE / "app"
# The web app's own addresses: each is the same page, which then looks at the address.
_SINGLE = (
    *("all", "starred", "search", "stories", "subscribe", "health", "highlights"),
    *("manage", "settings", "admin", "share"),
    *("login", "register", "invite", "forgot-password", "reset-password"),
)
_DEEP = (
    *("feed", "folder", "tag", "entry", "search", "stories"),
    *("manage", "settings", "admin"),
)
_APP_ADDRESSES = (
    *(f"/{name}" for name in _SINGLE),
    *(f"/{name}/{{rest:path}}" for name in _DEEP),
)
_LOOK_AGAIN = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"
# What the build lays beside a file, best first, by the name that browsers ask with.
_PACKED = {"br": ".br", "gzip": ".gz"}
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}


@dataclass(frozen=True, slots=True)
class _Form:
    """A file's bytes in one packing, and their tag."""

    body: bytes
    tag: str


def add_pages(app: FastAPI, web_app: Path = WEB_APP) -> None:
    """Give the pages and their files an address each."""
    _add_file(app, "/api/docs", PAGES / "docs.html")
    for file in sorted(PAGES.iterdir()):
        _add_file(app, f"/pages/{file.name}", file)
    if not (web_app / "index.html").is_file():
        _add_file(app, "/", PAGES / "index.html")
        return
    for address in ("/", *_APP_ADDRESSES):
        _add_file(app, address, web_app / "index.html")
    for file in sorted(path for path in web_app.rglob("*") if _is_public(path)):
        _add_file(app, f"/{file.relative_to(web_app).as_posix()}", file)


def _is_public(path: Path) -> bool:
    is_packed = path.suffix in _PACKED.values()
    return path.is_file() and not is_packed and ".vite" not in path.parts


def _add_file(app: FastAPI, address: str, file: Path) -> None:
    # The build puts a hash of the content into the name of whatever is under assets.
    lasting = address.startswith("/assets/")
    caching = _FOR_EVER if lasting else _LOOK_AGAIN
    app.add_api_route(address, _serve(file, caching), include_in_schema=False)


def _serve(file: Path, caching: str) -> Callable[[Request], Awaitable[Response]]:
    # Read at the start: a build that replaces the files cannot mix old with new.
    forms = _forms_of(file)

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


def _forms_of(file: Path) -> dict[str, _Form]:
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
