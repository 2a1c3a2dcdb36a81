"""Lists of feeds in and out: nothing is fetched, nothing is lost, errors have lines."""

import re
from datetime import timedelta

import pytest

from tests.make import a_user
from tests.services.site import Services
from tidings.core.clock import micros
from tidings.core.errors import Invalid
from tidings.operations.moving.import_opml import OpmlReport
from tidings.services.feeds.feed_settings import (
    FeedSettingsChanges,
    Login,
    change_feed_settings,
)
from tidings.services.moving.opml import export_opml, import_opml
from tidings.store.feeds.claims import next_due_at
from tidings.store.feeds.feeds import find_feed, set_feed
from tidings.store.feeds.follow import follow_feed

LIST = """<?xml version="1.0"?>
<opml version="2.0"><head><title>Mine</title></head><body>
  <outline text="News">
    <outline text="World">
      <outline type="rss" text="Globe" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
    </outline>
    <outline type="rss" text="Local" xmlUrl="https://b.example/feed"/>
  </outline>
  <outline text="Empty"/>
  <outline type="rss" text="Nowhere" xmlUrl="nonsense"/>
  <outline type="rss" text="Loose" xmlUrl="https://c.example/feed"/>
  <outline type="rss" text="Again" xmlUrl="http://c.example/feed"/>
</body></opml>
"""


async def load(
    services: Services, text: str, user: int | None = None, **more: object
) -> OpmlReport:
    return await import_opml(
        services.context,
        services.fetching,
        user or services.user,
        text.encode(),
        **more,
    )


async def export(services: Services, user: int | None) -> str:
    text = (await export_opml(services.context, user)).decode()
    return re.sub(r"<dateCreated>.*?</dateCreated>", "", text)


def followed(services: Services) -> list[tuple[object, ...]]:
    return services.rows(
        "select f.url, s.title, c.name, p.name from subscriptions s"
        " join feeds f on f.id = s.feed_id left join folders c on c.id = s.folder_id"
        " left join folders p on p.id = c.parent_id order by f.url"
    )


async def test_a_list_becomes_folders_and_subscriptions(services: Services) -> None:
    report = await load(services, LIST)
    assert followed(services) == [
        ("https://a.example/feed", "Globe", "World", "News"),
        ("https://b.example/feed", "Local", "News", None),
        ("https://c.example/feed", "Loose", None, None),
    ]
    assert (report.followed, report.new_feeds, report.duplicates) == (3, 3, 1)
    assert [(each.line, each.code, each.subject) for each in report.problems] == [
        (10, "not_an_address", "nonsense")
    ]
    assert services.rows("select count(*) from folders") == [(3,)]


async def test_feeds_are_due_and_not_fetched(services: Services) -> None:
    url = services.url("/feed")
    await load(services, f'<opml><body><outline xmlUrl="{url}"/></body></opml>')
    assert services.site.asked == []
    assert services.read(next_due_at, services.clock.now) == services.clock.now
    assert services.read(find_feed, url).root_domain == "127.0.0.1"


async def test_importing_again_changes_nothing(services: Services) -> None:
    await load(services, LIST)
    before = followed(services)
    report = await load(services, LIST.replace("Globe", "Other"))
    assert (report.followed, report.followed_before) == (0, 3)
    assert followed(services) == before
    assert services.rows("select count(*) from folders") == [(3,)]


async def test_progress_is_told_and_reaches_the_whole(services: Services) -> None:
    rows = "".join(f'<outline xmlUrl="https://s{n}.example/feed"/>' for n in range(250))
    told: list[tuple[int, int]] = []
    report = await load(
        services,
        f"<opml><body>{rows}</body></opml>",
        progress=lambda done, whole: told.append((done, whole)),
    )
    assert told == [(0, 250), (100, 250), (200, 250), (250, 250)]
    assert report.followed == 250


async def test_what_is_exported_comes_back_the_same(services: Services) -> None:
    await load(services, LIST)
    for url, change in (
        (
            "https://a.example/feed",
            FeedSettingsChanges(interval=micros(timedelta(hours=2))),
        ),
        ("https://b.example/feed", FeedSettingsChanges(retry_policy="one-strike")),
        ("https://c.example/feed", FeedSettingsChanges(enforce_feed_domain=True)),
    ):
        number = services.read(find_feed, url).id
        await change_feed_settings(services.context, services.fetching, number, change)
        services.write(set_feed, number, "polling", 0)
    services.write(lambda db: db.run("update subscriptions set title = null"))
    first = await export(services, services.user)
    services.write(lambda db: db.run("update feeds set deleted_at = 1"))
    other = services.write(a_user, "bob")
    await load(services, first, user=other)
    assert await export(services, other) == first
    assert 'tidings:interval="2h"' in first


async def test_settings_of_a_feed_that_others_follow_are_not_touched(
    services: Services,
) -> None:
    await load(services, LIST)
    other = services.write(a_user, "bob")
    row = 'xmlUrl="https://a.example/feed" tidings:polling="off"'
    text = (
        f'<opml xmlns:tidings="urn:tidings:opml"><body><outline {row}/></body></opml>'
    )
    await load(services, text, user=other)
    assert services.read(find_feed, "https://a.example/feed").polling == 1


async def test_settings_that_make_no_sense_are_left_out(services: Services) -> None:
    settings = 'tidings:interval="1s" tidings:polling="x" tidings:retry-policy="y"'
    row = f'xmlUrl="https://a.example/feed" {settings}'
    text = (
        f'<opml xmlns:tidings="urn:tidings:opml"><body><outline {row}/></body></opml>'
    )
    await load(services, text)
    feed = services.read(find_feed, "https://a.example/feed")
    assert (feed.poll_interval, feed.polling, feed.retry_policy) == (None, 1, None)


async def test_an_export_holds_no_secret(services: Services) -> None:
    await load(services, LIST)
    number = services.read(find_feed, "https://a.example/feed").id
    change = FeedSettingsChanges(
        login=Login(username="me", password="hush-hush"),
        proxy="http://me:hush-hush@proxy.example",
        headers={"X-Key": "hush-hush"},
    )
    await change_feed_settings(services.context, services.fetching, number, change)
    for user in (services.user, None):
        text = await export(services, user)
        assert "https://a.example/feed" in text
        assert "hush" not in text


@pytest.mark.both_engines
async def test_every_feed_of_the_instance_can_be_exported(services: Services) -> None:
    await load(services, LIST)
    other = services.write(a_user, "bob")
    services.write(follow_feed, other, 1, services.clock.now)
    text = await export(services, None)
    assert text.count("xmlUrl") == 3
    assert "World" not in text  # folders are somebody's own


async def test_what_is_no_list_is_refused_with_words(services: Services) -> None:
    with pytest.raises(Invalid, match="not a list of feeds"):
        await load(services, "<rss><channel/></rss>")
    assert services.rows("select id from feeds") == []
