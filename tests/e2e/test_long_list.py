"""A list longer than what is loaded of it, with a key held down and a slow network."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.installation import Installation, eventually, running_tidings
from tests.e2e.paper import RSS
from tests.e2e.windows import Windows, open_live

MANY = 120  # more than the first page has
LONG = "/long.xml"
KEYS_A_SECOND = 30
LATENCY = 2000  # milliseconds: longer than to fly through the first page
PATIENCE = 240


@pytest.fixture(scope="module")
def long_list(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with running_tidings(tmp_path_factory.mktemp("tidings")) as installation:
        entries = "".join(
            f"<item><title>News {number}</title><guid>{number}</guid>"
            f"<description>Words about {number}</description></item>"
            for number in range(MANY)
        )
        text = (
            f'<rss version="2.0"><channel><title>Long</title>{entries}</channel></rss>'
        )
        installation.paper.web.pages[LONG] = (200, RSS, text.encode())
        installation.api.register()
        installation.follow(LONG)
        eventually(lambda: installation.api.get("counts")["unread"] == MANY)
        yield installation


def test_a_held_key_goes_on_past_what_is_loaded(
    long_list: Installation, windows: Windows
) -> None:
    page = windows.reader(long_list.base)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_live(page, "/all")
    page.get_by_role("list", name="Entries").get_by_role("link").first.wait_for()
    _slow_down(page, LATENCY)
    last = long_list.api.entries()[-1]
    _hold_j_until(page, last["id"])
    _slow_down(page, 0)
    heading = page.get_by_role("region", name="Entry").get_by_role("heading", level=1)
    expect(heading).to_have_text(last["title"])
    eventually(lambda: long_list.api.get(f"entries/{last['id']}")["read"])
    assert len(list(filter(_is_more, asked))) == 1


def _is_more(address: str) -> bool:
    # What is kept for offline is asked for by star.
    return bool(re.search(r"/entries\?(?!.*starred=).*cursor=", address))


def _slow_down(page: Page, latency: int) -> None:
    how = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.emulateNetworkConditions", {**how, "latency": latency})


def _hold_j_until(page: Page, last: int) -> None:
    devtools = page.context.new_cdp_session(page)
    key = {"key": "j", "code": "KeyJ", "text": "j", "windowsVirtualKeyCode": 74}
    deadline = time.monotonic() + PATIENCE
    while not page.url.endswith(f"entry={last}"):
        assert time.monotonic() < deadline, f"it stops at {page.url}"
        down = {"type": "keyDown", "autoRepeat": True, **key}
        devtools.send("Input.dispatchKeyEvent", down)
        page.wait_for_timeout(1000 / KEYS_A_SECOND)
    devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})
