"""A reader's evening: by keyboard, in two windows at once, without losing the focus."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation, eventually
from tests.e2e.paper import HARBOUR, Article
from tests.e2e.windows import Windows, open_live, press, settle, tab_to

QUAY = "The quay is open again"
FERRY = "A third ferry for the island"
EDITED = "<p>The old harbour opens again, and the plan of its piers is secret.</p>"


def row(page: Page, title: str) -> Locator:
    return page.get_by_role("list", name="Entries").get_by_role(
        "link", name=re.compile(title)
    )


def entry(page: Page) -> Locator:
    return page.get_by_role("region", name="Entry")


def test_a_reader_reads_stars_and_tags_by_keyboard(
    installation: Installation, windows: Windows
) -> None:
    installation.furnish()
    page = windows.reader(installation.base)
    open_live(page, "/")
    expect(row(page, QUAY)).to_be_visible()
    _reads_and_stars(page, installation)
    _steps_by_buttons(page)
    _tags(page, installation)
    _searches(page)
    _asks_for_help(page)


def _reads_and_stars(page: Page, installation: Installation) -> None:
    press(page, "j")
    first = page.get_by_role("list", name="Entries").get_by_role("link").first
    expect(first).to_have_attribute("aria-current", "true")
    title = entry(page).get_by_role("heading", level=1).inner_text()
    press(page, "s")
    expect(entry(page).get_by_role("button", name="Unstar")).to_be_visible()
    eventually(lambda: installation.api.entry(title)["starred"])
    assert installation.api.entry(title)["read"]
    press(page, "m")
    eventually(lambda: not installation.api.entry(title)["read"])
    press(page, "m")
    eventually(lambda: installation.api.entry(title)["read"])
    # The unread list has it no more, but it is open.
    page.reload()
    expect(entry(page).get_by_role("heading", name=title)).to_be_visible()
    expect(row(page, title)).to_have_count(0)
    page.keyboard.press("m")
    eventually(lambda: not installation.api.entry(title)["read"])
    page.reload()
    expect(row(page, title)).to_be_visible()
    press(page, "j", "k", "Escape")
    expect(page.get_by_text("Select an entry to read")).to_be_visible()
    expect(first).to_be_focused()


def _steps_by_buttons(page: Page) -> None:
    """Those that go away with their entry leave the focus to their like."""
    press(page, "j")
    onwards = entry(page).get_by_role("button", name="Next entry")
    for _ in range(2):
        title = entry(page).get_by_role("heading", level=1).inner_text()
        onwards.focus()
        press(page, "Enter")
        expect(entry(page).get_by_role("heading", level=1)).not_to_have_text(title)
        expect(onwards).to_be_focused()
    title = entry(page).get_by_role("heading", level=1).inner_text()
    entry(page).get_by_role("button", name="Back to the list").focus()
    press(page, "Enter")
    expect(row(page, title)).to_be_focused()


def _tags(page: Page, installation: Installation) -> None:
    press(page, "g", "a")
    expect(page.get_by_role("heading", name="All", level=1)).to_be_visible()
    row(page, QUAY).focus()
    press(page, "Enter")
    add = entry(page).get_by_role("button", name="Add a tag").first
    expect(add).to_be_visible()
    tab_to(page, lambda: add.evaluate("node => node === document.activeElement"))
    press(page, "Enter")
    field = page.get_by_role("combobox", name="Tag name")
    expect(field).to_be_focused()
    page.keyboard.type("ships")
    # Of an input method, which chooses letters by it.
    field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    expect(field).to_have_value("ships")
    press(page, "Enter", "Escape")
    expect(add).to_be_focused()
    eventually(lambda: installation.api.entry(QUAY)["tags"] == ["ships"])
    navigation = page.get_by_role("navigation", name="Main navigation")
    expect(navigation.get_by_role("link", name="ships")).to_be_visible()


def _searches(page: Page) -> None:
    press(page, "/")
    field = page.get_by_role("combobox", name="Search your entries")
    expect(field).to_be_focused()
    page.keyboard.type("ferry")
    press(page, "Enter")
    expect(row(page, FERRY)).to_be_visible()
    expect(page.get_by_role("list", name="Entries").get_by_role("link")).to_have_count(
        1
    )
    expect(page).to_have_url(re.compile(r"/search\?q=ferry"))


def _asks_for_help(page: Page) -> None:
    press(page, "Tab", "g", "u")
    expect(page.get_by_role("heading", name="Unread", level=1)).to_be_visible()
    press(page, "?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    assert violations(page) == []
    press(page, "Escape")
    expect(dialog).to_be_hidden()
    press(page, "Control+k")
    palette = page.get_by_role("combobox")
    expect(palette).to_be_focused()
    assert violations(page) == []
    page.keyboard.type("kitchen notes")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Kitchen Notes", level=1)).to_be_visible()


@pytest.mark.both_engines  # the one walk on PostgreSQL, and the one that needs its events
def test_two_windows_agree_while_the_newspaper_goes_on(
    installation: Installation, windows: Windows
) -> None:
    installation.furnish()
    here, there = (windows.reader(installation.base) for _ in range(2))
    for page in (here, there):
        open_live(page, "/all")
        expect(row(page, QUAY)).to_be_visible()
    _marks_travel(here, there)
    _news_announces_itself(there, installation)
    _shows_what_was_changed(here, installation)


def _marks_travel(here: Page, there: Page) -> None:
    row(here, FERRY).click()
    press(here, "s")
    expect(row(there, FERRY)).to_have_accessible_name(re.compile("starred"))
    expect(row(there, FERRY)).not_to_have_accessible_name(re.compile("unread"))


def _news_announces_itself(page: Page, installation: Installation) -> None:
    late = Article("late", "Late news from the pier")
    installation.paper.add(HARBOUR, "The Harbour", late)
    before = row(page, QUAY).bounding_box()
    installation.check(HARBOUR)
    news = page.get_by_role("button", name="1 new entry")
    expect(news).to_be_visible()
    assert row(page, QUAY).bounding_box() == before
    expect(row(page, late.title)).to_have_count(0)
    news.click()
    expect(row(page, late.title)).to_be_visible()


def _shows_what_was_changed(page: Page, installation: Installation) -> None:
    number = installation.api.entry(QUAY)["id"]
    installation.api.put(f"entries/{number}/star")
    installation.paper.edit(HARBOUR, "The Harbour", "quay", EDITED)
    row(page, QUAY).click()
    installation.check(HARBOUR)
    changed = entry(page).get_by_role("button", name="changed 1 time")
    expect(changed).to_be_visible()
    changed.focus()
    press(page, "Enter")
    versions = page.get_by_role("dialog", name="Versions of this entry")
    expect(versions.locator("ins", has_text="piers")).to_be_visible()
    expect(versions.locator("del", has_text="quays")).to_be_visible()
    settle(page)
    assert violations(page) == []
    press(page, "Escape")
    expect(changed).to_be_focused()
    entry(page).get_by_role("button", name="What changed?").click()
    versions.get_by_role("button", name="As you starred it").click()
    expect(versions.get_by_text("plan of its quays")).to_be_visible()
    expect(versions.locator("ins")).to_have_count(0)
    settle(page)
    assert violations(page) == []
    press(page, "Escape")
