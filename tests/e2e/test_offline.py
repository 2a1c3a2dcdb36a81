"""A train ride: what was stored can be read, and what was marked arrives afterwards."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.installation import Installation, eventually
from tests.e2e.test_reading import FERRY, QUAY, entry, row
from tests.e2e.windows import Windows, press

KEPT = re.compile("4 changes are saved on this device")
STAYS = re.compile("No connection: you are reading what is stored here.")
FOG = "Fog until noon"


def test_marks_made_without_a_network_reach_the_server_later(
    installation: Installation, windows: Windows
) -> None:
    installation.furnish()
    page = windows.reader(installation.base)
    _stores_everything(page)
    page.context.set_offline(True)
    page.goto("/all")
    expect(page.get_by_text(STAYS)).to_be_visible()
    _reads_without_a_network(page)
    before = installation.api.entry(QUAY)
    assert (before["read"], before["starred"], before["tags"]) == (False, False, [])
    page.context.set_offline(False)
    eventually(lambda: installation.api.entry(QUAY)["tags"] == ["ships"])
    after = installation.api.entry(QUAY)
    assert (after["read"], after["starred"]) == (True, True)
    eventually(lambda: installation.api.entry(FERRY)["read"])
    expect(page.get_by_text(STAYS)).to_be_hidden()
    expect(row(page, QUAY)).to_have_accessible_name(re.compile("starred"))


def _stores_everything(page: Page) -> None:
    page.goto("/settings/offline")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.get_by_role("button", name="Update now").click()
    expect(page.get_by_text("7 entries are stored")).to_be_visible()


def _reads_without_a_network(page: Page) -> None:
    row(page, QUAY).click()
    expect(entry(page).get_by_text("It took us long enough.")).to_be_visible()
    press(page, "s")
    expect(entry(page).get_by_role("button", name="Remove the star")).to_be_visible()
    entry(page).get_by_role("button", name="Add a tag").first.click()
    page.keyboard.type("ships")
    press(page, "Enter", "Escape")
    expect(entry(page).get_by_role("link", name="ships")).to_be_visible()
    row(page, FERRY).click()
    expect(entry(page).get_by_role("heading", name=FERRY)).to_be_visible()
    expect(page.get_by_text(KEPT)).to_be_visible()
    # Everything is still there when the page is loaded anew.
    page.reload()
    expect(row(page, QUAY)).to_have_accessible_name(re.compile("starred"))
    expect(row(page, FERRY)).not_to_have_accessible_name(re.compile("unread"))
    expect(row(page, FOG)).to_have_accessible_name(re.compile("unread"))
    expect(page.get_by_text(KEPT)).to_be_visible()
