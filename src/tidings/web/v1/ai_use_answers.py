"""What the API says about the use of AI."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_NOON = 1_760_000_000_000_000
_COUNTS: dict[str, Any] = {
    "calls": 40,
    "failures": 1,
    "cache_hits": 12,
    "tokens_in": 52000,
    "tokens_out": 6100,
    "price": 0.0114,
}
_LINE: dict[str, Any] = {
    "day": "2025-10-09",
    "kind": "summary",
    "provider": "cerebras",
    "model": "gpt-oss-120b",
    "feed_id": 12,
    "user_id": None,
    **_COUNTS,
}
_TASK: dict[str, Any] = {
    "key": "0" * 64,
    "kind": "summary",
    "state": "failed",
    "entry_id": 4711,
    "feed_id": 12,
    "user_id": None,
    "content_hash": "1" * 64,
    "language": "pt-BR",
    "model": "gpt-oss-120b",
    "priority": 0,
    "attempts": 5,
    "cooldown_until": None,
    "error_class": "permanent",
    "last_error": "Given up after 5 attempts: the model's answer cannot be read.",
    "created_at": _NOON,
    "changed_at": _NOON,
}


def _example(value: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"example": value})


class Budget(BaseModel):
    """Tokens used and reserved; `cap` is null where there is none."""

    tokens: int
    cap: int | None


class AiStatus(BaseModel):
    """How it stands with the provider, and how much is to be done."""

    model_config = _example(
        {
            "provider": "cerebras",
            "model": "gpt-oss-120b",
            "enabled": True,
            "shows": "ai",
            "deframes": True,
            "language": "pt-BR",
            "circuit_breaker": "CLOSED",
            "open_until": None,
            "limited_until": None,
            "queue_size": 3,
            "waiting": 2,
            "working": 1,
            "cooling": 0,
            "failed": 0,
            "day": {"tokens": 58100, "cap": 100000},
            "month": {"tokens": 810000, "cap": None},
            "own_key": False,
        }
    )
    provider: str
    model: str | None
    enabled: bool
    shows: Literal["ai", "excerpt"] = Field(
        description="an excerpt is cut out of the text, not written by a model"
    )
    deframes: bool
    language: str | None = Field(description="of readers who have chosen none")
    circuit_breaker: Literal["CLOSED", "OPEN", "HALF"]
    open_until: int | None
    limited_until: int | None = Field(description="the provider asked for fewer calls")
    queue_size: int
    waiting: int
    working: int
    cooling: int
    failed: int
    day: Budget
    month: Budget
    own_key: bool


class LedgerCounts(BaseModel):
    """What was used. A cache hit costs nothing."""

    calls: int
    failures: int
    cache_hits: int
    tokens_in: int
    tokens_out: int
    price: float


class LedgerLine(LedgerCounts):
    """The use of one kind on one day; without a user, it was in the background."""

    model_config = _example(_LINE)

    day: str
    kind: str
    provider: str
    model: str
    feed_id: int | None
    user_id: int | None


class LedgerPage(BaseModel):
    """Lines of the ledger and the sum of all, also of those on other pages."""

    model_config = _example({"items": [_LINE], "total": _COUNTS, "next_cursor": None})

    items: list[LedgerLine]
    total: LedgerCounts
    next_cursor: str | None


class EstimateAnswer(BaseModel):
    """What some work would probably cost."""

    model_config = _example(
        {
            "entries": 120,
            "cached": 20,
            "calls": 100,
            "tokens_in": 130000,
            "tokens_out": 25000,
            "price": 0.0271,
            "minutes": 5,
        }
    )
    entries: int
    cached: int
    calls: int
    tokens_in: int
    tokens_out: int
    price: float
    minutes: int


class FeedAi(BaseModel):
    """Whether AI is wanted for a feed; null: as for all feeds."""

    model_config = _example({"ai": True})

    ai: bool | None


class FeedPrompts(BaseModel):
    """What is said to the model beside the usual; null: nothing."""

    model_config = _example({"summary": "Name the league and the score."})

    summary: str | None = None
    deframe: str | None = None


class Queued(BaseModel):
    """How many entries were enqueued."""

    model_config = _example({"ok": True, "queued": 12})

    ok: bool
    queued: int


class Changed(BaseModel):
    """How many tasks changed."""

    model_config = _example({"changed": 3})

    changed: int


class AiTask(BaseModel):
    """A task of the queue."""

    model_config = _example(_TASK)

    key: str
    kind: str
    state: Literal["waiting", "working", "cooling", "failed"]
    entry_id: int | None
    feed_id: int | None
    user_id: int | None
    content_hash: str
    language: str
    model: str
    priority: int
    attempts: int
    cooldown_until: int | None
    error_class: Literal["temporary", "permanent"] | None
    last_error: str | None
    created_at: int
    changed_at: int


class TaskPage(BaseModel):
    """Tasks, the oldest first."""

    model_config = _example({"items": [_TASK], "next_cursor": None})

    items: list[AiTask]
    next_cursor: str | None
