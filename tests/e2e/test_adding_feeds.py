"""Adding feeds: two of a page at once into a new folder, a name, and leaving undone."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation
from tests.e2e.paper import HARBOUR, KITCHEN, RSS
from tests.e2e.windows import Windows, settle

FIELD = "Address, name or topic"


def test_two_feeds_of_a_page_go_into_a_new_folder_and_leaving_can_be_undone(
    installation: Installation, windows: Windows
) -> None:
    installation.api.register()
    _names_two_feeds(installation)
    page = windows.reader(installation.base)
    page.goto("/subscribe")
    _finds(page, installation.paper.url("/"))
    _follows_two(page, installation)
    _leaves_and_comes_back(page, installation)


def test_a_name_finds_feeds_that_are_listed_and_a_bookmark_can_be_dragged(
    installation: Installation, windows: Windows
) -> None:
    installation.api.register()
    page = windows.reader(installation.base)
    page.goto("/subscribe")
    bookmark = page.get_by_role("link", name="Add to Tidings")
    expect(bookmark).to_have_attribute(
        "href",
        re.compile(r"^javascript:location\.href='http://localhost:\d+/subscribe"),
    )
    _finds(page, "ars technica")
    both = page.get_by_role("checkbox")
    expect(both).to_have_count(2)
    expect(page.get_by_role("button", name="Subscribe to 0 feeds")).to_be_disabled()
    settle(page)
    assert violations(page) == []
    _finds(page, "qwertyuiop")
    expect(page.get_by_text("No feeds found for “qwertyuiop”")).to_be_visible()


def _names_two_feeds(installation: Installation) -> None:
    paper = installation.paper
    links = "".join(
        f"<link rel='alternate' type='{RSS}' title='{path}' href='{path}'>"
        for path in (HARBOUR, KITCHEN)
    )
    paper.web.page("/", f"<html><head><title>Paper</title>{links}</head></html>")


def _finds(page: Page, text: str) -> None:
    page.get_by_label(FIELD).fill(text)
    page.get_by_role("button", name="Find", exact=True).click()


def _follows_two(page: Page, installation: Installation) -> None:
    boxes = page.get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    expect(boxes.nth(0)).to_be_checked()
    boxes.nth(1).check()
    page.get_by_role("button", name="Preview: Kitchen Notes").click()
    preview = page.get_by_role("article")
    expect(preview.get_by_text("Bread in ten steps")).to_be_visible()
    expect(preview.get_by_text("English")).to_be_visible()
    expect(preview.get_by_text("only the beginnings of articles")).to_be_visible()
    page.get_by_label("Folder", exact=True).select_option(label="New folder …")
    page.get_by_label("Name of the new folder").fill("Papers")
    settle(page)
    assert violations(page) == []
    page.get_by_role("button", name="Subscribe to 2 feeds").click()
    for name in ("The Harbour", "Kitchen Notes"):
        expect(page.get_by_role("link", name=f"Read it: {name}")).to_be_visible()
    (folder,) = installation.api.get("folders")["items"]
    assert folder["name"] == "Papers"
    followed = installation.api.get("subscriptions")["items"]
    assert [one["folder_id"] for one in followed] == [folder["id"]] * 2


def _leaves_and_comes_back(page: Page, installation: Installation) -> None:
    before = installation.api.get("subscriptions")["items"]
    page.goto("/manage/subscriptions")
    page.get_by_role("button", name="Settings for Kitchen Notes").click()
    page.get_by_role("button", name="Unsubscribe").click()
    question = page.get_by_role("dialog", name="Unsubscribe from “Kitchen Notes”?")
    question.get_by_role("button", name="Unsubscribe").click()
    expect(page.get_by_text("You no longer follow “Kitchen Notes”")).to_be_visible()
    assert len(installation.api.get("subscriptions")["items"]) == 1
    page.get_by_role("button", name="Undo").click()
    row = page.get_by_role("button", name="Settings for Kitchen Notes")
    expect(row).to_be_visible()
    after = installation.api.get("subscriptions")["items"]
    keys = ("id", "title", "folder_id", "position", "unread")
    assert [[one[key] for key in keys] for one in after] == [
        [one[key] for key in keys] for one in before
    ]
