"""Settings of one feed, and secrets that are used, never shown and never passed on."""

from datetime import timedelta

import pytest
from pydantic import ValidationError

from tests.make import a_user
from tests.services.site import Services
from tidings.auth.secret_box import SecretBox, SecretUnreadable
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.errors import Invalid, NotFound
from tidings.services.feeds.feed_settings import (
    FeedSettingsChanges,
    Login,
    change_feed_settings,
    sealed_secrets,
    show_feed_settings,
)
from tidings.services.feeds.health import show_feed_to
from tidings.services.feeds.register import register_feed
from tidings.services.feeds.subscribe import subscribe
from tidings.store.engine.connection import Connection
from tidings.store.feeds.feeds import add_feed, find_feed, make_due, set_secrets
from tidings.store.feeds.follow import follow_feed
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue

SIX_HOURS = micros(timedelta(hours=6))
MINE = {"username": "me", "password": "hush-hush"}


async def change(services: Services, feed: int, **given: object) -> object:
    wanted = FeedSettingsChanges(**given)
    return await change_feed_settings(services.context, services.fetching, feed, wanted)


async def check(services: Services, feed: int) -> None:
    services.write(make_due, feed, services.clock.now)
    await work_off_queue(services.context, services.fetching, FEEDS)


@pytest.fixture
def feed(services: Services) -> int:
    services.site.feed("/feed", 1)
    return services.write(add_feed, services.url("/feed"), services.clock.now)[0]


def everything(services: Services) -> str:
    """All that is stored about feeds, as one text."""
    return repr(services.rows("select * from feeds")) + repr(
        services.rows("select * from feed_fetch_state")
    )


async def test_what_is_set_holds_until_it_is_set_back(
    services: Services, feed: int
) -> None:
    shown = await change(
        services,
        feed,
        interval=SIX_HOURS,
        retry_policy="strict",
        user_agent="Reader/1",
        enforce_feed_domain=True,
    )
    assert shown.interval == SIX_HOURS
    assert (shown.retry_policy, shown.user_agent) == ("strict", "Reader/1")
    assert shown.enforce_feed_domain
    shown = await change(services, feed, interval=None, enforce_feed_domain=False)
    assert (shown.interval, shown.enforce_feed_domain) == (None, False)
    assert shown.retry_policy == "strict"


async def test_login_headers_and_user_agent_reach_the_server(
    services: Services, feed: int
) -> None:
    await change(
        services,
        feed,
        login=Login(username="me", password="hush-hush"),
        headers={"X-Key": "secret-key"},
        user_agent="Reader/1",
    )
    await check(services, feed)
    sent = services.site.received[-1].headers
    assert sent["authorization"] == "Basic bWU6aHVzaC1odXNo"
    assert (sent["x-key"], sent["user-agent"]) == ("secret-key", "Reader/1")


async def test_secrets_are_neither_stored_in_clear_nor_shown(
    services: Services, feed: int
) -> None:
    shown = await change(
        services,
        feed,
        login=Login(username="me", password="hush-hush"),
        headers={"X-Key": "secret-key"},
        proxy="http://me:secret-proxy@proxy.example:3128",
    )
    assert (shown.has_login, shown.header_names) == (True, ("X-Key",))
    assert shown.proxy == "http://proxy.example:3128/"
    for secret in ("hush-hush", "secret-key", "secret-proxy", "bWU6aHVzaC1odXNo"):
        assert secret not in everything(services) + repr(shown)


async def test_one_secret_changes_and_the_others_stay(
    services: Services, feed: int
) -> None:
    await change(
        services,
        feed,
        login=Login(username="me", password="one"),
        headers={"X-Key": "k"},
    )
    shown = await change(services, feed, headers=None)
    assert (shown.has_login, shown.header_names) == (True, ())
    shown = await change(services, feed, login=None)
    assert not shown.has_login
    assert services.rows("select secrets from feeds") == [(None,)]


async def test_a_feed_goes_through_its_proxy(services: Services, feed: int) -> None:
    await change(services, feed, proxy=services.url("/").replace("//", "//me:hush@"))
    await check(services, feed)
    asked = services.site.received[-1]
    assert asked.target == services.url("/feed")
    assert asked.headers["proxy-authorization"] == "Basic bWU6aHVzaA=="


