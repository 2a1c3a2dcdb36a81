"""A named lease has one holder at a time, and its token unmasks the one before."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.errors import LeaseLost
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.leases import (
    check_token,
    release_lease,
    renew_lease,
    take_lease,
)

MINUTE = timedelta(minutes=1)
IN_A_MINUTE = NOON + micros(MINUTE)


def take(database: Database, holder: str, now: int = NOON) -> int | None:
    return database.write_now(take_lease, "timers", holder, now, MINUTE)


def test_a_free_lease_is_given_and_a_held_one_is_not(database: Database) -> None:
    assert take(database, "first") == 1
    assert take(database, "second") is None
    assert take(database, "first") is None


def test_leases_of_other_names_are_not_touched(database: Database) -> None:
    take(database, "first")
    other = database.write_now(take_lease, "clean-up", "second", NOON, MINUTE)
    assert other == 1


def test_an_expired_lease_goes_to_the_next_with_a_higher_token(
    database: Database,
) -> None:
    assert take(database, "first") == 1
    assert take(database, "second", IN_A_MINUTE - 1) is None
    assert take(database, "second", IN_A_MINUTE) == 2


def test_a_renewed_lease_lasts_longer(database: Database) -> None:
    token = take(database, "first")
    database.write_now(renew_lease, "timers", token, IN_A_MINUTE - 1, MINUTE)
    assert take(database, "second", IN_A_MINUTE) is None


def test_a_lease_that_ran_out_unnoticed_may_still_be_renewed(
    database: Database,
) -> None:
    token = take(database, "first")
    database.write_now(renew_lease, "timers", token, IN_A_MINUTE + 5, MINUTE)
    assert take(database, "second", IN_A_MINUTE + 6) is None


def test_who_lost_a_lease_can_neither_renew_nor_write(database: Database) -> None:
    old = take(database, "first")
    new = take(database, "second", IN_A_MINUTE)
    with pytest.raises(LeaseLost):
        database.write_now(renew_lease, "timers", old, IN_A_MINUTE, MINUTE)
    with pytest.raises(LeaseLost):
        database.write_now(check_token, "timers", old)
    database.write_now(check_token, "timers", new)


def test_a_released_lease_is_free_at_once_and_tokens_keep_rising(
    database: Database,
) -> None:
    token = take(database, "first")
    database.write_now(release_lease, "timers", token, NOON + 1)
    assert take(database, "second", NOON + 1) == 2


def test_releasing_what_another_holds_changes_nothing(database: Database) -> None:
    old = take(database, "first")
    take(database, "second", IN_A_MINUTE)
    database.write_now(release_lease, "timers", old, IN_A_MINUTE + 1)
    assert take(database, "third", IN_A_MINUTE + 2) is None


def test_a_clock_that_was_set_back_does_not_lock_everyone_out(
    database: Database,
) -> None:
    take(database, "first", NOON + micros(timedelta(hours=2)))
    assert take(database, "second", NOON) == 2


def test_a_clock_that_is_half_a_minute_ahead_is_no_reason_to_take_over(
    database: Database,
) -> None:
    take(database, "first", NOON + micros(timedelta(seconds=30)))
    assert take(database, "second", NOON) is None


def test_many_racing_threads_make_one_holder_each_round(database: Database) -> None:
    racers, rounds = 8, 25
    start = Barrier(racers)

    def race(number: int) -> list[int]:
        won = []
        for lap in range(rounds):
            start.wait()
            now = NOON + lap * micros(MINUTE)
            if (token := take(database, f"racer-{number}", now)) is not None:
                won.append(token)
        return won

    with ThreadPoolExecutor(racers) as threads:
        tokens = [token for won in threads.map(race, range(racers)) for token in won]
    assert sorted(tokens) == list(range(1, rounds + 1))


def test_only_the_newest_token_writes_however_many_take_over_meanwhile(
    database: Database,
) -> None:
    """Holders write their own token; it may only ever rise."""

    def note(db: Connection, token: int) -> None:
        check_token(db, "timers", token)
        db.run(
            "insert into settings (name, value, changed_at) values (:n, '1', :t)",
            n=f"{token:06}-{db.value('select count(*) from settings')}",
            t=db.value("select count(*) from settings"),
        )

    def hold(number: int) -> None:
        for lap in range(10):
            now = NOON + (lap * 8 + number) * micros(MINUTE)
            token = take(database, str(number), now)
            if token is None:
                continue
            for _ in range(3):
                try:
                    database.write_now(note, token)
                except LeaseLost:
                    break

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(hold, range(6)))
    rows = database.read_now(
        lambda db: db.rows("select name from settings order by changed_at, name")
    )
    tokens = [int(name[:6]) for (name,) in rows]
    assert tokens
    assert tokens == sorted(tokens)
