"""A next check explains itself, to machines and to people."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.clock import from_datetime, micros
from tidings.core.feeds.next_check import CheckReason, NextCheck, next_check_from

NOON = from_datetime(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
HOUR = timedelta(hours=1)
TWO = NOON + micros(2 * HOUR)


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (
            NextCheck(TWO, CheckReason.FRESH, wait=2 * HOUR, until=TWO),
            "Checked again in 2 h: the server says its copy is fresh until 14:00 UTC.",
        ),
        (
            NextCheck(TWO, CheckReason.RHYTHM, wait=2 * HOUR, every=9 * HOUR),
            "Checked again in 2 h: the feed publishes something new about every 9 h.",
        ),
        (
            NextCheck(
                TWO, CheckReason.BACKOFF, wait=2 * HOUR, failures=3, detail="no answer"
            ),
            "Checked again in 2 h: it failed 3 times in a row (no answer).",
        ),
        (
            NextCheck(
                TWO,
                CheckReason.RETRY_AFTER,
                wait=2 * HOUR,
                until=NOON + micros(100 * HOUR),
                capped=True,
            ),
            "Checked again in 2 h: the server asks us to wait until "
            "2026-03-05 16:00 UTC. That is the longest allowed wait.",
        ),
        (
            NextCheck(None, CheckReason.RESTING, failures=3, detail="it is gone"),
            "Not checked until someone acts: it is gone.",
        ),
        (
            NextCheck(None, CheckReason.ONE_TIME),
            "Not checked again: polling is off for this feed.",
        ),
    ],
)
def test_the_sentence_says_when_and_why(check: NextCheck, sentence: str) -> None:
    assert check.sentence == sentence


def test_who_reads_it_later_is_told_what_is_left_of_the_wait() -> None:
    check = NextCheck(TWO, CheckReason.INTERVAL, wait=2 * HOUR)
    for now, when in ((TWO - micros(HOUR / 2), "in 30 min"), (TWO + 1, "now")):
        sentence = check.seen_at(now).sentence
        assert sentence == f"Checked again {when}: that is this feed's interval."
    held = NextCheck(TWO, CheckReason.HOST_HELD, wait=HOUR / 120, until=TWO)
    assert held.seen_at(TWO - micros(timedelta(seconds=10))).sentence == (
        "Checked in 10 s: the server refused a request, so none of its feeds is"
        " checked until 14:00:00 UTC."
    )
    resting = NextCheck(None, CheckReason.RESTING, detail="it is gone")
    assert resting.seen_at(TWO) == resting


@pytest.mark.parametrize("code", CheckReason)
def test_every_reason_has_a_sentence(code: CheckReason) -> None:
    sentence = NextCheck(TWO, code, wait=2 * HOUR, detail="{odd}").sentence
    assert sentence.endswith(".")


WAITS = st.none() | st.timedeltas(timedelta(0), timedelta(days=400))


@given(
    st.builds(
        NextCheck,
        at=st.none() | st.integers(NOON, 2 * NOON),
        code=st.sampled_from(CheckReason),
        wait=WAITS,
        until=st.none() | st.integers(NOON, 2 * NOON),
        every=WAITS,
        failures=st.integers(0, 10_000),
        detail=st.text(),
        capped=st.booleans(),
    )
)
def test_a_check_survives_storage_as_json(check: NextCheck) -> None:
    figures = json.loads(json.dumps(check.figures))
    assert next_check_from(check.at, check.code.value, figures) == check
