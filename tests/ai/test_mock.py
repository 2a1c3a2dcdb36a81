"""The mock model does what a text orders, every time the same."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.ai.lab import open_lab
from tidings.ai.mock import Mock
from tidings.ai.provider import Answer, Ask, CallFailed, Throttled

TEXT = "A bridge was opened on Monday. Many people came to see it in the rain."


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
