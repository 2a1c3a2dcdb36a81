"""A walk through every page: readable by all, in both themes, without a complaint."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation
from tests.e2e.paper import HARBOUR
from tests.e2e.test_reading import QUAY
from tests.e2e.windows import DESKTOP, PHONE, Windows, open_live, press, settle
from tidings.web.site import static

SIZES = {"desktop": DESKTOP, "phone": PHONE}
# What the app's router knows, written by `npm run pages`: a new page is walked by itself.
_KNOWN = json.loads((Path(static.__file__).parents[1] / "app_pages.json").read_text())
# What stands in an address in place of a name, by the page.
FILLED = {
    "/search/$id": "/search/{search}",
    "/feed/$id": "/feed/{feed}",
    "/folder/$id": "/folder/{folder}",
    "/tag/$name": "/tag/ships",
    "/entry/$id": "/entry/{entry}",
    "/reset-password": "/reset-password?token=no",
}
BEFORE_SIGN_IN = [FILLED.get(path, path) for path in _KNOWN["before_sign_in"]]
# No two of the newspaper's feeds tell the same, so there is no story to open.
_WALKED = [*_KNOWN["lists"], *_KNOWN["pages"]]
_WALKED.remove("/stories/$id")
PAGES = [
    *(FILLED.get(path, path) for path in _WALKED),
    *("/search?q=harbour", "/all?entry={entry}"),
    *("/subscribe?url={site}", "/share?url={site}"),
]

# What has the focus, if a bar that stays while one scrolls covers all of it.
FOCUS_UNDER_A_BAR = """() => {
    const focused = document.activeElement;
    const {top, bottom, left, right} = focused.getBoundingClientRect();
    for (const bar of document.querySelectorAll(".sticky")) {
        const box = bar.getBoundingClientRect();
        if (!bar.contains(focused) && box.top <= top && box.bottom >= bottom
            && box.left <= left && box.right >= right) return focused.outerHTML;
    }
    return null;
}"""


@pytest.fixture(scope="module")
def places(furnished: Installation) -> dict[str, Any]:
    """Something of every kind, so that no page is empty; and what to call it by."""
    api = furnished.api
    entry = api.entry(QUAY)["id"]
    api.put(f"entries/{entry}/star")
    api.put(f"entries/{entry}/tags/ships")
    api.post("highlights", entry_id=entry, quote="It took us long enough.", note="True")
    api.post("webhooks", url="https://site.example/hook", name="Kitchen door")
    api.post("users/me/tokens", name="Phone", scope="read")
    api.post("invites")
    api.post(
        "rules",
        name="Ferries",
        conditions=[{"field": "title", "operator": "contains", "value": "ferry"}],
        actions=[{"do": "star"}],
    )
    return {
        "entry": entry,
        "feed": furnished.feeds[HARBOUR],
        "folder": api.post("folders", name="Near the sea")["id"],
        "search": api.post("searches", name="Fog", query="fog")["id"],
        "site": furnished.paper.url("/"),
    }


@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_accessible_in_both_themes(
    furnished: Installation, places: dict[str, Any], windows: Windows, size: str
) -> None:
    # What moves would be looked at half-way.
    options = {**SIZES[size], "reduced_motion": "reduce"}
    stranger = windows.stranger(furnished.base, **options)
    reader = windows.reader(furnished.base, **options)
    wrong = [
        *_walk(stranger, BEFORE_SIGN_IN),
        *_walk(reader, [page.format(**places) for page in PAGES]),
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("address", "opener"),
    [
        ("/admin/users", "Add a user"),
        ("/admin/users", "Invite someone"),
        ("/settings/publish", "Publish a list"),
    ],
)
def test_a_dialog_gives_the_focus_back_even_the_first_time(
    furnished: Installation, windows: Windows, address: str, opener: str
) -> None:
    page = windows.reader(furnished.base)
    page.goto(address)
    page.get_by_role("button", name=opener).press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name=opener)).to_be_focused()


def test_the_sidebar_follows_the_keys(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base, viewport={"width": 1440, "height": 330})
    open_live(page, "/all")
    places = page.get_by_role("navigation", name="Main navigation")
    feed = places.get_by_role("link", name="Kitchen Notes")
    expect(feed).not_to_be_in_viewport()
    press(page, "Shift+K")
    expect(page.get_by_role("heading", name="Kitchen Notes", level=1)).to_be_visible()
    expect(feed).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("address", ["/entry/{entry}", "/manage/subscriptions"])
def test_what_has_the_focus_stands_under_no_bar(
    furnished: Installation, places: dict[str, Any], windows: Windows, address: str
) -> None:
    # So low that everything has to scroll.
    page = windows.reader(furnished.base, viewport={"width": 1280, "height": 300})
    page.goto(address.format(**places))
    settle(page)
    if "manage" in address:
        page.get_by_role("checkbox", name="Kitchen Notes").check()
        expect(page.locator("[data-bulk-bar]")).to_be_visible()
    for key in ["Tab"] * 40 + ["Shift+Tab"] * 40:
        page.keyboard.press(key)
        hidden = page.evaluate(FOCUS_UNDER_A_BAR)
        assert not hidden, f"{key}: {hidden}"


def _walk(page: Page, addresses: list[str]) -> Iterator[str]:
    for address in addresses:
        page.goto(address)
        try:
            settle(page)
        except AssertionError:
            yield f"{address} never shows what it is about"
        page.emulate_media(color_scheme="light")
        yield from violations(page)
        page.emulate_media(color_scheme="dark")
        yield from (f"dark: {one}" for one in violations(page, "color-contrast"))
        for direction in ("ltr", "rtl"):
            page.evaluate(f"document.documentElement.dir = '{direction}'")
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                yield f"{address} is wider than the window ({direction})"
        # Text for screen readers that is not held by what scrolls makes the page longer.
        if address not in BEFORE_SIGN_IN and page.evaluate(
            "document.documentElement.scrollHeight > innerHeight"
        ):
            yield f"{address} scrolls on into nothing"
