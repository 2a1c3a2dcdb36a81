"""Due feeds go to one worker each: the oldest first, of each host no more than its share."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

from tests.make import NOON
from tests.recorder import Recorder
from tests.store.generic_plans import generic_plan
from tidings.core.clock import micros
from tidings.core.feeds.failures import RetryPolicy
from tidings.core.feeds.feed import FeedSettings
from tidings.core.feeds.host_pace import PaceRules, VisitEnd
from tidings.core.feeds.outcome import SlowDown
from tidings.core.feeds.refresh import plan_refresh
from tidings.core.feeds.schedule import PollingPolicy
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.apply_plan import apply_plans
from tidings.store.feeds.claims import (
    ClaimedFeed,
    ClaimRules,
    claim_due_feeds,
    claim_feed,
    next_due_at,
    release_claims,
    renew_claims,
    rescue_from_clock_jump,
)
from tidings.store.feeds.feeds import add_feed, delete_feed, make_due, set_feed
from tidings.store.feeds.host_pace import end_visits

SECOND = micros(timedelta(seconds=1))
LEASE = timedelta(minutes=2)
EXPIRED = NOON + micros(LEASE)
NO_PAUSE = PaceRules(timedelta(0), 20)
RULES = ClaimRules(many=50, pace=PaceRules(timedelta(seconds=1), 2), lease=LEASE)


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


def test_of_a_host_with_a_pause_one_feed_is_claimed_at_a_time(
    database: Database,
) -> None:
    loud = [("loud.example", 100 - n) for n in range(30)]
    *of_loud, quiet = database.write_now(add, *loud, ("quiet.example", 1))
    assert numbers(claim(database)) == [of_loud[0], quiet]


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
    rules = replace(RULES, pace=PaceRules())
    assert numbers(claim(database, rules)) == waiting[:1]
    due = due_times(database)
    assert [due[n] for n in waiting[1:]] == [NOON + n * SECOND for n in range(1, 6)]
    assert claim(database, rules, worker="two") == []
    assert claim(database, rules, NOON + 2 * SECOND) == []
    end = VisitEnd("loud.example", str(waiting[0]), NOON + 3 * SECOND)
    database.write_now(end_visits, [end], NOON + 3 * SECOND, rules.pace)
    assert claim(database, rules, NOON + 4 * SECOND - 1) == []
    assert numbers(claim(database, rules, NOON + 4 * SECOND)) == waiting[1:2]


def test_nobody_stands_in_line_where_hosts_have_no_pause(database: Database) -> None:
    waiting = database.write_now(add, *[("a.example", 9 - n) for n in range(6)])
    rules = replace(RULES, pace=PaceRules(timedelta(0), 2))
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
    assert database.read_now(next_due_at, NOON) == NOON - 5 * SECOND
    assert numbers(claim(database)) == [disabled]
    assert database.read_now(next_due_at, NOON, LEASE) is None


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
    rules = replace(RULES, pace=NO_PAUSE)
    second = claim(database, rules, EXPIRED, worker="two")
    assert numbers(second) == [feed]
    assert second[0].feed.lease_token == first[0].feed.lease_token + 1


def test_one_feed_is_claimed_by_name_whether_due_or_not(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", -3600))
    assert claim(database) == []
    claimed = database.write_now(claim_feed, feed, "one", NOON, LEASE)
    assert claimed is not None
    assert claimed.feed.id == feed
    assert database.write_now(claim_feed, feed, "two", NOON, LEASE) is None


def test_what_is_given_back_is_due_after_the_pause_of_its_host(
    database: Database,
) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    database.write_now(release_claims, tokens(claim(database)))
    assert claim(database) == []
    assert numbers(claim(database, now=NOON + SECOND)) == [feed]


def test_an_old_holder_can_neither_give_back_nor_renew(database: Database) -> None:
    (feed,) = database.write_now(add, ("a.example", 1))
    ((_, old),) = tokens(claim(database))
    claim(database, now=EXPIRED, worker="two")
    database.write_now(release_claims, [(feed, old)])
    database.write_now(renew_claims, [(feed, old)], NOON)
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
    # Nobody waits for a lease that a clock gave which has been set back since.
    assert numbers(claim(database)) == [near]
    horizon = NOON + micros(timedelta(days=7))
    assert database.write_now(rescue_from_clock_jump, NOON, horizon) == 1
    assert numbers(claim(database)) == [far]


def test_many_workers_never_claim_the_same_feed(database: Database) -> None:
    places = [(f"host{n % 20}.example", 100 + n) for n in range(200)]
    feeds = database.write_now(add, *places)
    start = Barrier(8)
    rules = replace(RULES, many=7, pace=NO_PAUSE)

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


def test_what_somebody_asked_for_goes_before_everything_overdue(
    database: Database,
) -> None:
    old = database.write_now(add, *[(f"h{n}.example", 900) for n in range(9)])
    database.write_now(
        lambda db: db.run(
            "update feed_fetch_state set asked_at = null, last_checked_at = 1"
        )
    )
    (new,) = database.write_now(add, ("new.example", 0))
    database.write_now(make_due, old[-1], NOON)
    one = replace(RULES, many=1)
    got = [number for _ in range(3) for number in numbers(claim(database, one))]
    assert got == [old[-1], new, old[0]]


def test_a_server_that_refuses_is_not_asked_again_for_who_asked_meanwhile(
    database: Database,
) -> None:
    (feed,) = database.write_now(add, ("a.example", 0))
    (claimed,) = claim(database)
    database.write_now(make_due, feed, NOON + SECOND)
    now = NOON + 2 * SECOND
    plan = plan_refresh(
        claimed.feed, SlowDown(429), None, PollingPolicy(), now=now, chance=0.5
    )
    database.write_now(apply_plans, [plan], now)
    assert due_times(database) == {feed: plan.state.next_check.at}


def test_due_feeds_are_found_along_their_indexes(database: Database) -> None:
    def write(db: Connection) -> list[str]:
        add(db, *[(f"h{n}.example", -n) for n in range(2000)])
        db.run("update feed_fetch_state set asked_at = null where feed_id % 100 <> 0")
        db.run("analyze")
        recorder = Recorder(db)
        claim_due_feeds(recorder, "one", NOON + 5 * SECOND, RULES)
        find = recorder.statements[0]
        if db.engine == "sqlite":
            sql, parameters = find
            return [
                str(r[3]) for r in db.rows(f"explain query plan {sql}", **parameters)
            ]
        return [json.dumps(generic_plan(db, find, "costs off"))]

    plan = " ".join(database.write_now(write))
    assert "feed_fetch_asked" in plan
    assert "feed_fetch_due" in plan
    assert "SCAN t " not in f"{plan} "
    assert "Seq Scan" not in plan
