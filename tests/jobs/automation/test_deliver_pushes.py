"""Notifications reach living devices at least once, encrypted, once a minute at most."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from tests.fetch.origin import Endless, Received
from tests.push_device import PushDevice, proven_claims
from tests.services.site import Answer, Services, open_services
from tests.store.rule_lab import a_rule, condition, stored
from tidings.auth.secret_box import SecretBox
from tidings.core.accounts.visitor import Visitor
from tidings.core.automation.push import MOST_FAILURES, MOST_TRIES, Notice, PushVerdict
from tidings.jobs.system.forget_old import forget_old
from tidings.services.accounts.sessions import end_session, open_session
from tidings.services.automation.push import (
    BrowserSubscription,
    list_push_subscriptions,
    push_key,
    send_test,
    subscribe_device,
)
from tidings.store.accounts.accounts import set_disabled
from tidings.store.automation.push_deliveries import (
    claim_pushes,
    note_found,
    settle_push,
)
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.follow import follow_feed
from tidings.wiring import now
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import PUSHES
from tidings.worker.run import work_off

LEASE = timedelta(minutes=1)
MINUTE = timedelta(minutes=1, seconds=1)
TAKEN = Answer(status=201)
STORM = Notice("Storm", "Weather", 7)


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        opened.site.pages["/push"] = TAKEN
        yield opened


@dataclass
class Phone:
    """A device that is signed in and subscribed."""

    services: Services
    visitor: Visitor
    id: str
    device: PushDevice = field(repr=False)

    @property
    def shown(self) -> list[dict[str, Any]]:
        """What was sent to the device, in order."""
        pushes = [each for each in self.services.site.received if each.path == "/push"]
        return [self.device.read(request) for request in pushes]

    async def row(self):
        rows = await list_push_subscriptions(self.services.context, self.visitor)
        return next((row for row in rows if row.id == self.id), None)

    async def deliver(self) -> int:
        return await work_off_queue(
            self.services.context, self.services.fetching, PUSHES
        )

    def find(self, notice: Notice = STORM) -> None:
        """Let rules find something."""
        now = self.services.clock.now
        self.services.write(note_found, [(self.services.user, notice)], now)


async def subscribed(services: Services, path: str = "/push") -> Phone:
    _, session = await open_session(services.context, services.user)
    visitor = Visitor(services.user, "ann", "user", "all", session.id)
    device = PushDevice()
    wanted = device.subscription(services.url(path))
    row = await subscribe_device(
        services.context,
        services.fetching,
        visitor,
        BrowserSubscription.model_validate(wanted),
        "Phone",
    )
    await push_key(services.context, services.fetching)
    return Phone(services, visitor, row.id, device)


@pytest.fixture
async def phone(services: Services) -> Phone:
    return await subscribed(services)


async def test_what_a_rule_finds_in_a_feed_is_shown_on_a_phone(services, phone):
    services.site.feed("/feed", 1, 2, title="Weather")
    feed = services.write(make_feed, services.url("/feed"), services.user)
    rule = stored(condition("title", "contains", "entry"))
    services.write(a_rule, services.user, rule, ("notify", ""))
    await work_off(services.context, services.fetching)
    ((newest,),) = services.rows(f"select max(id) from entries where feed_id = {feed}")
    (shown,) = phone.shown
    assert shown == {
        "title": "Entry 2",
        "body": "Weather",
        "entry_id": newest,
        "url": "/",
        "count": 2,
        "tag": "rules",
    }


def make_feed(db, url: str, user: int) -> int:
    feed, _ = add_feed(db, url, 0)
    follow_feed(db, user, feed, 0)
    return feed


async def test_push_service_is_told_who_sends_and_how_long_to_keep_it(services, phone):
    phone.find()
    services.clock.move(timedelta(hours=1))
    assert await phone.deliver() == 1
    (request,) = services.site.received
    public = (await push_key(services.context, services.fetching)).public_key
    claims = proven_claims(request, public)
    assert claims["aud"] == services.url("")
    now = services.clock.now // 1_000_000
    assert now < claims["exp"] <= now + 24 * 60 * 60
    assert claims["sub"].startswith("https://")
    headers = request.headers
    assert (headers["ttl"], headers["topic"]) == ("82800", "rules")
    assert headers["urgency"] == "normal"
    assert b"Storm" not in request.body
    assert (await phone.row()).last_ok_at == services.clock.now
    assert await phone.deliver() == 0


async def test_device_is_told_once_a_minute_with_a_count(services, phone):
    phone.find()
    await phone.deliver()
    for number in range(3):
        phone.find(Notice(f"Storm {number}", "Weather", 10 + number, 2))
        assert await phone.deliver() == 0
    services.clock.move(MINUTE)
    assert await phone.deliver() == 1
    assert [(one["title"], one["count"]) for one in phone.shown] == [
        ("Storm", 1),
        ("Storm 2", 7),
    ]
    assert {one["tag"] for one in phone.shown} == {"rules"}


async def test_count_begins_anew_when_its_reader_has_looked_in(services, phone):
    phone.find()
    await phone.deliver()
    services.clock.move(MINUTE)
    services.write(seen, phone.visitor.session_id, services.clock.now)
    phone.find()
    await phone.deliver()
    assert [one["count"] for one in phone.shown] == [1, 1]


def seen(db, session_id: str, now: int) -> None:
    db.run(
        "update sessions set last_seen_at = :now where id = :id", now=now, id=session_id
    )


async def test_what_is_found_while_one_is_under_way_is_sent_in_its_turn(
    services, phone
):
    phone.find()
    now = services.clock.now
    (under_way,) = services.write(claim_pushes, now, LEASE, 8)
    phone.find(Notice("Flood", "Weather", 8))
    assert services.write(settle_push, under_way, PushVerdict(True, None, ""), now)
    assert await phone.deliver() == 0
    services.clock.move(MINUTE)
    await phone.deliver()
    assert [(one["title"], one["count"]) for one in phone.shown] == [("Flood", 2)]


async def test_push_of_a_killed_worker_is_sent_again_and_shown_once(
    services, database_url
):
    services.clock.now = now()  # the worker has a clock of its own
    phone = await subscribed(services)
    phone.find()
    services.site.do_push = answers_but_the_first
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tidings", "worker", "--once"),
        env={
            "TIDINGS_DATABASE_URL": database_url,
            "TIDINGS_ALLOW_ORIGINS": f"127.0.0.1:{services.site.port}",
            "TIDINGS_SECRET_KEY": "k" * 40,
        },
        stderr=asyncio.subprocess.DEVNULL,
    )
    await asyncio.wait_for(services.site.wait_for_requests(1), 60)
    worker.kill()
    await worker.wait()
    services.clock.now = now()
    assert await phone.deliver() == 0  # as long as it might still be alive
    services.clock.move(LEASE + timedelta(seconds=1))
    assert await phone.deliver() == 1
    first, second = phone.shown
    assert first == second  # the same tag: one replaces the other
    services.clock.move(LEASE + timedelta(seconds=1))
    assert await phone.deliver() == 0


async def answers_but_the_first(request: Received) -> Endless:
    if request.connection == 1:
        await asyncio.Event().wait()
    yield b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


async def test_dead_worker_settles_nothing_that_another_has(services, phone):
    phone.find()
    (dead,) = services.write(claim_pushes, services.clock.now, LEASE, 8)
    assert services.write(claim_pushes, services.clock.now, LEASE, 8) == []
    services.clock.move(LEASE + timedelta(seconds=1))
    (taken,) = services.write(claim_pushes, services.clock.now, LEASE, 8)
    assert taken.token == dead.token + 1
    over = PushVerdict(False, None, "gone", is_failure=True, is_over=True)
    assert not services.write(settle_push, dead, over, services.clock.now)
    assert await phone.row() is not None
    done = PushVerdict(True, None, "")
    assert services.write(settle_push, taken, done, services.clock.now)


@pytest.mark.parametrize("status", [404, 410])
@pytest.mark.both_engines
async def test_device_that_is_gone_is_forgotten(services, phone, status):
    services.site.pages["/push"] = Answer(status=status)
    phone.find()
    await phone.deliver()
    assert await phone.row() is None
    assert services.rows("select count(*) from push_deliveries") == [(0,)]


async def test_push_is_given_up_after_some_tries_and_the_next_begins_anew(
    services, phone
):
    services.site.pages["/push"] = Answer(status=503)
    phone.find()
    for _ in range(MOST_TRIES + 2):
        await phone.deliver()
        services.clock.move(timedelta(hours=5))
    assert len(services.site.received) == MOST_TRIES
    row = await phone.row()
    assert row.failures == MOST_TRIES
    assert row.last_error == "the push service answered with HTTP 503"
    services.site.pages["/push"] = TAKEN
    phone.find()
    await phone.deliver()
    row = await phone.row()
    assert (row.failures, row.last_error) == (0, None)
    assert phone.shown[-1]["count"] == 2


async def test_push_service_that_wants_a_pause_gets_it(services, phone):
    services.site.pages["/push"] = Answer(status=429, headers=("Retry-After: 7200",))
    phone.find()
    await phone.deliver()
    services.clock.move(timedelta(minutes=119))
    phone.find()
    assert await phone.deliver() == 0
    services.clock.move(timedelta(minutes=2))
    assert await phone.deliver() == 1
    assert (await phone.row()).failures == 0


async def test_many_failures_in_a_row_end_a_subscription(services, phone):
    services.site.pages["/push"] = Answer(status=403)
    for _ in range(MOST_FAILURES):
        assert await phone.row() is not None
        phone.find()
        await phone.deliver()
    assert await phone.row() is None


async def test_redirect_is_not_followed(services, phone):
    services.site.redirect("/push", "/elsewhere", 307)
    phone.find()
    await phone.deliver()
    assert services.site.asked == ["/push"]
    assert (await phone.row()).failures == 1


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("how", ["revoked", "expired", "disabled"])
async def test_nothing_is_sent_for_a_session_that_ended(services, phone, how, when):
    if when == "after":
        phone.find()
    if how == "revoked":
        await end_session(services.context, phone.visitor, phone.visitor.session_id)
    elif how == "expired":
        services.clock.move(timedelta(days=31))
    else:
        services.write(set_disabled, services.user, True, services.clock.now)
    if when == "before":
        phone.find()
    assert await phone.deliver() == 0
    assert services.site.received == []
    assert await phone.row() is None


async def test_device_goes_for_good_with_its_session(services, phone):
    await end_session(services.context, phone.visitor, phone.visitor.session_id)
    services.clock.move(timedelta(days=8))
    await forget_old(services.context)
    assert services.rows("select count(*) from push_subscriptions") == [(0,)]


async def test_every_device_of_a_user_is_told(services, phone):
    services.site.pages["/tablet"] = TAKEN
    tablet = await subscribed(services, "/tablet")
    phone.find()
    assert await phone.deliver() == 2
    assert sorted(services.site.asked) == ["/push", "/tablet"]
    assert len(phone.shown) == 1
    assert (await tablet.row()).last_ok_at == services.clock.now


@pytest.mark.both_engines
async def test_test_is_sent_at_once_and_says_what_it_is(services, phone):
    phone.find()
    await phone.deliver()
    await send_test(services.context, phone.visitor, phone.id)
    assert await phone.deliver() == 1
    assert services.site.received[-1].headers["urgency"] == "high"
    shown = phone.shown[-1]
    assert (shown["tag"], shown["entry_id"], shown["url"]) == ("test", None, "/")


@pytest.mark.both_engines
async def test_lost_secret_makes_another_key_and_forgets_useless_devices(
    services, phone
):
    before = await push_key(services.context, services.fetching)
    assert await push_key(services.context, services.fetching) == before
    phone.find()
    fetching = replace(services.fetching, box=SecretBox("another" * 8))
    # A sender throws nothing away: perhaps the old secret is set again.
    await work_off_queue(services.context, fetching, PUSHES)
    assert services.site.received == []
    assert (await phone.row()).failures == 1
    after = await push_key(services.context, fetching)
    assert after != before
    assert await push_key(services.context, fetching) == after
    assert await phone.row() is None


async def test_two_who_make_the_key_at_once_get_the_same(services):
    keys = await asyncio.gather(
        *(push_key(services.context, services.fetching) for _ in range(4))
    )
    assert len(set(keys)) == 1


async def test_secrets_are_kept_sealed(services, phone):
    ((auth,),) = services.rows("select auth from push_subscriptions")
    assert phone.device.auth not in bytes(auth)
    public = (await push_key(services.context, services.fetching)).public_key
    ((kept,),) = services.rows("select value from settings where name = 'push_key'")
    assert public not in kept
