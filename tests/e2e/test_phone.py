"""One hand on a phone: tap, swipe, everything in reach; and letters of any direction."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.installation import Installation, eventually
from tests.e2e.paper import Article
from tests.e2e.test_reading import FERRY, QUAY, entry, row
from tests.e2e.windows import DESKTOP, PHONE, Windows, open_live

SIZES = {"desktop": DESKTOP, "phone": PHONE}
MINA = "/mina.xml"
ARABIC = "فُتح الميناء من جديد"
HEBREW = "הנמל נפתח"
ENGLISH = "The harbour is open."


def test_a_thumb_is_enough(installation: Installation, windows: Windows) -> None:
    installation.furnish()
    page = windows.reader(installation.base, **PHONE)
    page.goto("/")
    _reads(page)
    _goes_elsewhere(page)
    _swipes(page, installation)
    _holds(page, installation)
    _moves_a_feed(page, installation)
    _sees_buttons_beside_their_fields(page, installation)


def test_a_notice_leaves_the_round_button_free(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base, **PHONE)
    open_live(page, f"/starred?entry={furnished.api.entry(QUAY)['id']}")
    button = page.get_by_role("button", name="Next unread entry")
    button.tap()
    # A hand on the notice keeps it there.
    notice = page.get_by_role("region", name="Notifications")
    notice.get_by_role("button").focus()
    ours, theirs = button.bounding_box(), notice.locator("p").bounding_box()
    assert ours is not None
    assert theirs is not None
    assert theirs["y"] + theirs["height"] <= ours["y"]


@pytest.mark.parametrize("width", [320, 768])
def test_narrow_panes_have_room_for_all_tools_and_long_words(
    furnished: Installation, windows: Windows, width: int
) -> None:
    narrow = {**PHONE, "viewport": {"width": width, "height": 900}, "locale": "pl"}
    page = windows.reader(furnished.base, **narrow)
    page.goto(f"/all?entry={furnished.api.entry(QUAY)['id']}")
    for tool in ("[data-action=openOriginal]", "[data-entry-menu]"):
        expect(page.locator(tool)).to_be_in_viewport(ratio=1)
    page.goto("/health")
    title = page.get_by_role("heading", name="Stan kanałów")
    expect(title).to_be_visible()
    assert title.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("size", SIZES)
def test_letters_from_right_to_left_are_shown_that_way(
    furnished: Installation, windows: Windows, size: str
) -> None:
    _prints_in_arabic(furnished)
    page = windows.reader(furnished.base, **SIZES[size])
    page.goto("/all")
    row(page, ARABIC).click()
    title = entry(page).get_by_role("heading", name=ARABIC)
    expect(title).to_have_css("direction", "rtl")
    assert _starts_on_the_right(entry(page).get_by_text(HEBREW))
    assert not _starts_on_the_right(entry(page).get_by_text(ENGLISH))
    # And where the reader's own language is written so, everything is.
    page.evaluate("document.documentElement.dir = 'rtl'")
    expect(title).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == "desktop":
        entries = page.get_by_role("list", name="Entries").bounding_box()
        text = title.bounding_box()
        assert entries is not None
        assert text is not None
        assert entries["x"] > text["x"]


def _prints_in_arabic(installation: Installation) -> None:
    """One feed for all tests here: whoever comes second finds it."""
    if MINA in installation.feeds:
        return
    html = f"<p>{HEBREW}</p><p>{ENGLISH}</p>"
    installation.paper.print_feed(MINA, "الميناء", Article("mina", ARABIC, html))
    installation.follow(MINA)
    feed = installation.feeds[MINA]
    eventually(lambda: len(installation.api.entries(feed_id=feed)) == 1)


def _starts_on_the_right(text: Locator) -> bool:
    """Whether a line that does not fill its column leaves room on its left."""
    room: list[float] = text.evaluate(
        """node => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const line = range.getBoundingClientRect();
          const column = node.getBoundingClientRect();
          return [line.left - column.left, column.right - line.right];
        }"""
    )
    left, right = room
    assert left + right > 1, "the line fills its column"
    return left > right


def _reads(page: Page) -> None:
    row(page, QUAY).tap()
    expect(entry(page).get_by_role("heading", name=QUAY)).to_be_visible()
    page.get_by_role("button", name="Next unread entry").tap()
    expect(entry(page).get_by_role("heading", name=FERRY)).to_be_visible()
    _draw(page, entry(page).get_by_text("Nothing more is known."), 150)
    expect(entry(page).get_by_role("heading", name=QUAY)).to_be_visible()
    page.get_by_role("button", name="Back to the list").tap()
    expect(row(page, QUAY)).to_be_visible()
    expect(entry(page)).to_be_hidden()
    # However many entries were read, one more step back leaves the list.
    page.go_back()
    expect(page).to_have_url("about:blank")
    page.goto("/")


def _swipes(page: Page, installation: Installation) -> None:
    title = "Gulls learn to open boxes"
    _swipe(page, title, -150)
    eventually(lambda: installation.api.entry(title)["starred"])
    _swipe(page, title, 150)
    eventually(lambda: installation.api.entry(title)["read"])
    expect(row(page, title)).to_have_accessible_name(re.compile("starred"))


def _swipe(page: Page, title: str, far: int) -> None:
    _draw(page, row(page, title), far)


def _holds(page: Page, installation: Installation) -> None:
    """A finger that rests on a row opens its menu, also where browsers know none."""
    title = "Fog until noon"
    _draw(page, row(page, title), 0, rest=600)
    page.get_by_role("menuitem", name="Mark everything below as read").tap()
    eventually(lambda: installation.api.entry("How rope is made")["read"])
    page.get_by_role("button", name="Undo").tap()
    eventually(lambda: not installation.api.entry("How rope is made")["read"])
    assert not installation.api.entry(title)["read"]


def _draw(page: Page, start: Locator, far: int, rest: int = 0) -> None:
    """Draw a finger sideways from the middle of something, after it has rested there."""
    start.scroll_into_view_if_needed()
    box = start.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind: str, *places: float) -> None:
        points = [{"x": place, "y": y} for place in places]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x)
    page.wait_for_timeout(rest)
    for step in range(1, 9):
        touch("touchMove", x + far * step / 8)
    # A finger that is still moving throws the page, and the next tap would only stop it.
    page.wait_for_timeout(100)
    touch("touchMove", x + far)
    touch("touchEnd")


def _moves_a_feed(page: Page, installation: Installation) -> None:
    """By a menu: a finger that draws a row over the list scrolls it."""
    api = installation.api
    folder = api.post("folders", name="Near the sea")["id"]
    page.reload()
    bar = page.get_by_role("navigation", name="Menu")
    bar.get_by_role("button", name="Feeds").tap()
    drawer = page.get_by_role("dialog", name="Main navigation")
    drawer.get_by_role("button", name="More for Kitchen Notes").tap()
    page.get_by_role("menuitem", name="Move to").tap()
    page.get_by_role("dialog").get_by_role("button", name="Near the sea").tap()

    def has_moved() -> bool:
        return any(
            one["title"] == "Kitchen Notes" and one["folder_id"] == folder
            for one in api.get("subscriptions")["items"]
        )

    eventually(has_moved)


def _sees_buttons_beside_their_fields(page: Page, installation: Installation) -> None:
    installation.paper.print_feed("/tides.xml", "Tides", Article("low", "Low at noon"))
    page.goto(f"/subscribe?url={installation.paper.url('/tides.xml')}")
    address = page.get_by_role("textbox", name="Address, name or topic")
    folder = page.get_by_role("combobox", name="Folder")
    _stands_beside(page.get_by_role("button", name="Find"), address)
    _stands_beside(page.get_by_role("button", name="Subscribe to Tides"), folder)


def _stands_beside(button: Locator, field: Locator) -> None:
    one, other = button.bounding_box(), field.bounding_box()
    assert one is not None
    assert other is not None
    assert (one["y"], one["height"]) == (other["y"], other["height"])


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
