"""The payloads in a real browser, without a content security policy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.corpus.html.payloads import PAYLOADS
from tidings.html.sanitize import sanitize

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
CANARIES = """
    window.ran = [];
    for (const name of ["alert", "confirm", "prompt", "print", "open", "msgbox"])
        window[name] = (...values) => window.ran.push(name + values.join());
"""
# What a reader may do with an entry, all at once.
TOUCH_EVERYTHING = """() => {
    for (const element of document.querySelectorAll("body *")) {
        for (const kind of ["mouseover", "pointerenter", "focus", "toggle", "load",
                            "error", "click", "auxclick", "animationstart"])
            element.dispatchEvent(new Event(kind, {bubbles: true}));
        if (element.focus) element.focus();
    }
    return Promise.all([...document.images].map(image => {
        image.loading = "eager";
        return image.complete || new Promise(loaded => {
            for (const kind of ["load", "error"]) image.addEventListener(kind, loaded);
        });
    })).then(() => null);
}"""
SCHEMES = """
    [...document.querySelectorAll("a[href], img[src], video[src], audio[src]")]
        .map(element => new URL(element.href || element.src, document.baseURI).protocol)
"""
SHOWN_AGAIN = """
    documents => documents.filter(html => {
        const place = document.body.appendChild(document.createElement("div"));
        place.innerHTML = html;
        return place.innerHTML !== html;
    })
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "Chromium is missing: apt-get install -y chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=60_000
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_init_script(CANARIES)
    page.route("**/*", _answer)
    yield page
    page.close()


def _answer(route: Route) -> None:
    if route.request.url == "https://reader.example/":
        route.fulfill(body="<!doctype html><body>", content_type="text/html")
    else:
        route.abort()


def test_no_payload_runs_in_a_browser(page: Page) -> None:
    clean = [sanitize(each, base_url="https://blog.example/p/") for each in PAYLOADS]

    page.goto("https://reader.example/")
    changed = page.evaluate(SHOWN_AGAIN, clean)
    page.evaluate(TOUCH_EVERYTHING)
    shown_by_script = page.evaluate("window.ran")
    schemes = set(page.evaluate(SCHEMES))
    clobbered = page.evaluate("typeof alert + typeof document.getElementById")

    page.set_content("".join(f"<div>{each}</div>" for each in clean))
    page.evaluate(TOUCH_EVERYTHING)
    page.wait_for_function(
        "[...document.images].every(image => image.complete) || true"
    )

    assert changed == []
    assert shown_by_script == []
    assert page.evaluate("window.ran") == []
    assert schemes <= {"http:", "https:", "mailto:"}
    assert clobbered == "functionfunction"
    assert page.evaluate("document.querySelectorAll('body > div').length") == len(clean)
    assert page.url == "https://reader.example/"


def test_the_browser_would_have_noticed(page: Page) -> None:
    page.goto("https://reader.example/")
    page.evaluate(
        SHOWN_AGAIN, ["<img src=x onerror=alert(1)>", "<p onclick=alert(2)>x"]
    )
    page.evaluate(TOUCH_EVERYTHING)
    assert {"alert1", "alert2"} <= set(page.evaluate("window.ran"))
