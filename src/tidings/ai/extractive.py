"""Built in, offline, free: excerpts instead of summaries. It says so in its answer."""

import json

from tidings.ai.provider import Answer, Ask, CallFailed, Reply
from tidings.core.ai.budget import Usage
from tidings.core.ai.excerpt import excerpt_of

_FREE = Usage(0, 0)


class Extractive:
    """Chooses sentences."""

    costs = False

    async def ask(self, question: Ask) -> Reply:
        """Return an excerpt; other kinds of work need a model."""
        if question.kind == "deframe":
            return CallFailed("invalid_request", "this provider cannot deframe")
        return excerpt_answer(question)


def excerpt_answer(question: Ask) -> Reply:
    """Return an excerpt in the shape of a summary."""
    if question.kind == "digest":
        said = {"title": question.title, "text": question.text}
        return Answer(json.dumps(said), _FREE)
    found = excerpt_of(question.title, question.text)
    if found is None:
        return CallFailed("no_text", "the text is too short to take sentences from")
    one_line, text = found
    return Answer(
        json.dumps({"one_line": one_line, "text": text, "kind": "excerpt"}), _FREE
    )
