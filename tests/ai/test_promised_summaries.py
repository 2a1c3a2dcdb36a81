"""Summaries come without a button: for what a feed had when it was followed, for what was
there when AI was switched on, and for what is opened. No text is paid for twice."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from tests.services.site import RSS, Answer
from tests.web.v1.reading_site import PAGE, ReadingSite, open_reading_site
from tidings.core.ai.tasks import BACKGROUND
from tidings.jobs.ai.announce_ai import announce
from tidings.store.feeds.feeds import set_feed
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import AI_TASKS, BACKLOGS
from tidings.worker.run import work_off

LONG = "The harbour bridge opened on Monday after a long winter of repairs. " * 4
TEASER = "The harbour bridge opened on Monday after a long winter of many repairs."


def feed_of(site: ReadingSite, texts: list[str], *, from_number: int = 1) -> bytes:
    items = "".join(
        f"<item><guid>{number}</guid><title>Entry {number}!</title>"
        f"<link>{site.services.url(f'/{number}')}</link>"
        f"<description>{text} Number {number}.</description></item>"
        for number, text in enumerate(texts, from_number)
    )
    title = "<title>City</title>"
    return f'<rss version="2.0"><channel>{title}{items}</channel></rss>'.encode()


@asynccontextmanager
async def reading(
    database_url: str, provider: str, *texts: str, **preferences: object
) -> AsyncIterator[ReadingSite]:
    """A feed with these texts, newest first, and articles behind its links."""
    settings = {"TIDINGS_AI_PROVIDER": provider}
    async with open_reading_site(database_url, **settings) as site:
        await announce(site.services.context)
        site.services.site.pages["/feed"] = Answer(feed_of(site, list(texts)), RSS)
        for number in range(1, len(texts) + 1):
            page = PAGE.replace("winter", f"winter {number}")
            site.services.site.page(f"/{number}", page)
        if preferences:
            await prefer(site, **preferences)
        yield site


async def prefer(site: ReadingSite, **preferences: object) -> None:
    body = {"preferences": preferences}
    answer = await site.ann.http.patch("/api/v1/users/me", json=body)
    assert answer.status_code == 200, answer.text


async def follow(site: ReadingSite) -> int:
    body = {"url": site.services.url("/feed")}
    answer = await site.ann.http.post("/api/v1/subscriptions", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["feed_id"]


async def entries(site: ReadingSite) -> list[dict]:
    answer = await site.ann.http.get("/api/v1/entries")
    return answer.json()["items"]


async def opened(site: ReadingSite, entry: int) -> dict:
    answer = await site.ann.http.get(f"/api/v1/entries/{entry}")
    return answer.json()


async def open_it(site: ReadingSite, entry: int) -> dict:
    answer = await site.ann.http.post(f"/api/v1/entries/{entry}/open")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def work(site: ReadingSite) -> None:
    await work_off(site.services.context, site.services.fetching)


def calls(site: ReadingSite) -> int:
    ((many,),) = site.services.rows("select coalesce(sum(calls), 0) from ai_ledger")
    return many


def articles(site: ReadingSite) -> list[str]:
    """Return the pages of entries that were fetched, whatever else was."""
    return sorted(path for path in site.services.site.asked if path[1:].isdigit())


async def test_following_a_feed_brings_summaries_of_what_it_has(
    database_url: str,
) -> None:
    async with reading(database_url, "extractive", LONG, LONG, LONG) as site:
        await follow(site)
        await work(site)
        assert [bool(each["summary"]) for each in await entries(site)] == [True] * 3


async def test_coming_back_to_a_feed_brings_them_as_well(database_url: str) -> None:
    async with reading(database_url, "extractive", LONG) as site:
        await follow(site)
        (subscription,) = (await site.ann.http.get("/api/v1/subscriptions")).json()[
            "items"
        ]
        await site.ann.http.delete(f"/api/v1/subscriptions/{subscription['id']}")
        await work(site)
        await follow(site)
        assert [bool(each["summary"]) for each in await entries(site)] == [False]
        await work(site)
        assert [bool(each["summary"]) for each in await entries(site)] == [True]


async def test_no_more_are_queued_than_the_reader_has_set(database_url: str) -> None:
    texts = [LONG] * 5
    async with reading(database_url, "extractive", *texts, ai_backlog=2) as site:
        await follow(site)
        await work(site)
        newest_first = [bool(each["summary"]) for each in await entries(site)]
        assert newest_first == [True, True, False, False, False]
        await prefer(site, ai_backlog=4)
        await work(site)
        assert [bool(each["summary"]) for each in await entries(site)].count(True) == 4


async def test_switching_ai_on_queues_what_is_there(database_url: str) -> None:
    async with reading(database_url, "mock", LONG, LONG) as site:
        feed = await follow(site)
        await work(site)
        assert calls(site) == 0
        await prefer(site, ai=True, ai_deframing=False)
        await work(site)
        assert calls(site) == 2
        await prefer(site, ai=False)
        await prefer(site, ai=True)
        await work(site)
        assert calls(site) == 2  # what is there already costs nothing
        await site.ann.http.put(f"/api/v1/feeds/{feed}/ai", json={"ai": True})
        assert calls(site) == 2


async def test_switching_ai_on_for_one_feed_queues_what_it_has(
    database_url: str,
) -> None:
    async with reading(database_url, "mock", LONG, ai_deframing=False) as site:
        feed = await follow(site)
        path = f"/api/v1/feeds/{feed}/ai"
        answer = await site.ann.http.put(path, json={"ai": True})
        assert answer.json() == {"ai": True, "full_text": None}
        await work(site)
        assert [bool(each["summary"]) for each in await entries(site)] == [True]


@pytest.mark.both_engines
async def test_an_installation_that_gets_ai_begins_with_what_is_there(
    database_url: str,
) -> None:
    async with reading(database_url, "extractive", LONG) as site:
        site.services.write(lambda db: db.run("delete from settings"))
        await follow(site)
        assert site.services.rows("select feed_id from ai_backlogs") == []
        await work(site)
        assert [bool(each["summary"]) for each in await entries(site)] == [True]


@pytest.mark.both_engines
async def test_the_estimate_says_what_following_will_cost(database_url: str) -> None:
    async with reading(database_url, "mock", *[LONG] * 3, ai=True) as site:
        await follow(site)
        path = "/api/v1/ai/backlog/estimate"
        two = (await site.ann.http.get(path, params={"newest": 2})).json()
        assert (two["entries"], two["calls"], two["cached"]) == (2, 4, 0)
        everything = (await site.ann.http.get(path)).json()
        assert (everything["entries"], everything["calls"]) == (3, 6)
        await work(site)
        assert calls(site) == 6
        done = (await site.ann.http.get(path)).json()
        assert (done["entries"], done["calls"], done["cached"]) == (3, 0, 3)


@pytest.mark.both_engines
async def test_the_estimate_can_be_seen_before_ai_is_switched_on(
    database_url: str,
) -> None:
    async with reading(database_url, "mock", *[LONG] * 3) as site:
        feed = await follow(site)
        path = "/api/v1/ai/backlog/estimate"
        before = (await site.ann.http.get(path, params={"newest": 2})).json()
        assert (before["entries"], before["calls"]) == (2, 4)
        await site.ann.http.put(f"/api/v1/feeds/{feed}/ai", json={"ai": False})
        without = (await site.ann.http.get(path)).json()
        assert (without["entries"], without["calls"]) == (0, 0)
        asked = (await site.ann.http.get(path, params={"feed_id": feed})).json()
        assert (asked["entries"], asked["calls"]) == (3, 6)
        await site.ann.http.put(f"/api/v1/feeds/{feed}/ai", json={"ai": None})
        await prefer(site, ai=True, ai_backlog=2)
        await work(site)
        assert calls(site) == before["calls"]


async def test_opening_raises_what_waits_in_the_background(database_url: str) -> None:
    preferences = {"ai": True, "ai_deframing": False}
    async with reading(database_url, "mock", LONG, LONG, **preferences) as site:
        await follow(site)
        context, fetching = site.services.context, site.services.fetching
        await work_off_queue(context, fetching, BACKLOGS)
        of_each = "select entry_id, priority from ai_tasks order by entry_id desc"
        (newest, in_background), (other, _) = site.services.rows(of_each)
        assert in_background == BACKGROUND
        await open_it(site, other)
        assert site.services.rows(of_each) == [(newest, BACKGROUND), (other, 10)]
        # Nobody who comes later puts it behind again.
        await prefer(site, ai_backlog=30)
        await work_off_queue(context, fetching, BACKLOGS)
        assert site.services.rows(of_each) == [(newest, BACKGROUND), (other, 10)]


async def test_opening_asks_for_a_summary_before_the_background(
    database_url: str,
) -> None:
    preferences = {"ai": True, "ai_deframing": False, "ai_backlog": 0}
    async with reading(database_url, "mock", LONG, **preferences) as site:
        await follow(site)
        await work(site)
        assert calls(site) == 0
        (entry,) = await entries(site)
        shown = await opened(site, entry["id"])
        assert (shown["asks_on_open"], shown["summary"]["state"]) == (True, "none")
        assert (await open_it(site, entry["id"]))["summary"]["state"] == "pending"
        assert site.services.rows("select priority from ai_tasks") == [(10,)]
        await work(site)
        shown = await opened(site, entry["id"])
        assert (shown["asks_on_open"], shown["summary"]["state"]) == (False, "ready")


async def test_opening_asks_for_nothing_where_ai_is_off(database_url: str) -> None:
    async with reading(database_url, "mock", LONG) as site:
        await follow(site)
        (entry,) = await entries(site)
        assert not (await opened(site, entry["id"]))["asks_on_open"]
        assert (await open_it(site, entry["id"]))["summary"]["state"] == "none"
        assert site.services.rows("select key from ai_tasks") == []


async def test_the_article_behind_a_teaser_is_fetched_when_it_is_opened(
    database_url: str,
) -> None:
    async with reading(database_url, "none", TEASER, LONG) as site:
        await follow(site)
        await work(site)
        assert articles(site) == []
        teaser, long = sorted(await entries(site), key=lambda each: each["title"])
        assert not (await opened(site, long["id"]))["asks_on_open"]
        assert (await opened(site, teaser["id"]))["asks_on_open"]
        said = await open_it(site, teaser["id"])
        assert (said["summary"], said["full_text_state"]) == (None, "coming")
        assert articles(site) == []  # a worker's work
        await work(site)
        shown = await opened(site, teaser["id"])
        assert (shown["full_text_state"], shown["asks_on_open"]) == ("ready", False)
        assert "engineers were happy" in shown["full_text_html"]
        await open_it(site, long["id"])
        await work(site)
        assert articles(site) == ["/1"]


@pytest.mark.parametrize("switch", ["reader", "feed"])
async def test_who_wants_no_articles_gets_none(database_url: str, switch: str) -> None:
    async with reading(database_url, "none", TEASER) as site:
        feed = await follow(site)
        if switch == "reader":
            await prefer(site, full_text=False)
        else:
            choice = {"ai": None, "full_text": False}
            await site.ann.http.put(f"/api/v1/feeds/{feed}/ai", json=choice)
        (entry,) = await entries(site)
        assert not (await opened(site, entry["id"]))["asks_on_open"]
        assert (await open_it(site, entry["id"]))["full_text_state"] == "none"
        await work(site)
        assert articles(site) == []


async def test_a_feed_with_full_text_is_paid_for_once(database_url: str) -> None:
    async with reading(database_url, "mock", LONG, ai=True) as site:
        feed = await follow(site)
        await work(site)
        before = calls(site)
        site.services.write(set_feed, feed, "full_text", 1)
        site.services.clock.move(timedelta(days=4))  # the first one is old news
        site.services.site.page("/2", PAGE.replace("winter", "winter 2"))
        body = feed_of(site, [LONG], from_number=2)
        site.services.site.pages["/feed"] = Answer(body, RSS)
        make_due(site)
        context, fetching = site.services.context, site.services.fetching
        assert await work_off_queue(context, fetching, FEEDS) == 1
        await work_off_queue(
            context, fetching, AI_TASKS
        )  # comes first, as it may in a worker
        await work(site)
        assert calls(site) - before == 2  # a summary and a deframing of the article
        assert "/2" in articles(site)


async def test_a_model_waits_until_the_article_is_there(database_url: str) -> None:
    async with reading(database_url, "mock", TEASER, ai=True) as site:
        await follow(site)
        context, fetching = site.services.context, site.services.fetching
        (entry,) = await entries(site)
        said = await open_it(site, entry["id"])
        assert (said["summary"]["state"], said["summary"]["waits_for"]) == (
            "pending",
            "full_text",
        )
        assert await work_off_queue(context, fetching, AI_TASKS) == 0
        await work(site)
        assert (calls(site), articles(site)) == (2, ["/1"])
        shown = await opened(site, entry["id"])
        assert shown["summary"]["state"] == "ready"
        assert shown["deframed"]["state"] == "ready"
        # What is opened again, or comes again, costs nothing more.
        await open_it(site, entry["id"])
        await work(site)
        assert (calls(site), articles(site)) == (2, ["/1"])


async def test_what_is_deframed_is_read_from_its_page_first(database_url: str) -> None:
    async with reading(database_url, "mock", TEASER, LONG, ai=True) as site:
        await follow(site)
        await work(site)
        assert articles(site) == ["/1"]
        assert calls(site) == 4
        assert site.services.rows("select key from ai_tasks") == []


async def test_where_the_article_fails_the_teaser_is_used_after_all(
    database_url: str,
) -> None:
    async with reading(database_url, "mock", TEASER, ai=True) as site:
        del site.services.site.pages["/1"]
        await follow(site)
        await work(site)
        (entry,) = await entries(site)
        shown = await opened(site, entry["id"])
        assert shown["full_text_state"] == "failed"
        assert shown["summary"]["state"] == "ready"
        assert (calls(site), articles(site)) == (2, ["/1"])
        assert not shown["asks_on_open"]  # it rests for a day


async def test_a_paid_summary_of_a_teaser_waits_for_whoever_opens_it(
    database_url: str,
) -> None:
    preferences = {"ai": True, "ai_deframing": False}
    async with reading(database_url, "mock", TEASER, LONG, **preferences) as site:
        await follow(site)
        await work(site)
        assert (calls(site), articles(site)) == (1, [])
        teaser = min(await entries(site), key=lambda each: each["title"])
        await open_it(site, teaser["id"])
        await work(site)
        assert (calls(site), articles(site)) == (2, ["/1"])
        assert (await opened(site, teaser["id"]))["summary"]["state"] == "ready"


def make_due(site: ReadingSite) -> None:
    site.services.write(
        lambda db: db.run("update feed_fetch_state set next_check_at = 0")
    )
