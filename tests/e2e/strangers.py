"""All other sites, as a page asks them, and what they show in a frame."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.test_reading import entry

_SITE = "<!doctype html><title>Site</title><p>It plays.</p>"


def strangers(page: Page, base: str) -> list[Request]:
    """Stand for all other sites, and keep what they are asked."""
    asked: list[Request] = []

    def answer(route: Route) -> None:
        asked.append(route.request)
        route.fulfill(content_type="text/html", body=_SITE)

    ours = urlsplit(base).netloc
    page.route(lambda url: urlsplit(url).netloc not in ("", ours), answer)
    return asked


def plays(page: Page, frame: str) -> None:
    """Expect one player in the entry, in its sandbox, at that address."""
    ours = entry(page).locator("iframe")
    expect(ours).to_have_count(1)
    inside = ours.content_frame.locator("iframe")
    expect(inside).to_have_count(1)
    expect(inside).to_have_attribute("src", frame)
    sandbox = set((inside.get_attribute("sandbox") or "").split())
    assert {"allow-scripts", "allow-same-origin"} <= sandbox
    assert not any("top-navigation" in one for one in sandbox)
    expect(inside.content_frame.get_by_text("It plays.")).to_be_visible()
