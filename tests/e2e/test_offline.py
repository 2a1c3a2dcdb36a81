"""A train ride: what was stored can be read, and what was marked arrives afterwards."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.installation import Installation, eventually
from tests.e2e.paper import KITCHEN
from tests.e2e.test_reading import FERRY, QUAY, entry, row
from tests.e2e.windows import Windows, press

KEPT = re.compile("7 changes are saved on this device")
STAYS = re.compile("No connection: you are reading what is stored on this device.")
FOG = "Fog until noon"
QUOTE = "It took us long enough."
NOTE = "Ten years!"


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
    _marks_a_passage(page)
    _marks_a_feed_read(page)
    before = installation.api.entry(QUAY)
    assert (before["read"], before["starred"], before["tags"]) == (False, False, [])
    assert installation.api.get("highlights")["items"] == []
    _everything_is_still_there(page)
    page.context.set_offline(False)
    _has_arrived(installation)
    expect(page.get_by_text(STAYS)).to_be_hidden()
    expect(row(page, QUAY)).to_have_accessible_name(re.compile("starred"))


def _has_arrived(installation: Installation) -> None:
    api = installation.api
    eventually(lambda: api.entry(QUAY)["tags"] == ["ships"])
    after = api.entry(QUAY)
    assert (after["read"], after["starred"]) == (True, True)
    eventually(lambda: api.entry(FERRY)["read"])
    kitchen = installation.feeds[KITCHEN]
    eventually(lambda: api.entries(feed_id=kitchen, unread=True) == [])
    assert not api.entry(FOG)["read"]
    eventually(lambda: [one["note"] for one in _highlights(installation)] == [NOTE])
    assert _highlights(installation)[0]["quote"] == QUOTE


def _highlights(installation: Installation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = installation.api.get("highlights")["items"]
    return found


def test_what_hangs_when_the_page_is_closed_is_sent_by_the_next_one(
    furnished: Installation, windows: Windows
) -> None:
    # Without a service worker: nothing but the next page can send it.
    page = windows.reader(furnished.base, service_workers="block")
    context = page.context
    page.goto("/all")
    row(page, QUAY).click()
    expect(entry(page).get_by_text(QUOTE)).to_be_visible()
    eventually(lambda: furnished.api.entry(QUAY)["read"])
    asked: list[str] = []
    context.route(
        re.compile(r"/api/v1/(highlights|entries/(\d+/|mark|sync))"),
        lambda route: (
            asked.append(route.request.url)
            if route.request.method != "GET"
            else route.continue_()
        ),
    )
    press(page, "s")
    expect(entry(page).get_by_role("button", name="Unstar")).to_be_visible()
    _marks_a_passage(page)
    page.get_by_label("Mark all as read").click()
    page.get_by_role("dialog").get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("Marked all of")).to_be_visible()
    assert len(asked) == 2
    page.goto("about:blank")  # ends what hangs; closing alone would let it through
    page.close()
    context.unroute_all(behavior="ignoreErrors")
    # What was asked for the browser may send to its end, even so; what waited, nobody.
    assert NOTE not in [one["note"] for one in _highlights(furnished)]
    context.new_page().goto("/settings/offline")
    eventually(lambda: furnished.api.entry(QUAY)["starred"])
    eventually(lambda: furnished.api.entries(unread=True) == [])
    eventually(lambda: [one["note"] for one in _highlights(furnished)] == [NOTE])


def test_on_plain_http_marks_wait_for_the_network_as_well(
    furnished: Installation, windows: Windows
) -> None:
    # There is no worker: once the network is gone, no further part of the app can be
    # loaded. And browsers lack more than that.
    page = windows.reader(furnished.base, service_workers="block")
    page.add_init_script("delete Window.prototype.caches; delete window.caches")
    page.add_init_script("delete Navigator.prototype.locks")
    with page.expect_response(re.compile("/api/v1/entries.*starred=false")):
        page.goto("/all")  # and what is stored begins to be stored
    row(page, FERRY).click()
    eventually(lambda: furnished.api.entry(FERRY)["read"])
    page.context.set_offline(True)
    press(page, "s")
    expect(page.get_by_text("1 change is saved on this device")).to_be_visible()
    page.context.set_offline(False)
    eventually(lambda: furnished.api.entry(FERRY)["starred"])


def _stores_everything(page: Page) -> None:
    page.goto("/settings/offline")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.get_by_role("button", name="Update now").click()
    expect(page.get_by_text("7 entries are stored")).to_be_visible()


def _reads_without_a_network(page: Page) -> None:
    row(page, QUAY).click()
    expect(entry(page).get_by_text("It took us long enough.")).to_be_visible()
    press(page, "s")
    expect(entry(page).get_by_role("button", name="Unstar")).to_be_visible()
    entry(page).get_by_role("button", name="Add a tag").first.click()
    page.keyboard.type("ships")
    press(page, "Enter", "Escape")
    expect(entry(page).get_by_role("link", name="ships")).to_be_visible()
    row(page, FERRY).click()
    expect(entry(page).get_by_role("heading", name=FERRY)).to_be_visible()


def _marks_a_passage(page: Page) -> None:
    row(page, QUAY).click()
    quote = entry(page).get_by_text(QUOTE)
    quote.select_text()
    page.get_by_role("toolbar", name="Selected text").get_by_role(
        "button", name="Add a note"
    ).click()
    page.get_by_role("textbox", name="Note").fill(NOTE)
    page.get_by_role("button", name="Save").click()
    expect(entry(page).get_by_role("button", name=f"{QUOTE}✎")).to_be_visible()


def _marks_a_feed_read(page: Page) -> None:
    """And is gone at once, with no time for second thoughts."""
    navigation = page.get_by_role("navigation", name="Main navigation")
    navigation.get_by_role("link", name="Kitchen Notes").click()
    expect(row(page, "Bread in ten steps")).to_be_visible()
    page.get_by_label("Mark all as read").click()
    page.get_by_role("dialog").get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("Marked all of")).to_be_visible()
    page.goto("/all")


def _everything_is_still_there(page: Page) -> None:
    expect(row(page, QUAY)).to_have_accessible_name(re.compile("starred"))
    expect(row(page, FERRY)).not_to_have_accessible_name(re.compile("unread"))
    expect(row(page, FOG)).to_have_accessible_name(re.compile("unread"))
    bread = row(page, "Bread in ten steps")
    expect(bread).not_to_have_accessible_name(re.compile("unread"))
    expect(page.get_by_text(KEPT)).to_be_visible()
