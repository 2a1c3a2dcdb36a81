"""Sample feeds for a look around: invented, packaged with us, and without any network."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.context import Context
from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import IdentityRules
from tidings.core.feeds.parsed import ParsedEntry
from tidings.operations.feeds.read_document import prepare_entry
from tidings.samples.content import (
    Revision,
    SampleEntry,
    SampleFeed,
    paragraphs,
    sample_feeds,
)
from tidings.services.fields import RequestModel
from tidings.store.engine.connection import Engine
from tidings.store.feeds.samples import SAMPLE_GUID, Sample, give_samples

SampleLanguage = Literal["en", "pt-BR", "pl"]


class SampleChoice(RequestModel):
    """In which language the folder is named, and one of the feeds written."""

    language: SampleLanguage = "en"


@dataclass(frozen=True, slots=True)
class SamplesView:
    """What is followed now."""

    subscription_ids: list[int]


# Two papers that report the same news, one of which edits silently; and code.
_FOR_ALL = ("halmere-courier", "orrin-today", "null-island-notes")
_OF_LANGUAGE: dict[SampleLanguage, str] = {
    "en": "kettle-and-keel",
    "pt-BR": "caderno-do-cais",
    "pl": "zapiski-z-przystani",
}
_FOLDERS: dict[SampleLanguage, str] = {
    "en": "Samples",
    "pt-BR": "Exemplos",
    "pl": "Przykłady",
}
_MOST_ENTRIES = 7
_OLDEST_HOURS = 300


async def follow_samples(
    context: Context, user_id: int, choice: SampleChoice
) -> tuple[SamplesView, bool]:
    """Let a reader follow a few sample feeds; asking twice is asking once. Return what is
    followed, and whether any of it is new."""
    now, language = context.clock(), choice.language
    names = (*_FOR_ALL, _OF_LANGUAGE[language])
    samples = await asyncio.to_thread(_samples, names, now, context.database.engine)
    given = await context.database.write(
        give_samples, user_id, samples, _FOLDERS[language], now
    )
    return SamplesView(given.subscription_ids), given.is_new


def _samples(names: tuple[str, ...], now: int, engine: Engine) -> list[Sample]:
    feeds = sample_feeds()
    return [_sample(name, feeds[name], now, engine) for name in names]


def _sample(name: str, feed: SampleFeed, now: int, engine: Engine) -> Sample:
    shown = sorted(_dated(feed), key=lambda pair: pair[0])[:_MOST_ENTRIES]
    entries, revised = [], {}
    for hours, entry in shown:
        at, guid = now - micros(timedelta(hours=hours)), _guid(name, entry)
        entries.append(_entry(guid, feed, entry, at, engine))
        if entry.revised is not None:
            edited = _edited(entry, entry.revised)
            revised[guid] = _entry(guid, feed, edited, at, engine)
    return Sample(name, feed.title, entries, revised)


def _dated(feed: SampleFeed) -> list[tuple[float, SampleEntry]]:
    return [
        (entry.hours, entry)
        for entry in feed.entry
        if entry.hours is not None and entry.hours <= _OLDEST_HOURS
    ]


def _guid(name: str, entry: SampleEntry) -> str:
    return f"{SAMPLE_GUID}{name}:{entry.id}"


def _edited(entry: SampleEntry, revision: Revision) -> SampleEntry:
    title, text = revision.title or entry.title, revision.text or entry.text
    return SampleEntry(id=entry.id, title=title, text=text, author=entry.author)


def _entry(
    guid: str, feed: SampleFeed, entry: SampleEntry, at: int, engine: Engine
) -> NewEntry:
    """Return an entry as it is stored: without pictures, and with no address, since
    nobody has such a page."""
    parsed = ParsedEntry(
        guid=guid,
        title=entry.title,
        author=entry.author or feed.author,
        content_html=paragraphs(entry.text),
        published_at=at,
        language=feed.language,
    )
    return prepare_entry(parsed, IdentityRules(), engine)
