"""Feeds that fail, slow us down or move: asked as often as they allow, never given up."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tests.jobs.feed_lab import DAY, HOUR, Kept, Lab, Reply, five, open_lab
from tests.make import NOON
from tidings.core.clock import MICROSECOND, micros, to_datetime
from tidings.store.engine.connection import Connection

pytestmark = pytest.mark.both_engines

MINUTE = timedelta(minutes=1)
PAGE = b"<!doctype html><title>We have moved</title><p>Come back later"


def http_date(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)


async def check_when_due(lab: Lab, name: str) -> timedelta:
    """Let time pass until the feed is due, check it, and return how long that took."""
    (due,) = lab.fetch_state(name, "next_check_at")
    assert due is not None, "the feed was given up"
    waited = due - lab.clock.now
    lab.clock.now = max(due, lab.clock.now)
    assert await lab.work_off() >= 1
    return waited * MICROSECOND


async def test_a_feed_that_fails_fifty_times_is_still_asked_and_recovers_alone(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        lab.add("flaky", lambda p: five() if p >= 50 else Reply(status=500))
        await lab.work_off()
        waits = [await check_when_due(lab, "flaky") for _ in range(49)]
        failing = lab.fetch_state("flaky", "failures, last_error_code, dormant_since")
        assert failing[:2] == (50, "server_error")
        assert failing[2] is not None
        assert max(waits) <= 2 * DAY
        await check_when_due(lab, "flaky")
        assert lab.fetch_state(
            "flaky", "failures, last_error, dormant_since, failing_since"
        ) == (0, None, None, None)
        assert len(lab.entry_ids(lab.feeds["flaky"])) == 5
        assert lab.trouble() == []


RETRY_AFTER: list[tuple[str, timedelta, timedelta]] = [
    # what the server says, the shortest and the longest wait that obeys it
    ("7200", 2 * HOUR, 3 * HOUR),
    (http_date(to_datetime(NOON) + 5 * HOUR), 5 * HOUR, 6 * HOUR),
    (http_date(to_datetime(NOON) - 5 * HOUR), MINUTE, 2 * HOUR),
    ("0", MINUTE, 2 * HOUR),
    ("-5", MINUTE, 2 * HOUR),
    ("soon", MINUTE, 2 * HOUR),
    ("99999999999", 2 * DAY, 2 * DAY),
]


async def test_retry_after_is_obeyed_in_every_form(database_url: str) -> None:
    def refusing(status: int, said: str) -> Callable[[int], Reply]:
        headers = (f"Retry-After: {said}",)
        return lambda p: five() if p else Reply(status=status, headers=headers)

    async with open_lab(database_url) as lab:
        for place, (said, _, _) in enumerate(RETRY_AFTER):
            for code in (429, 503):
                lab.add(f"{code}-{place}", refusing(code, said))
        # One by one: a host that asks for fewer requests is left alone at once.
        for name, number in lab.feeds.items():
            lab.write(_only_due, number, lab.clock.now)
            lab.write(_forget_hold)
            await lab.work_off()
            status, place = name.split("-")
            said, shortest, longest = RETRY_AFTER[int(place)]
            at, failures = lab.fetch_state(name, "next_check_at, failures")
            assert shortest <= (at - NOON) * MICROSECOND <= longest, name
            # 503 without a time is a failure like any other.
            assert failures == (status == "503" and said == "soon"), name
        assert lab.trouble() == []


def _forget_hold(db: Connection) -> None:
    db.run("delete from host_pace")


def _only_due(db: Connection, number: int, now: int) -> None:
    db.run(
        "update feed_fetch_state"
        " set next_check_at = case when feed_id = :feed then :now else :far end",
        feed=number,
        now=now,
        far=now + micros(9 * DAY),
    )


async def test_a_success_that_names_a_time_is_believed(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        fresh = ("Cache-Control: max-age=18000",)
        lab.add("fresh", lambda _: Reply(five(), headers=fresh))
        lab.add("plain", lambda _: five())
        await lab.work_off()
        (fresh_at,) = lab.fetch_state("fresh", "next_check_at")
        (plain_at,) = lab.fetch_state("plain", "next_check_at")
        assert fresh_at - NOON >= micros(5 * HOUR)
        assert plain_at - NOON < micros(HOUR)


async def test_permanent_redirects_are_adopted_only_when_they_are_proved(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:

        def moved(status: int, to: str) -> Callable[[int], Reply]:
            location = lab.origin.url(f"/feed?name={to}")
            return lambda _: Reply(status=status, headers=(f"Location: {location}",))

        for name in ("new-301", "new-308", "new-302"):
            lab.origin.scripts[name] = lambda _: five()
        lab.origin.scripts["page"] = lambda _: PAGE
        lab.add("moved-301", moved(301, "new-301"))
        lab.add("moved-308", moved(308, "new-308"))
        lab.add("moved-302", moved(302, "new-302"))
        lab.add("moved-to-html", moved(301, "page"))
        lab.add("hijack", lambda p: moved(301, "new-302")(p) if p == 1 else five())
        lab.origin.scripts["permanent-hop"] = moved(301, "new-302")
        lab.add("mixed-302-301", moved(302, "permanent-hop"))
        await lab.poll()
        lab.read_some()
        await lab.poll(15)
        urls = {name: lab.fetch_state(name, "f.url")[0] for name in lab.feeds}
        adopted = {
            name: url.partition("name=")[2]
            for name, url in urls.items()
            if url != lab.origin.url(f"/feed?name={name}")
        }
        assert adopted == {"moved-301": "new-301", "moved-308": "new-308"}
        assert lab.kept("moved-301") == Kept(5, unread=4)
        assert lab.trouble() == []
