"""What AI says about entries, as the API shows it: always plain text."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_NOON = 1_760_000_000_000_000
_SCORES: dict[str, Any] = {
    "framing": 0.4,
    "clickbait": 0.1,
    "persuasive": 0.2,
    "hyper_stimulus": 0.0,
    "speculative": 0.3,
}
SUMMARY: dict[str, Any] = {
    "state": "ready",
    "one_line": "The council decided to build a bridge over the river.",
    "text": "The council decided on Monday to build a bridge. It will cost 12 million.",
    "kind": "ai",
    "language": "en",
    "model": "gpt-oss-120b",
    "made_at": _NOON,
    "reason": None,
}
DEFRAMED: dict[str, Any] = {
    "state": "ready",
    "title": "The council decides to build a bridge",
    "description": "The council voted for a bridge that will cost 12 million.",
    "title_reason": "“Shocking” was left out.",
    "description_reason": "",
    "scores": _SCORES,
    "reasons": {
        "framing": "One side is named by a loaded word.",
        "clickbait": "",
        "persuasive": "",
        "hyper_stimulus": "",
        "speculative": "The date is a guess.",
    },
    "overall": 0.3,
    "category": "local",
    "facts": [
        {"fact": "The bridge costs 12 million.", "quote": "a bridge for 12 million"}
    ],
    "model": "gpt-oss-120b",
    "made_at": _NOON,
    "reason": None,
}
State = Literal["ready", "pending", "failed", "none"]


class Scores(BaseModel):
    """From 0, none, to 1, extreme."""

    framing: float
    clickbait: float
    persuasive: float
    hyper_stimulus: float
    speculative: float


class Reasons(BaseModel):
    """Why each score is what it is; empty: not said."""

    framing: str
    clickbait: str
    persuasive: str
    hyper_stimulus: str
    speculative: str


class DeframedLine(BaseModel):
    """A deframing as lists show it."""

    title: str
    overall: float
    scores: Scores


class Fact(BaseModel):
    """A fact, and the words of the entry that it rests on."""

    fact: str
    quote: str


class SummaryAnswer(BaseModel):
    """A summary. While another is `pending`, that of the text before is shown; `none`
    means that nobody asked yet. An `excerpt` was cut out of the text."""

    model_config = ConfigDict(json_schema_extra={"example": SUMMARY})

    state: State
    one_line: str | None
    text: str | None
    kind: Literal["ai", "excerpt"] | None
    language: str = Field(description="empty: that of the text")
    model: str | None
    made_at: int | None
    reason: str | None = Field(description="why it failed")


class DeframedAnswer(BaseModel):
    """A deframing: neutral words with the reasons for them, scores, facts."""

    model_config = ConfigDict(json_schema_extra={"example": DEFRAMED})

    state: State
    title: str | None
    description: str | None
    title_reason: str | None
    description_reason: str | None
    scores: Scores | None
    reasons: Reasons | None
    overall: float | None
    category: str | None
    facts: list[Fact] | None
    model: str | None
    made_at: int | None
    reason: str | None = Field(description="why it failed")
