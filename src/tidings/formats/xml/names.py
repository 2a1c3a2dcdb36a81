"""One short name per element, whatever namespace, prefix or case a feed gives it.

`{http://search.yahoo.com/mrss}Content` and `media:content` are both "media:content";
elements of the feed format itself have no prefix: "title", "pubdate".
"""

from functools import lru_cache

_NAMESPACES = {
    "www.w3.org/2005/atom": "atom",
    "purl.org/atom/ns": "atom",
    "purl.org/rss/1.0": "",
    "my.netscape.com/rdf/simple/0.9": "",
    "my.netscape.com/publish/formats/rss-0.91.dtd": "",
    "channel.netscape.com/rdf/simple/0.9": "",
    "backend.userland.com/rss": "",
    "backend.userland.com/rss2": "",
    "backend.userland.com/rss091": "",
    "backend.userland.com/rss092": "",
    "blogs.law.harvard.edu/tech/rss": "",
    "cyber.law.harvard.edu/rss/rss.html": "",
    "purl.org/net/rss1.1": "",
    "purl.org/rss/1.0/modules/content": "content",
    "purl.org/rss/1.0/modules/syndication": "sy",
    "purl.org/rss/1.0/modules/annotate": "annotate",
    "purl.org/dc/elements/1.1": "dc",
    "purl.org/dc/elements/1.0": "dc",
    "dublincore.org/documents/dcmi-namespace": "dc",
    "purl.org/dc/terms": "dcterms",
    "www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
    "www.w3.org/1999/xhtml": "xhtml",
    "www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "www.itunes.com/dtds/podcast-1.0": "itunes",
    "example.com/dtds/podcast-1.0.dtd": "itunes",
    "search.yahoo.com/mrss": "media",
    "search.yahoo.com/rss": "media",
    "tools.search.yahoo.com/mrss": "media",
    "video.search.yahoo.com/mrss": "media",
    "rssnamespace.org/feedburner/ext/1.0": "feedburner",
    "www.google.com/schemas/play-podcasts/1.0": "googleplay",
    "podcastindex.org/namespace/1.0": "podcast",
    "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
    "webfeeds.org/rss/1.0": "webfeeds",
    "wellformedweb.org/commentapi": "wfw",
    "purl.org/syndication/history/1.0": "fh",
    "purl.org/syndication/thread/1.0": "thr",
}
_PREFIXES = frozenset(_NAMESPACES.values()) - {""} | {"rss"}

# Where to find a prefix that a feed uses but forgot to declare.
NAMESPACE_OF = {
    prefix or "rss": "http://" + address
    for address, prefix in reversed(_NAMESPACES.items())
}


_MOST_NAMES = 2000


class Names(dict[str, str]):
    """Short names by lxml tag, worked out once per document.

    `own` are the namespaces that count as the feed format itself. `prefixes` grows
    with the names met so far, so that readers can skip what a document never uses.
    """

    __slots__ = ("_own", "prefixes")

    def __init__(self, own: frozenset[str]) -> None:
        super().__init__()
        self._own = own
        self.prefixes: set[str] = set()

    def __missing__(self, tag: str) -> str:
        # Only an entity nobody declared has something else than text for a tag, and
        # only a hostile document has this many names.
        if not isinstance(tag, str) or len(self) >= _MOST_NAMES:
            return "?"
        name = self[tag] = short_name(tag, self._own)
        self.prefixes.add(name.partition(":")[0])
        return name


@lru_cache(maxsize=4096)
def short_name(tag: str, own: frozenset[str]) -> str:
    """Return the short name of an lxml tag; unknown namespaces become "?"."""
    namespace, local = split_tag(tag)
    if not namespace:
        return _without_namespace(local)
    if namespace in own:
        return local
    prefix = prefix_of(namespace)
    if prefix is None:
        return f"?:{local}"
    return f"{prefix}:{local}" if prefix else local


def split_tag(tag: str) -> tuple[str, str]:
    """Return the namespace and the lower-case local name of an lxml tag."""
    if tag.startswith("{"):
        namespace, _, local = tag[1:].partition("}")
        return namespace, local.lower()
    return "", tag.lower()


def prefix_of(namespace: str) -> str | None:
    """Return our prefix for a namespace, "" for feed formats, `None` if unknown."""
    address = namespace.strip().lower()
    for scheme in ("http://", "https://"):
        address = address.removeprefix(scheme)
    return _NAMESPACES.get(address.rstrip("/#"))


def _without_namespace(local: str) -> str:
    """Read `media:content` whose prefix nobody declared."""
    prefix, colon, rest = local.partition(":")
    if not colon:
        return local
    if prefix == "rss":
        return rest
    return local if prefix in _PREFIXES else f"?:{rest}"
