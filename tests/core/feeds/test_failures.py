"""Which failures count, and what each retry policy makes of them."""

from collections.abc import Sequence
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.feeds.failures import (
    DORMANT_AFTER,
    FailureKind,
    FailureState,
    Judgement,
    RetryPolicy,
    Standing,
    judge,
    kind_of_failure,
)
from tidings.core.feeds.outcome import (
    Failed,
    FailureCode,
    Fetched,
    FetchOutcome,
    Gone,
    HttpFailed,
    NoFeedFound,
    NotModified,
    SlowDown,
)

NOW = 1_700_000_000_000_000
URL = "https://example.org/feed"
PATIENT, STRICT, ONE_STRIKE = RetryPolicy
SUCCESSES: list[FetchOutcome] = [Fetched(b"<rss/>", URL), NotModified(URL)]
UNCOUNTED: list[FetchOutcome] = [
    SlowDown(429),
    SlowDown(503),
    Failed("interrupted"),
    Failed("host_busy"),
]
FAILURES: list[FetchOutcome] = [
    Failed("timeout"),
    Failed("blocked_address"),
    Failed("bad_url"),
    HttpFailed(401),
    HttpFailed(404),
    HttpFailed(500),
    Gone(),
    NoFeedFound("html"),
]


def after(
    outcomes: Sequence[FetchOutcome],
    policy: RetryPolicy = PATIENT,
    start: FailureState | None = None,
) -> Judgement:
    judgement = Judgement(start or FailureState(), None, "")
    for tick, outcome in enumerate(outcomes):
        judgement = judge(judgement.state, outcome, policy, NOW + tick)
    return judgement


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (Fetched(b"", URL), None),
        (NotModified(URL), None),
        (SlowDown(429), FailureKind.RATE_LIMITED),
        (SlowDown(503), FailureKind.RATE_LIMITED),
        (HttpFailed(401), FailureKind.UNAUTHORISED),
        (HttpFailed(403), FailureKind.UNAUTHORISED),
        (HttpFailed(400), FailureKind.PERMANENT),
        (HttpFailed(404), FailureKind.PERMANENT),
        (HttpFailed(500), FailureKind.TEMPORARY),
        (HttpFailed(503), FailureKind.TEMPORARY),
        (HttpFailed(304), FailureKind.TEMPORARY),
        (Gone(), FailureKind.PERMANENT),
        (NoFeedFound("html"), FailureKind.PERMANENT),
        (NoFeedFound("truncated"), FailureKind.PERMANENT),
        (Failed("bad_url"), FailureKind.PERMANENT),
        (Failed("timeout"), FailureKind.TEMPORARY),
        (Failed("dns"), FailureKind.TEMPORARY),
        (Failed("tls"), FailureKind.TEMPORARY),
        (Failed("interrupted"), FailureKind.NOT_COUNTED),
        (Failed("host_busy"), FailureKind.NOT_COUNTED),
    ],
)
def test_every_outcome_has_its_kind(
    outcome: FetchOutcome, kind: FailureKind | None
) -> None:
    assert kind_of_failure(outcome) is kind


@pytest.mark.parametrize("outcome", FAILURES)
def test_a_failure_counts_and_is_named(outcome: FetchOutcome) -> None:
    judgement = after([outcome])
    assert judgement.state.consecutive == 1
    assert judgement.state.failing_since == NOW
    assert judgement.state.last_code == outcome.code
    assert judgement.verdict is Standing.RETRYING
    assert outcome.message in judgement.reason


@pytest.mark.parametrize("policy", RetryPolicy)
@pytest.mark.parametrize("outcome", UNCOUNTED)
def test_slowing_down_and_our_own_trouble_never_count(
    outcome: FetchOutcome, policy: RetryPolicy
) -> None:
    failing = after([Failed("timeout")] * 3).state
    state = after([outcome] * 50, policy, failing).state
    assert (state.consecutive, state.failing_since) == (3, failing.failing_since)
    assert state.standing is failing.standing


@pytest.mark.parametrize("success", SUCCESSES)
@pytest.mark.parametrize("failures", [1, 9, 10, 50])
def test_a_success_wipes_the_slate_clean(success: FetchOutcome, failures: int) -> None:
    judgement = after([*[Failed("timeout")] * failures, success])
    assert judgement.state == FailureState()
    assert judgement.verdict is Standing.HEALTHY


def test_patient_goes_dormant_at_the_tenth_failure_in_a_row() -> None:
    nine = after([HttpFailed(404)] * 9)
    assert nine.verdict is Standing.RETRYING
    ten = judge(nine.state, HttpFailed(500), PATIENT, NOW + 99)
    assert ten.verdict is Standing.DORMANT
    assert ten.state.dormant_since == NOW + 99
    assert "10 times" in ten.reason
    eleven = judge(ten.state, HttpFailed(500), PATIENT, NOW + 100)
    assert eleven.state.dormant_since == NOW + 99


