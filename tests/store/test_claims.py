"""Due feeds go to one worker each: the oldest first, of each host no more than its share."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.failures import RetryPolicy
from tidings.core.feed import FeedSettings
from tidings.store.claims import (
    ClaimedFeed,
    ClaimRules,
    claim_due_feeds,
    claim_feed,
    next_due_at,
    postpone_claims,
    release_claims,
    rescue_from_clock_jump,
)
from tidings.store.connection import Connection
from tidings.store.database import Database
from tidings.store.feeds import add_feed, delete_feed, set_feed

SECOND = micros(timedelta(seconds=1))
LEASE = timedelta(minutes=2)
EXPIRED = NOON + micros(LEASE) + 1
RULES = ClaimRules(many=50, share=2, gap=timedelta(seconds=1), lease=LEASE)


def add(db: Connection, *places: tuple[str, int]) -> list[int]:
    """Feeds of these hosts, due so many seconds before noon."""
    numbers = []
    for host, age in places:
        url = f"https://{host}/{len(numbers)}-{age}"
        number, _ = add_feed(db, url, NOON - age * SECOND)
        numbers.append(number)
    return numbers


def claim(
    database: Database, rules: ClaimRules = RULES, now: int = NOON, worker: str = "one"
) -> list[ClaimedFeed]:
    return database.write_now(claim_due_feeds, worker, now, rules)


def numbers(claims: list[ClaimedFeed]) -> list[int]:
    return [claim.feed.id for claim in claims]


def tokens(claims: list[ClaimedFeed]) -> list[tuple[int, int]]:
    return [(claim.feed.id, claim.feed.lease_token) for claim in claims]


def due_times(database: Database) -> dict[int, int]:
    return dict(
        database.read_now(
            lambda db: db.rows("select feed_id, next_check_at from feed_fetch_state")
        )
    )


def test_the_oldest_due_come_first(database: Database) -> None:
    a, b, c, d = database.write_now(
        add, ("a.example", 5), ("b.example", 9), ("c.example", 7), ("d.example", -1)
    )
    assert numbers(claim(database, replace(RULES, many=2))) == [b, c]
    assert numbers(claim(database)) == [a]
    assert numbers(claim(database, now=NOON + SECOND)) == [d]


def test_no_host_gets_more_than_its_share(database: Database) -> None:
    loud = [("loud.example", 100 - n) for n in range(30)]
    *of_loud, quiet = database.write_now(add, *loud, ("quiet.example", 1))
    assert numbers(claim(database)) == [*of_loud[:2], quiet]


def test_a_loud_host_does_not_hide_the_others_even_without_much_room(
    database: Database,
) -> None:
    loud = [("loud.example", 1000 - n) for n in range(500)]
    *_, quiet = database.write_now(add, *loud, ("quiet.example", 1))
    one = replace(RULES, many=1)
    seen: list[int] = []
    for _ in range(10):
        seen += numbers(claim(database, one))
    assert quiet in seen


def test_feeds_of_one_host_stand_in_line(database: Database) -> None:
    waiting = database.write_now(add, *[("loud.example", 9 - n) for n in range(6)])
    rules = replace(RULES, share=1)
    assert numbers(claim(database, rules)) == waiting[:1]
    due = due_times(database)
    assert [due[n] for n in waiting[1:]] == [NOON + n * SECOND for n in range(1, 6)]
    assert claim(database, rules, worker="two") == []
    assert numbers(claim(database, rules, NOON + 4 * SECOND)) == waiting[1:2]


def test_nobody_stands_in_line_where_hosts_have_no_pause(database: Database) -> None:
    waiting = database.write_now(add, *[("a.example", 9 - n) for n in range(6)])
    rules = replace(RULES, gap=timedelta(0))
    assert numbers(claim(database, rules)) == waiting[:2]
    assert all(due_times(database)[n] < NOON for n in waiting)


def test_disabled_deleted_and_resting_feeds_are_left_alone(database: Database) -> None:
    hosts = ("disabled", "deleted", "resting", "well")
    feeds = database.write_now(add, *[(f"{host}.example", 5) for host in hosts])
    disabled, deleted, resting, well = feeds
    database.write_now(set_feed, disabled, "enabled", 0)
    database.write_now(delete_feed, deleted, NOON)
    database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set next_check_at = null where feed_id = :f",
            f=resting,
        )
    )
    assert numbers(claim(database)) == [well]
    database.write_now(set_feed, disabled, "enabled", 1)
    assert database.read_now(next_due_at) == NOON - 5 * SECOND
    assert numbers(claim(database)) == [disabled]
    assert database.read_now(next_due_at) is None


def test_what_people_set_comes_with_the_claim(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    hour = micros(timedelta(hours=1))
    given = {
        "polling": 0,
        "enforce_feed_domain": 1,
        "allow_duplicate_urls": 1,
        "retry_policy": "strict",
        "poll_interval": hour,
        "user_agent": "Someone",
        "secrets": b"sealed",
    }
    for name, value in given.items():
        database.write_now(set_feed, feed, name, value)
    (claimed,) = claim(database)
    assert claimed.feed.settings == FeedSettings(
        polling=False,
        enforce_feed_domain=True,
        allow_duplicate_urls=True,
        retry=RetryPolicy.STRICT,
        interval=timedelta(hours=1),
        user_agent="Someone",
    )
    assert bytes(claimed.secrets or b"") == b"sealed"


def test_a_leased_feed_is_nobody_elses_until_its_lease_ends(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    first = claim(database)
    assert claim(database, now=EXPIRED - 1, worker="two") == []
    assert database.write_now(claim_feed, feed, "two", EXPIRED - 1, LEASE) is None
    second = claim(database, now=EXPIRED, worker="two")
    assert numbers(second) == [feed]
    assert second[0].feed.lease_token == first[0].feed.lease_token + 1


def test_one_feed_is_claimed_by_name_whether_due_or_not(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", -3600))
    assert claim(database) == []
    claimed = database.write_now(claim_feed, feed, "one", NOON, LEASE)
    assert claimed is not None
    assert claimed.feed.id == feed
    assert database.write_now(claim_feed, feed, "two", NOON, LEASE) is None


def test_what_is_given_back_is_due_at_once(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    database.write_now(release_claims, tokens(claim(database)))
    assert numbers(claim(database)) == [feed]


def test_what_is_postponed_is_due_later(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    ((_, token),) = tokens(claim(database))
    database.write_now(postpone_claims, [(feed, token, NOON + SECOND)])
    assert claim(database) == []
    assert database.read_now(next_due_at) == NOON + SECOND
    assert numbers(claim(database, now=NOON + SECOND)) == [feed]


def test_an_old_holder_can_neither_give_back_nor_postpone(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    ((_, old),) = tokens(claim(database))
    claim(database, now=EXPIRED, worker="two")
    database.write_now(release_claims, [(feed, old)])
    database.write_now(postpone_claims, [(feed, old, NOON)])
    assert claim(database, now=EXPIRED, worker="three") == []


def test_a_clock_that_jumped_ahead_holds_nothing_up(database: Database) -> None:
    near, far = database.write_now(add, ("a.example", 1), ("b.example", 1))
    year = NOON + micros(timedelta(days=365))
    claim(database, now=year)
    database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set next_check_at = :at where feed_id = :feed",
            at=year,
            feed=far,
        )
    )
    assert claim(database) == []
    horizon = NOON + micros(timedelta(days=7))
    assert database.write_now(rescue_from_clock_jump, NOON, horizon) == 1
    assert sorted(numbers(claim(database))) == [near, far]


def test_many_workers_never_claim_the_same_feed(database: Database) -> None:
    places = [(f"host{n % 20}.example", 100 + n) for n in range(200)]
    feeds = database.write_now(add, *places)
    start = Barrier(8)
    rules = replace(RULES, many=7, share=20, gap=timedelta(0))

    def work(worker: str) -> list[int]:
        start.wait()
        mine: list[int] = []
        in_vain = 0
        while in_vain < 5:
            got = numbers(claim(database, rules, worker=worker))
            in_vain = 0 if got else in_vain + 1
            mine += got
        return mine

    with ThreadPoolExecutor(8) as threads:
        claimed = list(threads.map(work, map(str, range(8))))
    taken = Counter(number for mine in claimed for number in mine)
    assert taken == Counter(feeds)
