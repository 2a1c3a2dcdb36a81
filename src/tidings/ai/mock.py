"""A model for demonstrations and tests: the same answer every time, failures on order.

Words in the text order what happens: `mock:429`, `mock:500`, `mock:timeout`,
`mock:empty`, `mock:garbage`, and `mock:slow` for an answer after a second.
"""

import asyncio
import json
from datetime import timedelta

from tidings.ai.extractive import excerpt_answer
from tidings.ai.provider import Answer, Ask, Failed, Reply, Throttled
from tidings.core.ai_budget import Usage
from tidings.core.ai_lexicon import deframed_by_words

_FREE = Usage(0, 0)
_SLOW = timedelta(seconds=1)
_ON_ORDER: dict[str, Reply] = {
    "mock:429": Throttled(None),
    "mock:500": Failed("server_error", "status 500"),
    "mock:timeout": Failed("timeout", "no answer in time"),
    "mock:empty": Failed("empty_answer", "the answer is empty"),
    "mock:garbage": Answer("This is no JSON.", _FREE),
}


class Mock:
    """Answers by rules; `latency` is how long it thinks."""

    costs = False

    def __init__(self, latency: timedelta = timedelta(0)) -> None:
        self._latency = latency

    async def ask(self, question: Ask) -> Reply:
        """Answer as ordered, or as the rules say."""
        wait = self._latency + (_SLOW if "mock:slow" in question.text else timedelta(0))
        await asyncio.sleep(wait.total_seconds())
        for order, reply in _ON_ORDER.items():
            if order in question.text:
                return reply
        if question.kind == "deframe":
            found = deframed_by_words(question.title, question.text)
            return Answer(json.dumps(found), _FREE)
        return excerpt_answer(question)
