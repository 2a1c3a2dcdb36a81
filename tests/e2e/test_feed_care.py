"""What becomes of a feed: another address, switched off and on again, deleted."""

from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation
from tests.e2e.paper import HARBOUR, Article
from tests.e2e.windows import Windows, open_live, settle

NEW = "/new-harbour.xml"
LANTERNS = "The lanterns are lit"


def test_a_reader_moves_a_feed_switches_it_off_and_deletes_it(
    installation: Installation, windows: Windows
) -> None:
    installation.furnish()
    installation.paper.print_feed(NEW, "The Harbour", Article("n-1", LANTERNS))
    windows.allow_lost_entries()
    page = windows.reader(installation.base)
    open_live(page, "/manage/subscriptions")
    _moves(page, installation)
    _switches_off_and_on(page, installation)
    _deletes(page, installation)


def _settings(page: Page) -> None:
    page.get_by_role("button", name="Settings for The Harbour").click()


def _moves(page: Page, installation: Installation) -> None:
    _settings(page)
    page.get_by_role("button", name="Change address").click()
    dialog = page.get_by_role("dialog", name="A new address for “The Harbour”")
    dialog.get_by_label("New address").fill(installation.paper.url(NEW))
    settle(page)
    assert violations(page) == []
    dialog.get_by_role("button", name="Change address").click()
    expect(page.get_by_text("“The Harbour” has a new address")).to_be_visible()
    feed = installation.feeds[HARBOUR]
    assert installation.api.get(f"feeds/{feed}")["url"] == installation.paper.url(NEW)
    titles = [entry["title"] for entry in installation.api.entries(feed_id=feed)]
    assert (titles.count(LANTERNS), len(titles)) == (1, 6)


def _switches_off_and_on(page: Page, installation: Installation) -> None:
    state = f"feeds/{installation.feeds[HARBOUR]}"
    _settings(page)
    page.get_by_role("button", name="Disable").click()
    expect(page.get_by_text("“The Harbour” is disabled")).to_be_visible()
    assert installation.api.get(state)["state"] == "disabled"
    _settings(page)
    page.get_by_role("button", name="Enable again").click()
    expect(page.get_by_text("“The Harbour” is enabled again")).to_be_visible()
    assert installation.api.get(state)["state"] != "disabled"


def _deletes(page: Page, installation: Installation) -> None:
    _settings(page)
    page.get_by_role("button", name="Delete feed").click()
    question = page.get_by_role("dialog", name="Delete “The Harbour”?")
    question.get_by_role("button", name="Delete feed").click()
    expect(page.get_by_text("“The Harbour” has been deleted")).to_be_visible()
    expect(page.get_by_role("link", name="The Harbour")).to_have_count(0)
    followed = [one["title"] for one in installation.api.get("subscriptions")["items"]]
    assert followed == ["Kitchen Notes"]
