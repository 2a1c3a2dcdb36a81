"""Edits of an article behind a teaser show: its text is kept with the versions."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.services.site import RSS, Answer
from tests.web.v1.reading_site import PAGE, ReadingSite, open_reading_site
from tidings.store.entries.cleanup import forget_full_texts
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import WANTED_TEXTS
from tidings.worker.run import work_off


@pytest.fixture
async def site(database_url: str) -> AsyncIterator[ReadingSite]:
    async with open_reading_site(database_url) as opened:
        yield opened


def publish(site: ReadingSite, teaser: str, article: str) -> None:
    url = site.services.url("/news")
    item = f"<item><guid>1</guid><title>Bridge</title><link>{url}</link>"
    body = f"{item}<description>{teaser}</description></item>"
    feed = f'<rss version="2.0"><channel><title>City</title>{body}</channel></rss>'
    site.services.site.pages["/feed"] = Answer(feed.encode(), RSS)
    site.services.site.page("/news", PAGE.replace("winter", article))


async def follow(site: ReadingSite) -> int:
    body = {"url": site.services.url("/feed")}
    answer = await site.ann.http.post("/api/v1/subscriptions", json=body)
    assert answer.status_code == 201, answer.text
    (entry,) = (await site.ann.http.get("/api/v1/entries")).json()["items"]
    return entry["id"]


async def fetch(site: ReadingSite, entry: int, **query: bool) -> str:
    path = f"/api/v1/entries/{entry}/full-text"
    answer = await site.ann.http.post(path, params=query)
    return answer.json()["html"]


async def diff(site: ReadingSite, entry: int) -> dict:
    return (await site.ann.http.get(f"/api/v1/entries/{entry}/diff")).json()


async def check_again(site: ReadingSite) -> None:
    site.services.clock.move(timedelta(hours=2))
    site.services.write(
        lambda db: db.run("update feed_fetch_state set next_check_at = 0")
    )
    await work_off(site.services.context, site.services.fetching)


async def versions(site: ReadingSite, entry: int) -> list[tuple[int, bool]]:
    answer = await site.ann.http.get(f"/api/v1/entries/{entry}/versions")
    items = answer.json()["items"]
    return [(each["version"], each["has_full_text"]) for each in items]


async def test_a_change_of_the_feed_shows_what_the_article_said_before(
    site: ReadingSite,
) -> None:
    publish(site, "In short.", "winter")
    entry = await follow(site)
    assert "long winter of" in await fetch(site, entry)
    publish(site, "In other words.", "summer")
    await check_again(site)
    assert site.services.site.asked.count("/news") == 2
    assert await versions(site, entry) == [(2, True), (1, True)]
    found = await diff(site, entry)
    assert found["text"] == "full_text"
    assert "<del>winter" in found["html"]
    assert "<ins>summer" in found["html"]


@pytest.mark.both_engines
async def test_a_silent_edit_shows_when_the_article_is_fetched_again(
    site: ReadingSite,
) -> None:
    publish(site, "In short.", "winter")
    entry = await follow(site)
    await fetch(site, entry)
    site.services.clock.move(timedelta(minutes=9))
    publish(site, "In short.", "summer")
    assert "winter" in await fetch(site, entry, again=True)  # too soon to ask again
    site.services.clock.move(timedelta(minutes=1))
    assert "summer" in await fetch(site, entry, again=True)
    assert await versions(site, entry) == [(2, True), (1, True)]
    found = await diff(site, entry)
    assert found["text"] == "full_text"
    assert "<ins>summer" in found["html"]
    await check_again(site)  # the feed itself says what it said
    site.services.clock.move(timedelta(hours=1))
    assert "summer" in await fetch(site, entry, again=True)
    assert await versions(site, entry) == [(2, True), (1, True)]


async def test_without_both_articles_the_feeds_own_texts_are_compared(
    site: ReadingSite,
) -> None:
    publish(site, "In short.", "winter")
    entry = await follow(site)
    await fetch(site, entry)
    publish(site, "In brief.", "summer")
    del site.services.site.pages["/news"]
    await check_again(site)
    assert await versions(site, entry) == [(2, False), (1, True)]
    found = await diff(site, entry)
    assert found["text"] == "content"
    assert "<ins>brief" in found["html"]
    # What was fetched before is better than nothing, and nobody asks again for a day.
    shown = (await site.ann.http.get(f"/api/v1/entries/{entry}")).json()
    assert "winter" in shown["full_text_html"]
    assert not shown["asks_on_open"]


async def test_articles_that_nobody_opened_are_not_fetched_for_a_change(
    site: ReadingSite,
) -> None:
    publish(site, "In short.", "winter")
    entry = await follow(site)
    publish(site, "In other words.", "summer")
    await check_again(site)
    assert await versions(site, entry) == [(2, False), (1, False)]
    assert "/news" not in site.services.site.asked


async def test_the_clean_up_forgets_articles_of_versions_as_well(
    site: ReadingSite,
) -> None:
    publish(site, "In short.", "winter")
    entry = await follow(site)
    await fetch(site, entry)
    publish(site, "In other words.", "summer")
    await check_again(site)
    context, fetching = site.services.context, site.services.fetching
    assert await work_off_queue(context, fetching, WANTED_TEXTS) == 0
    later = site.services.clock() + 1
    assert site.services.write(forget_full_texts, later, 100) == 0  # still to be read
    body = {"all": True, "before": entry}
    answer = await site.ann.http.post("/api/v1/entries/mark-all-read", json=body)
    assert answer.status_code == 200, answer.text
    # A star keeps the article as it was starred, and as it is.
    await site.ann.http.put(f"/api/v1/entries/{entry}/star", params={"version": 1})
    assert site.services.write(forget_full_texts, later, 100) == 0
    assert await versions(site, entry) == [(2, True), (1, True)]
    await site.ann.http.delete(f"/api/v1/entries/{entry}/star")
    assert site.services.write(forget_full_texts, later, 100) == 2
    assert await versions(site, entry) == [(2, False), (1, False)]
