"""Reads what a model answered: repaired, validated, cut to size, and never trusted.

Whatever comes out is plain text in known fields; quotes that are not in the material are
dropped with the fact that claims to rest on them.
"""

import json
import math
import re
import unicodedata
from collections.abc import Mapping
from string import ascii_letters
from typing import Any

from tidings.core.ai.prompts import CATEGORIES, MOST_FACTS, SCORES
from tidings.core.entries.content_hash import clean_text
from tidings.core.spaces import single_spaced

_LONGEST_ANSWER = 64 * 1024
_LONGEST_LINE = 300
_LONGEST_TITLE = 300
_LONGEST_REASON = 300
_LONGEST_TEXT = 2_000
_LONGEST_DIGEST = 12_000
_SHORTEST_QUOTE = 8
_FENCE = "```"
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_TAG = re.compile(r"<[a-zA-Z/!?][^<>]*>")
_CONTROL = re.compile(r"[\x01-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]")


class UnreadableAnswer(Exception):
    """The model's answer is not what was asked for; the message says why."""


def read_object(answer: str) -> dict[str, Any]:
    """Return the JSON object in an answer, repaired where that is safe."""
    text = answer[:_LONGEST_ANSWER]
    for attempt in (text, *_repaired(text)):
        try:
            found = json.loads(attempt)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    raise UnreadableAnswer("it is not a JSON object")


def read_summary(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return a summary, or say what is missing."""
    one_line = _line(answer, "one_line", _LONGEST_LINE)
    text = _prose(answer.get("text"), _LONGEST_TEXT) or one_line
    return {"one_line": one_line, "text": text, "kind": "ai"}


def read_digest(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return a briefing, or say what is missing."""
    text = _prose(answer.get("text"), _LONGEST_DIGEST)
    if not text:
        raise UnreadableAnswer("text is missing")
    return {"title": _line(answer, "title", _LONGEST_TITLE), "text": text}


def read_deframing(answer: Mapping[str, Any], material: str) -> dict[str, Any]:
    """Return a deframing, or say what is missing; `material` is what quotes rest on."""
    scored = {name: _scored(answer, name) for name in SCORES}
    scores = {name: score for name, (score, _) in scored.items()}
    category = answer.get("category")
    return {
        "title": _line(answer, "title", _LONGEST_TITLE),
        "title_reason": _optional_line(answer, "title_reason"),
        "description": _prose(answer.get("description"), _LONGEST_TEXT),
        "description_reason": _optional_line(answer, "description_reason"),
        "scores": scores,
        "reasons": {name: reason for name, (_, reason) in scored.items()},
        "overall": _overall(answer.get("overall"), scores),
        "category": category if category in CATEGORIES else "other",
        "facts": _facts(answer.get("facts"), material),
    }


def listed_part(kind: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return what lists show of a result."""
    shown = {
        "summary": ("one_line",),
        "deframe": ("title", "overall", "scores"),
        "digest": ("title",),
    }
    return {name: result[name] for name in shown[kind]}


def thousandths(result: Mapping[str, Any]) -> int | None:
    """Return the overall score as it is stored; None if there is none."""
    overall = result.get("overall")
    return None if overall is None else round(overall * 1000)


def _repaired(text: str) -> list[str]:
    bare = _without_fence(text.strip())
    begin, end = bare.find("{"), bare.rfind("}")
    if begin < 0 or end < begin:
        return [bare]
    inner = bare[begin : end + 1]
    return [bare, inner, _TRAILING_COMMA.sub(r"\1", inner)]


def _without_fence(text: str) -> str:
    if text.startswith(_FENCE):
        text = text.removeprefix(_FENCE).lstrip(ascii_letters)
    return text.removesuffix(_FENCE)


def _line(answer: Mapping[str, Any], name: str, longest: int) -> str:
    found = single_spaced(_plain(answer.get(name)))
    if not found:
        raise UnreadableAnswer(f"{name} is missing")
    return _cut(found, longest)


def _optional_line(answer: Mapping[str, Any], name: str) -> str:
    return _cut(single_spaced(_plain(answer.get(name))), _LONGEST_REASON)


def _prose(value: object, longest: int) -> str:
    lines = [single_spaced(line) for line in _plain(value).splitlines()]
    return _cut("\n".join(line for line in lines if line), longest)


def _plain(value: object) -> str:
    """Return text without tags and signs that are there to mislead."""
    if not isinstance(value, str):
        return ""
    text = _CONTROL.sub("", clean_text(value[:_LONGEST_ANSWER]))
    bare = _TAG.sub("", text)
    # Tags inside tags: what is left must not be one either.
    return bare.replace("<", "") if _TAG.search(bare) else bare


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _scored(answer: Mapping[str, Any], name: str) -> tuple[float, str]:
    given = answer.get(name)
    if isinstance(given, Mapping):
        return _score(given.get("score"), name), _optional_line(given, "reason")
    return _score(given, name), ""


def _score(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnreadableAnswer(f"the score {name} is missing")
    if not -math.inf < value < math.inf:
        raise UnreadableAnswer(f"the score {name} is not a number")
    # A whole number can be too large for a float.
    return round(float(min(1, max(0, value))), 3)


def _overall(value: object, scores: Mapping[str, float]) -> float:
    try:
        return _score(value, "overall")
    except UnreadableAnswer:
        return round(sum(scores.values()) / len(scores), 3)


def _facts(value: object, material: str) -> list[dict[str, str]]:
    if not isinstance(value, list):
        return []
    known = _comparable(material)
    facts = []
    for each in value[: 4 * MOST_FACTS]:
        if not isinstance(each, Mapping):
            continue
        fact, quote = _optional_line(each, "fact"), _quote(each.get("quote"))
        if fact and len(quote) >= _SHORTEST_QUOTE and _comparable(quote) in known:
            facts.append({"fact": fact, "quote": quote})
    return facts[:MOST_FACTS]


def _quote(value: object) -> str:
    text = single_spaced(_plain(value))
    return text[:_LONGEST_REASON].strip("\"'“”„«» …")


def _comparable(text: str) -> str:
    """Return text without the differences that quoting makes."""
    folded = unicodedata.normalize("NFKC", single_spaced(text)).casefold()
    return folded.translate(_QUOTES)


_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
