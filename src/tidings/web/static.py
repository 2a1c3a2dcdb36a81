"""The files a browser loads: the web app if it is built, else a small start page.

Only files that were there at start have an address, so no path can lead outside.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse

_HERE = Path(__file__).parent
PAGES = _HERE / "pages"
WEB_APP = _HERE / "app"
# The web app's own addresses: each is the same page, which then looks at the address.
_SINGLE = ("all", "starred", "search", "stories", "subscribe", "health")
_DEEP = ("feed", "folder", "tag", "entry", "settings")
_APP_ADDRESSES = (
    *(f"/{name}" for name in (*_SINGLE, "login", "register", "settings")),
    *(f"/{name}/{{rest:path}}" for name in _DEEP),
)
_LOOK_AGAIN = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"


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
    for file in sorted(path for path in web_app.rglob("*") if path.is_file()):
        _add_file(app, f"/{file.relative_to(web_app).as_posix()}", file)


def _add_file(app: FastAPI, address: str, file: Path) -> None:
    # The build puts a hash of the content into the name of whatever is under assets.
    lasting = address.startswith("/assets/")
    headers = {"cache-control": _FOR_EVER if lasting else _LOOK_AGAIN}
    app.add_api_route(address, _serve(file, headers), include_in_schema=False)


def _serve(
    file: Path, headers: dict[str, str]
) -> Callable[[], Awaitable[FileResponse]]:
    async def serve() -> FileResponse:
        return FileResponse(file, headers=headers)

    return serve
