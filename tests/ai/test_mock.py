"""The mock model does what a text orders, every time the same."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.ai.lab import open_lab
from tidings.ai.mock import Mock
from tidings.ai.provider import Answer, Ask, CallFailed, Throttled
from tidings.store.accounts.accounts import set_preferences
from tidings.store.ai.queue import queue_counts, queued_tasks
from tidings.store.ai.readings import shown_for

TEXT = "A bridge was opened on Monday. Many people came to see it in the rain."


async def deframed(title: str) -> object:
    """Ask what is neutral about a title; of one of them we know."""
    written = {"A bridge": {"title": "Of the bridge"}}
    question = Ask("1", "deframe", "m", title, TEXT, "", TEXT, {}, 100)
    return await Mock(written=written).ask(question)


async def test_what_was_written_of_a_title_is_the_answer() -> None:
    answer = await deframed("A bridge")
    assert isinstance(answer, Answer)
    assert answer.text == '{"title": "Of the bridge"}'


async def test_a_title_that_lists_of_words_cannot_judge_has_no_answer() -> None:
    answer = await deframed("Strike misery")
    assert isinstance(answer, CallFailed)
    assert answer.trouble == "not_judged"


async def test_what_cannot_be_judged_troubles_no_administrator(
    new_url: Callable[..., str],
) -> None:
    url = new_url("sqlite", migrated=True)
    async with open_lab(url, provider="mock") as lab:
        lab.write(set_preferences, lab.user, '{"ai": true, "ai_deframing": true}')
        entry = lab.entry("Strike misery", f"<p>{TEXT}</p>")
        assert await lab.work() == 2
        shown = lab.context.database.read_now(shown_for, entry, "deframe", "")
        assert (shown.state, shown.code) == ("failed", "not_judged")
        now = lab.clock()
        assert not any(lab.write(queue_counts, now).values())
        assert lab.write(queued_tasks, "failed", None, 10, now) == []
        assert lab.rows("select sum(failures) from ai_ledger") == [(0,)]


async def asked(text: str) -> tuple[object, list[float]]:
    """Ask once; return the reply and for how long the model would have thought."""
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    question = Ask("1", "summary", "m", "A bridge", text, "", text, {}, 100)
    return await Mock(wait).ask(question), waited


@pytest.mark.parametrize(
    ("order", "seconds"),
    [
        ("", 0),
        ("mock:latency=0", 0),
        ("mock:latency=250", 0.25),
        ("mock:latency=999999", 10),
        ("mock:latency=soon", 0),
    ],
)
async def test_latency_comes_on_order_and_has_a_limit(
    order: str, seconds: float
) -> None:
    for _ in range(2):
        reply, waited = await asked(f"{TEXT} {order}")
        assert isinstance(reply, Answer)
        assert waited == [seconds]


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        ("mock:429", Throttled),
        ("mock:500", CallFailed),
        ("mock:timeout", CallFailed),
        ("mock:empty", CallFailed),
        ("mock:garbage", Answer),
    ],
)
async def test_failures_come_on_order_and_after_the_latency(
    order: str, kind: type
) -> None:
    reply, waited = await asked(f"{TEXT} {order} mock:latency=30")
    assert isinstance(reply, kind)
    assert waited == [0.03]


async def test_a_text_that_orders_patience_is_not_asked_about_without_end(
    new_url: Callable[..., str],
) -> None:
    url = new_url("sqlite", migrated=True)
    async with open_lab(url, provider="mock") as lab:
        lab.entry("Mocking", f"<p>{TEXT} mock:429</p>")
        lab.entry("Another", f"<p>{TEXT}</p>")
        assert await lab.work() == 2
        lab.clock.move(timedelta(minutes=2))
        assert await lab.work() == 1


async def test_a_model_that_is_not_told_otherwise_really_waits() -> None:
    question = Ask(
        "1", "summary", "m", "A bridge", "mock:latency=1 mock:500", "", "", {}, 9
    )
    assert isinstance(await Mock().ask(question), CallFailed)
