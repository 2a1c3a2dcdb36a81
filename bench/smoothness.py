"""A list of 10,000 entries in a real browser: how evenly its frames come.

The whole list is scrolled through as by a quick finger, then `j` is held, which opens
one entry after the other. The floor is a page of plain text without any script of ours,
as long as what is loaded, scrolled in the same way by the same browser.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.e2e.windows import ARGUMENTS, CHROMIUM, DESKTOP, PHONE

from bench.history import Size, fill, recount_everything
from bench.measure import percentile
from bench.servers import Server, server
from tidings.store.engine.database import open_database
from tidings.store.engine.migrate import upgrade

_SIZE = Size(10_000, feeds=100)
_READER = "all unread"
_HOLD_SECONDS = 20
_KEYS_A_SECOND = 30
_LATE = 50.0  # a gap that is seen, in milliseconds
_LONGEST = 240.0  # seconds for one way through the list

_WATCH = """
() => {
  window.gaps = [];
  let last;
  const look = (now) => {
    if (last !== undefined) window.gaps.push(now - last);
    last = now;
    if (window.gaps) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
_WATCHED = (
    "() => { const found = window.gaps; window.gaps = undefined; return found ?? []; }"
)
_FIND = """
() => {
  const list = document.querySelector('main [role=list]') ?? document.body;
  let part = list;
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY)
    && one.scrollHeight > one.clientHeight;
  while (part && !scrolls(part)) part = part.parentElement;
  window.scroller = part ?? document.scrollingElement;
}
"""
# 400 pixels a frame are some four screens in a sixth of a second.
_SCROLL = """
() => {
  window.arrived = 0;
  const step = () => {
    const one = window.scroller;
    const before = one.scrollTop;
    one.scrollTop = before + 400;
    window.arrived = one.scrollTop === before ? window.arrived + 1 : 0;
    if (window.arrived < 300) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
"""
_LAST = """
() => Math.max(...[...document.querySelectorAll('[data-index]')]
  .map((row) => Number(row.dataset.index)))
"""
_OPEN = """
() => Number(document.querySelector('[data-entry-link][aria-current=true]')
  ?.closest('[data-index]')?.dataset.index ?? 0)
"""


def run(console: Console) -> None:
    """Measure on SQLite, in a window of a desktop and of a phone."""
    if not CHROMIUM.exists():
        console.print("The list is not measured: Chromium is not installed.")
        return
    table = Table(title=f"A list of {_SIZE.entries:,} entries: gaps between frames")
    for column in (
        "window",
        "what",
        "frames",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "worst ms",
    ):
        table.add_column(column, justify="right")
    table.add_column(f"over {_LATE:g} ms", justify="right")
    table.add_column("p95 × floor", justify="right")
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as place:
        url = f"sqlite:///{Path(place) / 'bench.db'}"
        _fill(url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=ARGUMENTS
            )
            for name, options in {"desktop": DESKTOP, "phone": PHONE}.items():
                with server("ours", url) as target:
                    _measure(table, browser, target, name, options)
            browser.close()
    console.print(table)


def _fill(url: str) -> None:
    upgrade(url)
    database = open_database(url)
    database.write_now(fill, _SIZE)
    database.write_now(recount_everything, _SIZE)
    database.close_now()


def _measure(
    table: Table, browser: Browser, target: Server, name: str, options: dict
) -> None:
    base = f"http://127.0.0.1:{target.port}"
    token = target.tokens[_READER]
    with browser.new_context(base_url=base, **options) as context:
        context.add_cookies([{"name": "tidings_session", "value": token, "url": base}])
        page = context.new_page()
        page.goto("/all")
        page.wait_for_selector("[data-index]")
        page.evaluate(_FIND)
        through = _gaps(page, lambda: _scroll_through(page))
        page.evaluate("() => { window.scroller.scrollTop = 0; }")
        sleep(2)
        held = _gaps(page, lambda: _hold(page))
    floor = _plain(browser, options)
    _row(table, name, "plain text, scrolled", floor, floor)
    _row(table, name, "list, scrolled to its end", through, floor)
    _row(table, name, f"j held for {_HOLD_SECONDS} s", held, floor)


def _plain(browser: Browser, options: dict) -> list[float]:
    page = browser.new_page(**options)
    page.set_content("<p>Words about what happened, at some length.</p>" * 12_000)
    page.evaluate("() => { window.scroller = document.scrollingElement; }")
    gaps = _gaps(page, lambda: _end(page))
    page.close()
    return gaps


def _gaps(page: Page, work: Callable[[], None]) -> list[float]:
    page.evaluate(_WATCH)
    work()
    found: list[float] = page.evaluate(_WATCHED)
    return found


def _scroll_through(page: Page) -> None:
    _end(page)
    last = page.evaluate(_LAST)
    if last < _SIZE.entries - 1:  # there are rows for days too
        raise RuntimeError(f"The list ended at its row {last}.")


def _end(page: Page) -> None:
    """Scroll on until nothing has come for five seconds."""
    page.evaluate(_SCROLL)
    page.wait_for_function("() => window.arrived >= 300", timeout=_LONGEST * 1000)


def _hold(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    key = {"key": "j", "code": "KeyJ", "text": "j", "windowsVirtualKeyCode": 74}
    begin = monotonic()
    for number in range(_HOLD_SECONDS * _KEYS_A_SECOND):
        repeated = {"autoRepeat": number > 0}
        devtools.send("Input.dispatchKeyEvent", {"type": "keyDown", **key, **repeated})
        sleep(max(0.0, begin + number / _KEYS_A_SECOND - monotonic()))
    devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    passed = page.evaluate(_OPEN)
    if passed < 0.9 * _HOLD_SECONDS * _KEYS_A_SECOND:
        raise RuntimeError(f"The key went through {passed} rows only.")


def _row(
    table: Table, window: str, what: str, gaps: list[float], floor: list[float]
) -> None:
    late = sum(gap > _LATE for gap in gaps)
    times = [percentile(gaps, share) for share in (50, 95, 99)] + [max(gaps)]
    table.add_row(
        window,
        what,
        f"{len(gaps):,}",
        *(f"{time:.1f}" for time in times),
        f"{100 * late / len(gaps):.2f} %",
        f"{times[1] / percentile(floor, 95):.2f}",
    )
