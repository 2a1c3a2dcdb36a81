"""Feeds as operators see them: found, listed, made due and removed."""

import pytest

from tests import make
from tidings.core.errors import NotFound
from tidings.core.reading.reading import BEYOND, ListQuery, Place
from tidings.store.engine.database import Database
from tidings.store.feeds.feeds import (
    add_feed,
    delete_feed,
    find_feed,
    is_deleted,
    list_feeds,
    make_all_due,
    make_due,
    root_domains,
    set_feed,
)
from tidings.store.feeds.folders import ensure_folders, folder_paths
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.kept_lists import starred_places
from tidings.store.reading.marking import star_entries
from tidings.store.reading.reconcile import find_drift

NOW = make.NOON
URL = "https://a.example/feed"


def test_http_and_https_of_an_address_are_one_feed(database: Database) -> None:
    number, is_new = database.write_now(add_feed, URL, NOW, root_domain="a.example")
    assert is_new
    twin = "http://a.example/feed"
    assert database.write_now(add_feed, twin, NOW) == (number, False)
    for name in (str(number), URL, twin):
        assert database.read_now(find_feed, name).id == number
    assert database.read_now(root_domains) == [("a.example", 1)]


@pytest.mark.parametrize("name", ["7", "9" * 30, "https://b.example/", "words", ""])
def test_what_is_not_there_is_not_found(database: Database, name: str) -> None:
    with pytest.raises(NotFound):
        database.read_now(find_feed, name)
    assert not database.read_now(is_deleted, name)


def test_feeds_are_listed_page_by_page(database: Database) -> None:
    for number in range(5):
        database.write_now(add_feed, f"https://a.example/{number}", NOW)
    first = database.read_now(list_feeds, 0, 3)
    rest = database.read_now(list_feeds, first[-1].id, 3)
    assert [feed.id for feed in first + rest] == [1, 2, 3, 4, 5]


def test_a_deleted_feed_is_gone_for_readers_but_their_stars_stay(
    database: Database,
) -> None:
    number, _ = database.write_now(add_feed, URL, NOW)
    user = database.write_now(make.a_user)
    database.write_now(follow_feed, user, number, NOW)
    ids = database.write_now(make.some_entries, number, [None] * 3)
    database.write_now(star_entries, user, make.stars(ids[:1]))
    database.write_now(delete_feed, number, NOW)
    assert database.read_now(unread_counts, user) == []
    assert database.read_now(entry_places, ListQuery(user, 10)) == []
    kept = database.read_now(starred_places, user, Place(BEYOND, BEYOND), 10)
    assert [place.id for place in kept] == ids[:1]
    assert database.read_now(find_drift, number) == []
    for name in (str(number), URL):
        assert database.read_now(is_deleted, name)
    again, is_new = database.write_now(add_feed, URL, NOW)
    assert (again != number, is_new) == (True, True)


def test_making_all_due_leaves_disabled_feeds_alone(database: Database) -> None:
    one, _ = database.write_now(add_feed, "https://a.example/1", NOW)
    two, _ = database.write_now(add_feed, "https://a.example/2", NOW)
    database.write_now(set_feed, two, "enabled", 0)
    assert database.write_now(make_all_due, NOW + 5) == (1, 0)
    assert database.read_now(find_feed, str(one)).next_check_at == NOW + 5
    assert database.read_now(find_feed, str(two)).next_check_at == NOW


def test_what_kept_a_feed_from_being_checked_is_cleared(database: Database) -> None:
    number, _ = database.write_now(add_feed, URL, NOW)
    database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set failures = 9, last_error = 'x', resting_since"
            " = 1, next_check_at = null, leased_until = 5, check_code = 'resting'"
        )
    )
    database.write_now(make_due, number, NOW)
    feed = database.read_now(find_feed, str(number))
    assert (feed.failures, feed.last_error, feed.next_check_at) == (0, None, NOW)
    assert feed.check_code == "asked"


def test_a_server_is_left_alone_as_long_as_it_asked_whoever_asks(
    database: Database,
) -> None:
    number, _ = database.write_now(add_feed, URL, NOW)
    database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set limited_since = 1, last_error = 'x',"
            " last_error_code = 'slow_down', check_code = 'slow_down',"
            " last_checked_at = :now, retry_after_until = :until,"
            " next_check_at = :until + 900",
            now=NOW,
            until=NOW + 100,
        )
    )
    assert database.write_now(make_all_due, NOW + 5) == (0, 1)
    for _ in range(2):
        database.write_now(make_due, number, NOW + 6)
        feed = database.read_now(find_feed, str(number))
        assert (feed.next_check_at, feed.check_code) == (NOW + 100, "retry_after")
        assert (feed.limited_since, feed.last_error) == (1, "x")
    database.write_now(make_due, number, NOW + 100)
    feed = database.read_now(find_feed, str(number))
    assert (feed.next_check_at, feed.check_code) == (NOW + 100, "asked")


def test_folders_are_made_once_and_known_by_their_paths(database: Database) -> None:
    user, other = database.write_now(make.a_user), database.write_now(make.a_user)
    wanted = [("News", "World"), ("News",), ("Fun",)]
    made = database.write_now(ensure_folders, user, wanted, NOW)
    assert database.write_now(ensure_folders, user, wanted, NOW) == made
    assert set(database.read_now(folder_paths, user).values()) == set(wanted)
    assert database.read_now(folder_paths, other) == {}


def test_a_folder_inside_itself_hangs_nobody(database: Database) -> None:
    user = database.write_now(make.a_user)
    made = database.write_now(ensure_folders, user, [("A", "B")], NOW)
    database.write_now(
        lambda db: db.run(
            "update folders set parent_id = :inner where id = :outer",
            inner=made["A", "B"],
            outer=made["A",],
        )
    )
    assert len(database.read_now(folder_paths, user)) == 2
