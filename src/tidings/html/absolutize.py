"""Addresses in HTML: made whole, or refused.

What comes out is an http or https URL (or `mailto:` in a link, a small picture as
`data:`), read as browsers read it, so that no spelling of `javascript:` gets through.
"""

import re
from itertools import islice
from typing import Protocol
from urllib.parse import unquote

from tidings.core.urls import absolute_url, is_web_url
from tidings.html.limits import LARGEST, LARGEST_INLINE_IMAGE, LONGEST_BASE_URL

# Most addresses are like this and need no mending.
_PLAIN = re.compile(r"https?://(?:[a-z0-9_-]{1,63}\.)+[a-z]{2,63}(?:/[!-~]{0,2000})?")
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9_%~-][!-[\]-~]{0,2000}")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_%~-][!-9;-[\]-~]{0,2000}")
_ORIGIN_AND_FOLDER = re.compile(r"(https?://[^/?#]+)(?:/[^?#]*/|/)?", re.IGNORECASE)
_MAIL = re.compile(r"mailto:[!-~]{1,2000}", re.IGNORECASE)
_INLINE_IMAGE = re.compile(
    r"data:image/(?:png|gif|jpe?g|webp|avif);base64,[A-Za-z0-9+/=]+", re.IGNORECASE
)
# One by one pixel: nothing to see.
_INLINE_NOTHING = re.compile(
    r"data:image/(?:gif;base64,R0lGOD[ld]hAQAB"
    r"|png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB)",
    re.IGNORECASE,
)
# A candidate of `srcset`: an address, and a width or density that may be missing.
_CANDIDATE = re.compile(r"[\s,]*+(?:([^\s,]\S*+)(?:\s++([0-9.]{1,9}[wx]))?+)?+")
_MOST_CANDIDATES = 20


class Media(Protocol):
    """Says from where a picture is to be loaded instead, such as from our own proxy."""

    def __call__(self, url: str, *, film: bool = False) -> str:
        """Return another address for a picture, or with `film` for a film or sound."""


class Addresses:
    """Resolves the addresses of one document, all of them at most `LARGEST` long."""

    def __init__(self, base_url: str | None, media: Media | None = None) -> None:
        # One with credentials in it is none: every link would give them away.
        usable = base_url and len(base_url) <= LONGEST_BASE_URL and is_web_url(base_url)
        self._base = base_url if base_url and usable else ""
        self._page = self._base.partition("#")[0]
        place = _ORIGIN_AND_FOLDER.match(self._base)
        self._origin = place[1] if place else None
        self._folder = place[0].rstrip("/") + "/" if place else None
        self._media = media
        self._room = LARGEST

    def fragment(self, reference: str) -> str | None:
        """Return which place in the document itself a link leads to, if it does."""
        if "#" not in reference:
            return None
        page, _, fragment = reference.strip().partition("#")
        if page not in ("", self._page):
            return None
        return unquote(fragment)

    def page(self, reference: str) -> str | None:
        """Return where a link leads: a web address or a mail address."""
        reference = reference.strip()
        if reference[:7].lower() == "mailto:":
            return self._counted(reference) if _MAIL.fullmatch(reference) else None
        return self._whole(reference)

    def file(self, reference: str) -> str | None:
        """Return the web address of a sound, a film or a frame."""
        return self._whole(reference)

    def picture(self, reference: str) -> str | None:
        """Return the address of a picture; `shown` says from where to load it."""
        reference = reference.strip()
        if reference[:5].lower() == "data:":
            return self._counted(reference) if _is_small_picture(reference) else None
        return self._whole(reference)

    def shown(self, picture: str) -> str:
        """Return from where a picture is to be loaded."""
        if self._media is None or picture[:5].lower() == "data:":
            return picture
        return self._media(picture)

    def played(self, file: str) -> str:
        """Return from where a sound or a film is to be loaded."""
        return file if self._media is None else self._media(file, film=True)

    def pictures(self, srcset: str) -> str | None:
        """Return a `srcset` of whole addresses, without candidates that have none."""
        candidates = []
        for candidate in islice(_CANDIDATE.finditer(srcset), _MOST_CANDIDATES):
            reference, size = candidate.groups("")
            url = self._whole(reference.rstrip(",")) if reference else None
            if url is not None:
                # Commas and spaces end an address here, whatever made it.
                shown = self.shown(url).replace(",", "%2C").replace(" ", "%20")
                candidates.append(f"{shown} {size}".rstrip())
        return ", ".join(candidates) or None

    def _whole(self, reference: str) -> str | None:
        if _PLAIN.fullmatch(reference):
            return self._counted(reference)
        if self._folder and self._origin and "./" not in reference:
            if _PLAIN_PATH.fullmatch(reference):
                return self._counted(self._origin + reference)
            if _PLAIN_NAME.fullmatch(reference):
                return self._counted(self._folder + reference)
        return self._resolved(reference)

    def _resolved(self, reference: str) -> str | None:
        # Refused ones count as well: to look at them took the same time.
        self._room -= len(self._base) + len(reference)
        return absolute_url(self._base, reference) if self._room > 0 else None

    def _counted(self, url: str) -> str | None:
        self._room -= len(url)
        return url if self._room > 0 else None


def _is_small_picture(url: str) -> bool:
    return (
        len(url) <= LARGEST_INLINE_IMAGE
        and _INLINE_IMAGE.fullmatch(url) is not None
        and not _INLINE_NOTHING.match(url)
    )
