"""A model for demonstrations and tests: the same answer every time, failures on order.

Words in the text order what happens: `mock:429`, `mock:500`, `mock:timeout`,
`mock:empty`, `mock:garbage`, and `mock:latency=250` for an answer (or one of these
failures) after so many milliseconds. For some titles the answer is written beforehand.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

from tidings.ai.extractive import excerpt_answer
from tidings.ai.provider import Answer, Ask, CallFailed, Reply, Throttled
from tidings.core.ai.budget import Usage
from tidings.core.ai.lexicon import deframed_by_words

_FREE = Usage(0, 0)
_LATENCY = re.compile(r"mock:latency=(\d{1,6})")
# Feeds are written by strangers: none may keep a worker waiting for long.
_LONGEST = timedelta(seconds=10)
_ON_ORDER: dict[str, Reply] = {
    "mock:429": Throttled(None),
    "mock:500": CallFailed("server_error", "status 500"),
    "mock:timeout": CallFailed("timeout", "no answer in time"),
    "mock:empty": CallFailed("empty_answer", "the answer is empty"),
    "mock:garbage": Answer("This is no JSON.", _FREE),
}

Wait = Callable[[float], Awaitable[None]]


class Mock:
    """Answers by rules; `wait` takes seconds. `written` are deframings by title."""

    costs = False

    def __init__(
        self,
        wait: Wait = asyncio.sleep,
        written: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._wait = wait
        self._written = written or {}

    async def ask(self, question: Ask) -> Reply:
        """Answer as ordered, or as the rules say."""
        await self._wait(latency_on_order(question.text).total_seconds())
        for order, reply in _ON_ORDER.items():
            if order in question.text:
                return reply
        if question.kind == "deframe":
            return self._deframed(question)
        return excerpt_answer(question)

    def _deframed(self, question: Ask) -> Reply:
        found = self._written.get(question.title) or deframed_by_words(
            question.title, question.text
        )
        if found is None:
            return CallFailed("not_judged", "lists of words cannot judge this title")
        return Answer(json.dumps(found), _FREE)


def latency_on_order(text: str) -> timedelta:
    """Return how long a text orders the model to think; none: not at all."""
    ordered = _LATENCY.search(text)
    if ordered is None:
        return timedelta(0)
    return min(timedelta(milliseconds=int(ordered[1])), _LONGEST)
