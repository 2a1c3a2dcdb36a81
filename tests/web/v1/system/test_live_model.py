"""Several devices of two people mark, star, come and go at random while entries arrive.

Each knows only what it loaded at first and what it was told since. When all is quiet,
every one of them must know exactly what the database says.

`TIDINGS_TEST_LIVE_STEPS` sets how many steps; `make soak` takes 10,000.
"""

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import product

import pytest

from tests.contexts import Clock
from tests.effort import effort
from tests.make import NOON, a_feed, some_entries
from tests.web.streams import PATIENCE, Account, Served, Told, live_context, serving
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.follow import follow_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE
from tidings.store.system.events import publish_event

pytestmark = pytest.mark.both_engines

STEPS = effort("LIVE_STEPS", 200)
SIDE_BY_SIDE = 3
_TRUTH = with_words(
    """
select e.id, e.feed_id, {read}, coalesce(st.starred, 0) from {entry_seen_by_user}
where s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    read=READ,
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)


@dataclass
class Known:
    """What a device believes of one entry."""

    feed: int
    read: bool = False
    starred: bool = False


@dataclass
class Device:
    """One open app of somebody."""

    account: Account
    entries: dict[int, Known] = field(default_factory=dict)
    last: int | None = None  # None: nothing was loaded yet
    _listening: asyncio.Task[None] | None = None
    _moved: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def is_connected(self) -> bool:
        return self._listening is not None

    def connect(self) -> None:
        self._listening = asyncio.create_task(self._listen())

    async def disconnect(self) -> None:
        """Break off wherever it is, as a lost network does."""
        task, self._listening = self._listening, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
            assert task.cancelled(), task.exception()

    async def has_heard(self, number: int) -> None:
        async with asyncio.timeout(PATIENCE), self._moved:
            await self._moved.wait_for(
                lambda: self.last is not None and self.last >= number
            )

    async def ask(self, method: str, path: str, **more: object) -> object:
        async with self.account.served.http.request(
            method,
            self.account.served.url(f"/api/v1{path}"),
            headers=self.account.headers,
            **more,
        ) as answer:
            assert answer.status < 400, await answer.text()
            return await answer.json() if answer.status == 200 else None

    async def _listen(self) -> None:
        async with self.account.listen(self.last) as listener:
            if self.last is None:
                number = await listener.hello()
                await self._load()
                await self._move_to(number)
            while told := await listener.next(patience=None):
                await self._apply(told)
                await self._move_to(told.number)
        raise AssertionError("The server ended a stream.")

    async def _move_to(self, number: int) -> None:
        async with self._moved:
            self.last = number
            self._moved.notify_all()

    async def _load(self) -> None:
        loaded: dict[int, Known] = {}
        cursor = None
        while True:
            asked = {"limit": "200"} | ({"cursor": cursor} if cursor else {})
            page = await self.ask("GET", "/entries", params=asked)
            for row in page["items"]:
                loaded[row["id"]] = Known(row["feed_id"], row["read"], row["starred"])
            cursor = page["next_cursor"]
            if cursor is None:
                break
        self.entries = loaded

    async def _apply(self, told: Told) -> None:
        match told.kind, told.data:
            case "entry_added", {"first_id": first, "last_id": last, "feed_id": feed}:
                for number in range(first, last + 1):
                    self.entries.setdefault(number, Known(feed))
            case "state_changed", {"all_read": what}:
                self._read_all(what["before"], what.get("feed_id"))
            case "state_changed", {"ids": ids, **changes}:
                for number, name in product(ids, changes):
                    setattr(self.entries[number], name, changes[name])
            case "reset", _:
                await self._load()

    def _read_all(self, before: int, feed: int | None) -> None:
        for number, known in self.entries.items():
            if number <= before and feed in (None, known.feed):
                known.read = True


@dataclass
class World:
    """Everybody, and the dice."""

    served: Served
    clock: Clock
    feeds: list[int]
    devices: list[Device]
    dice: random.Random

    async def run(self, steps: int) -> None:
        for _ in range(0, steps, SIDE_BY_SIDE):
            async with asyncio.TaskGroup() as tasks:
                for device in self.dice.sample(self.devices, SIDE_BY_SIDE):
                    tasks.create_task(self._step(device))
            # Also a person with a keyboard is slower than this.
            self.clock.move(timedelta(seconds=1))

    async def _step(self, device: Device) -> None:
        act = self.dice.choices(
            (
                self._mark,
                self._star,
                self._mark_all,
                self._publish,
                self._come_or_go,
                self._forget,
            ),
            (40, 25, 3, 10, 20, 2),
        )[0]
        await act(device)

    async def _mark(self, device: Device) -> None:
        ids = list(device.entries)
        if ids:
            some = self.dice.sample(ids, min(len(ids), self.dice.randint(1, 5)))
            body = {"ids": some, "read": self.dice.random() < 0.6}
            await device.ask("POST", "/entries/mark-read", json=body)

    async def _star(self, device: Device) -> None:
        if device.entries:
            number = self.dice.choice(list(device.entries))
            method = self.dice.choice(["PUT", "DELETE"])
            await device.ask(method, f"/entries/{number}/star")

    async def _mark_all(self, device: Device) -> None:
        if device.entries:
            body: dict[str, object] = {"before": max(device.entries)}
            if self.dice.random() < 0.7:
                body["feed_id"] = device.entries[body["before"]].feed
            else:
                body["all"] = True
            await device.ask("POST", "/entries/mark-all-read", json=body)

    async def _publish(self, _: Device) -> None:
        feed = self.dice.choice(self.feeds)
        times = [
            NOON + self.dice.randint(-1000, 1000)
            for _ in range(self.dice.randint(1, 4))
        ]
        now = self.clock()

        def publish(db: Connection) -> None:
            lock_head(db, feed)
            ids = some_entries(db, feed, times, now)
            span = {"first_id": ids[0], "last_id": ids[-1], "count": len(ids)}
            publish_event(db, "entry_added", now, feed_id=feed, payload=span)

        await self.served.context.database.write(publish)

    async def _come_or_go(self, device: Device) -> None:
        if device.is_connected:
            await device.disconnect()
        else:
            device.connect()

    async def _forget(self, _: Device) -> None:
        """Old events go; whoever is away for too long must start again."""
        heard = [device.last or 0 for device in self.devices if device.is_connected]

        def forget(db: Connection) -> None:
            db.run("delete from events where id <= :old", old=min(heard, default=0))

        await self.served.context.database.write(forget)


def _prepare(db: Connection, ann: int, bob: int) -> list[int]:
    feeds = [a_feed(db) for _ in range(3)]
    for feed in feeds:
        some_entries(db, feed, [NOON] * 5)
        follow_feed(db, ann, feed, NOON)
    follow_feed(db, bob, feeds[0], NOON)
    return feeds


def _some_entry(db: Connection, feed: int) -> int:
    number: int = db.value("select min(id) from entries where feed_id = :f", f=feed)
    return number


def _truth(db: Connection, user: int) -> dict[int, Known]:
    return {
        number: Known(feed, bool(read), bool(starred))
        for number, feed, read, starred in db.rows(_TRUTH, user=user)
    }


@pytest.mark.random_sql
async def test_all_devices_agree_with_the_database_when_all_is_quiet(
    database_url: str,
) -> None:
    clock = Clock()
    with live_context(database_url, clock) as context:
        async with serving(context) as served:
            ann, bob = await served.sign_in("ann"), await served.sign_in("bob")
            write, read = context.database.write, context.database.read
            feeds = await write(_prepare, ann.id, bob.id)
            devices = [Device(ann), Device(ann), Device(ann), Device(bob)]
            for device in devices:
                device.connect()
            world = World(served, clock, feeds, devices, random.Random(random.random()))
            await world.run(STEPS)
            for device in devices:
                if not device.is_connected:
                    device.connect()
            for person in (ann, bob):
                starred = await read(_some_entry, feeds[0])
                await Device(person).ask("PUT", f"/entries/{starred}/star")
                last = await write(
                    publish_event, "job_progress", NOON, user_id=person.id
                )
                truth = await read(_truth, person.id)
                for device in devices:
                    if device.account is person:
                        await device.has_heard(last)
                        assert device.entries == truth
                assert truth[starred].starred
            for device in devices:
                await device.disconnect()
