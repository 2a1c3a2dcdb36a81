"""The clean-up forgets what is past its time and nothing that anyone keeps."""

import json
from collections.abc import Mapping
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from tests import make
from tests.contexts import Clock, make_context
from tidings.context import Context
from tidings.core.clock import micros
from tidings.jobs.entries.clean_up import clean_up, clean_up_preview, clean_up_when_due
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_total
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import mark_entries, star_entries
from tidings.store.reading.reconcile import find_drift

DAY = timedelta(days=1)
NOTHING: Mapping[str, str] = {}
_FAILED = """
insert into ai_tasks (key, kind, content_hash, language, prompt_key, model, priority,
  created_at, changed_at, state)
values (:key, 'summary', :key, 'en', '', 'model', 0, :now, :now, 'failed')
"""


class Shelf:
    """A feed with ten entries, a reader who has read the first six of them."""

    def __init__(
        self, database: Database, settings: Mapping[str, str] = NOTHING
    ) -> None:
        self.database = database
        self.clock = Clock()
        self.context: Context = make_context(
            database, clock=self.clock, settings=settings
        )
        self.reader, self.feed, self.ids = database.write_now(self._fill)

    def _fill(self, db: Connection) -> tuple[int, int, list[int]]:
        reader, feed = make.a_user(db), make.a_feed(db)
        follow_feed(db, reader, feed, self.clock.now)
        ids = make.some_entries(db, feed, [None] * 10, self.clock.now)
        mark_entries(db, reader, ids[:6], read=True)
        db.run("update entries set shown = 0")
        return reader, feed, ids

    def left(self) -> list[int]:
        rows = self.database.read_now(
            lambda db: db.rows("select id from entries order by id")
        )
        assert self.database.read_now(find_drift, self.feed) == []
        return [row[0] for row in rows]

    def told(self) -> list[int]:
        rows = self.database.read_now(
            lambda db: db.rows(
                "select payload from events where kind = 'entries_removed'"
                " and user_id = :user order by id",
                user=self.reader,
            )
        )
        return [json.loads(row[0])["unread"] for row in rows]


async def test_nothing_goes_before_its_time(database: Database) -> None:
    shelf = Shelf(database)
    shelf.clock.move(89 * DAY)
    assert await clean_up_preview(shelf.context) == []
    report = await clean_up(shelf.context)
    assert (report["entries"], report["size"]) == (0, "fits")
    assert shelf.left() == shelf.ids


async def test_what_was_read_goes_after_a_year_and_unread_went_before(
    database: Database,
) -> None:
    shelf = Shelf(database, {"TIDINGS_RETENTION_DAYS_UNREAD": "0"})
    shelf.clock.move(366 * DAY)
    assert await clean_up_preview(shelf.context) == [shelf.feed]
    assert shelf.left() == shelf.ids
    await clean_up(shelf.context)
    assert shelf.left() == shelf.ids[6:]
    assert shelf.told() == []


async def test_a_reader_is_told_of_unread_entries_that_went(database: Database) -> None:
    shelf = Shelf(database, {"TIDINGS_RETENTION_DAYS_READ": "30"})
    shelf.clock.move(91 * DAY)
    report = await clean_up(shelf.context)
    assert (report["entries"], report["unread_entries"]) == (10, 4)
    assert shelf.left() == []
    assert shelf.told() == [4]


async def test_what_someone_starred_stays_and_the_rest_leaves_a_trace(
    database: Database,
) -> None:
    shelf = Shelf(database)
    kept = shelf.ids[2]
    database.write_now(lambda db: star_entries(db, shelf.reader, make.stars([kept])))
    shelf.clock.move(400 * DAY)
    await clean_up(shelf.context)
    assert shelf.left() == [kept]
    traces = database.read_now(lambda db: db.value("select count(*) from tombstones"))
    assert traces == 9


