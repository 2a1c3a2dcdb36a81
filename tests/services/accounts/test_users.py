"""Accounts: added once, changed safely, deleted without a trace."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Table

from tests.contexts import make_context
from tests.make import NOON, a_feed, some_entries, stars
from tidings.auth.passwords import password_matches
from tidings.context import Context
from tidings.core.errors import Conflict, Invalid, NotFound
from tidings.services.accounts.users import (
    add_user,
    change_password,
    delete_user,
    list_users,
)
from tidings.store.accounts.accounts import LastAdministrator
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.fair_lists import make_fair_list
from tidings.store.reading.marking import star_entries
from tidings.store.tables import metadata

PASSWORD = "correct horse battery"


@pytest.fixture
def context(database: Database) -> Context:
    return make_context(database)


def stored_hash(db: Connection, name: str) -> str:
    return db.value("select password_hash from users where name = :name", name=name)


def add_session(db: Connection, user_id: int, number: int, expires_at: int) -> None:
    db.run(
        """
        insert into sessions
            (id, user_id, token_hash, created_at, expires_at, last_seen_at)
        values (:id, :user, :hash, :now, :expires, :now)
        """,
        id=f"session-{number}",
        user=user_id,
        hash=bytes([number]) * 32,
        now=NOON,
        expires=expires_at,
    )


async def test_the_first_account_is_an_administrator_and_the_next_is_not(
    context: Context,
) -> None:
    first = await add_user(context, "Ana", PASSWORD, "user")
    second = await add_user(context, "bob", PASSWORD, "user")
    third = await add_user(context, "eve", PASSWORD, "admin")
    assert [user.role for user in (first, second, third)] == ["admin", "user", "admin"]
    assert await list_users(context) == [first, second, third]


async def test_two_first_accounts_at_once_make_one_administrator(
    context: Context,
) -> None:
    names = [f"user-{number}" for number in range(4)]
    users = await asyncio.gather(
        *(add_user(context, name, PASSWORD, "user") for name in names)
    )
    assert [user.role for user in users].count("admin") == 1


@pytest.mark.parametrize("again", ["Ana", "ana", " ANA ", "ａｎａ"])
async def test_a_name_is_taken_under_every_spelling(
    context: Context, again: str
) -> None:
    await add_user(context, "Ana", PASSWORD, "user")
    with pytest.raises(Conflict, match="already"):
        await add_user(context, again, PASSWORD, "user")
    assert len(await list_users(context)) == 1


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("a b", PASSWORD), ("ana", "short")]
)
@pytest.mark.both_engines
async def test_a_refused_account_leaves_nothing_behind(
    context: Context, name: str, password: str
) -> None:
    with pytest.raises(Invalid):
        await add_user(context, name, password, "user")
    assert await list_users(context) == []


async def test_only_a_hash_of_the_password_is_stored(context: Context) -> None:
    await add_user(context, "ana", PASSWORD, "user")
    stored = await context.database.read(stored_hash, "ana")
    assert PASSWORD not in stored
    assert password_matches(stored, PASSWORD)


async def test_a_new_password_replaces_the_old_and_ends_all_sessions(
    context: Context,
) -> None:
    ana = await add_user(context, "ana", PASSWORD, "user")
    bob = await add_user(context, "bob", PASSWORD, "user")
    for number, user, expires in (
        (1, ana, NOON + 10),
        (2, ana, NOON + 10),
        (3, ana, NOON - 1),
        (4, bob, NOON + 10),
    ):
        await context.database.write(add_session, user.id, number, expires)
    assert await change_password(context, "ANA", "another long one") == 2
    stored = await context.database.read(stored_hash, "ana")
    assert password_matches(stored, "another long one")
    assert not password_matches(stored, PASSWORD)
    alive = await context.database.read(
        lambda db: db.rows(
            "select id from sessions where revoked_at is null and expires_at > :now",
            now=NOON,
        )
    )
    assert alive == [("session-4",)]


async def test_a_refused_password_changes_nothing(context: Context) -> None:
    ana = await add_user(context, "ana", PASSWORD, "user")
    await context.database.write(add_session, ana.id, 1, NOON + 10)
    with pytest.raises(Invalid):
        await change_password(context, "ana", "short")
    assert password_matches(await context.database.read(stored_hash, "ana"), PASSWORD)


@pytest.mark.parametrize("name", ["nobody", "", "a b"])
async def test_an_unknown_user_can_be_neither_changed_nor_deleted(
    context: Context, name: str
) -> None:
    with pytest.raises(NotFound):
        await change_password(context, name, PASSWORD)
    with pytest.raises(NotFound):
        await delete_user(context, name)


def give_everything(db: Connection, user_id: int, feed_id: int) -> None:
    """Give a user at least one row in every table that can hold one."""
    follow_feed(db, user_id, feed_id, NOON)
    entry = db.value("select min(id) from entries where feed_id = :f", f=feed_id)
    star_entries(db, user_id, stars([entry]))
    make_fair_list(db, user_id, NOON)
    add_session(db, user_id, user_id, NOON + 10)
    numbers = {"id": user_id + 1000, "user": user_id, "now": NOON}
    db.run(
        "insert into folders (id, user_id, name, created_at)"
        " values (:id, :user, 'News', :now)",
        **numbers,
    )
    db.run(
        "insert into tags (id, user_id, name, created_at)"
        " values (:id, :user, 'later', :now)",
        **numbers,
    )
    db.run(
        "insert into entry_tags (user_id, tag_id, sort_at, entry_id)"
        " values (:user, :id, :now, :entry)",
        **numbers,
        entry=entry,
    )
    db.run(
        "insert into feeds (id, kind, owner_id, created_at)"
        " values (:id, 'pages', :user, :now)",
        **numbers,
    )
    db.run(
        "insert into events (id, at, kind, user_id)"
        " values (:id, :now, 'state_changed', :user)",
        **numbers,
    )
    for table, column in tables_of_users():
        if not db.value(f"select 1 from {table.name} where {column} = :u", u=user_id):
            session = db.value("select id from sessions where user_id = :u", u=user_id)
            known = {column: user_id, "entry_id": entry, "feed_id": feed_id}
            add_row(db, table, {**known, "session_id": session})


def add_row(db: Connection, table: Table, known: dict[str, Any]) -> None:
    """Add a row with whatever values fit where they are not known."""
    number = next(iter(known.values()))
    made_up = {"BIGINT": NOON, "TEXT": f"text {number}", "BLOB": bytes([number]) * 32}
    values: dict[str, object] = {
        one.name: known.get(one.name, made_up[str(one.type)])
        for one in table.c
        if one.name in known or not (one.nullable or one.server_default)
    }
    values |= {"scope": "read"} if "scope" in values else {}
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    db.run(f"insert into {table.name} ({names}) values ({places})", **values)


def tables_of_users() -> list[tuple[Table, str]]:
    return [
        (table, column.name)
        for table in metadata.sorted_tables
        for column in table.c
        if column.name in ("user_id", "owner_id", "created_by")
    ]


def rows_of(db: Connection, user_id: int) -> dict[str, int]:
    return {
        table.name: db.value(
            f"select count(*) from {table.name} where {column} = :user", user=user_id
        )
        for table, column in tables_of_users()
    }


async def test_deleting_a_user_leaves_no_row_of_theirs_and_all_rows_of_others(
    context: Context,
) -> None:
    await add_user(context, "root", PASSWORD, "admin")
    ana = await add_user(context, "ana", PASSWORD, "user")
    bob = await add_user(context, "bob", PASSWORD, "user")

    def fill(db: Connection) -> None:
        feed = a_feed(db)
        some_entries(db, feed, [NOON, NOON])
        give_everything(db, ana.id, feed)
        give_everything(db, bob.id, feed)

    await context.database.write(fill)
    before = await context.database.read(rows_of, bob.id)
    assert all(before.values()), before
    deleted = await delete_user(context, "Ana")
    assert deleted.name == "ana"
    after = await context.database.read(rows_of, ana.id)
    # One event stays a while: it tells the streams of the sessions to end.
    assert {name: rows for name, rows in after.items() if rows} == {"events": 1}
    assert await context.database.read(rows_of, bob.id) == before
    entries = await context.database.read(
        lambda db: db.value("select count(*) from entries")
    )
    assert entries == 2


async def test_the_last_administrator_cannot_be_deleted(context: Context) -> None:
    await add_user(context, "ana", PASSWORD, "user")  # the first one is always one
    await add_user(context, "bob", PASSWORD, "user")
    with pytest.raises(LastAdministrator):
        await delete_user(context, "ana")
    assert [user.name for user in await list_users(context)] == ["ana", "bob"]
