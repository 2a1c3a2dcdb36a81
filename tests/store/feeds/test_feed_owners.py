"""What one reader's login brings is for that reader alone, whoever comes at the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from tests.make import NOON, a_user
from tidings.core.errors import Invalid
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.feeds import NewFeed, add_feed, set_secrets
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.owners import make_private
from tidings.store.moving.bring_in import Following, bring_in_feed

URL = "https://news.example/feed"


def test_a_feed_that_has_just_become_private_is_not_followed_by_an_import(
    database: Database,
) -> None:
    owner, other = (database.write_now(a_user) for _ in range(2))
    feed, _ = database.write_now(add_feed, URL, NOON)
    is_held, may_go_on = threading.Event(), threading.Event()

    def make_own(db: Connection) -> None:
        lock_head(db, feed)
        is_held.set()
        assert may_go_on.wait(10)
        make_private(db, feed, owner)
        set_secrets(db, feed, b"sealed", private=True)

    with ThreadPoolExecutor(2) as hands:
        owning = hands.submit(database.write_now, make_own)
        assert is_held.wait(10)
        request = Following(NewFeed(URL), None, None, {})
        importing = hands.submit(
            database.write_now, bring_in_feed, other, request, NOON
        )
        # SQLite has one writer: there it has not even begun.
        while database.engine == "postgres" and not database.read_now(_someone_waits):
            assert not importing.done()
        may_go_on.set()
        owning.result()
        with suppress(Invalid):
            importing.result()
    followers = database.read_now(
        lambda db: db.rows(
            "select user_id from subscriptions where feed_id = :f", f=feed
        )
    )
    assert followers == []


def _someone_waits(db: Connection) -> bool:
    return bool(
        db.value(
            "select count(*) from pg_stat_activity"
            " where datname = current_database() and wait_event_type = 'Lock'"
        )
    )
