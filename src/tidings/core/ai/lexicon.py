"""A deframing by lists of loaded words: no judgement, but the same every time.

It shows what deframing looks like where no model is at hand, in English, Portuguese and
Polish. Words that are missing prove nothing: of a title without any it says nothing.
"""

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from tidings.core.ai.excerpt import excerpt_of
from tidings.core.ai.prompts import MOST_FACTS, SCORES
from tidings.core.spaces import single_spaced

_LOOK_AT = 4_000
_ENOUGH = 3.0  # so many signs make a full score
_TITLE_WEIGHT = 2
_WORDS: Mapping[str, str] = {
    "framing": r"regime|extremist|radical|so-called|infamous|notorious|disgraced|elite"
    r"|controvers\w*|polêmic\w*|chamad[oa]|infame|skandal\w*|tzw|haniebn\w*|kontrowers\w*",
    "clickbait": r"you won'?t believe|what happened next|this is why|here'?s why|secret"
    r"|one weird|trick|find out|você não vai acreditar|saiba|descubra|veja o que"
    r"|segredo|nie uwierzysz|zobacz|sprawdź|oto dlaczego|sekret",
    "persuasive": r"must|should|need to|have to|demand\w*|deve\w*|precisa\w*|exige\w*"
    r"|musi\w*|powin\w*|trzeba|żąda\w*",
    "hyper_stimulus": r"shock\w*|slam\w*|blast\w*|destroy\w*|chaos|fury|furious|outrage"
    r"|horror|explosive|devastat\w*|terrif\w*|choc\w*|caos|fúria|revolta|bomb[aá]stic\w*"
    r"|assustador\w*|szok\w*|furia|dramat\w*|horror|miażdż\w*|zniszcz\w*",
    "speculative": r"may|might|could|reportedly|allegedly|rumou?rs?|sources say|possibly"
    r"|pode\w*|poderia\w*|supost\w*|talvez|rumor\w*|może|mogą|podobno|rzekom\w*|być może",
}
_SIGNS = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in _WORDS.items()
}
_LOADED = re.compile(
    rf"\b(?:{_WORDS['hyper_stimulus']}|{_WORDS['clickbait']}|so-called|infamous"
    r"|notorious|disgraced)\b[:,]?",
    re.IGNORECASE,
)
_SHOUTING = re.compile(r"[!?]{2,}|!")
_EXCLAIMED = re.compile(
    r"(?<=\w)(?:[!?]{2,}|!)(?= \w)"
)  # where another sentence begins
_CAPITALS = re.compile(r"\b[A-ZÀ-ÖØ-ÞĄĆĘŁŃÓŚŹŻ]{5,}\b")
_CATEGORIES: Mapping[str, str] = {
    "politics": r"government|election|minister|president|parliament|governo|eleiç|rząd|wybor",
    "economy": r"inflation|economy|interest rate|inflação|economia|inflacj|gospodar",
    "business": r"company|shares|merger|empresa|spółk",
    "technology": r"software|computer|internet|phone|tecnologia|komputer",
    "science": r"scientist|research|study|cientista|pesquisa|naukow",
    "health": r"health|hospital|doctor|vaccine|saúde|zdrow|szpital",
    "environment": r"climate|weather|forest|flood|clima|floresta|klimat",
    "sports": r"match|league|goal|coach|futebol|jogo|mecz|liga",
    "crime": r"police|court|murder|arrest|polícia|crime|policj|sąd",
    "culture": r"museum|book|theatre|film|música|livro|książk|muzeum",
}


def deframed_by_words(title: str, text: str) -> dict[str, Any] | None:
    """Return an answer in the shape that a model is asked for; None: these lists cannot
    judge the title."""
    neutral = neutral_title(title)
    if neutral in ("", single_spaced(title)):
        return None
    material = text[:_LOOK_AT]
    scored = {name: _scored(name, title, material) for name in SCORES}
    scores = [each["score"] for each in scored.values()]
    excerpt = excerpt_of(title, text)
    return {
        "title": neutral,
        "title_reason": "Loaded words and shouting were left out.",
        "description": excerpt[1] if excerpt else "",
        "description_reason": "The sentences that say most, as they stand.",
        **scored,
        "overall": round((max(scores) + sum(scores) / len(scores)) / 2, 3),
        "category": _category(f"{title} {material}"),
        "facts": _facts(text),
    }


def neutral_title(title: str) -> str:
    """Return a title without loaded words, shouting and capitals."""
    calm = _EXCLAIMED.sub(".", _LOADED.sub("", title))
    calm = _without_capitals(single_spaced(_SHOUTING.sub("", calm)))
    calm = calm.removeprefix(".").strip(" :;,–—-")
    return calm[:1].upper() + calm[1:]


def _without_capitals(title: str) -> str:
    """Return a title without words in capitals. Short ones are shouted along with long
    ones; alone they may be names, such as NATO."""
    runs = [" ".join(run) for _, run in groupby(title.split(), key=str.isupper)]
    return " ".join(
        run.capitalize() if run.isupper() and _CAPITALS.search(run) else run
        for run in runs
    )


def _scored(name: str, title: str, text: str) -> dict[str, Any]:
    signs = _SIGNS[name]
    in_title = [found[0].lower() for found in signs.finditer(title)]
    in_text = [found[0].lower() for found in signs.finditer(text)]
    weight = _TITLE_WEIGHT * len(in_title) + len(in_text) / 2
    if name == "hyper_stimulus":
        shouted = [*_CAPITALS.findall(title), *_SHOUTING.findall(title)]
        weight += len(shouted)
        in_title += [one for one in shouted if one.lower() not in in_title]
    words = ", ".join(dict.fromkeys([*in_title, *in_text][:5]))
    return {
        "score": round(min(1.0, weight / _ENOUGH / _TITLE_WEIGHT), 3),
        "reason": f"Found: {words}" if words else "No such words were found.",
    }


def _category(text: str) -> str:
    counted = {
        name: len(re.findall(words, text, re.IGNORECASE))
        for name, words in _CATEGORIES.items()
    }
    best = max(counted, key=lambda name: counted[name])
    return best if counted[best] else "other"


def _facts(text: str) -> list[dict[str, str]]:
    """Return the sentences with numbers: what they say can be checked."""
    sentences = re.split(r"(?<=[.!?])\s+", text[:_LOOK_AT])
    with_numbers = [
        single_spaced(one)
        for one in sentences
        if re.search(r"\d", one) and len(one) < 250
    ]
    return [{"fact": one, "quote": one} for one in with_numbers[:MOST_FACTS]]
