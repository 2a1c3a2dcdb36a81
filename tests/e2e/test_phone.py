"""One hand on a phone: tap, swipe, and everything in reach of the thumb."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.installation import Installation, eventually
from tests.e2e.test_reading import FERRY, QUAY, entry, row
from tests.e2e.windows import PHONE, Windows


def test_a_thumb_is_enough(furnished: Installation, windows: Windows) -> None:
    page = windows.reader(furnished.base, **PHONE)
    page.goto("/")
    _reads(page)
    _goes_elsewhere(page)
    _swipes(page, furnished)


def _reads(page: Page) -> None:
    row(page, QUAY).tap()
    expect(entry(page).get_by_role("heading", name=QUAY)).to_be_visible()
    page.get_by_role("button", name="Next unread entry").tap()
    expect(entry(page).get_by_role("heading", name=FERRY)).to_be_visible()
    page.get_by_role("button", name="Back to the list").tap()
    expect(row(page, QUAY)).to_be_visible()
    expect(entry(page)).to_be_hidden()


def _swipes(page: Page, installation: Installation) -> None:
    title = "Gulls learn to open boxes"
    _swipe(page, title, -150)
    eventually(lambda: installation.api.entry(title)["starred"])
    _swipe(page, title, 150)
    eventually(lambda: installation.api.entry(title)["read"])
    expect(row(page, title)).to_have_accessible_name(re.compile("starred"))


def _swipe(page: Page, title: str, far: int) -> None:
    box = row(page, title).bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind: str, *places: float) -> None:
        points = [{"x": place, "y": y} for place in places]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x)
    for step in range(1, 9):
        touch("touchMove", x + far * step / 8)
    touch("touchEnd")


def _goes_elsewhere(page: Page) -> None:
    bar = page.get_by_role("navigation", name="Menu")
    bar.get_by_role("button", name="Feeds").tap()
    drawer = page.get_by_role("dialog", name="Main navigation")
    drawer.get_by_role("link", name="Kitchen Notes").tap()
    expect(drawer).to_be_hidden()
    expect(page.get_by_role("heading", name="Kitchen Notes", level=1)).to_be_visible()
    bar.get_by_role("link", name="Settings").tap()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    bar.get_by_role("link", name="Unread").tap()
    expect(page.get_by_role("heading", name="Unread", level=1)).to_be_visible()
