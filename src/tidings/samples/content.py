"""The sample feeds as they are written down: one TOML file each, checked when read."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from tidings.core.ai.prompts import SCORES

Kind = Literal["rss", "atom", "json"]
Behaviour = Literal["plain", "slow", "gone", "broken", "bulletins"]

# Eight seconds of a ferry that crosses a bay, as WebM.
FILM = Path(str(files("tidings.samples") / "crossing.webm"))
_CODE = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)


class SamplePicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a gallery."""

    picture: str  # "scene/name", see pictures.py
    caption: str


class SampleHighlight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage that the demo's reader marked."""

    quote: str
    note: str
    color: str = "yellow"


class Revision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry says after it was silently edited; None: as before."""

    title: str | None = None
    text: str | None = None
    # After the founding: an edit that happens while one looks; None: in the second edition.
    minutes: float | None = None


class SampleDeframing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a careful model would say of an entry. Scores come with their reasons."""

    of: str  # the title of the entry
    title: str
    description: str
    category: str
    overall: float
    framing: tuple[float, str]
    clickbait: tuple[float, str]
    persuasive: tuple[float, str]
    hyper_stimulus: tuple[float, str]
    speculative: tuple[float, str]
    title_reason: str = ""
    facts: tuple[tuple[str, str], ...] = ()  # and what each rests on


class _Deframings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deframing: tuple[SampleDeframing, ...]


class SampleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry. Texts are HTML; blank lines part paragraphs."""

    id: str
    title: str
    text: str
    hours: float | None = None  # before the founding; None: see `minutes`
    minutes: float = 0  # after the founding: an entry that appears while one looks
    author: str | None = None  # None: the feed's
    picture: str | None = None  # "scene/name", see pictures.py
    caption: str = ""
    gallery: tuple[SamplePicture, ...] = ()  # below the text
    tags: tuple[str, ...] = ()
    teaser: str | None = None  # what the feed shows instead; the page has the text
    tune: str | None = None  # the name of a sound, see sounds.py
    film: bool = False  # it comes with the film, see films.py
    revised: Revision | None = None
    starred: bool = False
    marked: tuple[str, ...] = ()  # tags that the demo's reader gave it
    highlights: tuple[SampleHighlight, ...] = ()


class SampleFeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One feed, and how the demo's reader follows it."""

    title: str
    kind: Kind
    language: str
    folder: tuple[str, ...]
    description: str
    color: str
    author: str = ""
    behaviour: Behaviour = "plain"
    interval: str | None = None  # None: the feed's own rhythm
    full_text: bool = False
    read_before_hours: float = 1_000  # what is older was read already
    entry: tuple[SampleEntry, ...] = ()

    @property
    def is_revised(self) -> bool:
        return any(entry.revised is not None for entry in self.entry)


@cache
def sample_feeds() -> Mapping[str, SampleFeed]:
    """Return all sample feeds by name, in the order of their names."""
    folder = files("tidings.samples") / "feeds"
    texts = {
        file.name.removesuffix(".toml"): file.read_bytes()
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    return {
        name: msgspec.toml.decode(texts[name], type=SampleFeed)
        for name in sorted(texts)
    }


@cache
def written_deframings() -> Mapping[str, Mapping[str, Any]]:
    """Return what is said of the entries, by their titles, as a model would answer."""
    text = (files("tidings.samples") / "deframings.toml").read_bytes()
    found = msgspec.toml.decode(text, type=_Deframings).deframing
    return {each.of: _answer(each) for each in found}


def _answer(each: SampleDeframing) -> dict[str, Any]:
    scored = {name: getattr(each, name) for name in SCORES}
    return {
        "title": each.title,
        "title_reason": each.title_reason,
        "description": each.description,
        **{
            name: {"score": score, "reason": reason}
            for name, (score, reason) in scored.items()
        },
        "overall": each.overall,
        "category": each.category,
        "facts": [{"fact": fact, "quote": quote} for fact, quote in each.facts],
    }


def paragraphs(text: str) -> str:
    """Return a text as HTML: what stands between blank lines is a paragraph, unless it
    begins with a tag of its own. Code keeps its blank lines."""
    pieces = _CODE.split(text)
    parts = [
        part.strip()
        for place, piece in enumerate(pieces)
        for part in (piece.split("\n\n") if place % 2 == 0 else [piece])
    ]
    return "\n".join(
        part if part.startswith("<") else f"<p>{part}</p>" for part in parts if part
    )