@pytest.mark.parametrize(
    "wrong",
    [
        {"interval": micros(timedelta(seconds=5))},
        {"interval": micros(timedelta(days=30))},
        {"user_agent": "two\r\nlines"},
        {"user_agent": "x" * 501},
        {"headers": {"Host": "other.example"}},
        {"headers": {"X-Key": "two\nlines"}},
        {"headers": {f"X-{n}": "1" for n in range(21)}},
        {"proxy": "socks5://proxy.example"},
        {"proxy": "http://proxy.example/path"},
    ],
)
async def test_what_cannot_be_set_is_refused_and_changes_nothing(
    services: Services, feed: int, wrong: dict[str, object]
) -> None:
    before = everything(services)
    with pytest.raises((Invalid, ValidationError)):
        await change(services, feed, **{"retry_policy": "strict", **wrong})
    assert everything(services) == before


async def test_a_missing_feed_is_not_found(services: Services) -> None:
    with pytest.raises(NotFound):
        await change(services, 99, login=Login(username="me", password="x"))
    with pytest.raises(NotFound):
        await show_feed_settings(services.context, services.fetching, 99)


async def test_a_wrong_key_is_said_and_not_guessed_around(
    services: Services, feed: int
) -> None:
    await change(services, feed, login=Login(username="me", password="hush"))
    sealed = services.rows("select secrets from feeds")[0][0]
    with pytest.raises(SecretUnreadable, match="TIDINGS_SECRET_KEY"):
        SecretBox("another" * 8).open(bytes(sealed), "feed secrets")


async def test_a_login_that_cannot_be_read_is_a_trouble_until_it_is_entered_again(
    services: Services, feed: int
) -> None:
    reader = Visitor(services.user, "ann", "user", "all", None)
    services.write(follow_feed, services.user, feed, services.clock.now)
    services.write(_seal_with_another_key, feed)
    await check(services, feed)
    seen = await show_feed_to(services.context, reader, feed)
    assert (seen.state, services.site.received) == ("failing", [])
    assert seen.error is not None
    assert (seen.error.code, seen.error.times) == ("secret_unreadable", 0)
    assert seen.error.remedies[0] == "set_login"
    shown = await show_feed_settings(services.context, services.fetching, feed)
    assert shown.has_login
    with pytest.raises(SecretUnreadable):
        await change(services, feed, proxy=None)
    await change(services, feed, login=Login(username="me", password="hush"))
    await check(services, feed)
    seen = await show_feed_to(services.context, reader, feed)
    assert (seen.state, seen.error) == ("ok", None)
    assert services.site.received[0].headers["authorization"] == "Basic bWU6aHVzaA=="


def _seal_with_another_key(db: Connection, feed_id: int) -> None:
    login = {"login": ["me", "hush"]}
    sealed = sealed_secrets(SecretBox("another" * 8), login, b"n" * 12)
    set_secrets(db, feed_id, sealed, private=True)


async def test_a_login_in_an_address_is_taken_out_and_sealed(
    services: Services,
) -> None:
    services.site.feed("/feed", 1)
    address = services.url("/feed").replace("//", "//me:hush-hush@")
    done = await subscribe(services.context, services.fetching, services.user, address)
    assert done.url == services.url("/feed")
    assert "hush-hush" not in everything(services)
    await check(services, done.feed_id)
    assert [r.headers.get("authorization") for r in services.site.received] == [
        "Basic bWU6aHVzaC1odXNo"
    ] * 2


async def test_nobody_else_gets_a_feed_behind_a_login_by_its_address(
    services: Services,
) -> None:
    services.site.feed("/feed", 1)
    address = services.url("/feed").replace("//", "//me:hush-hush@")
    mine = await subscribe(services.context, services.fetching, services.user, address)
    other = services.write(a_user, "bob")
    url = services.url("/feed")
    theirs = await subscribe(services.context, services.fetching, other, url)
    assert theirs.feed_id != mine.feed_id
    assert services.site.received[-1].headers.get("authorization") is None


async def test_a_new_password_replaces_the_old_one(services: Services) -> None:
    services.site.feed("/feed", 1)
    numbers = []
    for password in ("old", "new"):
        address = services.url("/feed").replace("//", f"//me:{password}@")
        registered = await register_feed(
            services.context, services.fetching, address, owner_id=services.user
        )
        numbers.append(registered.feed_id)
    assert len(set(numbers)) == 1
    await check(services, numbers[0])
    assert services.site.received[-1].headers["authorization"] == "Basic bWU6bmV3"


async def test_setting_a_login_hides_the_feed_from_those_who_add_its_address(
    services: Services, feed: int
) -> None:
    await change(services, feed, login=Login(username="me", password="hush"))
    url = services.url("/feed")
    other, is_new = services.write(add_feed, url, services.clock.now)
    assert (other != feed, is_new) == (True, True)
    await change(services, feed, login=None)  # the address is the other feed's now
    assert services.read(find_feed, url).id == other
