"""What happens on the way to a server, in words that are safe to show."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from tidings.fetch.exchange import TripStep

_NOT_SHOWN = frozenset({"set-cookie", "set-cookie2", "authorization"})


@dataclass(frozen=True, slots=True)
class DiagnosisStep:
    """One thing that happened: a stable name, a sentence, and its figures."""

    name: str
    words: str
    facts: Mapping[str, object] = field(default_factory=dict)


def step_in_words(step: TripStep) -> DiagnosisStep:
    """Return a step of a fetch as a sentence; cookies and passwords are not shown."""
    facts = dict(step.facts)
    in_words = _STEP_WORDS.get(step.name)
    words = step.name if in_words is None else in_words(facts)
    if "headers" in facts:
        facts["headers"] = _safe_headers(facts["headers"])
    facts["ms"] = step.after // timedelta(milliseconds=1)
    return DiagnosisStep(step.name, words, facts)


def _verdict(facts: Mapping[str, object]) -> str:
    refused = facts.get("refused")
    return f"refused: {refused}" if refused else "allowed"


def _answer(facts: Mapping[str, object]) -> str:
    headers = facts["headers"]
    if not isinstance(headers, Mapping):
        return f"The server answered with HTTP {facts['status']}."
    parts = [f"The server answered with HTTP {facts['status']}"]
    if "location" in headers:
        parts.append(f"a redirect to {headers['location']}")
    if headers.get("content-type"):
        parts.append(str(headers["content-type"]))
    if headers.get("content-encoding"):
        parts.append(f"packed by {headers['content-encoding']}")
    return f"{', '.join(parts)}."


_STEP_WORDS: Mapping[str, Callable[[Mapping[str, object]], str]] = {
    "request": lambda facts: f"Asked {facts['method']} {facts['url']}",
    "resolve": lambda facts: (
        f"{facts['host']} has the addresses {facts['addresses']}: {_verdict(facts)}."
    ),
    "connect": lambda facts: (
        f"Connecting to {facts['address']}, port {facts['port']}: {_verdict(facts)}."
    ),
    "answer": _answer,
    "body": lambda facts: (
        f"{facts['received']} bytes came, {facts['decoded']} after unpacking."
    ),
    "failed": lambda facts: f"No usable answer: {facts['message']}.",
}


def _safe_headers(headers: object) -> dict[str, str]:
    if not isinstance(headers, Mapping):
        return {}
    return {
        str(name): "…" if name in _NOT_SHOWN else str(value)
        for name, value in headers.items()
    }
