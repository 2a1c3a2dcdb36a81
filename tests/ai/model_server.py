"""A model server on loopback that speaks /v1/chat/completions and /v1/embeddings, and
misbehaves on order.

It counts tokens by itself: words sent and words answered.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

SUMMARY = {"one_line": "A bridge was opened.", "text": "A bridge was opened on Monday."}
DEFRAMED = {
    "title": "A bridge opens",
    "title_reason": "Calmer.",
    "description": "The bridge is open.",
    "description_reason": "",
    **{
        name: {"score": 0.2, "reason": "little"}
        for name in ("framing", "clickbait", "persuasive", "hyper_stimulus")
    },
    "speculative": {"score": 0.4, "reason": "some"},
    "overall": 0.25,
    "category": "local",
    "facts": [
        {"fact": "It opened.", "quote": "bridge opened on Monday"},
        {"fact": "It is made up.", "quote": "nobody ever wrote this"},
    ],
}


@dataclass(frozen=True)
class Asked:
    """One call as the server saw it; tokens are 0 when it did not answer."""

    id: str
    at: float
    authorization: str
    body: dict[str, Any]
    outcome: str
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass
class ModelServer:
    """`behave` chooses what happens to the n-th call: the name of a method without `do_`."""

    behave: Callable[[int, dict[str, Any]], str] = lambda number, body: "ok"
    now: Callable[[], float] = lambda: 0.0
    answer: dict[str, Any] | str | None = None  # None: what the schema asks for
    retry_after: str | None = None
    knows_schemas: bool = True
    vector_of: Callable[[str], list[float]] = lambda text: [1.0, 0.0]
    asked: list[Asked] = field(default_factory=list)
    port: int = 0
    _runner: web.AppRunner | None = None

    async def __aenter__(self) -> "ModelServer":
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/v1/chat/completions", self._serve)
        app.router.add_post("/v1/embeddings", self._embed)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def tokens(self) -> tuple[int, int]:
        return (
            sum(call.tokens_in for call in self.asked),
            sum(call.tokens_out for call in self.asked),
        )

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        at = self.now()
        body = await request.json()
        outcome = self.behave(len(self.asked), body)
        if "response_format" in body and not self.knows_schemas:
            outcome = "no_schema"
        answer = self._answer(body, outcome)
        sent = sum(len(one["content"].split()) for one in body["messages"])
        usage = (sent, len(answer.split())) if outcome in _PAID else (0, 0)
        call = Asked(
            request.headers.get("X-Request-Id", ""),
            at,
            request.headers.get("Authorization", ""),
            body,
            outcome,
            *usage,
        )
        self.asked.append(call)
        return await getattr(self, f"do_{outcome}")(request, answer, usage)

    async def _embed(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        outcome = self.behave(len(self.asked), body)
        sent = sum(len(text.split()) for text in body["input"])
        usage = (sent, 0) if outcome in _PAID else (0, 0)
        key = request.headers.get("Authorization", "")
        call_id = request.headers.get("X-Request-Id", "")
        call = Asked(call_id, self.now(), key, body, outcome, *usage)
        self.asked.append(call)
        if outcome != "ok":
            return await getattr(self, f"do_{outcome}")(request, "", usage)
        data = [
            {"object": "embedding", "index": place, "embedding": self.vector_of(text)}
            for place, text in enumerate(body["input"])
        ]
        # The protocol says which is which by number, not by order.
        return web.json_response(
            {"data": data[::-1], "usage": {"prompt_tokens": sent, "total_tokens": sent}}
        )

    def _answer(self, body: dict[str, Any], outcome: str) -> str:
        if isinstance(self.answer, str):
            return self.answer
        kind = body.get("response_format", {}).get("json_schema", {}).get("name")
        system = body["messages"][0]["content"]
        deframes = kind == "deframe" or "framing" in system
        text = json.dumps(self.answer or (DEFRAMED if deframes else SUMMARY))
        if outcome == "fenced":
            return f"Here it is:\n```json\n{text[:-1]},}}\n```\nGood luck!"
        return {"empty": " ", "garbage": "I cannot do that."}.get(outcome, text)

    async def do_ok(
        self, request: web.Request, text: str, usage: tuple[int, int]
    ) -> web.StreamResponse:
        return web.json_response(
            {
                "choices": [{"message": {"role": "assistant", "content": text}}],
                "usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1]},
            }
        )

    do_fenced = do_empty = do_garbage = do_ok

    async def do_throttled(self, *_: object) -> web.StreamResponse:
        said = {} if self.retry_after is None else {"Retry-After": self.retry_after}
        return web.json_response({"error": "slow down"}, status=429, headers=said)

    async def do_broken(self, *_: object) -> web.StreamResponse:
        return web.json_response({"error": "key sk-secret is wrong"}, status=500)

    async def do_denied(self, *_: object) -> web.StreamResponse:
        return web.json_response({"error": "key sk-secret is wrong"}, status=401)

    async def do_missing(self, *_: object) -> web.StreamResponse:
        return web.json_response({"error": "no such model"}, status=404)

    async def do_refused(self, *_: object) -> web.StreamResponse:
        return web.json_response({"error": "too long"}, status=400)

    async def do_no_schema(self, *_: object) -> web.StreamResponse:
        return web.json_response(
            {"error": "response_format json_schema is not supported"}, status=400
        )

    async def do_cut(self, request: web.Request, *_: object) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    async def do_half(self, request: web.Request, *_: object) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Length": "1000"})
        await answer.prepare(request)
        await answer.write(b'{"choices": [')
        assert request.transport is not None
        request.transport.close()
        return answer

    async def do_silent(self, *_: object) -> web.StreamResponse:
        await asyncio.sleep(3)  # longer than anybody waits
        return web.Response()

    async def do_huge(self, *_: object) -> web.StreamResponse:
        return web.Response(body=b" " * (3 * 2**20))

    async def do_nonsense(self, *_: object) -> web.StreamResponse:
        return web.Response(text="<html>hello</html>")


# Outcomes for which a real provider would send a bill.
_PAID = frozenset({"ok", "fenced", "empty", "garbage"})
