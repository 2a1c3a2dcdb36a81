"""Feeds that change from poll to poll, a worker that checks them, and two readers.

The worker, the network and the database are the real ones; only the clock is ours, so
that days pass in milliseconds.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.utils import formatdate
from pathlib import Path
from types import MappingProxyType
from xml.sax.saxutils import escape

from structlog.testing import capture_logs

from tests.contexts import Clock
from tests.fetch.origin import Endless, Origin, Received
from tests.make import NOON, a_user, stars
from tidings.config import load_settings
from tidings.context import Context, Fetching
from tidings.core.reading.reading import ListQuery
from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import unpack
from tidings.store.feeds.feeds import add_feed
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import mark_entries, star_entries
from tidings.store.reading.reconcile import find_drift
from tidings.wiring import build_context, open_fetching
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import work_off_queue

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
_NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Reply:
    """What the origin answers to one poll."""

    body: bytes = b""
    status: int = 200
    headers: tuple[str, ...] = ()


Script = Callable[[int], Reply | bytes]  # from the number of the poll, 0 first


@dataclass
class FeedOrigin(Origin):
    """An origin with feeds at `/feed?name=NAME`, each played by its script."""

    scripts: dict[str, Script] = field(default_factory=dict)
    polls: Counter[str] = field(default_factory=Counter)
    asked: Mapping[str, str] = field(default_factory=dict)  # of the request in hand

    async def do_feed(self, request: Received) -> Endless:
        name, self.asked = request.query["name"], request.headers
        reply = self.scripts[name](self.polls[name])
        self.polls[name] += 1
        if isinstance(reply, bytes):
            reply = Reply(reply)
        lines = [f"HTTP/1.1 {reply.status} Word", *reply.headers]
        if reply.status != 304:
            lines.append(f"Content-Length: {len(reply.body)}")
        yield "\r\n".join([*lines, "", ""]).encode() + reply.body

    def requests_for(self, name: str) -> list[Received]:
        return [r for r in self.received if r.query.get("name") == name]


@dataclass(frozen=True)
class Kept:
    """What is there of a feed, as its readers would count it."""

    entries: int
    versions: int = 0
    unread: int = 0  # of Ann, who read one entry after the first poll and starred one
    unread_after_all: int = 0  # of Bob, who read all after the first poll


@dataclass
class Lab:
    """One database with its feeds and readers."""

    origin: FeedOrigin
    context: Context
    fetching: Fetching
    clock: Clock
    feeds: dict[str, int] = field(default_factory=dict)
    logs: list[Mapping[str, object]] = field(default_factory=list)
    ann: int = 0
    bob: int = 0

    def add(self, name: str, script: Script, **settings: object) -> int:
        """Add a feed that both readers follow from its beginning."""
        self.origin.scripts[name] = script
        url = self.origin.url(f"/feed?name={name}")
        number = self.write(_add_feed, url, self.clock.now, settings)
        for user in (self.ann, self.bob):
            self.write(follow_feed, user, number, self.clock.now)
        self.feeds[name] = number
        return number

    async def poll(self, times: int = 1, step: timedelta = 2 * HOUR) -> None:
        """Let time pass and check every feed, so many times."""
        for _ in range(times):
            self.clock.move(step)
            self.write(_all_due, self.clock.now)
            await self.work_off()

    async def work_off(self) -> int:
        """Check what is due by now."""
        with capture_logs() as logs:
            checked = await work_off_queue(self.context, self.fetching, FEEDS)
        self.logs += logs
        return checked

    def read_some(self) -> None:
        """Ann reads the oldest entry of each feed and stars the next; Bob reads all."""
        for number in self.feeds.values():
            ids = self.entry_ids(number)
            self.write(mark_entries, self.ann, ids[:1], read=True)
            self.write(star_entries, self.ann, stars(ids[1:2]))
            self.write(mark_all_read, self.bob, max(ids, default=0), [number])

    def kept(self, name: str) -> Kept:
        number = self.feeds[name]
        return self.read(_kept, number, self.ann, self.bob)

    def entry_ids(self, number: int) -> list[int]:
        """The numbers of a feed's entries, oldest first."""
        return [row[0] for row in self.rows(number, "e.id")]

    def column(self, name: str, column: str) -> list[object]:
        return [row[0] for row in self.rows(self.feeds[name], column)]

    def rows(self, number: int, columns: str) -> list[tuple[object, ...]]:
        return self.read(
            lambda db: db.rows(
                f"select {columns} from entries e where e.feed_id = :f order by e.seq",
                f=number,
            )
        )

    def bodies(self, name: str) -> list[str]:
        rows = self.read(
            lambda db: db.rows(
                "select b.codec, b.content from entry_bodies b join entries e"
                " on e.id = b.entry_id where e.feed_id = :feed order by e.seq",
                feed=self.feeds[name],
            )
        )
        return [unpack(codec, bytes(content)) for codec, content in rows]

    def fetch_state(self, name: str, columns: str) -> tuple[object, ...]:
        return self.read(
            lambda db: db.rows(
                f"select {columns} from feed_fetch_state t join feeds f"
                " on f.id = t.feed_id where f.id = :feed",
                feed=self.feeds[name],
            )
        )[0]

    def trouble(self) -> list[Mapping[str, object]]:
        """What was logged as a warning or worse, but for what is wrong with feeds."""
        calm = ("debug", "info")
        about_feeds = ("feed check failed", "guids are unreliable")
        return [
            line
            for line in self.logs
            if line["log_level"] not in calm
            and not str(line["event"]).startswith(about_feeds)
        ]

    def read(self, function: Callable[..., object], *args: object) -> object:
        return self.context.database.read_now(function, *args)

    def write(
        self, function: Callable[..., object], *args: object, **more: object
    ) -> object:
        return self.context.database.write_now(function, *args, **more)