def test_patient_never_rests_on_anything_but_gone() -> None:
    others = [outcome for outcome in FAILURES if not isinstance(outcome, Gone)]
    assert after(others * 20).verdict is Standing.DORMANT


def test_gone_twice_running_rests_the_feed() -> None:
    assert after([Gone()]).verdict is Standing.RETRYING
    resting = after([Gone(), Gone()])
    assert resting.verdict is Standing.RESTING
    assert resting.state.resting_since == NOW + 1
    assert "until someone acts" in resting.reason


def test_gone_must_be_said_twice_running() -> None:
    interrupted = after([Gone(), HttpFailed(500), Gone()])
    assert interrupted.verdict is Standing.RETRYING
    # "Slow down" is no answer to the question whether the feed is gone.
    assert after([Gone(), SlowDown(), Gone()]).verdict is Standing.RESTING


def test_a_server_that_asks_for_fewer_requests_is_remembered_with_the_time() -> None:
    limited = after([SlowDown(429), SlowDown(503)])
    assert limited.state.limited_since == NOW
    assert limited.state.last_kind is FailureKind.RATE_LIMITED
    assert limited.state.last_code == "slow_down"
    assert "HTTP 503" in (limited.state.last_message or "")
    failing = judge(limited.state, HttpFailed(500), PATIENT, NOW + 9).state
    assert (failing.limited_since, failing.last_kind) == (None, FailureKind.TEMPORARY)


def test_our_own_trouble_says_nothing_about_the_feed() -> None:
    assert after([Failed("host_busy")]).state == FailureState()


def test_a_login_that_cannot_be_read_is_remembered_and_not_counted() -> None:
    limited = after([HttpFailed(500), SlowDown()]).state
    state = judge(limited, Failed("secret_unreadable"), ONE_STRIKE, NOW + 9).state
    assert (state.consecutive, state.resting_since) == (1, None)
    assert (state.last_code, state.last_kind) == (
        "secret_unreadable",
        FailureKind.NOT_COUNTED,
    )
    assert state.limited_since is None
    assert judge(state, Failed("host_busy"), ONE_STRIKE, NOW + 10).state == state
    assert judge(state, SUCCESSES[0], ONE_STRIKE, NOW + 11).state == FailureState()


@pytest.mark.parametrize(
    ("outcome", "standing"),
    [
        (HttpFailed(400), Standing.RESTING),
        (HttpFailed(401), Standing.RESTING),
        (HttpFailed(403), Standing.RESTING),
        (HttpFailed(404), Standing.RESTING),
        (Gone(), Standing.RESTING),
        (NoFeedFound("html"), Standing.RESTING),
        (NoFeedFound("truncated"), Standing.RESTING),
        (HttpFailed(500), Standing.RETRYING),
        (Failed("timeout"), Standing.RETRYING),
        (Failed("dns"), Standing.RETRYING),
        (SlowDown(), Standing.HEALTHY),
    ],
)
def test_strict_rests_on_what_only_a_person_can_mend(
    outcome: FetchOutcome, standing: Standing
) -> None:
    assert after([outcome], STRICT).verdict is standing


def test_strict_goes_dormant_too() -> None:
    assert (
        after([Failed("timeout")] * DORMANT_AFTER, STRICT).verdict is Standing.DORMANT
    )


@pytest.mark.parametrize("outcome", FAILURES)
def test_one_strike_rests_on_any_error(outcome: FetchOutcome) -> None:
    assert after([outcome], ONE_STRIKE).verdict is Standing.RESTING


def test_a_failed_try_by_hand_leaves_a_resting_feed_resting() -> None:
    resting = after([Gone()] * 3).state
    again = judge(resting, Failed("timeout"), PATIENT, NOW + 500)
    assert again.verdict is Standing.RESTING
    assert again.state.resting_since == resting.resting_since
    assert again.state.last_code == "timeout"


OUTCOMES = st.sampled_from(SUCCESSES + UNCOUNTED + FAILURES) | st.sampled_from(
    get_args(FailureCode)
).map(Failed)


@given(st.lists(OUTCOMES, max_size=60), st.sampled_from(RetryPolicy))
def test_the_count_is_the_run_of_counted_failures(
    outcomes: list[FetchOutcome], policy: RetryPolicy
) -> None:
    run = 0
    for outcome in outcomes:
        kind = kind_of_failure(outcome)
        if kind is None:
            run = 0
        elif kind not in (FailureKind.RATE_LIMITED, FailureKind.NOT_COUNTED):
            run += 1
    state = after(outcomes, policy).state
    assert state.consecutive == run
    assert (state.failing_since is None) == (run == 0)
    assert (state.standing is Standing.HEALTHY) == (run == 0)
