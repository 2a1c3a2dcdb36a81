"""Writes that seldom happen, and what is seldom read: the same on both engines."""

from datetime import timedelta

from tests.make import NOON, a_feed, a_user, new_entry
from tests.store.automation.test_push_at_ingest import a_device, a_session
from tests.store.rule_lab import a_webhook
from tidings.core.automation.push import Notice
from tidings.store.ai.backlog import is_backlog_waiting
from tidings.store.ai.choices import FeedChoice, choice_of, set_choice
from tidings.store.automation.deliveries import (
    NewDelivery,
    claim_deliveries,
    insert_deliveries,
    release_deliveries,
)
from tidings.store.automation.push_deliveries import (
    claim_pushes,
    note_test,
    release_pushes,
)
from tidings.store.automation.push_subscriptions import lock_living_devices
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.packing import pack
from tidings.store.feeds.checks import FeedCheck, checks_of_feed, write_checks
from tidings.store.feeds.folders import insert_folder
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.icons import save_icon, share_icon
from tidings.store.moving.bring_in import Arriving, bring_in_entry
from tidings.store.publishing.builds import (
    Build,
    build_tags,
    count_published,
    drop_builds,
    publish_feed,
    save_builds,
    unpublish_feed,
)

LEASE = timedelta(minutes=1)


def test_a_message_that_was_not_sent_can_be_claimed_at_once(database: Database) -> None:
    def claimed(db: Connection) -> list[int]:
        user = a_user(db)
        told = NewDelivery(user, a_webhook(db, user), "test", {})
        insert_deliveries(db, [told], NOON)
        first = claim_deliveries(db, NOON, LEASE, 10)
        none = claim_deliveries(db, NOON, LEASE, 10)
        release_deliveries(db, first)
        again = claim_deliveries(db, NOON, LEASE, 10)
        return [len(first), len(none), len(again)]

    assert database.write_now(claimed) == [1, 0, 1]


def test_a_notification_that_was_not_sent_can_be_claimed_at_once(
    database: Database,
) -> None:
    def claimed(db: Connection) -> list[int]:
        user = a_user(db)
        a_device(db, user, a_session(db, user, "session-1"))
        (device,) = lock_living_devices(db, [user], NOON)
        note_test(db, device, Notice("Test", "It works", None), NOON)
        first = claim_pushes(db, NOON, LEASE, 10)
        none = claim_pushes(db, NOON, LEASE, 10)
        release_pushes(db, first)
        again = claim_pushes(db, NOON, LEASE, 10)
        return [len(first), len(none), len(again)]

    assert database.write_now(claimed) == [1, 0, 1]


def test_documents_of_a_feed_without_entries_are_dropped(database: Database) -> None:
    def tags(db: Connection) -> list[dict[str, str]]:
        feed = a_feed(db)
        publish_feed(db, feed, NOON)
        save_builds(db, feed, {"rss": Build(NOON, "tag", b"body", b"packed")})
        before = build_tags(db, feed)
        drop_builds(db, feed)
        return [before, build_tags(db, feed)]

    assert database.write_now(tags) == [{"rss": "tag"}, {}]


def test_published_feeds_are_counted(database: Database) -> None:
    def counts(db: Connection) -> list[int]:
        one, other = a_feed(db), a_feed(db)
        found = [count_published(db)]
        for feed in (one, other):
            publish_feed(db, feed, NOON)
            found.append(count_published(db))
        unpublish_feed(db, one)
        return [*found, count_published(db)]

    assert database.write_now(counts) == [0, 1, 2, 1]


def test_a_backlog_waits_until_it_is_queued(database: Database) -> None:
    def waiting(db: Connection) -> list[bool]:
        user, feed = a_user(db), a_feed(db)
        before = is_backlog_waiting(db)
        db.run(
            "insert into ai_backlogs (user_id, feed_id) values (:user, :feed)",
            user=user,
            feed=feed,
        )
        return [before, is_backlog_waiting(db)]

    assert database.write_now(waiting) == [False, True]


def test_a_picture_that_no_feed_shows_any_more_is_dropped(database: Database) -> None:
    def pictures(db: Connection) -> list[bytes]:
        one, other = a_feed(db), a_feed(db)
        save_icon(db, one, b"old", NOON)
        share_icon(db, [one, other], save_icon(db, other, b"new", NOON))
        return [bytes(row[0]) for row in db.rows("select png from icons")]

    assert database.write_now(pictures) == [b"new"]


def test_who_comes_back_may_choose_another_title_and_folder(database: Database) -> None:
    def followed(db: Connection) -> object:
        user, feed = a_user(db), a_feed(db)
        folder = insert_folder(db, user, None, "News", NOON)
        follow_feed(db, user, feed, NOON, title="Old")
        leave_feed(db, user, feed, NOON)
        follow_feed(db, user, feed, NOON, folder_id=folder)
        kept = db.row("select title, folder_id from subscriptions")
        leave_feed(db, user, feed, NOON)
        follow_feed(db, user, feed, NOON, title="New")
        return [kept, db.row("select title, folder_id from subscriptions"), folder]

    kept, changed, folder = database.write_now(followed)
    assert (kept, changed) == (("Old", folder), ("New", folder))


def test_a_choice_for_one_feed_can_be_taken_back(database: Database) -> None:
    def choices(db: Connection) -> list[FeedChoice]:
        user, feed = a_user(db), a_feed(db)
        follow_feed(db, user, feed, NOON)
        set_choice(db, user, feed, FeedChoice(ai=False))
        before = choice_of(db, user, feed)
        set_choice(db, user, feed, FeedChoice())
        return [before, choice_of(db, user, feed)]

    assert database.write_now(choices) == [FeedChoice(ai=False), FeedChoice()]


def test_checks_are_written_as_they_are(database: Database) -> None:
    checks = [
        FeedCheck(NOON + slot, "fetched", 200, 5, 6, 7, 8, None, slot)
        for slot in range(2)
    ]

    def written(db: Connection) -> list[FeedCheck]:
        feed = a_feed(db)
        write_checks(db, feed, checks)
        return checks_of_feed(db, feed, (NOON + 9, 0), 9)

    assert database.write_now(written) == checks[::-1]


def test_an_entry_from_a_file_brings_its_full_text(database: Database) -> None:
    def texts(db: Connection) -> list[tuple[object, ...]]:
        user, entry = a_user(db), new_entry("page")
        arriving = Arriving(
            entry=entry,
            feed_url=None,
            keys=entry.keys,
            full_text=pack("<p>All of it"),
            read=False,
            starred=False,
            tags=(),
            highlights=(),
            read_at=None,
            starred_at=None,
            starred_as=None,
        )
        assert bring_in_entry(db, user, arriving, NOON)
        assert not bring_in_entry(db, user, arriving, NOON)
        return db.rows("select tried_at, codec, content from entry_full_texts")

    ((at, codec, content),) = database.write_now(texts)
    assert (at, (codec, bytes(content))) == (NOON, pack("<p>All of it"))
