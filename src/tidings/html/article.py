"""What the extraction of an article from a web page ends in."""

from dataclasses import dataclass
from typing import Literal

LARGEST_PAGE = 5 << 20

NoArticleKind = Literal[
    "empty", "too-large", "unreadable", "too-short", "timeout", "failed"
]


@dataclass(frozen=True, slots=True)
class Article:
    """What was found; `None` means that the page does not say."""

    # The page's own word for its address, which may be of another site.
    canonical_url: str | None
    title: str | None
    # Whole addresses, not sanitised.
    html: str
    text: str
    author: str | None = None
    site_name: str | None = None
    published_at: int | None = None
    image_url: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class NoArticle:
    """A page in which no article was found; `reason` is safe to show."""

    kind: NoArticleKind
    reason: str
