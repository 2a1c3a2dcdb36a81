"""Searching in the app: while one types, within a list, and words for what is wrong."""

import re

from playwright.sync_api import expect

from tests.e2e.installation import Installation
from tests.e2e.test_reading import FERRY, QUAY, row
from tests.e2e.windows import Windows, open_live, press


def test_a_search_is_answered_while_it_is_typed_and_says_what_it_lacks(
    furnished: Installation, windows: Windows
) -> None:
    windows.allow(r"422 \(Unprocessable Entity\)")
    page = windows.reader(furnished.base)
    open_live(page, "/search")
    field = page.get_by_role("combobox", name="Search your entries")
    expect(field).to_be_focused()
    page.keyboard.type("title:quay OR title:fer*")
    expect(row(page, FERRY)).to_be_visible()
    expect(row(page, QUAY)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="2 results")).to_be_visible()
    expect(field).to_have_value("title:quay OR title:fer*")
    field.fill("ferry date:2019")
    expect(page.get_by_text("Did you mean “after:”?")).to_be_visible()
    expect(field).to_be_focused()


def test_a_search_looks_in_the_present_list_until_its_chip_is_removed(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base)
    open_live(page, "/starred")
    expect(page.get_by_text("Nothing starred yet", exact=True)).to_be_visible()
    press(page, "Shift+F")
    field = page.get_by_role("combobox", name="Search your entries")
    expect(field).to_be_focused()
    field.fill("title:fer*")
    expect(page.get_by_text("Nothing found", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(r"within="))
    chip = page.get_by_role("link", name="Only in Starred")
    chip.click()
    expect(row(page, FERRY)).to_be_visible()
    expect(chip).to_be_hidden()
    expect(field).to_have_value("title:fer*")


def test_a_rule_is_begun_from_an_entry(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base)
    open_live(page, "/all")
    row(page, FERRY).click()
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Mute “island” in titles").click()
    dialog = page.get_by_role("dialog", name="New rule")
    expect(dialog.get_by_role("textbox", name="Name")).to_have_value("island")
    expect(dialog.get_by_role("textbox", name="Value")).to_have_value("island")
    expect(dialog.get_by_text("Matches 1 of the last")).to_be_visible()
