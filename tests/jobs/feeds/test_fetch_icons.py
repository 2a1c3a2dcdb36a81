"""Icons: found where sites keep them, kept once, and not asked for again too soon."""

import io
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from PIL import Image

from tests.services.site import RSS, Answer, Services, open_services, rss
from tidings.store.feeds.feeds import add_feed, make_due
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import ICONS


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        yield opened


def png(colour: str = "red", size: int = 100) -> Answer:
    written = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(written, "PNG")
    return Answer(written.getvalue(), "image/png")


async def add(services: Services, path: str = "/feed", icon: str = "") -> int:
    """Add a feed whose home page is on the site, and check it."""
    body = rss(1).replace(b"http://127.0.0.1:9/", services.url("/home").encode())
    if icon:
        image = f"<image><url>{services.url(icon)}</url></image>".encode()
        body = body.replace(b"<item>", image + b"<item>", 1)
    services.site.pages[path] = Answer(body, RSS)
    number, _ = services.write(add_feed, services.url(path), services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)
    return number


async def look(services: Services) -> int:
    return await work_off_queue(services.context, services.fetching, ICONS)


def icons_of(services: Services) -> list[object]:
    return [row[0] for row in services.rows("select icon_id from feeds order by id")]


async def test_the_icon_that_the_feed_names_is_taken(services: Services) -> None:
    services.site.pages["/logo.png"] = png()
    services.site.pages["/favicon.ico"] = png("blue")
    await add(services, icon="/logo.png")
    assert await look(services) == 1
    assert services.site.asked[-1] == "/logo.png"
    ((number, stored),) = services.rows("select id, png from icons")
    assert icons_of(services) == [number]
    with Image.open(io.BytesIO(stored)) as picture:
        assert picture.size == (64, 64)
        assert picture.getpixel((5, 5)) == (255, 0, 0, 255)


async def test_then_the_usual_place_of_the_site(services: Services) -> None:
    services.site.pages["/favicon.ico"] = png()
    await add(services, icon="/gone.png")
    assert await look(services) == 1
    assert services.site.asked[-2:] == ["/gone.png", "/favicon.ico"]


async def test_then_what_its_page_names(services: Services) -> None:
    services.site.page("/home", '<link rel="icon" href="/i.png" sizes="64x64">')
    services.site.pages["/i.png"] = png()
    await add(services)
    assert await look(services) == 1
    assert services.site.asked[-3:] == ["/favicon.ico", "/home", "/i.png"]


async def test_a_failure_is_remembered_for_a_week(services: Services) -> None:
    await add(services)
    assert await look(services) == 0
    asked = len(services.site.asked)
    services.clock.move(timedelta(days=6))
    assert await look(services) == 0
    assert len(services.site.asked) == asked
    services.clock.move(timedelta(days=2))
    services.site.pages["/favicon.ico"] = png()
    assert await look(services) == 1


@pytest.mark.both_engines
async def test_an_icon_is_looked_at_again_after_a_month(services: Services) -> None:
    services.site.pages["/favicon.ico"] = png()
    await add(services)
    await look(services)
    services.clock.move(timedelta(days=8))
    assert await look(services) == 0
    services.site.pages["/favicon.ico"] = png("blue")
    services.clock.move(timedelta(days=23))
    assert await look(services) == 1
    assert services.rows("select count(*) from icons") == [(1,)]


async def test_feeds_of_one_site_share_one_picture(services: Services) -> None:
    services.site.pages["/favicon.ico"] = png()
    await add(services, "/one")
    await add(services, "/two")
    assert await look(services) == 2
    assert len(set(icons_of(services))) == 1
    assert services.rows("select count(*) from icons") == [(1,)]


@pytest.mark.parametrize("has_icon", [True, False])
async def test_a_site_with_many_feeds_is_asked_once(
    services: Services, has_icon: bool
) -> None:
    if has_icon:
        services.site.pages["/favicon.ico"] = png()
    for number in range(19):
        await add(services, f"/feed{number}")
    assert await look(services) == (19 if has_icon else 0)
    asked = [path for path in services.site.asked if not path.startswith("/feed")]
    assert asked == (["/favicon.ico"] if has_icon else ["/favicon.ico", "/home"])
    # Those that come later take what is known, or that there is nothing.
    services.clock.move(timedelta(hours=1))
    await add(services, "/late")
    assert await look(services) == int(has_icon)
    assert services.site.asked.count("/favicon.ico") == 1


async def test_a_feed_that_was_never_read_gets_none(services: Services) -> None:
    services.site.pages["/favicon.ico"] = png()
    services.write(add_feed, services.url("/feed"), services.clock.now)
    assert await look(services) == 0
    assert services.site.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        Answer(b"x" * (513 * 1024), "image/png"),
        Answer(b"<html>not found", "text/html"),
        Answer(status=500),
    ],
)
async def test_what_is_no_small_picture_is_not_kept(
    services: Services, answer: Answer
) -> None:
    services.site.pages["/favicon.ico"] = answer
    await add(services)
    assert await look(services) == 0
    assert icons_of(services) == [None]


async def test_a_check_does_not_lose_the_icon(services: Services) -> None:
    services.site.pages["/favicon.ico"] = png()
    number = await add(services)
    await look(services)
    before = icons_of(services)
    services.site.feed("/feed", 1, 2, title="Another title")
    services.write(make_due, number, services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)
    assert icons_of(services) == before
