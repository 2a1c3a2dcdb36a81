"""The language of pages that the server writes itself: the browser's, if we have it."""

from typing import Literal

Language = Literal["en", "pt-BR", "pl"]

_BY_PREFIX: dict[str, Language] = {"en": "en", "pt": "pt-BR", "pl": "pl"}


def page_language(accepted: str) -> Language:
    """Return our language that comes first in an Accept-Language header; else English."""
    for part in accepted.split(","):
        tag, _, weight = part.partition(";")
        found = _BY_PREFIX.get(tag.strip().lower().partition("-")[0])
        if found is not None and weight.replace(" ", "") != "q=0":
            return found
    return "en"