async def test_one_reader_who_has_not_read_it_keeps_it_for_all(
    database: Database,
) -> None:
    shelf = Shelf(database, {"TIDINGS_RETENTION_DAYS_UNREAD": "0"})

    def second(db: Connection) -> None:
        db.run("update entries set shown = 1")
        follow_feed(db, make.a_user(db), shelf.feed, shelf.clock.now)
        db.run("update entries set shown = 0")

    database.write_now(second)
    shelf.clock.move(400 * DAY)
    await clean_up(shelf.context)
    assert shelf.left() == shelf.ids


@pytest.mark.both_engines
async def test_what_the_feed_still_shows_goes_when_it_no_longer_does(
    database: Database,
) -> None:
    shelf = Shelf(database)
    shown = shelf.ids[1]

    def show(db: Connection, flag: int) -> None:
        db.run("update entries set shown = :flag where id = :id", flag=flag, id=shown)

    database.write_now(show, 1)
    shelf.clock.move(400 * DAY)
    await clean_up(shelf.context)
    assert shelf.left() == [shown]
    database.write_now(show, 0)
    await clean_up(shelf.context)
    assert shelf.left() == []


@pytest.mark.both_engines
async def test_unread_entries_go_also_from_behind_those_that_were_read(
    database: Database,
) -> None:
    shelf = Shelf(database)
    again = shelf.ids[3]
    database.write_now(mark_entries, shelf.reader, [again], read=False)
    shelf.clock.move(91 * DAY)
    assert await clean_up_preview(shelf.context) == [shelf.feed]
    report = await clean_up(shelf.context)
    assert (report["entries"], report["unread_entries"]) == (5, 5)
    assert shelf.left() == [id_ for id_ in shelf.ids[:6] if id_ != again]
    assert shelf.told() == [5]
    assert (await clean_up(shelf.context))["entries"] == 0
    late = database.write_now(make.some_entries, shelf.feed, [None], shelf.clock.now)
    assert database.read_now(unread_total, shelf.reader, None) == 1
    newcomer = database.write_now(make.a_user)
    database.write_now(follow_feed, newcomer, shelf.feed, shelf.clock.now)
    assert database.read_now(unread_total, newcomer, None) == 1
    assert shelf.left()[-1:] == late


async def test_what_another_reader_read_stays_and_is_unread_to_nobody(
    database: Database,
) -> None:
    shelf = Shelf(database)

    def second(db: Connection) -> int:
        db.run("update entries set shown = 1")
        bea = make.a_user(db)
        follow_feed(db, bea, shelf.feed, shelf.clock.now)
        mark_entries(db, bea, shelf.ids[8:9], read=True)
        db.run("update entries set shown = 0")
        return bea

    bea = database.write_now(second)
    shelf.clock.move(91 * DAY)
    await clean_up(shelf.context)
    assert shelf.left() == [*shelf.ids[:6], shelf.ids[8]]
    for reader in (bea, shelf.reader):
        assert database.read_now(unread_total, reader, None) == 0


async def test_a_feed_keeps_only_so_many_read_entries(database: Database) -> None:
    shelf = Shelf(database, {"TIDINGS_RETENTION_PER_FEED": "7"})
    await clean_up(shelf.context)
    assert shelf.left() == shelf.ids[3:]


@pytest.mark.both_engines
async def test_entries_of_a_deleted_feed_go_with_their_time(database: Database) -> None:
    shelf = Shelf(database)

    def delete(db: Connection) -> None:
        db.run("update entries set shown = 1")
        db.run("update feeds set deleted_at = 1")
        db.run("update subscriptions set active = 0")

    database.write_now(delete)
    shelf.clock.move(400 * DAY)
    await clean_up(shelf.context)
    assert shelf.left() == []


