"""Cerebras and every other server that speaks OpenAI's chat completions.

The answer is asked for by JSON schema; servers that do not know schemas are asked again
without one, and remembered. Nothing that a server says is shown, only what kind of
failure it was: error pages quote keys and prompts.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tidings.ai.provider import Answer, Ask, CallFailed, Reply, Throttled
from tidings.core.ai.budget import Usage

_MOST_COUNTED = 10**9
# A wrong key, no money, no such model: no task is to blame, and none would fare better.
_OF_THE_SERVICE = frozenset({401, 402, 403, 404, 408, 409, 425})
_SCHEMA_REFUSALS = frozenset({400, 415, 422, 501})


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What is to be posted."""

    url: str
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ChatResponse:
    """What came back."""

    status: int
    body: bytes = field(repr=False)
    retry_after: timedelta | None


Post = Callable[[ChatRequest], Awaitable[ChatResponse | CallFailed]]


class OpenAiChat:
    """Asks `base_url`/chat/completions. `post` is the way out, guarded by the caller."""

    costs = True

    def __init__(self, base_url: str, post: Post) -> None:
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._post = post
        self._knows_schemas = True

    async def ask(self, question: Ask) -> Reply:
        """Ask once; a server that refuses schemas is asked without one from then on.

        The refusal costs no tokens, and the next attempt of the task asks otherwise.
        """
        with_schema = self._knows_schemas
        came = await self._post(self._request(question, with_schema=with_schema))
        if isinstance(came, CallFailed):
            return came
        if with_schema and came.status in _SCHEMA_REFUSALS:
            self._knows_schemas = not _blames_schema(came.body)
        return refusal_of(came) or _answer(came.body)

    def _request(self, question: Ask, *, with_schema: bool) -> ChatRequest:
        body: dict[str, Any] = {
            "model": question.model,
            "messages": [
                {"role": "system", "content": _instruction(question, with_schema)},
                {"role": "user", "content": question.material},
            ],
            "max_tokens": question.most_tokens,
            "temperature": 0,
            "stream": False,
        }
        if with_schema:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {
                    "name": question.kind,
                    "strict": True,
                    "schema": question.schema,
                },
            }
        headers = {"X-Request-Id": question.id}
        if question.api_key:
            headers["Authorization"] = f"Bearer {question.api_key}"
        return ChatRequest(self._url, json.dumps(body).encode(), headers)


def _instruction(question: Ask, with_schema: bool) -> str:
    if with_schema:
        return question.system
    schema = json.dumps(question.schema, separators=(",", ":"))
    return f"{question.system}\n\nThe JSON object has this schema: {schema}"


def _blames_schema(body: bytes) -> bool:
    return b"response_format" in body or b"json_schema" in body


def refusal_of(came: ChatResponse) -> Throttled | CallFailed | None:
    """Return what a status means; None: the body holds the answer."""
    if came.status == 429:
        return Throttled(came.retry_after)
    if came.status == 503 and came.retry_after is not None:
        return Throttled(came.retry_after)
    if came.status >= 500 or came.status in _OF_THE_SERVICE:
        return CallFailed("server_error", f"status {came.status}")
    if came.status != 200:
        return CallFailed("invalid_request", f"status {came.status}")
    return None


def _answer(body: bytes) -> Reply:
    usage = None
    try:
        document = json.loads(body)
        usage = _usage(document.get("usage"))
        choice = document["choices"][0]
        text = choice["message"].get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return CallFailed("unreadable_answer", "it is not a chat completion", usage)
    if not isinstance(text, str) or not text.strip():
        return CallFailed("empty_answer", "the answer is empty", usage)
    return Answer(text, usage)


def _usage(found: object) -> Usage | None:
    if not isinstance(found, dict):
        return None
    sent, received = found.get("prompt_tokens"), found.get("completion_tokens")
    if not (is_count(sent) and is_count(received)):
        return None
    return Usage(int(sent or 0), int(received or 0))


def is_count(value: object) -> bool:
    """Return whether something can be a number of tokens."""
    return type(value) is int and 0 <= value <= _MOST_COUNTED
