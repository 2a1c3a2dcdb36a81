"""Answers of embedding servers: what is not one vector for each text is none at all."""

import json
import math

import pytest

from tidings.ai.openai_chat import ChatRequest, ChatResponse
from tidings.ai.openai_embeddings import Embedded, OpenAiEmbeddings
from tidings.ai.provider import CallFailed
from tidings.core.ai.budget import Usage


async def embed(data: object, usage: object = None) -> Embedded | CallFailed:
    async def post(asked: ChatRequest) -> ChatResponse:
        assert asked.url == "https://a.example/v1/embeddings"
        body = json.dumps({"data": data, "usage": usage}).encode()
        return ChatResponse(200, body, None)

    model = OpenAiEmbeddings("https://a.example/v1/", "vectors", post)
    reply = await model.embed("call", ["one", "two"], None)
    assert isinstance(reply, Embedded | CallFailed)
    return reply


async def test_vectors_come_in_order_and_with_length_one() -> None:
    data = [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3.0, 4.0]}]
    reply = await embed(data, {"prompt_tokens": 7})
    assert isinstance(reply, Embedded)
    one, two = (memoryview(each).cast("f").tolist() for each in reply.vectors)
    assert one == pytest.approx([0.6, 0.8])
    assert two == [0, 1]
    assert reply.usage == Usage(7, 0)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"index": 0},
        [{"index": 0, "embedding": [1]}],
        [{"index": place, "embedding": [1]} for place in (0, 0)],
        [{"index": place, "embedding": [1]} for place in (0, 1, 2)],
        [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 0]}],
        *(
            [{"index": place, "embedding": vector} for place in (0, 1)]
            for vector in (
                None, "1", [], [0.0], ["1"], [math.nan], [math.inf], [10**400],
                [1] * 9000, [[1]],
            )
        ),
    ],
)  # fmt: skip
async def test_what_does_not_fit_the_texts_is_unreadable(data: object) -> None:
    reply = await embed(data, {"prompt_tokens": 7})
    assert isinstance(reply, CallFailed)
    assert (reply.trouble, reply.usage) == ("unreadable_answer", Usage(7, 0))


@pytest.mark.parametrize(
    "usage", [None, 3, {}, {"prompt_tokens": -1}, {"prompt_tokens": True}]
)
async def test_tokens_that_make_no_sense_are_not_believed(usage: object) -> None:
    reply = await embed([{"index": place, "embedding": [1]} for place in (0, 1)], usage)
    assert isinstance(reply, Embedded)
    assert reply.usage is None
