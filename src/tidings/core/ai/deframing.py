"""What a deframing says, as it is stored and shown: always plain text."""

from typing import TypedDict


class Scores(TypedDict):
    """From 0, none, to 1, extreme."""

    framing: float
    clickbait: float
    persuasive: float
    hyper_stimulus: float
    speculative: float


class Reasons(TypedDict):
    """Why each score is what it is; empty: not said."""

    framing: str
    clickbait: str
    persuasive: str
    hyper_stimulus: str
    speculative: str


class Fact(TypedDict):
    """A fact, and the words of the entry that it rests on."""

    fact: str
    quote: str


class DeframedLine(TypedDict):
    """A deframing as lists show it."""

    title: str
    overall: float
    scores: Scores
