"""When a permanent redirect is believed, and when it is only followed."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import micros
from tidings.core.feeds.redirects import (
    Hop,
    RedirectReason,
    RedirectState,
    RedirectVerdict,
    observe_redirect,
    permanent_target,
)

NOW = 1_700_000_000_000_000
HOUR = micros(timedelta(hours=1))
OLD = "https://old.example/feed"
NEW = "https://new.example/feed"
OTHER = "https://other.example/feed"
MOVED = (Hop(301, NEW),)


def look(
    state: RedirectState,
    hops: tuple[Hop, ...] = MOVED,
    *,
    url: str = OLD,
    is_feed: bool = True,
    now: int = NOW,
) -> RedirectVerdict:
    return observe_redirect(state, url, hops, is_feed=is_feed, now=now)


def seen_at(*hours: float) -> RedirectVerdict:
    verdict = RedirectVerdict(RedirectState(), RedirectReason.NOT_MOVED, "")
    for hour in hours:
        assert verdict.new_url is None
        verdict = look(verdict.state, now=NOW + int(hour * HOUR))
    return verdict


@pytest.mark.parametrize(
    ("hops", "target"),
    [
        ((), None),
        ((Hop(301, NEW),), NEW),
        ((Hop(308, NEW),), NEW),
        ((Hop(302, NEW),), None),
        ((Hop(303, NEW),), None),
        ((Hop(307, NEW),), None),
        ((Hop(301, OTHER), Hop(308, NEW)), NEW),
        ((Hop(302, OTHER), Hop(301, NEW)), None),
        ((Hop(301, OTHER), Hop(302, NEW)), OTHER),
        ((Hop(301, NEW), Hop(301, OLD)), None),
    ],
)
def test_a_chain_is_permanent_as_far_as_every_hop_is(
    hops: tuple[Hop, ...], target: str | None
) -> None:
    assert permanent_target(OLD, hops) == target


@pytest.mark.parametrize(
    ("hours", "believed"),
    [
        ((0,), False),
        ((0, 30), False),
        ((0, 1, 2), False),
        ((0, 1, 2, 23.9), False),
        ((0, 1, 24), True),
        ((0, 1, 2, 3, 24), True),
        ((0, 48, 96), True),
    ],
)
def test_three_sightings_over_a_day_are_believed(
    hours: tuple[float, ...], believed: bool
) -> None:
    verdict = seen_at(*hours)
    assert verdict.new_url == (NEW if believed else None)
    assert verdict.code is (
        RedirectReason.MOVED if believed else RedirectReason.WATCHING
    )


def test_after_the_move_nothing_is_watched() -> None:
    assert seen_at(0, 1, 24).state == RedirectState()


def test_another_target_starts_the_count_again() -> None:
    twice = seen_at(0, 1).state
    other = look(twice, (Hop(301, OTHER),), now=NOW + 30 * HOUR)
    assert other.new_url is None
    assert other.state == RedirectState(OTHER, 1, NOW + 30 * HOUR)


@pytest.mark.parametrize("hops", [(), (Hop(302, NEW),), (Hop(302, OTHER), *MOVED)])
def test_an_answer_without_the_permanent_redirect_ends_the_watch(
    hops: tuple[Hop, ...],
) -> None:
    verdict = look(seen_at(0, 1).state, hops, now=NOW + 30 * HOUR)
    assert verdict.code is RedirectReason.NOT_MOVED
    assert verdict.state == RedirectState()


def test_a_redirect_to_something_that_is_no_feed_is_never_believed() -> None:
    state = RedirectState()
    for hour in range(0, 240, 12):
        verdict = look(state, is_feed=False, now=NOW + hour * HOUR)
        assert verdict.new_url is None
        assert verdict.code is RedirectReason.NOT_A_FEED
        state = verdict.state


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("http://example.org/feed?a=1", "https://example.org/feed?a=1"),
        ("http://Example.org:80/feed", "https://example.org/feed"),
        ("http://example.org", "https://example.org/"),
        ("http://example.org/feed", "https://example.org:443/feed"),
    ],
)
def test_the_same_url_over_https_is_believed_at_once(url: str, target: str) -> None:
    verdict = look(RedirectState(), (Hop(301, target),), url=url)
    assert verdict.new_url == target
    assert verdict.code is RedirectReason.NOW_SECURE
    assert verdict.state == RedirectState()


@pytest.mark.parametrize(
    ("url", "hop", "is_feed"),
    [
        ("http://example.org/feed", Hop(302, "https://example.org/feed"), True),
        ("http://example.org/feed", Hop(301, "https://example.org/feed"), False),
        ("http://example.org/feed", Hop(301, "https://www.example.org/feed"), True),
        ("http://example.org/feed", Hop(301, "https://example.org/other"), True),
        ("http://example.org/feed", Hop(301, "https://example.org/feed?x"), True),
        ("http://example.org/feed", Hop(301, "https://u:p@example.org/feed"), True),
        ("http://example.org:8080/feed", Hop(301, "https://example.org/feed"), True),
        ("http://example.org/feed", Hop(301, "https://example.org:99999/"), True),
        ("http://example.org/feed", Hop(301, "https://[broken/"), True),
    ],
)
def test_anything_else_over_https_has_to_wait(
    url: str, hop: Hop, is_feed: bool
) -> None:
    assert look(RedirectState(), (hop,), url=url, is_feed=is_feed).new_url is None


def test_the_step_to_https_is_taken_while_a_further_move_is_watched() -> None:
    plain, secure = "http://old.example/feed", "https://old.example/feed"
    first = look(RedirectState(), (Hop(301, secure), Hop(301, NEW)), url=plain)
    assert first.new_url == secure
    second = look(first.state, MOVED, url=secure, now=NOW + HOUR)
    third = look(second.state, MOVED, url=secure, now=NOW + 24 * HOUR)
    assert third.new_url == NEW


def test_a_move_from_https_to_http_is_followed_but_never_believed() -> None:
    state = RedirectState()
    for hour in range(0, 240, 12):
        hops = (Hop(301, "http://new.example/feed"),)
        verdict = look(state, hops, now=NOW + hour * HOUR)
        assert verdict.new_url is None
        assert verdict.code is RedirectReason.LESS_SAFE
        state = verdict.state


def test_a_url_that_cannot_be_read_is_no_obstacle() -> None:
    assert look(RedirectState(), url="https://[broken/").new_url is None


def test_a_clock_set_back_does_not_stall_the_move() -> None:
    far_ahead = look(RedirectState(), now=NOW + 90_000 * HOUR).state
    state = far_ahead
    believed_at = None
    for hour in range(0, 72, 6):
        verdict = look(state, now=NOW + hour * HOUR)
        state = verdict.state
        if verdict.new_url and believed_at is None:
            believed_at = hour
    assert believed_at == 24


SIGHTINGS = st.lists(
    st.tuples(
        st.sampled_from([(), MOVED, (Hop(301, OTHER),), (Hop(302, NEW),)]),
        st.booleans(),
        st.integers(0, 20 * HOUR),
    ),
    max_size=12,
)


@given(SIGHTINGS)
def test_what_is_believed_was_seen_three_times_running_over_a_day(
    sightings: list[tuple[tuple[Hop, ...], bool, int]],
) -> None:
    state, now = RedirectState(), NOW
    run: list[int] = []
    last_target = None
    for hops, is_feed, pause in sightings:
        now += pause
        target = permanent_target(OLD, hops) if is_feed else None
        run = [*run, now] if target and target == last_target else [now]
        last_target = target
        verdict = look(state, hops, is_feed=is_feed, now=now)
        state = verdict.state
        enough = len(run) >= 3 and run[-1] - run[0] >= 24 * HOUR
        assert verdict.new_url == (target if target and enough else None)
        if verdict.new_url:
            last_target = None
