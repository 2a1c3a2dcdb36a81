"""Browser windows that remember every complaint, and keys that must not lose the focus."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    WebError,
    expect,
)

from tests.e2e.installation import NAME, PASSWORD

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
# However busy the machine is: nothing that works takes so long.
PATIENCE = 60_000
TOO_MANY = 429
# Browsers say this of themselves while there is no network.
_WITHOUT_NETWORK = "net::ERR_INTERNET_DISCONNECTED"

expect.set_options(timeout=PATIENCE)


class Windows:
    """Opens windows, each as a device of its own, and listens to all of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._opened: list[BrowserContext] = []
        self._said: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    @property
    def complaints(self) -> list[str]:
        """What was complained about, but for what may happen."""
        return [
            said
            for said in self._said
            if not any(each.search(said) for each in self._allowed)
        ]

    def allow(self, pattern: str) -> None:
        """Say what may be complained about in a test."""
        self._allowed.append(re.compile(pattern))

    def allow_lost_entries(self) -> None:
        """An entry that is being stored for offline reading may go with its feed."""
        self.allow(r"404 .*/api/v1/entries/\d+\)$")

    def stranger(self, base: str, **options: Any) -> Page:
        """Open a window of somebody who is not signed in."""
        options = {"locale": "en-US", **DESKTOP, **options}
        context = self._browser.new_context(base_url=base, **options)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self._heard(base, message))
        context.on("weberror", self._failed)
        self._opened.append(context)
        return context.new_page()

    def reader(self, base: str, **options: Any) -> Page:
        """Open a window of the first account."""
        page = self.stranger(base, **options)
        body = {"username": NAME, "password": PASSWORD}
        sign_in_row = "/api/v1/auth/login"
        answer = page.context.request.post(sign_in_row, data=body)
        while answer.status == TOO_MANY:  # tests come in more often than people do
            page.wait_for_timeout(
                1000 * answer.json()["error"]["details"]["retry_after"]
            )
            answer = page.context.request.post(sign_in_row, data=body)
        assert answer.ok, answer.text()
        return page

    def close(self) -> None:
        for context in self._opened:
            context.close()

    def _heard(self, base: str, message: ConsoleMessage) -> None:
        place = message.location.get("url", "")
        is_ours = place.startswith(base) or not place
        if message.type == "error" and is_ours and _WITHOUT_NETWORK not in message.text:
            self._said.append(f"{message.text} ({place})")

    def _failed(self, error: WebError) -> None:
        self._said.append(str(error.error))


def press(page: Page, *keys: str) -> None:
    """Press keys, one after another; after each, something must have the focus."""
    for key in keys:
        page.keyboard.press(key)
        # The page itself is not matched: it has the focus when nothing has.
        message = f"{key!r} lost the focus"
        expect(page.locator(":focus"), message).to_have_count(1)


def tab_to(page: Page, is_there: Callable[[], bool], most: int = 60) -> None:
    """Press Tab until something has the focus."""
    for _ in range(most):
        if is_there():
            return
        press(page, "Tab")
    raise AssertionError(f"Tab does not lead there at {page.url}")


def open_live(page: Page, address: str) -> None:
    """Open a page, and wait until it hears keys and news, which come after the rest."""
    with page.expect_response(lambda answer: "/api/v1/events" in answer.url):
        page.goto(address)


def settle(page: Page) -> None:
    """Wait until a page shows what it is about, with nothing more to come."""
    expect(page.locator("h1").first).to_be_visible()
    expect(page.locator("[aria-busy=true], .animate-pulse")).to_have_count(0)
