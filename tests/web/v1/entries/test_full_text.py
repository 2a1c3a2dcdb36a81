import json
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.services.site import Answer
from tests.web.v1.reading_site import PAGE, ReadingSite, open_reading_site
from tidings.store.entries.full_texts import claim_full_text, give_back
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import FULL_TEXTS


@pytest.fixture
async def site(database_url: str) -> AsyncIterator[ReadingSite]:
    async with open_reading_site(database_url) as opened:
        yield opened


@pytest.fixture
async def plain_site(database_url: str) -> AsyncIterator[ReadingSite]:
    """On one engine, for what has nothing to do with the database."""
    async with open_reading_site(database_url) as opened:
        yield opened


async def full_text(
    site: ReadingSite, entry: int, status: int = 200, **query: bool
) -> dict:
    answer = await site.ann.http.post(
        f"/api/v1/entries/{entry}/full-text", params=query
    )
    assert answer.status_code == status, answer.text
    return answer.json()


async def found(site: ReadingSite, words: str) -> list[int]:
    answer = await site.ann.http.get("/api/v1/entries/search", params={"q": words})
    return [each["id"] for each in answer.json()["items"]]


async def test_the_article_is_fetched_once_kept_and_found_by_search(
    site: ReadingSite,
) -> None:
    site.services.site.page("/news", PAGE)
    entry = site.entry(site.services.url("/news"))
    assert await found(site, "engineers") == []
    text = await full_text(site, entry)
    assert (text["state"], text["source"]) == ("ready", "full_text")
    assert "engineers were happy" in text["html"]
    assert "alert(1)" not in text["html"]
    assert 'rel="noopener noreferrer' in text["html"]
    assert site.services.url("/more") in text["html"]
    assert await full_text(site, entry) == text
    assert site.services.site.asked == ["/news"]
    assert await found(site, "engineers") == [entry]
    assert await found(site, "bridge") == [entry]
    told = site.services.rows("select payload from events where kind = 'entry_changed'")
    assert told == [(f'{{"ids": [{entry}]}}',)]


@pytest.mark.both_engines
async def test_a_failure_shows_the_feeds_text_and_rests_for_a_day(
    site: ReadingSite,
) -> None:
    url = site.services.url("/news")
    entry = site.entry(url)
    text = await full_text(site, entry)
    assert (text["state"], text["source"]) == ("failed", "content")
    assert (text["html"], text["code"]) == ("<p>In short.</p>", "not_found")
    assert text["reason"] == "The server does not know the address (HTTP 404)."
    site.services.site.page("/news", PAGE)
    site.services.clock.move(timedelta(hours=23, minutes=59))
    assert (await full_text(site, entry))["state"] == "failed"
    assert site.services.site.asked == ["/news"]
    site.services.clock.move(timedelta(minutes=2))
    assert (await full_text(site, entry))["state"] == "ready"


async def test_a_reader_tries_a_failure_again_at_once_but_not_a_host_that_said_later(
    plain_site: ReadingSite,
) -> None:
    site = plain_site.services.site
    entry = plain_site.entry(plain_site.services.url("/news"))
    assert (await full_text(plain_site, entry))["state"] == "failed"
    site.page("/news", PAGE)
    assert (await full_text(plain_site, entry))["state"] == "failed"
    assert (await full_text(plain_site, entry, again=True))["state"] == "ready"
    later = Answer(status=503, headers=("Retry-After: 600",))
    site.pages["/later"] = later
    other = plain_site.entry(plain_site.services.url("/later"))
    await full_text(plain_site, other)
    asked = list(site.asked)
    assert asked[-1] == "/later"
    answer = await full_text(plain_site, other, 202, again=True)
    assert answer["state"] == "working"
    assert site.asked == asked


@pytest.mark.both_engines
async def test_what_somebody_else_fetches_is_waited_for(site: ReadingSite) -> None:
    site.services.site.page("/news", PAGE)
    entry = site.entry(site.services.url("/news"))
    now = site.services.clock()
    claimed = site.services.write(claim_full_text, entry, now)
    assert site.services.write(claim_full_text, entry, now) is None
    text = await full_text(site, entry, 202)
    assert (text["state"], text["source"]) == ("working", "content")
    # Given back, or left by one who died, it is the worker's.
    site.services.write(give_back, claimed)
    context, fetching = site.services.context, site.services.fetching
    assert await work_off_queue(context, fetching, FULL_TEXTS) == 1
    assert (await full_text(site, entry))["state"] == "ready"