@asynccontextmanager
async def open_lab(
    database_url: str, settings: Mapping[str, str] = _NO_SETTINGS
) -> AsyncIterator[Lab]:
    """Give a lab on a migrated database; in the end nothing may contradict itself."""
    async with FeedOrigin() as origin:
        loaded = load_settings(
            {
                "TIDINGS_DATABASE_URL": database_url,
                "TIDINGS_ALLOW_ORIGINS": f"127.0.0.1:{origin.port}",
                "TIDINGS_FETCH_HOST_DELAY": "0s",
                "TIDINGS_FETCH_HOST_CONCURRENCY": "50",
                "TIDINGS_SECRET_KEY": "k" * 40,
                **settings,
            },
            Path("/nonexistent"),
        )
        clock = Clock(NOON)
        context = replace(build_context(loaded), clock=clock, random=lambda: 0.5)
        try:
            async with open_fetching(loaded) as fetching:
                lab = Lab(origin, context, fetching, clock)
                lab.ann, lab.bob = (lab.write(a_user, n) for n in ("ann", "bob"))
                yield lab
                assert lab.read(_contradictions) == []
        finally:
            context.database.close_now()


def item(
    number: int,
    *,
    guid: str | None = None,
    link: str | None = None,
    text: str | None = None,
    date: int | str | None = None,
) -> str:
    """An RSS item; the link leads to a page of its own unless "" is given."""
    link = f"https://site.example/{number}" if link is None else link
    text = f"<p>What entry {number} says.</p>" if text is None else text
    when = formatdate(date // 1_000_000) if isinstance(date, int) else date
    return "".join(
        [
            f"<item><title>Entry {number}</title>",
            f"<link>{escape(link)}</link>" if link else "",
            "" if guid is None else f"<guid>{escape(guid)}</guid>",
            f"<description>{escape(text)}</description>",
            "" if when is None else f"<pubDate>{when}</pubDate>",
            "</item>",
        ]
    )


def rss(*items: str, encoding: str = "utf-8") -> bytes:
    """A feed document."""
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><rss version="2.0"><channel>'
        "<title>A feed</title><link>https://site.example/</link>"
        f"<description>About</description>{''.join(items)}</channel></rss>"
    )
    return text.encode(encoding)


def five(**fields: Callable[[int], str]) -> bytes:
    """Five entries; each field is made from the entry's number."""
    return rss(
        *(item(n, **{name: make(n) for name, make in fields.items()}) for n in range(5))
    )


def _all_due(db: Connection, now: int) -> None:
    """As if their time had come: failures still count."""
    db.run("update feed_fetch_state set next_check_at = :now", now=now)


def _add_feed(
    db: Connection, url: str, now: int, settings: Mapping[str, object]
) -> int:
    number, _ = add_feed(db, url, now)
    for name, value in settings.items():
        db.run(
            f"update feeds set {name} = :value where id = :id", value=value, id=number
        )
    return number


def _kept(db: Connection, feed_id: int, ann: int, bob: int) -> Kept:
    first = db.rows(
        "select e.id from entries e where e.feed_id = :f order by e.seq limit 2",
        f=feed_id,
    )
    if first:
        assert _state(db, ann, first[0][0]) == (1, 0), "Ann's read entry is unread"
    if first[1:]:
        assert _state(db, ann, first[1][0])[1] == 1, "Ann's star is gone"
    return Kept(
        entries=db.value("select count(*) from entries where feed_id = :f", f=feed_id),
        versions=db.value(
            "select count(*) from entry_versions v join entries e on e.id = v.entry_id"
            " where e.feed_id = :f",
            f=feed_id,
        ),
        unread=_unread(db, ann, feed_id),
        unread_after_all=_unread(db, bob, feed_id),
    )


def _state(db: Connection, user: int, entry: int) -> tuple[int, int]:
    row = db.row(
        "select read, starred from entry_states where user_id = :u and entry_id = :e",
        u=user,
        e=entry,
    )
    if row is not None:
        return row
    read = db.value(
        "select e.seq <= s.read_seq from entries e join subscriptions s"
        " on s.feed_id = e.feed_id and s.user_id = :u where e.id = :e",
        u=user,
        e=entry,
    )
    return int(read), 0


def _unread(db: Connection, user: int, feed_id: int) -> int:
    counts = {count.feed_id: count.unread for count in unread_counts(db, user)}
    listed = entry_places(db, ListQuery(user, 10_000, feeds=(feed_id,)))
    assert len(listed) == counts.get(feed_id, 0), "the counter and the list differ"
    return len(listed)


def _contradictions(db: Connection) -> list[object]:
    found: list[object] = []
    for (number,) in db.rows("select id from feeds"):
        found += find_drift(db, number)
    unfound = db.rows(
        "select e.id from entries e left join entry_bodies b on b.entry_id = e.id"
        " where b.entry_id is null"
    )
    return [*found, *unfound]
