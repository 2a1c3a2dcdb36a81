"""Digests: when the next is due, what it contains, and its text without any model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from html import escape
from typing import Literal

from tidings.core.clock import from_datetime, to_datetime
from tidings.core.reading.interleave import interleave

Every = Literal["daily", "weekly"]

_NAMES: dict[str, dict[Every, str]] = {
    "en": {"daily": "Daily briefing", "weekly": "Weekly briefing"},
    "pt": {"daily": "Resumo do dia", "weekly": "Resumo da semana"},
    "pl": {"daily": "Przegląd dnia", "weekly": "Przegląd tygodnia"},
}


@dataclass(frozen=True, slots=True)
class DigestLine:
    """One entry of a digest; all is plain text."""

    entry_id: int
    feed_id: int
    feed_title: str
    title: str
    line: str  # what it says, in one sentence
    url: str | None


def next_digest_at(
    every: Every, weekday: int, hour: int, zone: tzinfo, now: int
) -> int:
    """Return the next time, after now, that the clock shows the hour in a zone."""
    local = to_datetime(now).astimezone(zone)
    day = local.date()
    if every == "weekly":
        day += timedelta(days=(weekday - day.weekday()) % 7)
    step = timedelta(days=1 if every == "daily" else 7)
    at = _at(day, hour, zone)
    while at <= now:
        day += step
        at = _at(day, hour, zone)
    return at


def fair_lines(lines: Iterable[DigestLine], most: int) -> list[DigestLine]:
    """Return one line of each feed in turn, newest first as they came."""
    groups: dict[int, list[DigestLine]] = {}
    for line in lines:
        groups.setdefault(line.feed_id, []).append(line)
    return interleave(groups.values(), distinct=_what, limit=most)


def digest_title(every: Every, language: str, day: date) -> str:
    """Return what a digest is called."""
    words = _NAMES.get(language.lower().partition("-")[0], _NAMES["en"])
    return f"{words[every]}, {day.isoformat()}"


def digest_text(lines: Sequence[DigestLine], briefing: str = "") -> str:
    """Return a digest as plain text: a model's briefing if there is one, then each
    entry with its source."""
    parts = [briefing] if briefing else []
    parts += ["\n".join(filter(None, _text_lines(line))) for line in lines]
    return "\n\n".join(parts)


def digest_html(lines: Sequence[DigestLine], briefing: str = "") -> str:
    """Return the same as HTML; nothing in the lines can be markup."""
    paragraphs = "".join(
        f"<p>{escape(part)}</p>" for part in briefing.split("\n") if part.strip()
    )
    return f"{paragraphs}<ul>{''.join(map(_html_item, lines))}</ul>"


def _text_lines(line: DigestLine) -> tuple[str, ...]:
    return f"* {line.title} ({line.feed_title})", line.line, line.url or ""


def _html_item(line: DigestLine) -> str:
    title = escape(line.title)
    if line.url:
        title = f'<a href="{escape(line.url)}">{title}</a>'
    said = f"<br>{escape(line.line)}" if line.line else ""
    return f"<li>{title} ({escape(line.feed_title)}){said}</li>"


def _what(line: DigestLine) -> object:
    return line.url or line.entry_id


def _at(day: date, hour: int, zone: tzinfo) -> int:
    return from_datetime(datetime(day.year, day.month, day.day, hour, tzinfo=zone))
