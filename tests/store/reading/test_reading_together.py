"""Many hands at once: marking, inserting, subscribing, forgetting in parallel."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from tests import make
from tidings.core.reading.reading import CompactionRule, ListQuery
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.retain import forget_up_to
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.reading.counts import unread_counts
from tidings.store.reading.entry_lists import probed_places
from tidings.store.reading.mark_all import mark_all_read
from tidings.store.reading.marking import mark_entries, star_entries, unstar_entries
from tidings.store.reading.reconcile import find_drift

USERS, FEEDS, HANDS, STEPS = 3, 4, 8, 60


def test_parallel_work_leaves_nothing_contradictory(database: Database) -> None:
    users = [database.write_now(make.a_user) for _ in range(USERS)]
    feeds = [database.write_now(make.a_feed) for _ in range(FEEDS)]
    for feed in feeds:
        database.write_now(make.some_entries, feed, [None] * 20)
    for user in users:
        for feed in feeds:
            database.write_now(follow_feed, user, feed, make.NOON)

    def work(hand: int) -> None:
        dice = random.Random(hand)
        for step in range(STEPS):
            _one_act(database, dice, (users, feeds), f"{hand}-{step}")

    with ThreadPoolExecutor(HANDS) as hands:
        list(hands.map(work, range(HANDS)))

    assert [database.read_now(find_drift, feed) for feed in feeds] == [[]] * FEEDS
    for user in users:
        total = sum(count.unread for count in database.read_now(unread_counts, user))
        places = database.read_now(probed_places, ListQuery(user, 10_000))
        assert len(places) == total


def _one_act(
    database: Database,
    dice: random.Random,
    known: tuple[list[int], list[int]],
    name: str,
) -> None:
    users, feeds = known
    user, feed = dice.choice(users), dice.choice(feeds)
    newest = database.read_now(_newest_id)
    some = [dice.randint(1, newest) for _ in range(6)]
    match dice.randrange(9):
        case 0 | 1 | 2:
            rule = CompactionRule(4, 4)
            read = dice.random() < 0.8
            database.write_now(mark_entries, user, some, read=read, rule=rule)
        case 3 | 4:
            entries = [make.new_entry(f"{name}-{place}") for place in range(4)]
            database.write_now(make.append_entries, feed, entries, make.NOON)
        case 5:
            scope = dice.choice([None, [feed]])
            database.write_now(mark_all_read, user, newest - dice.randrange(9), scope)
        case 6:
            if dice.random() < 0.5:
                database.write_now(star_entries, user, make.stars(some))
            else:
                database.write_now(unstar_entries, user, some)
        case 7:
            act = dice.choice([leave_feed, follow_feed])
            database.write_now(act, user, feed, make.NOON)
        case 8:
            database.write_now(_hide_and_forget, feed)


def test_marking_all_never_swallows_what_arrives_meanwhile(database: Database) -> None:
    user, feed = database.write_now(make.a_user), database.write_now(make.a_feed)
    database.write_now(follow_feed, user, feed, make.NOON)
    shown: list[int] = []
    done = threading.Event()

    def publish() -> None:
        for batch in range(150):
            entries = [make.new_entry(f"{batch}-{place}") for place in range(3)]
            ids = database.write_now(make.append_entries, feed, entries, make.NOON)
            shown.append(ids[0])
        done.set()

    publisher = threading.Thread(target=publish)
    publisher.start()
    point = 0
    while not done.is_set():
        point = shown[-1] if shown else 0
        database.write_now(mark_all_read, user, point)
        unread = [
            place.id
            for place in database.read_now(probed_places, ListQuery(user, 1000))
        ]
        assert all(id_ > point for id_ in unread)
        assert unread == list(range(max(unread), point, -1)) if unread else True
    publisher.join()

    unread = database.read_now(probed_places, ListQuery(user, 1000))
    assert [place.id for place in unread] == list(range(450, point, -1))


def _newest_id(db: Connection) -> int:
    return db.value("select max(id) from entries")


def _hide_and_forget(db: Connection, feed: int) -> None:
    """Retention's locks come first: the head, then the subscriptions."""
    floor, last = db.row(
        "select floor_seq, last_seq from feed_heads where feed_id = :f for update",
        f=feed,
    )
    seq = min(floor + 5, last - 10)
    db.run(
        "update entries set shown = 0 where feed_id = :f and seq <= :s", f=feed, s=seq
    )
    if seq > floor:
        forget_up_to(db, feed, seq, make.NOON)
