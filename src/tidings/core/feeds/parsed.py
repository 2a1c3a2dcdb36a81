"""What a feed document said, before anything is known about what we have stored.

`None` always means that the document did not say. Every URL is absolute http or https,
titles and names are plain text, HTML is raw and still has to be sanitised.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

FeedKind = Literal["rss", "rdf", "atom", "json", "cdf"]

# How hard the document was to read, easiest first.
Stage = Literal["strict", "repaired", "recovered", "last-resort"]

NotAFeedKind = Literal[
    "empty",
    "html",
    "json",
    "xml",
    "text",
    "binary",
    "truncated",
    "too-large",
]


@dataclass(frozen=True, slots=True)
class ParsedEnclosure:
    """A file that belongs to an entry: an episode, a video, a picture."""

    url: str
    type: str | None = None
    length: int | None = None
    title: str | None = None
    # Of a picture, in pixels.
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class PodcastDetails:
    """What podcast tags say about one episode."""

    duration: timedelta | None = None
    season: int | None = None
    episode: int | None = None
    episode_type: str | None = None
    explicit: bool | None = None
    chapters_url: str | None = None
    transcript_url: str | None = None


@dataclass(frozen=True, slots=True)
class FilmDetails:
    """What Media RSS says about a film beside its address."""

    duration: timedelta | None = None
    # Of two digits, the rest zero: each new view would be a change of the entry.
    views: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """One entry as the document has it."""

    # Raw, never resolved: an id is compared, not followed.
    guid: str | None = None
    url: str | None = None
    title: str | None = None
    author: str | None = None
    content_html: str | None = None
    summary_html: str | None = None
    published_at: int | None = None
    updated_at: int | None = None
    enclosures: tuple[ParsedEnclosure, ...] = ()
    categories: tuple[str, ...] = ()
    image_url: str | None = None
    image_width: int | None = None
    image_height: int | None = None
    comments_url: str | None = None
    language: str | None = None
    # What relative links in the HTML are relative to.
    base_url: str | None = None
    podcast: PodcastDetails | None = None
    film: FilmDetails | None = None


@dataclass(frozen=True, slots=True)
class EntryProblem:
    """An entry that was set aside so that its neighbours could be read."""

    position: int
    reason: str


@dataclass(frozen=True, slots=True)
class ParsedFeed:
    """A feed document that was understood, at least in part."""

    kind: FeedKind
    title: str | None = None
    site_url: str | None = None
    description: str | None = None
    language: str | None = None
    icon_url: str | None = None
    author: str | None = None
    updated_at: int | None = None
    hub_urls: tuple[str, ...] = ()
    self_url: str | None = None
    # The next page of a paged feed, and where the feed says it has moved to.
    next_url: str | None = None
    moved_to_url: str | None = None
    # How often the feed asks to be fetched; weekdays count from Monday, 0.
    ttl: timedelta | None = None
    update_period: timedelta | None = None
    skip_hours: frozenset[int] = frozenset()
    skip_days: frozenset[int] = frozenset()
    entries: tuple[ParsedEntry, ...] = ()
    set_aside: tuple[EntryProblem, ...] = ()
    # In words, safe to show: what had to be mended or was left out.
    problems: tuple[str, ...] = ()
    # How many addresses came with a user name or a password.
    logins_removed: int = 0
    # The document is damaged: entries may be missing or cut.
    broken: bool = False
    stage: Stage = "strict"


@dataclass(frozen=True, slots=True)
class NotAFeed:
    """A document without a feed in it; `reason` says in words what it looks like."""

    kind: NotAFeedKind
    reason: str
