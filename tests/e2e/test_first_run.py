"""The first minute: an account, a home page, a list from another reader, and reading."""

import re
from time import monotonic

from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import NAME, PASSWORD, Installation, eventually
from tests.e2e.test_reading import FERRY, QUAY, entry, row
from tests.e2e.windows import Windows, press, settle

FEEDS = [f"Paper {number}" for number in range(1, 13)]
MINUTE = 60
# It may be over before one has looked.
WATCH_PROGRESS = """() => {
    window.shown = [];
    new MutationObserver(() => {
        for (const bar of document.querySelectorAll("progress"))
            window.shown.push(bar.ariaLabel);
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_a_new_reader_reads_within_a_minute(
    installation: Installation, windows: Windows
) -> None:
    windows.allow_lost_entries()
    page = windows.stranger(installation.base)
    begun = monotonic()
    page.goto("/")
    expect(page.get_by_role("heading", name="Welcome to Tidings")).to_be_visible()
    # Where a page alone takes seconds, the machine is busy.
    minute = max(MINUTE, 20 * (monotonic() - begun))
    _makes_the_account(page)
    _follows_by_home_page(page, installation)
    row(page, QUAY).click()
    expect(entry(page).get_by_text("It took us long enough.")).to_be_visible()
    assert monotonic() - begun < minute
    installation.api.sign_in()
    _brings_a_list_along(page, installation)
    _makes_a_rule(page, installation)
    _looks_around_with_samples(page, installation)


def _makes_the_account(page: Page) -> None:
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type(NAME)
    press(page, "Tab")
    page.keyboard.type(PASSWORD)
    press(page, "Enter")


def _follows_by_home_page(page: Page, installation: Installation) -> None:
    address = page.get_by_label("Address, name or topic")
    expect(address).to_be_focused()
    page.keyboard.type(installation.paper.url("/").removeprefix("http://"))
    press(page, "Enter")
    follow = page.get_by_role("button", name="Subscribe to The Harbour")
    expect(follow).to_be_visible()
    expect(page.get_by_role("article").get_by_text(FERRY)).to_be_visible()
    settle(page)
    assert violations(page) == []
    follow.focus()
    press(page, "Enter")
    expect(page.get_by_role("heading", name="The Harbour", level=1)).to_be_visible()
    expect(row(page, QUAY)).to_be_visible()


def _brings_a_list_along(page: Page, installation: Installation) -> None:
    page.goto("/subscribe")
    opml = installation.paper.opml(*FEEDS).encode()
    page.evaluate(WATCH_PROGRESS)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(
        {"name": "feeds.opml", "mimeType": "text/x-opml", "buffer": opml}
    )
    expect(page.get_by_text("12 new feeds")).to_be_visible()
    assert "Importing …" in page.evaluate("window.shown")
    eventually(lambda: len(installation.api.entries()) == 5 + len(FEEDS))
    page.get_by_role("link", name="Start reading").click()
    expect(row(page, "News of Paper 12")).to_be_visible()
    navigation = page.get_by_role("navigation", name="Main navigation")
    expect(navigation.get_by_role("link", name=re.compile("Imported"))).to_be_visible()


def _makes_a_rule(page: Page, installation: Installation) -> None:
    page.goto("/manage/rules")
    page.get_by_role("button", name="New rule").click()
    dialog = page.get_by_role("dialog", name="New rule")
    dialog.get_by_label("Name", exact=True).fill("Papers")
    dialog.get_by_label("Value").fill("paper")
    dialog.get_by_label("Action", exact=True).select_option("star")
    expect(dialog.get_by_text("Matches 12 of the last 17 entries")).to_be_visible()
    expect(dialog.get_by_text("News of Paper 12")).to_be_visible()
    settle(page)
    assert violations(page) == []
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    apply = page.get_by_role("button", name="Apply Papers to existing entries")
    apply.focus()
    press(page, "Enter")
    question = page.get_by_role("dialog", name="Apply “Papers” to all your entries?")
    expect(
        question.get_by_role("button", name="Apply to existing entries")
    ).to_be_focused()
    press(page, "Enter")
    expect(page.get_by_text("Done: 12 entries matched")).to_be_visible()
    assert sum(one["starred"] for one in installation.api.entries()) == len(FEEDS)


def _looks_around_with_samples(page: Page, installation: Installation) -> None:
    """As one who follows nothing."""
    followed = installation.api.get("subscriptions", limit=200)["items"]
    ids = [one["id"] for one in followed]
    installation.api.post("subscriptions/bulk", ids=ids, unsubscribe=True)
    page.goto("/")
    expect(page.get_by_role("link", name="Import a list")).to_be_visible()
    expect(page.get_by_text("Select an entry")).to_be_hidden()
    settle(page)
    assert violations(page) == []
    page.get_by_role("button", name="Explore with sample feeds").click()
    row(page, "Ferry runs aground in fog").click()
    expect(entry(page).get_by_role("heading", level=1)).to_be_visible()
