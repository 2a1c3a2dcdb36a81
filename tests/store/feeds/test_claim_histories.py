"""Workers that claim, finish, die and come late, in random order, against a plain model.

Every request for a check is served, no feed is held by two, none is stuck.
`TIDINGS_TEST_CLAIM_STEPS` makes the history longer.
"""

import random
from dataclasses import dataclass, field
from datetime import timedelta

from tests.effort import effort
from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.feeds.feed import FetchState
from tidings.core.feeds.host_pace import PaceRules
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.refresh import RefreshPlan
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.apply_plan import apply_plans
from tidings.store.feeds.claims import (
    ClaimedFeed,
    ClaimRules,
    claim_due_feeds,
    claim_feed,
    release_claims,
)
from tidings.store.feeds.feeds import add_feed, make_all_due

STEPS = effort("CLAIM_STEPS", 500)
SECOND = micros(timedelta(seconds=1))
LEASE = timedelta(seconds=60)
INTERVAL = micros(timedelta(minutes=5))
RULES = ClaimRules(many=2, pace=PaceRules(timedelta(0), 2), lease=LEASE)


@dataclass(frozen=True)
class Held:
    """A claim as its worker remembers it."""

    claim: ClaimedFeed
    until: int

    @property
    def key(self) -> tuple[int, int]:
        return self.claim.feed.id, self.claim.feed.lease_token


def due_at(db: Connection, feed: int) -> int:
    return db.value(
        "select next_check_at from feed_fetch_state where feed_id = :f", f=feed
    )


@dataclass
class History:
    """The database, and what must be true of it."""

    database: Database
    feeds: list[int]
    now: int = NOON
    holders: list[Held] = field(default_factory=list)  # alive, perhaps too late
    newest: dict[int, Held] = field(default_factory=dict)  # whose word counts
    asked: set[int] = field(default_factory=set)  # not claimed since

    def claim(self) -> int:
        got = self.database.write_now(claim_due_feeds, "w", self.now, RULES)
        for claim in got:
            self._hold(claim)
        return len(got)

    def claim_by_name(self) -> None:
        feed = random.choice(self.feeds)
        claim = self.database.write_now(claim_feed, feed, "n", self.now, LEASE)
        assert (claim is None) == self._is_held(feed)
        if claim is not None:
            self._hold(claim)

    def _hold(self, claim: ClaimedFeed) -> None:
        feed = claim.feed.id
        assert not self._is_held(feed), "two hold the same feed"
        held = Held(claim, self.now + micros(LEASE))
        self.holders.append(held)
        self.newest[feed] = held
        self.asked.discard(feed)

    def _is_held(self, feed: int) -> bool:
        held = self.newest.get(feed)
        return held is not None and held.until >= self.now

    def finish(self) -> None:
        held = self._one_of_the_holders()
        if held is None:
            return
        feed = held.claim.feed
        check = NextCheck(self.now + INTERVAL, CheckReason.INTERVAL)
        plan = RefreshPlan(
            feed.id,
            feed.lease_token,
            "fetched",
            "",
            FetchState(check),
            due_at=feed.state.next_check.at,
        )
        (applied,) = self.database.write_now(apply_plans, [plan], self.now)
        is_newest = self.newest.get(feed.id) == held
        assert (applied is not None) == is_newest, "a late one wrote, or a timely not"
        if is_newest:
            del self.newest[feed.id]
            is_due = self.database.read_now(due_at, feed.id) <= self.now
            assert is_due == (feed.id in self.asked), "a request was lost, or made up"

    def give_back(self) -> None:
        held = self._one_of_the_holders()
        if held is not None:
            self.database.write_now(release_claims, [held.key])
            self._gave_back(held)

    def _gave_back(self, held: Held) -> None:
        self._must_be_served_again(held)
        if self.newest.get(held.claim.feed.id) == held:
            del self.newest[held.claim.feed.id]

    def die(self) -> None:
        held = self._one_of_the_holders()
        if held is not None:
            self._must_be_served_again(held)

    def _must_be_served_again(self, held: Held) -> None:
        feed = held.claim.feed
        is_newest = self.newest.get(feed.id) == held
        if is_newest and (feed.state.next_check.at or 0) <= self.now:
            self.asked.add(feed.id)

    def ask(self) -> None:
        self.database.write_now(make_all_due, self.now)
        self.asked.update(self.feeds)

    def wait(self) -> None:
        self.now += random.choice([SECOND, 10 * SECOND, 40 * SECOND, 70 * SECOND])

    def _one_of_the_holders(self) -> Held | None:
        if not self.holders:
            return None
        return self.holders.pop(random.randrange(len(self.holders)))

    def step(self) -> None:
        self.now += 1
        usual = [self.claim] * 4 + [self.finish] * 4 + [self.wait] * 3
        seldom = [self.claim_by_name, self.give_back, self.die, self.ask]
        random.choice(usual + seldom)()

    def serve_all(self) -> None:
        """Let one worker claim what is due once every lease has ended."""
        self.now += micros(LEASE) + 10 * SECOND
        while self.claim():
            pass


def test_no_request_is_lost_and_no_feed_is_held_twice(database: Database) -> None:
    feeds = [
        database.write_now(add_feed, f"https://h{n}.example/", NOON)[0]
        for n in range(6)
    ]
    history = History(database, feeds, asked=set(feeds))
    for _ in range(STEPS):
        history.step()
    history.serve_all()
    assert history.asked == set()