async def test_the_worker_fetches_for_feeds_that_ask_for_it(site: ReadingSite) -> None:
    for name in ("one", "two", "three"):
        site.services.site.page(f"/{name}", PAGE.replace("bridge", name))
    wanted = [
        site.entry(site.services.url(f"/{name}"), full_text=True)
        for name in ("one", "two")
    ]
    other = site.entry(site.services.url("/three"))
    bad = site.entry(site.services.url("/missing"), full_text=True)
    context, fetching = site.services.context, site.services.fetching
    assert await work_off_queue(context, fetching, FULL_TEXTS) == 2
    assert await work_off_queue(context, fetching, FULL_TEXTS) == 0
    rows = site.services.rows(
        "select entry_id, content is not null, error from entry_full_texts"
    )
    texts = {entry: (bool(found), error) for entry, found, error in rows}
    found, error = texts.pop(bad)
    assert not found
    assert error.startswith("not_found:")
    assert texts == dict.fromkeys(wanted, (True, None))
    assert other not in texts
    assert len(site.services.site.asked) == 3


async def test_an_entry_that_changed_is_fetched_again(site: ReadingSite) -> None:
    site.services.site.page("/news", PAGE)
    entry = site.entry(site.services.url("/news"))
    await full_text(site, entry)
    site.services.site.page("/news", PAGE.replace("happy", "glad"))
    site.services.clock.move(timedelta(hours=1))
    site.services.write(
        lambda db: db.run(
            "update entries set changed_at = :now where id = :id",
            now=site.services.clock(),
            id=entry,
        )
    )
    site.services.clock.move(timedelta(hours=1))
    assert "engineers were glad" in (await full_text(site, entry))["html"]
    # What is there is better than nothing.
    site.services.site.pages.clear()
    site.services.write(
        lambda db: db.run(
            "update entries set changed_at = :now where id = :id",
            now=site.services.clock() + 1,
            id=entry,
        )
    )
    site.services.clock.move(timedelta(hours=1))
    assert "engineers were glad" in (await full_text(site, entry))["html"]


async def test_a_page_that_says_less_than_the_feed_is_not_shown(
    plain_site: ReadingSite,
) -> None:
    plain_site.services.site.page("/news", PAGE)
    html = "<p>The whole story was in the feed.</p>" * 40
    entry = plain_site.entry(plain_site.services.url("/news"), html=html)
    text = await full_text(plain_site, entry)
    assert (text["source"], text["code"]) == ("content", "too_little")
    assert text["html"] == html


async def test_hostile_answers_end_in_words(plain_site: ReadingSite) -> None:
    pages = plain_site.services.site.pages
    pages["/film"] = Answer(b"\0" * 100, "video/mp4")
    pages["/huge"] = Answer(b"<p>" + b"x" * (6 << 20))
    pages["/short"] = Answer(b"<p>Please accept our cookies.</p>")
    pages["/empty"] = Answer(b"")
    pages["/busy"] = Answer(status=429)
    plain_site.services.site.redirect("/inside", "http://169.254.169.254/x", 302)
    expected = {
        "/film": "not_a_page",
        "/huge": "too_large",
        "/short": "no_article_too_short",
        "/empty": "no_article_empty",
        "/inside": "blocked_address",
        "/busy": "slow_down",
    }
    for path, code in expected.items():
        entry = plain_site.entry(plain_site.services.url(path))
        text = await full_text(plain_site, entry)
        assert (path, text["code"]) == (path, code)
        assert text["reason"].endswith(".")
    inside = plain_site.entry("http://[::ffff:10.0.0.1]/")
    assert (await full_text(plain_site, inside))["code"] == "blocked_address"


async def test_nobody_else_can_ask_for_it(plain_site: ReadingSite) -> None:
    entry = plain_site.entry(plain_site.services.url("/news"))
    answer = await plain_site.bob.http.post(f"/api/v1/entries/{entry}/full-text")
    assert answer.status_code == 404
    assert plain_site.services.site.asked == []


async def test_the_feeds_own_text_is_relative_to_what_the_feed_says(
    plain_site: ReadingSite,
) -> None:
    entry = plain_site.entry(plain_site.services.url("/news"), html="<a href=x>x</a>")
    base = "https://feeds.example/dir/"
    plain_site.services.write(
        lambda db: db.run(
            "update entries set extras = :extras where id = :id",
            extras=json.dumps({"base_url": base}),
            id=entry,
        )
    )
    text = await full_text(plain_site, entry)
    assert text["source"] == "content"
    assert f'href="{base}x"' in text["html"]
