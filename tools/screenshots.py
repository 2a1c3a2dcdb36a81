"""Pictures of the main pages, from the demo: `make screenshots`, into docs/screenshots.

Each is made on a desktop and on a phone, light and dark.
"""

import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.cli.program import Program, free_port
from tests.demo.running import Api
from tests.e2e.installation import eventually
from tests.e2e.windows import ARGUMENTS, CHROMIUM, DESKTOP, PHONE, settle

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
LARGEST = 150_000
SIZES: dict[str, dict[str, Any]] = {
    "desktop": DESKTOP,
    "phone": {**PHONE, "device_scale_factor": 2},
}
THEMES = ("light", "dark")
OPENED = "Ferry Kestrel"
EDITED = "Ferry runs aground in fog"
_PICTURES_ARE_LOADED = """() => Promise.all(
    [...document.images]
        .filter(image => !image.complete && image.getBoundingClientRect().top < innerHeight)
        .map(image => image.decode().catch(() => null)),
).then(() => document.fonts.ready).then(() => null)"""


def main() -> None:
    """Make all pictures anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as directory:
        port = free_port()
        demo = Program(Path(directory), {"TIDINGS_PORT": str(port)})
        with demo.start("serve", "--demo") as running, sync_playwright() as playwright:
            running.wait_for("Sign in as demo")
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=ARGUMENTS
            )
            for path in _make(browser, port):
                sys.stdout.write(f"{path.name}: {path.stat().st_size // 1000} KB\n")
            browser.close()


def _make(browser: Browser, port: int) -> Iterator[Path]:
    pages = _pages(Api(port))
    for size, options in SIZES.items():
        page = _signed_in(browser, port, options)
        for name, show in pages.items():
            show(page)
            settle(page)
            page.mouse.move(0, 0)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.evaluate(_PICTURES_ARE_LOADED)
                yield _save(page, f"{name}-{size}-{theme}.png")
        page.context.close()


def _pages(api: Api) -> dict[str, Callable[[Page], object]]:
    """Return how each page is reached, by its name."""
    eventually(lambda: any(EDITED in one["title"] for one in api.entries()))
    eventually(lambda: _has_icons(api))
    opened, edited = (api.entry(title)["id"] for title in (OPENED, EDITED))
    return {
        "list": lambda page: page.goto("/"),
        "entry": lambda page: page.goto(f"/all?entry={opened}"),
        "versions": lambda page: _versions(page, edited),
        "health": lambda page: page.goto("/health"),
        "appearance": lambda page: page.goto("/settings/appearance"),
        "subscribe": lambda page: page.goto("/subscribe"),
    }


def _has_icons(api: Api) -> bool:
    """Whether every feed that could be read has its icon."""
    feeds = [one["feed"] for one in api.pages("subscriptions?limit=200")]
    fetched = [one for one in feeds if one["url"]]
    return all(one["icon_url"] or one["error"] for one in fetched)


def _versions(page: Page, entry: int) -> None:
    page.goto(f"/all?entry={entry}")
    page.get_by_role("button", name="changed 1 time").click()
    expect(page.get_by_role("dialog").locator("ins").nth(1)).to_be_visible()


def _signed_in(browser: Browser, port: int, options: dict[str, Any]) -> Page:
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{port}",
        locale="en-US",
        reduced_motion="reduce",
        **options,
    )
    body = {"username": "demo", "password": "demo-demo-demo"}
    assert context.request.post("/api/v1/auth/login", data=body).ok
    return context.new_page()


def _save(page: Page, name: str) -> Path:
    """Keep what the page shows, in as many colours as the size allows."""
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert(
        "RGB"
    )
    path = FOLDER / name
    for colors in (256, 128, 64):
        few = picture.quantize(colors, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            return path
    raise SystemExit(f"{name} is larger than {LARGEST // 1000} KB")


if __name__ == "__main__":
    main()
