"""Which well-known feeds somebody may mean who types a name or a topic, best first."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

_MOST = 12
_LONGEST = 200
_WORD = re.compile(r"\w+")
# What begins or ends most hosts says nothing about whose they are.
_OF_HOSTS = frozenset({"www", "feeds", "feed", "rss", "com", "org", "net"})
# A wanted word is found at its best place.
_IN_TITLE, _IN_HOST, _IN_TOPIC = range(3)
_NOWHERE = 3


@dataclass(frozen=True, slots=True)
class StarterFeed:
    """A feed of a list that comes with Tidings."""

    title: str
    url: str
    topic: str
    words: tuple[str, ...]  # what the topic is called


def feeds_named(text: str, feeds: Iterable[StarterFeed]) -> tuple[StarterFeed, ...]:
    """Return the feeds in whose title, topic or host every word of a text begins a word.

    Those named in their title come first, else the order of the list stays.
    """
    wanted = _words(text[:_LONGEST])
    if not wanted:
        return ()
    ranked = [(max(_places(wanted, feed)), feed) for feed in feeds]
    found = sorted((pair for pair in ranked if pair[0] < _NOWHERE), key=lambda p: p[0])
    return tuple(feed for _, feed in found[:_MOST])


def _places(wanted: list[str], feed: StarterFeed) -> list[int]:
    host = urlsplit(feed.url).hostname or ""
    title = _words(feed.title)
    known = (
        (_IN_TITLE, [*title, "".join(title)]),
        (_IN_HOST, [word for word in _words(host) if word not in _OF_HOSTS]),
        (_IN_TOPIC, [word for each in feed.words for word in _words(each)]),
    )
    return [
        next(
            (
                place
                for place, words in known
                if any(word.startswith(begin) for word in words)
            ),
            _NOWHERE,
        )
        for begin in wanted
    ]


def _words(text: str) -> list[str]:
    """Return the words without case and accents: few type them in a search."""
    # Polish ł is a letter of its own, which does not come apart.
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    plain = "".join(each for each in apart if not unicodedata.combining(each))
    return _WORD.findall(plain.replace("’", "").replace("'", ""))
