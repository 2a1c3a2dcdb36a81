"""What a chat completion costs is known, whatever else is wrong with it."""

import json

import pytest

from tidings.ai.openai_chat import ChatRequest, ChatResponse, OpenAiChat
from tidings.ai.provider import Ask, CallFailed
from tidings.core.ai.budget import Usage

QUESTION = Ask("1", "summary", "small", "A bridge", "", "", "", {}, 100)


@pytest.mark.parametrize(
    "choices", [[], None, "none", [{}], [{"message": None}], [{"message": {}}]]
)
async def test_an_answer_without_words_is_paid_for(choices: object) -> None:
    usage = {"prompt_tokens": 70, "completion_tokens": 3}
    body = json.dumps({"choices": choices, "usage": usage}).encode()

    async def post(_: ChatRequest) -> ChatResponse:
        return ChatResponse(200, body, None)

    reply = await OpenAiChat("https://model.example/v1", post).ask(QUESTION)
    assert isinstance(reply, CallFailed)
    assert reply.usage == Usage(70, 3)
