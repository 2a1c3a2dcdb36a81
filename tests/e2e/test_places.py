"""Nobody loses their place: in a long entry, in a list, and from one feed to the next."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.installation import Installation, eventually, running_tidings
from tests.e2e.paper import HARBOUR, KITCHEN, Article
from tests.e2e.test_reading import entry, row
from tests.e2e.windows import Windows, open_live, press

NOVEL = "A novel about the harbour"
PARAGRAPHS = 120
HALFWAY = "This is paragraph 60 "
MANY = "/many.xml"
BY_HAND = ["The Harbour", "Kitchen Notes", "Many Days"]
BY_NAME = ["Kitchen Notes", "Many Days", "The Harbour"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with running_tidings(tmp_path_factory.mktemp("tidings")) as installation:
        words = "of a long story about ships, and about those who wait for them. " * 4
        novel = "".join(
            f"<p>This is paragraph {number} {words}</p>" for number in range(PARAGRAPHS)
        )
        paper = installation.paper
        paper.add(KITCHEN, "Kitchen Notes", Article("novel", NOVEL, novel))
        days = [Article(f"day-{each}", f"Day {each}") for each in range(25)]
        paper.print_feed(MANY, "Many Days", *days)
        installation.api.register()
        for path in (HARBOUR, KITCHEN, MANY):
            installation.follow(path)
        eventually(lambda: installation.api.get("counts")["unread"] == 33)
        yield installation


def test_the_place_in_a_long_entry_is_kept_here_and_on_other_devices(
    library: Installation, windows: Windows
) -> None:
    page = windows.reader(library.base)
    open_live(page, f"/feed/{library.feeds[KITCHEN]}?show=all")
    row(page, NOVEL).click()
    halfway = entry(page).get_by_text(HALFWAY)
    halfway.evaluate("node => node.scrollIntoView({ block: 'start' })")
    expect(halfway).to_be_in_viewport()
    number = library.api.entry(NOVEL)["id"]
    eventually(lambda: _place(library, number) > 0)
    assert 0.45 < _place(library, number) < 0.55
    page.reload()
    expect(entry(page).get_by_text(HALFWAY)).to_be_in_viewport()
    elsewhere = windows.reader(library.base, viewport={"width": 700, "height": 900})
    elsewhere.goto(f"/all?entry={number}")
    expect(entry(elsewhere).get_by_text(HALFWAY)).to_be_in_viewport()
    elsewhere.get_by_role("button", name="To the top").click()
    heading = entry(elsewhere).get_by_role("heading", name=NOVEL, level=1)
    expect(heading).to_be_in_viewport()
    eventually(lambda: _place(library, number) == 0)


def _place(library: Installation, number: int) -> float:
    there = library.api.get(f"entries/{number}")["place"]
    return 0 if there is None else float(there["place"])


def test_the_sidebar_has_an_order_saved_pages_and_the_title_is_a_link(
    library: Installation, windows: Windows
) -> None:
    page = windows.reader(library.base)
    open_live(page, f"/feed/{library.feeds[KITCHEN]}?show=all")
    row(page, NOVEL).click()
    title = entry(page).get_by_role("heading", level=1).get_by_role("link", name=NOVEL)
    expect(title).to_have_attribute("href", library.paper.url("/kitchen/novel"))
    navigation = page.get_by_role("navigation", name="Main navigation")
    feeds = navigation.locator("[data-tree^=feed]")
    expect(feeds).to_have_text([re.compile(one) for one in BY_HAND])
    navigation.get_by_role("button", name="Order of feeds").click()
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("menuitemradio", name="By name").click()
    expect(feeds).to_have_text([re.compile(one) for one in BY_NAME])
    page.reload()
    expect(feeds).to_have_text([re.compile(one) for one in BY_NAME])
    navigation.get_by_role("link", name="Saved pages").click()
    expect(page.get_by_role("heading", name="Save a page")).to_be_visible()


def test_a_muted_feed_is_read_where_it_is_and_not_in_unread(
    library: Installation, windows: Windows
) -> None:
    # Whatever was read before.
    ids = [one["id"] for one in library.api.entries()]
    library.api.post("entries/mark-read", ids=ids, read=False)
    page = windows.reader(library.base)
    open_live(page, "/")
    expect(row(page, "Day 3")).to_be_visible()
    navigation = page.get_by_role("navigation", name="Main navigation")
    total = navigation.locator('a[href="/"]').filter(has_text="unread entries")
    expect(total).to_contain_text("33 unread entries")
    feed = navigation.get_by_role("link", name="Many Days")
    feed.click(button="right")
    page.get_by_role("menuitem", name="Leave out of Unread").click()
    expect(feed.get_by_role("img", name="left out of Unread")).to_be_visible()
    expect(total).to_contain_text("8 unread entries")
    expect(row(page, "Fog until noon")).to_be_visible()
    expect(row(page, "Day 3")).to_have_count(0)
    feed.click()
    expect(row(page, "Day 3")).to_be_visible()
    feed.click(button="right")
    page.get_by_role("menuitem", name="Include in Unread").click()
    expect(total).to_contain_text("33 unread entries")


def test_a_feed_that_is_read_leads_on_to_the_next(
    library: Installation, windows: Windows
) -> None:
    page = windows.reader(library.base)
    open_live(page, f"/feed/{library.feeds[HARBOUR]}")
    expect(row(page, "Fog until noon")).to_be_visible()
    _keys_wait_for_the_answer(page)
    press(page, "Shift+A")
    question = page.get_by_role("dialog")
    question.get_by_role("button", name="Mark all as read").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading.first).to_contain_text("Kitchen Notes")
    expect(page.get_by_text("Marked all of")).to_be_visible()
    feed = library.feeds[KITCHEN]
    unread = [one["id"] for one in library.api.entries(feed_id=feed, unread=True)]
    library.api.post("entries/mark-read", ids=unread[:-1], read=True)
    page.goto(f"/feed/{feed}?entry={unread[-1]}")
    expect(entry(page).get_by_role("heading", level=1)).to_be_visible()
    eventually(lambda: library.api.entries(feed_id=feed, unread=True) == [])
    page.keyboard.press("Space")
    expect(heading.first).to_contain_text("Many Days")
    page.get_by_role("button", name="Order and layout").click()
    page.get_by_role("menuitem", name="Mark older than a week as read").click()
    expect(page.get_by_text("25 entries marked as read")).to_be_visible()
    eventually(lambda: library.api.get("counts")["unread"] == 0)


def _keys_wait_for_the_answer(page: Page) -> None:
    press(page, "Shift+A")
    question = page.get_by_role("dialog")
    expect(question).to_be_visible()
    press(page, "Control+k", "j")
    expect(page.get_by_role("combobox")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