@pytest.mark.both_engines
async def test_a_database_that_is_too_large_forgets_what_was_read_earlier(
    database: Database,
) -> None:
    shelf = Shelf(database, {"TIDINGS_RETENTION_DATABASE_MEGABYTES": "1"})
    database.write_now(lambda db: mark_all_read(db, shelf.reader, shelf.ids[-1]))
    shelf.clock.move(60 * DAY)
    database.write_now(_swell, shelf.ids[0])
    with capture_logs() as logs:
        report = await clean_up(shelf.context)
    assert shelf.left() == []
    assert report["entries"] == 10
    critical = [line["event"] for line in logs if line["log_level"] == "critical"]
    if database.url.startswith("sqlite:"):
        assert report["bytes_freed"] > 1_000_000
        assert report["days_read"] == 35  # fewer than 60, by steps of 30
    else:  # an empty one is larger than this limit, and only reuses its space
        assert (report["size"], report["days_read"]) == ("too large", 30)
        assert critical == ["database over its limit"]


async def test_failures_of_ai_are_cleared_after_90_days(database: Database) -> None:
    shelf = Shelf(database)
    database.write_now(lambda db: db.run(_FAILED, key=b"key", now=shelf.clock.now))
    shelf.clock.move(90 * DAY)
    assert (await clean_up(shelf.context))["failures"] == 0
    shelf.clock.move(DAY)
    assert (await clean_up(shelf.context))["failures"] == 1
    assert database.read_now(lambda db: db.value("select 1 from ai_tasks")) is None


async def test_one_that_stays_too_large_is_said_loudly_and_loses_nothing_unread(
    database: Database,
) -> None:
    shelf = Shelf(database, {"TIDINGS_RETENTION_DATABASE_MEGABYTES": "1"})
    shelf.clock.move(60 * DAY)
    database.write_now(_swell, shelf.ids[-1])
    with capture_logs() as logs:
        report = await clean_up(shelf.context)
    assert shelf.left() == shelf.ids[6:]
    assert (report["size"], report["days_read"]) == ("too large", 30)
    (line,) = [line for line in logs if line["log_level"] == "critical"]
    assert line["event"] == "database over its limit"


def _swell(db: Connection, entry_id: int) -> None:
    sql = "update entry_bodies set content = :big where entry_id = :id"
    db.run(sql, big=b"x" * 1_500_000, id=entry_id)


@pytest.mark.parametrize(
    ("hour", "moved", "runs"),
    [
        (8, timedelta(0), 1),  # the clock stands at 8:53
        (3, timedelta(hours=18, minutes=10), 1),
        (3, timedelta(hours=17), 0),
    ],
)
async def test_it_runs_in_its_hour_and_once(
    database: Database, hour: int, moved: timedelta, runs: int
) -> None:
    clock = Clock()
    settings = {"TIDINGS_RETENTION_CLEANUP_HOUR": str(hour)}
    context = make_context(database, clock=clock, settings=settings)
    clock.move(moved)
    await clean_up_when_due(context)
    clock.move(timedelta(minutes=30))
    await clean_up_when_due(context)
    logged = database.read_now(lambda db: db.value("select count(*) from clean_ups"))
    assert logged == runs


async def test_one_that_was_missed_is_made_up_for(database: Database) -> None:
    clock = Clock()
    context = make_context(database, clock=clock)
    await clean_up(context)
    clock.now += micros(2 * DAY + timedelta(minutes=1))
    await clean_up_when_due(context)
    logged = database.read_now(lambda db: db.value("select count(*) from clean_ups"))
    assert logged == 2


async def test_digests_are_forgotten_after_a_year(database: Database) -> None:
    clock = Clock()
    context = make_context(database, clock=clock)
    year = micros(365 * DAY)

    def fill(db: Connection) -> None:
        for user, due, made in (
            (make.a_user(db), clock.now - year - 1, 1),
            (make.a_user(db), clock.now - year - 1, None),
            (make.a_user(db), clock.now - year, 1),
        ):
            db.run(
                "insert into digests (user_id, due_at, since, material, made_at)"
                " values (:user, :due, 0, '{}', :made)",
                user=user,
                due=due,
                made=made,
            )

    database.write_now(fill)
    assert (await clean_up(context))["digests"] == 1
    left = database.read_now(
        lambda db: db.rows("select due_at, made_at from digests order by user_id")
    )
    assert left == [(clock.now - year - 1, None), (clock.now - year, 1)]
    assert (await clean_up(context))["digests"] == 0
