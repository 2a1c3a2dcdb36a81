"""Entries of every shape look right: pictures are shown, and nothing moves meanwhile.

With `TIDINGS_TEST_SCREENSHOTS` set to a directory, what was seen is kept there.
"""

import os
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation, eventually, running_tidings
from tests.e2e.shapes import FEED, SAID_TWICE, Shape, painted, printed
from tests.e2e.strangers import plays, strangers
from tests.e2e.test_reading import entry, row
from tests.e2e.windows import DESKTOP, PHONE, Windows, press, settle

SIZES = {"desktop": DESKTOP, "phone": PHONE}
MOST_SHIFT = 0.02
# What moves after a key or a click was expected to move.
_WATCH_SHIFTS = """
    window.shifted = 0;
    window.shifts = [];
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) {
            if (one.hadRecentInput) continue;
            window.shifted += one.value;
            window.shifts.push(...one.sources.map(({node, previousRect, currentRect}) =>
                `${node?.nodeName} ${node?.className} ${node?.textContent?.slice(0, 40)}: `
                + `${previousRect.y} to ${currentRect.y}`));
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
_LOADED = """() => [...document.querySelectorAll("[data-entry-print] img")].every(one =>
    one.complete || one.getBoundingClientRect().top > innerHeight)"""
_SHOTS = os.environ.get("TIDINGS_TEST_SCREENSHOTS")


@dataclass
class Exhibition:
    """A server that follows the feed of shapes, and what is to be seen in it."""

    base: str
    shapes: dict[str, Shape]
    ids: dict[str, int]
    installation: Installation


@pytest.fixture
def visitors(windows: Windows) -> Windows:
    """Windows that may say of a picture that it is gone."""
    windows.allow(r"404 .*/api/v1/media/")
    return windows


@pytest.fixture(scope="module")
def exhibition(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exhibition]:
    with running_tidings(tmp_path_factory.mktemp("tidings")) as installation:
        shapes = printed(installation.paper.web)
        installation.api.register()
        installation.follow(FEED)
        eventually(lambda: len(installation.api.entries()) == len(shapes))
        ids = {
            installation.api.get(f"entries/{one['id']}")["guid"]: one["id"]
            for one in installation.api.entries()
        }
        yield Exhibition(installation.base, shapes, ids, installation)


def _keep(page: Page, name: str) -> None:
    if _SHOTS:
        page.screenshot(path=Path(_SHOTS) / f"{name}.png")


def _reader(windows: Windows, base: str, size: str, scheme: str = "light") -> Page:
    options: dict[str, Any] = {**SIZES[size], "color_scheme": scheme}
    # It would ask for pictures itself, past those who stand between.
    options["service_workers"] = "block"
    page = windows.reader(base, **options)
    page.add_init_script(_WATCH_SHIFTS)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_shape_is_shown_and_nothing_moves(
    exhibition: Exhibition, visitors: Windows, size: str, scheme: str
) -> None:
    page = _reader(visitors, exhibition.base, size, scheme)
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    moved = {}
    held: list[Route] = []
    is_late: set[str] = set()
    page.route(
        "**/api/v1/media/**",
        lambda route: held.append(route) if is_late else _answer(route),
    )
    for key, shape in exhibition.shapes.items():
        held.clear()
        is_late.add(key)
        page.goto(f"/all?entry={exhibition.ids[key]}")
        # The text is there first, as with pictures from far away.
        expect(entry(page).locator("h1")).to_be_visible()
        is_late.clear()
        while held:
            _answer(held.pop())
        _sees(page, shape)
        _keep(page, f"{key}-{size}-{scheme}")
        if page.evaluate("shifted") > MOST_SHIFT:
            moved[key] = page.evaluate("shifts")
    assert moved == {}
    assert hosts - {""} == {urlsplit(exhibition.base).netloc}


def _answer(route: Route) -> None:
    """Let our server load a picture, unless it would have to ask a stranger."""
    packed = route.request.url.rpartition("/")[2]
    url = urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
    if urlsplit(url).hostname == "127.0.0.1":
        route.continue_()
    else:
        route.fulfill(content_type="image/jpeg", body=painted(480, 360, 3))


def _sees(page: Page, shape: Shape) -> None:
    shown = entry(page)
    expect(shown.locator("h1")).to_be_visible()
    if shape.broken:
        caption = "The quay, seen from the tower"
        words = "Ship" if shape.key == "broken-inside" else caption
        expect(shown.get_by_text(words, exact=True)).to_be_visible()
    above = shown.locator(".pictures-above img")
    expect(above).to_have_count(shape.above)
    inside = shown.locator(".prose img:not([data-missing], .tidings-player img)")
    expect(inside).to_have_count(shape.inside)
    cards = shown.locator("a:is(.tidings-player, .tidings-frame)")
    expect(cards).to_have_count(shape.cards)
    page.wait_for_function(_LOADED)
    expect(shown.get_by_text("image/")).to_have_count(0)
    expect(shown.get_by_text(re.compile("untitled", re.I))).to_have_count(0)
    for picture in [*above.all()[:1], *inside.all()[:1]]:
        assert picture.evaluate("one => one.naturalWidth > 0 && one.offsetHeight > 40")


def test_pictures_are_no_files_and_no_words_are_said_twice(
    exhibition: Exhibition, visitors: Windows
) -> None:
    page = _reader(visitors, exhibition.base, "desktop")
    page.goto("/all")
    twice = page.locator(f"[data-entry-link='{exhibition.ids['said-twice']}']")
    podcast = page.locator(f"[data-entry-link='{exhibition.ids['podcast']}']")
    expect(row(page, "A lead picture of known size")).to_be_visible()
    expect(page.get_by_text("with a file")).to_have_count(0)
    page.get_by_role("list", name="Entries").hover()
    page.mouse.wheel(0, 10_000)
    expect(podcast.get_by_text("with a file")).to_be_visible()
    expect(page.get_by_text("with a file")).to_have_count(1)
    words = twice.inner_text()
    assert words.count(SAID_TWICE) == 1, words
    assert "and the plan of its quays" in words
    listed = {one["id"]: one for one in exhibition.installation.api.entries()}
    with_files = [
        key for key, id_ in exhibition.ids.items() if listed[id_]["has_enclosures"]
    ]
    assert with_files == ["podcast"]
    without = [
        key for key, id_ in exhibition.ids.items() if not listed[id_]["image_url"]
    ]
    assert sorted(without) == [
        "code",
        "embeds",
        "formula",
        "notes",
        "plain",
        "wordless",
    ]


def test_a_picture_is_enlarged_by_key_and_click(
    exhibition: Exhibition, visitors: Windows
) -> None:
    page = _reader(visitors, exhibition.base, "desktop")
    page.goto(f"/all?entry={exhibition.ids['gallery']}")
    pictures = entry(page).get_by_role("button", name=re.compile("Enlarge picture"))
    expect(pictures).to_have_count(6)
    pictures.nth(1).focus()
    press(page, "Enter")
    viewer = page.get_by_role("dialog", name="Pictures")
    expect(viewer.get_by_text("Picture 2 of 6")).to_be_visible()
    press(page, "ArrowRight")
    expect(viewer.get_by_text("Picture 3 of 6")).to_be_visible()
    press(page, "End", "ArrowRight")
    expect(viewer.get_by_text("Picture 6 of 6")).to_be_visible()
    press(page, "+")
    expect(viewer.locator("[data-zoomed=true]")).to_be_visible()
    press(page, "0")
    expect(viewer.locator("[data-zoomed=false]")).to_be_visible()
    assert violations(page) == []
    _keep(page, "viewer-desktop")
    press(page, "Escape")
    expect(viewer).to_have_count(0)
    expect(pictures.nth(1)).to_be_focused()
    assert violations(page) == []
    page.goto(f"/all?entry={exhibition.ids['sized']}")
    entry(page).get_by_role("button", name=re.compile("Enlarge picture")).click()
    expect(viewer.get_by_text("The quay, seen from the tower")).to_be_visible()
    viewer.get_by_role("button", name="Close").click()
    expect(viewer).to_have_count(0)


def test_a_finger_swipes_from_picture_to_picture(
    exhibition: Exhibition, visitors: Windows
) -> None:
    page = _reader(visitors, exhibition.base, "phone", "dark")
    page.goto(f"/all?entry={exhibition.ids['album']}")
    entry(page).get_by_role("button", name=re.compile("Enlarge picture")).first.tap()
    viewer = page.get_by_role("dialog", name="Pictures")
    expect(viewer.get_by_text("Picture 1 of 6")).to_be_visible()
    box = viewer.locator(".picture-stage").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    _swipe(page, middle, -120, 0)
    expect(viewer.get_by_text("Picture 2 of 6")).to_be_visible()
    _keep(page, "viewer-phone")
    _swipe(page, middle, 0, 200)
    expect(viewer).to_have_count(0)


def _swipe(page: Page, place: tuple[float, float], right: float, down: float) -> None:
    mouse = page.mouse
    mouse.move(*place)
    mouse.down()
    mouse.move(place[0] + right / 2, place[1] + down / 2)
    mouse.move(place[0] + right, place[1] + down)
    mouse.up()


def test_with_data_to_save_no_picture_is_loaded_before_a_tap(
    exhibition: Exhibition, visitors: Windows
) -> None:
    exhibition.installation.api.patch("users/me", preferences={"pictures": "tap"})
    page = _reader(visitors, exhibition.base, "phone")
    loaded: list[str] = []
    page.on(
        "request", lambda one: loaded.append(one.url) if "/media/" in one.url else None
    )
    for key in ("sized", "figure"):
        page.goto(f"/all?entry={exhibition.ids[key]}")
        offer = entry(page).get_by_role("button", name=re.compile("Show picture"))
        expect(offer).to_be_visible()
        offer.scroll_into_view_if_needed()
        settle(page)
        assert loaded == []
        _keep(page, f"tap-{key}")
        offer.click()
        expect(offer).to_have_count(0)
        page.wait_for_function(_LOADED)
        assert len(loaded) == 1
        loaded.clear()
    exhibition.installation.api.patch("users/me", preferences={"pictures": "show"})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("layout", ["list", "cards", "magazine", "gallery"])
def test_lists_of_pictures_keep_their_places(
    exhibition: Exhibition, visitors: Windows, layout: str, size: str
) -> None:
    exhibition.installation.api.patch("users/me", preferences={"layout": layout})
    page = _reader(visitors, exhibition.base, size)
    page.goto("/all")
    expect(row(page, "A lead picture of known size")).to_be_visible()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-entry-list] img')]"
        ".filter(one => one.getBoundingClientRect().top < innerHeight)"
        ".every(one => one.complete)"
    )
    _keep(page, f"list-{layout}-{size}")
    assert page.evaluate("shifted") <= MOST_SHIFT
    assert violations(page) == []
    exhibition.installation.api.patch("users/me", preferences={"layout": "list"})


_ABOVE = """formula => {
    const [base, power] = formula.querySelector("msup").children;
    return power.getBoundingClientRect().bottom < base.getBoundingClientRect().bottom;
}"""


def test_formulas_notes_and_wide_tables_are_readable(
    exhibition: Exhibition, visitors: Windows
) -> None:
    page = _reader(visitors, exhibition.base, "phone")
    page.goto(f"/all?entry={exhibition.ids['formula']}")
    formula = entry(page).locator("math").first
    expect(formula).to_be_visible()
    assert formula.evaluate(_ABOVE)
    page.goto(f"/all?entry={exhibition.ids['notes']}")
    shown = entry(page)
    expect(shown.locator("rt")).to_be_visible()
    hidden = shown.get_by_text("Ten ferries a day.")
    expect(hidden).to_be_hidden()
    shown.get_by_text("Timetable").click()
    expect(hidden).to_be_visible()
    table = shown.get_by_role("group", name="Table")
    assert table.evaluate("one => one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    note = shown.get_by_text("Counted in May.")
    expect(note).not_to_be_in_viewport()
    address = page.url
    shown.get_by_role("link", name="1", exact=True).click()
    expect(note).to_be_in_viewport()
    expect(note).to_be_focused()
    shown.get_by_role("link", name="Back", exact=True).click()
    expect(shown.locator("sup")).to_be_in_viewport()
    assert page.url == address
    assert violations(page) == []
    page.goto(f"/all?entry={exhibition.ids['code']}")
    copy = entry(page).get_by_role("button", name="Copy code")
    expect(copy).to_be_visible()


def test_a_film_is_played_in_place_and_no_stranger_is_asked_before(
    exhibition: Exhibition, visitors: Windows
) -> None:
    page = _reader(visitors, exhibition.base, "desktop")
    asked = strangers(page, exhibition.base)
    page.goto(f"/all?entry={exhibition.ids['film']}")
    shown = entry(page)
    card = shown.get_by_role("link", name="Play on YouTube")
    expect(card.get_by_text("12:34 · 120K views")).to_be_visible()
    expect(card.locator("img")).to_be_visible()
    expect(
        shown.get_by_role("link", name="https://harbour.example/plan")
    ).to_be_visible()
    expect(shown.get_by_text("shockwave")).to_have_count(0)
    assert violations(page) == []
    assert asked == []
    card.click()
    frame = "https://www.youtube-nocookie.com/embed/U-AfiD2NgYg?autoplay=1&rel=0"
    plays(page, frame)
    assert [one.url for one in asked] == [frame]
    # It plays for those only who say where; no more than that is said.
    assert asked[0].headers["referer"] == f"{exhibition.base}/"
    assert violations(page) == []
    _keep(page, "film-playing")


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        (
            "How the bridge moves",
            "https://www.youtube-nocookie.com/embed/abc?autoplay=1&rel=0",
        ),
        ("Vimeo", "https://player.vimeo.com/video/12?dnt=1&autoplay=1"),
        ("Mastodon", "https://social.example/@ann/112233445566/embed"),
    ],
)
def test_a_frame_of_another_site_is_a_card_until_it_is_wanted(
    exhibition: Exhibition, visitors: Windows, name: str, frame: str
) -> None:
    page = _reader(visitors, exhibition.base, "phone", "dark")
    page.route("**/api/v1/media/**", _answer)
    asked = strangers(page, exhibition.base)
    page.goto(f"/all?entry={exhibition.ids['embeds']}")
    card = entry(page).get_by_role("link", name=re.compile(f"^{name}"))
    card.focus()
    assert asked == []
    page.keyboard.press("Enter")
    plays(page, frame)
    assert page.evaluate("document.activeElement.localName") == "iframe"
    assert [one.url for one in asked] == [frame]
    expect(card).to_be_hidden()
    leave = entry(page).locator(".player-box").get_by_role("link")
    expect(leave).to_have_text(re.compile("^Open on "))
    _keep(page, f"embed-{name}")
    other = entry(page).get_by_role("link", name=re.compile("^Ships by year"))
    expect(other).to_have_attribute("target", "_blank")
