"""What iTunes, Google Play and Podcasting 2.0 tags say about an episode."""

from datetime import timedelta

from tidings.core.feeds.parsed import PodcastDetails
from tidings.formats.xml.fields import Fields, Scope, elements, first_value

_PREFIXES = frozenset({"itunes", "podcast", "googleplay"})
_LONGEST = timedelta(days=30)
_YES = frozenset({"yes", "true", "explicit"})
_NO = frozenset({"no", "false", "clean"})
_NOTHING_SAID = PodcastDetails()


def read_podcast(fields: Fields, scope: Scope) -> PodcastDetails | None:
    """Return the details of an episode, or `None` if there are none."""
    if _PREFIXES.isdisjoint(scope.names.prefixes):
        return None
    details = PodcastDetails(
        duration=read_duration(first_value(fields, "itunes:duration")),
        season=_number(first_value(fields, "itunes:season", "podcast:season")),
        episode=_number(first_value(fields, "itunes:episode", "podcast:episode")),
        episode_type=_word(first_value(fields, "itunes:episodetype")),
        explicit=_is_explicit(
            first_value(fields, "itunes:explicit", "googleplay:explicit")
        ),
        chapters_url=_address(fields, scope, "podcast:chapters"),
        transcript_url=_address(fields, scope, "podcast:transcript"),
    )
    return None if details == _NOTHING_SAID else details


def podcast_image(fields: Fields, scope: Scope) -> str | None:
    """Return the cover that podcast tags name."""
    if _PREFIXES.isdisjoint(scope.names.prefixes):
        return None
    for element in elements(fields, "itunes:image", "googleplay:image"):
        address = element.get("href") or element.get("url") or element.text
        url = scope.link(element, address)
        if url is not None:
            return url
    return None


def read_duration(text: str | None) -> timedelta | None:
    """Read "1:02:03", "62:03" and "3723"; nothing longer than a month."""
    parts = (text or "").strip().split(":")
    if not 1 <= len(parts) <= 3:
        return None
    seconds = 0.0
    for part in parts:
        digits = part.strip()
        if not digits.replace(".", "", 1).isdecimal() or len(digits) > 9:
            return None
        seconds = seconds * 60 + float(digits)
    duration = timedelta(seconds=int(seconds))
    return duration if timedelta(0) < duration <= _LONGEST else None


def _number(text: str | None) -> int | None:
    digits = (text or "").strip()
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else None


def _word(text: str | None) -> str | None:
    word = (text or "").strip().lower()
    return word if word in ("full", "trailer", "bonus") else None


def _is_explicit(text: str | None) -> bool | None:
    word = (text or "").strip().lower()
    if word in _YES:
        return True
    return False if word in _NO else None


def _address(fields: Fields, scope: Scope, name: str) -> str | None:
    for element in elements(fields, name):
        url = scope.link(element, element.get("url"))
        if url is not None:
            return url
    return None
