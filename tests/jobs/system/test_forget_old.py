"""What has served its time goes, in slices; everything else stays."""

from datetime import timedelta

from tests.contexts import make_context
from tests.make import NOON, a_feed, a_user, some_entries
from tidings.core.clock import micros
from tidings.jobs.system.forget_old import forget_old
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database

DAY = micros(timedelta(days=1))
HOUR = micros(timedelta(hours=1))


def add_events(db: Connection, ages: list[int]) -> None:
    db.run_many(
        "insert into events (id, at, kind) values (:id, :at, 'entry_added')",
        [{"id": number, "at": NOON - age} for number, age in enumerate(ages, 1)],
    )


def add_fair_lists(db: Connection, user_id: int, ages: list[int]) -> None:
    db.run_many(
        "insert into fair_lists (id, user_id, entry_ids, bounds, made_at)"
        " values (:id, :user, '[]', '{}', :at)",
        [
            {"id": number, "user": user_id, "at": NOON - age}
            for number, age in enumerate(ages, 1)
        ],
    )


def add_sessions(
    db: Connection, user_id: int, ends: list[tuple[int, int | None]]
) -> None:
    db.run_many(
        """
        insert into sessions (id, user_id, token_hash, created_at, expires_at,
            last_seen_at, revoked_at)
        values (:id, :user, :hash, :at, :expires, :at, :revoked)
        """,
        [
            {
                "id": str(number),
                "user": user_id,
                "hash": bytes([number]),
                "at": NOON - 30 * DAY,
                "expires": expires,
                "revoked": revoked,
            }
            for number, (expires, revoked) in enumerate(ends, 1)
        ],
    )


def ids_in(database: Database, table: str) -> list[object]:
    return [
        row[0]
        for row in database.read_now(
            lambda db: db.rows(f"select id from {table} order by id")
        )
    ]


def _key(number: int) -> bytes:
    return number.to_bytes(32, "big")


async def test_events_older_than_a_week_go(database: Database) -> None:
    database.write_now(add_events, [8 * DAY, 7 * DAY + 1, 7 * DAY, HOUR, 0])
    await forget_old(make_context(database))
    assert ids_in(database, "events") == [3, 4, 5]


async def test_more_events_than_one_slice_go_too(database: Database) -> None:
    database.write_now(add_events, [8 * DAY] * 2500 + [0])
    await forget_old(make_context(database))
    assert ids_in(database, "events") == [2501]


async def test_fair_lists_older_than_a_day_go(database: Database) -> None:
    user = database.write_now(a_user)
    database.write_now(add_fair_lists, user, [25 * HOUR, 23 * HOUR])
    await forget_old(make_context(database))
    assert ids_in(database, "fair_lists") == [2]


async def test_old_answers_go_once_no_entry_wants_them(database: Database) -> None:
    def fill(db: Connection) -> None:
        ids = some_entries(db, a_feed(db), [None, None])
        ages = [100 * DAY] * 1004 + [89 * DAY]
        db.run_many(
            "insert into ai_results (key, kind, content_hash, language, prompt_key,"
            " model, provider, made_at, line, result)"
            " values (:key, 'summary', :key, '', '', '', '', :at, '{}', '{}')",
            [{"key": _key(n), "at": NOON - age} for n, age in enumerate(ages)],
        )
        wanted = "insert into ai_targets (entry_id, kind, language, version, key,"
        wanted += " ready_key, wanted_at) values (:entry, 'summary', '', 0, :key,"
        db.run(f"{wanted} :shown, 1)", entry=ids[0], key=_key(7), shown=_key(8))
        db.run(f"{wanted} null, 1)", entry=ids[1], key=_key(1001))

    database.write_now(fill)
    await forget_old(make_context(database))
    rows = database.read_now(lambda db: db.rows("select key from ai_results"))
    left = {bytes(key) for (key,) in rows}
    assert left == {_key(7), _key(8), _key(1001), _key(1004)}


async def test_sessions_go_a_week_after_their_end(database: Database) -> None:
    user = database.write_now(a_user)
    database.write_now(
        add_sessions,
        user,
        [
            (NOON + DAY, None),  # alive
            (NOON - DAY, None),  # expired yesterday
            (NOON - 8 * DAY, None),  # expired long ago
            (NOON + DAY, NOON - 8 * DAY),  # revoked long ago
            (NOON + DAY, NOON - DAY),  # revoked yesterday
        ],
    )
    await forget_old(make_context(database))
    assert ids_in(database, "sessions") == ["1", "2", "5"]
