"""Embeddings from every server that speaks OpenAI's protocol.

As with chats, nothing that a server says is shown, only what kind of failure it was.
"""

import json
import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tidings.ai.openai_chat import ChatRequest, Post, is_count, refusal_of
from tidings.ai.provider import CallFailed, Throttled
from tidings.core.ai.budget import Usage

_MOST_NUMBERS = 8192
# A server without embeddings may well chat: this says nothing of the service.
_NOT_THERE = frozenset({404, 501})


@dataclass(frozen=True, slots=True)
class Embedded:
    """A vector for each text, as floats of length 1; usage None: it did not say."""

    vectors: tuple[bytes, ...] = field(repr=False)
    usage: Usage | None


class OpenAiEmbeddings:
    """Asks `base_url`/embeddings. `post` is the way out, guarded by the caller."""

    def __init__(self, base_url: str, model: str, post: Post) -> None:
        self.model = model
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._post = post

    async def embed(
        self, call_id: str, texts: Sequence[str], api_key: str | None
    ) -> Embedded | Throttled | CallFailed:
        """Ask once for some texts; there is a vector for each of them, or none."""
        body = {"model": self.model, "input": list(texts), "encoding_format": "float"}
        headers = {"X-Request-Id": call_id}
        if api_key:
            headers["Authorization"] = f"Bearer {api_key}"
        came = await self._post(
            ChatRequest(self._url, json.dumps(body).encode(), headers)
        )
        if isinstance(came, CallFailed):
            return came
        if came.status in _NOT_THERE:
            return CallFailed("invalid_request", f"status {came.status}")
        return refusal_of(came) or _embedded(came.body, len(texts))


def _embedded(body: bytes, many: int) -> Embedded | CallFailed:
    usage = None
    try:
        document = json.loads(body)
        usage = _usage(document.get("usage"))
        vectors = _in_order(document["data"], many)
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ):
        return CallFailed("unreadable_answer", "these are not the embeddings", usage)
    return Embedded(vectors, usage)


def _in_order(data: Sequence[Any], many: int) -> tuple[bytes, ...]:
    by_place = {one["index"]: _unit(one["embedding"]) for one in data}
    vectors = tuple(by_place[place] for place in range(many))
    if len(data) != many or len({len(each) for each in vectors}) != 1:
        raise ValueError("the embeddings do not fit together")
    return vectors


def _unit(numbers: Sequence[float]) -> bytes:
    """Return a vector of length 1, so that cosines are sums."""
    if not 0 < len(numbers) <= _MOST_NUMBERS:
        raise ValueError("an embedding is too long or empty")
    length = math.hypot(*numbers)
    if not 0 < length < math.inf:
        raise ValueError("an embedding has no direction")
    return array("f", [number / length for number in numbers]).tobytes()


def _usage(found: object) -> Usage | None:
    sent = found.get("prompt_tokens") if isinstance(found, dict) else None
    return Usage(int(sent), 0) if is_count(sent) and sent is not None else None
