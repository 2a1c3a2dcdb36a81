"""A folder's menu in the sidebar, and that no first menu waits for a script."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation
from tests.e2e.windows import Windows, open_live, settle

# What menus are made of, as files are called.
MENUS = ("sidebar-menu", "list-menu", "palette", "confirm-dialog")
LOADED = """
names => names.every(name => performance.getEntriesByType("resource")
  .some(one => one.name.includes(`/assets/${name}`)))
"""


def test_a_folder_is_renamed_and_deleted_where_it_is(
    installation: Installation, windows: Windows
) -> None:
    installation.furnish()
    folder = installation.api.post("folders", name="Harbours")["id"]
    page = windows.reader(installation.base)
    open_live(page, f"/folder/{folder}")
    _choose(page, "Harbours", "Rename …")
    dialog = page.get_by_role("dialog", name="Rename “Harbours”")
    settle(page)
    assert violations(page) == []
    # The name is selected: what one types takes its place.
    page.keyboard.type("Quays")
    dialog.get_by_role("button", name="Save").click()
    expect(_folder(page, "Quays")).to_be_visible()
    _choose(page, "Quays", "Manage its feeds")
    expect(page.get_by_role("searchbox", name="Find a feed")).to_have_value("Quays")
    page.go_back()
    _choose(page, "Quays", "Delete")
    question = page.get_by_role("dialog", name="Delete the folder “Quays”?")
    question.get_by_role("button", name="Delete").click()
    expect(_folder(page, "Quays")).to_have_count(0)
    # Nobody stays where nothing is.
    page.wait_for_url(installation.base + "/")
    assert installation.api.get("folders")["items"] == []


def test_the_name_of_a_search_is_selected(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base)
    open_live(page, "/search?q=harbour")
    page.get_by_role("button", name="Save this search").click()
    dialog = page.get_by_role("dialog")
    name = dialog.get_by_label("Name")
    expect(name).to_be_focused()
    page.keyboard.type("At sea")
    expect(name).to_have_value("At sea")


def test_no_first_menu_waits_for_a_script(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base)
    open_live(page, "/")
    page.wait_for_function(LOADED, arg=list(MENUS))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("nav [data-tree] a").first.click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not [url for url in asked if any(f"/{name}-" in url for name in MENUS)]


def _folder(page: Page, name: str) -> Locator:
    return page.get_by_role("navigation").get_by_role("link", name=name)


def _choose(page: Page, folder: str, item: str) -> None:
    _folder(page, folder).click(button="right")
    page.get_by_role("menu").get_by_role("menuitem", name=item).click()
