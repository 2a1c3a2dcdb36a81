"""How soon a phone shows the first entry of a list: a slow network and a slow processor.

The floor is the start page for visitors on the same phone: text without scripts.
"""

import statistics
import time
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright
from tests.e2e.windows import ARGUMENTS, CHROMIUM, PHONE

from bench.rows import Row
from bench.servers import Server

_ROUNDS = 5
_SLOWER = 4
_NETWORK = {
    "offline": False,
    "latency": 150,  # milliseconds
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}


def rows(ours: Server, reader: str) -> Iterator[Row]:
    """Measure with nothing kept from an earlier visit."""
    if not CHROMIUM.exists():
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        token = ours.tokens[reader]
        first, text = (
            [_waited(browser, ours, who, selector) for _ in range(_ROUNDS)]
            for who, selector in ((token, "[data-index]"), (None, "h1"))
        )
        browser.close()
    yield Row(
        "first row on a phone",
        statistics.median(first),
        "ms",
        statistics.median(text),
        "the start page for visitors",
    )


def _waited(browser: Browser, ours: Server, token: str | None, selector: str) -> float:
    base = f"http://127.0.0.1:{ours.port}"
    with browser.new_context(base_url=base, **PHONE) as context:
        if token is not None:
            cookie = {"name": "tidings_session", "value": token, "url": base}
            context.add_cookies([cookie])
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", _NETWORK)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
        begun = time.perf_counter()
        page.goto("/", wait_until="commit")
        page.wait_for_selector(selector)
        return (time.perf_counter() - begun) * 1000
