"""Hosts get their pause, whoever waits has a place, and a refusal holds nobody for long."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.feeds.host_pace import (
    FIRST_HOLD,
    LONGEST_HOLD,
    ComeBackAt,
    DueFeed,
    Entered,
    HostAnswer,
    HostState,
    PaceRules,
    VisitEnd,
    Waiter,
    begin,
    believable,
    drop_dead,
    enter,
    idle_at,
    leave,
    share_out,
)

SECOND = 1_000_000
RULES = PaceRules()
LONG = NOON + 3600 * SECOND
HOST = "a.example"


def come(
    state: HostState,
    token: str,
    now: int,
    rules: PaceRules = RULES,
    *,
    is_person: bool = True,
    last: int = LONG,
) -> tuple[HostState, int]:
    """Try to enter; return the time of entry, or of the turn."""
    waiter = Waiter(token, now + 120 * SECOND, is_person)
    state, answer = enter(state, waiter, now, rules, last=last)
    return state, now if isinstance(answer, Entered) else answer.at


def end(
    token: str,
    at: int,
    answer: HostAnswer = HostAnswer.WELL,
    *,
    feed: int = 0,
    retry_after: timedelta | None = None,
    next_check_at: int | None = None,
) -> VisitEnd:
    return VisitEnd(HOST, token, at, answer, feed, retry_after, next_check_at)


def refused(
    state: HostState, at: int, feed: int, retry_after: timedelta | None = None
) -> HostState:
    told = end("x", at, HostAnswer.REFUSED, feed=feed, retry_after=retry_after)
    return leave(state, told, RULES)


def answered(state: HostState, at: int, feed: int) -> HostState:
    return leave(state, end("x", at, feed=feed), RULES)


def test_a_host_that_nobody_visited_is_free() -> None:
    state, at = come(HostState(), "a", NOON)
    assert at == NOON
    assert [visit.token for visit in state.visits] == ["a"]


def test_the_pause_counts_from_the_end_of_a_visit() -> None:
    state, _ = come(HostState(), "a", NOON)
    state = leave(state, end("a", NOON + 3 * SECOND), RULES)
    _, early = come(state, "b", NOON + 4 * SECOND - 1)
    _, late = come(state, "b", NOON + 4 * SECOND)
    assert early > NOON + 4 * SECOND - 1
    assert late == NOON + 4 * SECOND


def test_only_so_many_visits_at_once() -> None:
    rules = PaceRules(timedelta(0), 2)
    state = HostState()
    for token in ("a", "b"):
        state, at = come(state, token, NOON, rules)
        assert at == NOON
    state, at = come(state, "c", NOON, rules)
    assert at > NOON
    state = leave(state, end("a", NOON + 1), rules)
    _, at = come(state, "c", NOON + 1, rules)
    assert at == NOON + 1


def test_a_long_visit_does_not_space_out_those_who_come_after_it() -> None:
    state, _ = come(HostState(), "slow", NOON)
    free = NOON + 21 * SECOND
    state = leave(state, end("slow", free - SECOND), RULES)
    times = []
    for number in range(5):
        state, at = come(state, f"w{number}", free - SECOND)
        times.append(at)
    assert times == [free + number * SECOND for number in range(5)]


def test_who_wakes_a_moment_early_keeps_the_place_in_line() -> None:
    state, _ = come(HostState(), "a", NOON)
    state = leave(state, end("a", NOON), RULES)
    state, turn = come(state, "b", NOON)
    assert turn == NOON + SECOND
    state, again = come(state, "b", turn - 300)
    assert again <= turn + SECOND // 20
    _, at = come(state, "b", again)
    assert at == again


def test_persons_go_before_tasks_and_routine_checks_wait_for_persons() -> None:
    state, _ = come(HostState(), "a", NOON)
    state = leave(state, end("a", NOON), RULES)
    state, task = come(state, "task", NOON, is_person=False)
    state, person = come(state, "person", NOON)
    assert (task, person) == (NOON + SECOND, NOON + SECOND)
    state, task = come(state, "task", NOON + SECOND, is_person=False)
    assert task == NOON + 2 * SECOND + SECOND // 20
    shares = share(state, [due(1)], NOON + SECOND)
    assert shares.begun == []
    _, person = come(state, "person", NOON + SECOND)
    assert person == NOON + SECOND


def test_who_would_wait_too_long_does_not_stand_in_line() -> None:
    state, _ = come(HostState(), "a", NOON)
    after, at = come(state, "b", NOON, last=NOON + 10)
    assert at > NOON + 10
    assert after.waiting == ()


def test_a_visit_whose_worker_died_ends_with_its_lease_and_then_comes_the_pause() -> (
    None
):
    state = begin(HostState(), "7", NOON + 120 * SECOND, NOON, RULES)
    now = NOON + 8 * SECOND
    assert drop_dead(state, frozenset({"7"}), now, RULES) == state
    state = drop_dead(state, frozenset(), now, RULES)
    assert state.visits == ()
    assert state.free_at == now + SECOND


def test_a_visitor_that_never_leaves_is_forgotten_in_time() -> None:
    state, _ = come(HostState(), "a", NOON)
    _, waiting = come(state, "b", NOON + 119 * SECOND)
    _, at = come(state, "b", NOON + 121 * SECOND)
    assert waiting > NOON + 119 * SECOND
    assert at == NOON + 121 * SECOND


def test_a_clock_that_was_set_back_locks_nobody_out() -> None:
    state, _ = come(HostState(), "a", NOON)
    state = refused(leave(state, end("a", NOON), RULES), NOON, 1)
    two_days_before = NOON - 2 * 86400 * SECOND
    _, at = come(state, "b", two_days_before, last=LONG)
    assert at == two_days_before


def test_a_refusal_holds_the_host_for_no_longer_than_asked_and_not_for_long() -> None:
    short = refused(HostState(), NOON, 1, timedelta(seconds=12))
    long = refused(HostState(), NOON, 1, timedelta(hours=2))
    silent = refused(HostState(), NOON, 1)
    assert short.held_until == NOON + 12 * SECOND
    assert long.held_until == silent.held_until == NOON + micros(FIRST_HOLD)


def test_a_hold_ends_when_the_refused_feed_is_checked_again() -> None:
    told = end("x", NOON, HostAnswer.REFUSED, feed=1, next_check_at=NOON + 5 * SECOND)
    assert leave(HostState(), told, RULES).held_until == NOON + 5 * SECOND


def test_a_host_that_refuses_every_feed_is_left_alone_longer_and_longer() -> None:
    state, now, holds = HostState(), NOON, []
    for feed in range(8):
        state = refused(state, now, feed, timedelta(days=1))
        holds.append((state.held_until - now) // SECOND)
        now = state.held_until
    assert holds == [30, 60, 120, 240, 480, 900, 900, 900]
    assert micros(LONGEST_HOLD) == 900 * SECOND


def test_a_feed_that_alone_is_refused_holds_its_neighbours_once() -> None:
    state = refused(HostState(), NOON, 1, timedelta(seconds=40))
    assert state.held_until == NOON + 30 * SECOND
    state = answered(state, NOON + 31 * SECOND, 2)
    for minute in range(1, 30):
        now = NOON + minute * 40 * SECOND
        state = refused(state, now, 1, timedelta(seconds=40))
        assert state.held_until < now
        state = answered(state, now + SECOND, 2 + minute % 4)


def test_a_feed_that_was_answered_in_between_may_hold_the_host_again() -> None:
    state = refused(HostState(), NOON, 1)
    state = answered(state, NOON + 60 * SECOND, 1)
    assert state.refused == ()
    state = refused(state, NOON + 90 * SECOND, 1)
    assert state.held_until == NOON + 120 * SECOND


def test_nobody_enters_a_held_host_and_that_is_said() -> None:
    state = refused(HostState(), NOON, 1)
    _, answer = enter(
        state, Waiter("a", LONG, True), NOON + SECOND, RULES, last=NOON + 9 * SECOND
    )
    assert answer == ComeBackAt(NOON + 30 * SECOND, is_held=True)
    _, at = come(state, "a", NOON + 30 * SECOND)
    assert at == NOON + 30 * SECOND


def test_a_feed_that_somebody_asked_for_goes_before_tasks_but_not_before_persons() -> (
    None
):
    free = HostState()
    task, person = Waiter("t", LONG, False), Waiter("p", LONG, True)
    _, answer = enter(free, task, NOON, RULES, last=LONG, is_feed_asked=True)
    assert answer == ComeBackAt(NOON + SECOND + 50_000, is_held=False)
    _, answer = enter(free, task, NOON, RULES, last=LONG)
    assert answer == Entered()
    _, answer = enter(free, person, NOON, RULES, last=LONG, is_feed_asked=True)
    assert answer == Entered()


def due(
    feed: int, host: str = HOST, *, asked: bool = False, checked: int = 0
) -> DueFeed:
    return DueFeed(feed, host, asked, checked)


def share(state: HostState, feeds: list[DueFeed], now: int, many: int = 50):
    return share_out(feeds, {HOST: state}, now, RULES, many=many, until=LONG)


def test_of_one_host_what_was_asked_for_goes_first_then_the_longest_unchecked() -> None:
    feeds = [due(1, checked=9), due(2, checked=5), due(3, asked=True, checked=8)]
    shares = share(HostState(), feeds, NOON)
    assert [feed.feed_id for feed in shares.begun] == [3]
    assert [(each.feed_id, each.at) for each in shares.postponed] == [
        (2, NOON + SECOND),
        (1, NOON + 2 * SECOND),
    ]
    assert all(each.held_until is None for each in shares.postponed)


def test_feeds_of_a_held_host_wait_for_its_end_one_after_another() -> None:
    state = refused(HostState(), NOON, 9)
    shares = share(state, [due(1), due(2), due(3, "b.example")], NOON + SECOND)
    assert [feed.feed_id for feed in shares.begun] == [3]
    held = NOON + 30 * SECOND
    assert [(each.at, each.held_until) for each in shares.postponed] == [
        (held, held),
        (held + SECOND, held),
    ]


def test_what_finds_no_room_stays_due() -> None:
    feeds = [due(n, f"host{n}.example") for n in range(4)]
    shares = share(HostState(), feeds, NOON, many=2)
    assert [feed.feed_id for feed in shares.begun] == [0, 1]
    assert shares.postponed == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["enter", "leave", "refuse", "claim"]),
            st.integers(0, 3 * SECOND),
        ),
        max_size=60,
    ),
    st.integers(1, 3),
)
def test_no_order_of_events_breaks_the_rules(
    events: list[tuple[str, int]], concurrency: int
) -> None:
    rules = replace(RULES, concurrency=concurrency)
    state, now, begun = HostState(), NOON, [NOON - 10 * SECOND]
    for number, (event, passed) in enumerate(events):
        now += passed
        before = {visit.token for visit in believable(state, now).visits}
        if event in ("leave", "refuse") and state.visits:
            answer = HostAnswer.WELL if event == "leave" else HostAnswer.REFUSED
            token = state.visits[0].token
            state = leave(state, end(token, now, answer, feed=number), rules)
        elif event == "claim":
            shares = share_out(
                [due(number), due(1000 + number)],
                {HOST: state},
                now,
                rules,
                many=9,
                until=now + 120 * SECOND,
            )
            state = shares.states.get(HOST, state)
            assert all(each.at > now for each in shares.postponed)
        else:
            state, at = come(state, f"p{number}", now, rules, last=now + LONG)
            assert at >= now
        if {visit.token for visit in state.visits} - before:
            assert believable(state, now).held_until <= now
            begun.append(now)
        assert len(believable(state, now).visits) <= concurrency
        assert idle_at(state) >= state.free_at
    assert all(b - a >= SECOND for a, b in pairwise(begun))
