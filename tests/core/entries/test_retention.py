"""Only what is past everyone's limits is forgotten, from the oldest on."""

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.clock import micros
from tidings.core.entries.retention import (
    FeedSpan,
    Fits,
    Reach,
    Reader,
    RetentionLimits,
    SizeStep,
    Tighten,
    TooLarge,
    Vacuum,
    cutoffs,
    forget_up_to,
    reach,
    size_step,
    tighter,
)

EXAMPLES = settings(max_examples=40)
NOW = 1_700_000_000_000_000
LIMITS = RetentionLimits()
FEED = FeedSpan(
    floor_seq=0, last_seq=1000, old_read_seq=100, old_unread_seq=600, gone_seq=980
)
BY_AGE = replace(LIMITS, entries_per_feed=None)


def days(number: int) -> timedelta:
    return timedelta(days=number)


def test_age_limits_become_times() -> None:
    found = cutoffs(LIMITS, NOW)
    assert found.read_before == NOW - micros(days(365))
    assert found.unread_before == NOW - micros(days(90))


def test_nothing_is_older_than_no_limit() -> None:
    found = cutoffs(RetentionLimits(days_read=None, days_unread=None), NOW)
    assert (found.read_before, found.unread_before) == (0, 0)


def test_read_entries_are_reached_by_age_or_by_number() -> None:
    assert reach(LIMITS, FEED) == Reach(read_seq=500, unread_seq=600)
    assert reach(BY_AGE, FEED) == Reach(read_seq=100, unread_seq=600)
    many = replace(LIMITS, entries_per_feed=5000)
    assert reach(many, FEED) == Reach(read_seq=100, unread_seq=600)


@pytest.mark.parametrize(
    ("limits", "readers", "expected"),
    [
        # nobody reads it: as if read on arrival
        (LIMITS, [], 500),
        (BY_AGE, [], 100),
        # everything read
        (LIMITS, [Reader(1000)], 500),
        (BY_AGE, [Reader(1000)], 100),
        # nothing read
        (LIMITS, [Reader(0)], 600),
        # read to the middle: the read part must be past its own limits first
        (LIMITS, [Reader(550)], 500),
        (LIMITS, [Reader(450)], 600),
        (BY_AGE, [Reader(450)], 100),
        # the one who keeps most decides
        (LIMITS, [Reader(0), Reader(1000)], 500),
        # a mark of a reader's own
        (LIMITS, [Reader(1000, keep_from=300)], 299),
        (LIMITS, [Reader(0, keep_from=601)], 600),
        (LIMITS, [Reader(1000), Reader(0, keep_from=1)], 0),
    ],
)
def test_forgetting_ends_at_the_first_entry_within_limits(
    limits: RetentionLimits, readers: list[Reader], expected: int
) -> None:
    assert forget_up_to(limits, FEED, readers) == expected


def test_newest_run_of_shown_entries_is_not_reached() -> None:
    shown = replace(FEED, gone_seq=40)
    assert forget_up_to(LIMITS, shown, []) == 40
    assert forget_up_to(LIMITS, replace(FEED, gone_seq=0), []) == 0


def test_floor_never_sinks() -> None:
    assert forget_up_to(LIMITS, replace(FEED, floor_seq=700), [Reader(0)]) == 700


def test_without_limits_nothing_is_forgotten() -> None:
    unlimited = RetentionLimits(None, None, None, None)
    feed = replace(FEED, old_read_seq=0, old_unread_seq=0)
    assert forget_up_to(unlimited, feed, []) == 0
    assert forget_up_to(unlimited, feed, [Reader(0), Reader(1000)]) == 0


@dataclass(frozen=True, slots=True)
class Account:
    """A reader as a naive model has it: a watermark and marks against it."""

    read_seq: int
    marked: frozenset[int]

    def has_read(self, seq: int) -> bool:
        return (seq <= self.read_seq) is not (seq in self.marked)

    def may_lose(self, seq: int, within: Reach) -> bool:
        return seq <= (within.read_seq if self.has_read(seq) else within.unread_seq)

    def reader(self, within: Reach) -> Reader:
        kept = [seq for seq in self.marked if not self.may_lose(seq, within)]
        return Reader(self.read_seq, min(kept, default=None))


SEQS = st.integers(0, 12)
ACCOUNTS = st.lists(
    st.builds(Account, SEQS, st.frozensets(st.integers(1, 12), max_size=3)), max_size=3
)
SPANS = st.builds(FeedSpan, st.just(0), st.just(12), SEQS, SEQS, SEQS)
NUMBERS = st.none() | st.integers(1, 14)


@EXAMPLES
@given(SPANS, NUMBERS, ACCOUNTS)
def test_nothing_that_anyone_keeps_is_forgotten(
    feed: FeedSpan, per_feed: int | None, accounts: list[Account]
) -> None:
    limits = replace(LIMITS, entries_per_feed=per_feed)
    within = reach(limits, feed)
    point = forget_up_to(limits, feed, [each.reader(within) for each in accounts])
    assert all(
        account.may_lose(seq, within)
        for seq in range(1, point + 1)
        for account in accounts
    )
    assert point <= feed.gone_seq


@EXAMPLES
@given(SPANS, NUMBERS, st.lists(SEQS, min_size=1, max_size=3))
def test_everything_that_nobody_keeps_is_forgotten(
    feed: FeedSpan, per_feed: int | None, watermarks: list[int]
) -> None:
    limits = replace(LIMITS, entries_per_feed=per_feed)
    within = reach(limits, feed)
    accounts = [Account(read_seq, frozenset()) for read_seq in watermarks]
    point = forget_up_to(limits, feed, [each.reader(within) for each in accounts])
    following = point + 1
    assert following > feed.gone_seq or not all(
        account.may_lose(following, within) for account in accounts
    )


def test_limits_tighten_by_thirty_days_down_to_thirty() -> None:
    steps = []
    limits: RetentionLimits | None = replace(LIMITS, days_read=days(100))
    while limits := tighter(limits) if limits else None:
        steps.append(limits)
    assert [each.days_read for each in steps] == [days(70), days(40), days(30)]
    assert {each.days_unread for each in steps} == {LIMITS.days_unread}


def test_no_limit_tightens_to_a_year() -> None:
    tightened = tighter(replace(LIMITS, days_read=None))
    assert tightened is not None
    assert tightened.days_read == days(365)


def test_short_limit_is_not_made_longer() -> None:
    assert tighter(replace(LIMITS, days_read=days(7))) is None


@pytest.mark.parametrize(
    ("limits", "megabytes", "vacuumed", "expected"),
    [
        (LIMITS, 1024, False, Fits()),
        (LIMITS, 1025, False, Vacuum()),
        (LIMITS, 1000, True, Fits()),
        (LIMITS, 1025, True, Tighten(replace(LIMITS, days_read=days(335)))),
        (replace(LIMITS, days_read=days(30)), 1025, True, TooLarge()),
        (replace(LIMITS, database_megabytes=None), 10**9, False, Fits()),
    ],
)
def test_size_is_met_by_the_cheapest_step_first(
    limits: RetentionLimits, megabytes: int, vacuumed: bool, expected: SizeStep
) -> None:
    assert size_step(limits, megabytes, vacuumed=vacuumed) == expected
