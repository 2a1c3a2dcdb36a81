"""Where well-known sites keep their feeds, worked out from an address alone.

Pure functions, one per site: an address -> (feed address, what it is) pairs.
"""

import re
from collections.abc import Callable, Iterator
from urllib.parse import parse_qs, quote, urlsplit

Found = Iterator[tuple[str, str]]

_CHANNEL = r"UC[\w-]{22}"
_CHANNEL_IN_PAGE = re.compile(
    rb'(?:youtube\.com/channel/|"(?:externalId|channelId)"\s*:\s*"'
    rb'|itemprop="(?:channelId|identifier)" content=")(UC[\w-]{22})'
)
_YOUTUBE_FEED = "https://www.youtube.com/feeds/videos.xml"
_NAME = r"[\w.\-]{1,100}"
_HANDLE = re.compile(rf"/@({_NAME})/?")
_APPLE_PODCAST = re.compile(r"/(?:[a-z]{2}/)?podcast/(?:[^/]+/)?id(\d{1,15})/?")
_LONGEST_PATH = 2000
_GITHUB_OWN_PAGES = frozenset(
    {"features", "explore", "topics", "trending", "settings", "marketplace", "about"}
    | {"login", "join", "search", "sponsors", "orgs", "notifications", "pricing"}
)

# Where sites without a rule of their own mostly keep their feed.
WELL_KNOWN_PATHS = (
    "/feed", "/rss", "/feed.xml", "/rss.xml", "/atom.xml", "/index.xml", "/feed/",
    "/feed.json", "/feeds/posts/default", "/blog/feed", "/blog/rss.xml", "/.rss",
)  # fmt: skip


def site_feeds(url: str, page: bytes = b"") -> list[tuple[str, str]]:
    """Return the feeds that the rules of a known site give for one of its pages.

    Any server may run Mastodon, so a profile there only looks like one.
    """
    place = _place(url, page)
    if place is None:
        return []
    rule = _rule_for(place.host) or _mastodon
    return list(rule(place))


def is_known_site(url: str) -> bool:
    """Return whether the rules here cover a site, so that guessing is of no use."""
    place = _place(url, b"")
    return place is not None and _rule_for(place.host) is not None


def well_known_feeds(url: str) -> list[str]:
    """Return the addresses where a site of no known kind may keep its feed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return []
    site = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    folder = parts.path.rpartition("/")[0]
    below = [f"{site}{folder}{path}" for path in WELL_KNOWN_PATHS[:4]] if folder else []
    return list(dict.fromkeys([*below, *(site + path for path in WELL_KNOWN_PATHS)]))


def podcast_lookup(url: str) -> str | None:
    """Return where Apple's directory names the feed of one of its podcast pages."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.hostname not in ("podcasts.apple.com", "itunes.apple.com"):
        return None
    found = _APPLE_PODCAST.fullmatch(parts.path)
    if found is None:
        return None
    return f"https://itunes.apple.com/lookup?id={found[1]}&entity=podcast"


class _Place:
    """A page of a site, taken apart."""

    __slots__ = ("host", "page", "path", "query", "site", "steps")

    def __init__(
        self, site: str, host: str, path: str, query: dict[str, str], page: bytes
    ) -> None:
        self.site = site  # scheme, host and port
        self.host = host
        self.path = path
        self.query = query
        self.page = page
        self.steps = [step for step in path.split("/") if step]


def _place(url: str, page: bytes) -> _Place | None:
    try:
        parts = urlsplit(url)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    except ValueError:
        return None
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
    path = parts.path if len(parts.path) <= _LONGEST_PATH else ""
    site = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    return _Place(site, host, path, query, page)


def _rule_for(host: str) -> Callable[[_Place], Found] | None:
    return next((rule for is_site, rule in _RULES if is_site(host)), None)


def _youtube(place: _Place) -> Found:
    if "list" in place.query:
        yield f"{_YOUTUBE_FEED}?playlist_id={quote(place.query['list'])}", "playlist"
    channel = re.match(rf"/channel/({_CHANNEL})", place.path)
    if channel:
        yield f"{_YOUTUBE_FEED}?channel_id={channel[1]}", "channel"
        return
    in_page = _CHANNEL_IN_PAGE.search(place.page)
    if in_page:
        yield f"{_YOUTUBE_FEED}?channel_id={in_page[1].decode()}", "channel"
    elif place.steps[:1] == ["user"] and len(place.steps) > 1:
        yield f"{_YOUTUBE_FEED}?user={quote(place.steps[1])}", "channel"


def _github(place: _Place) -> Found:
    steps = place.steps
    if not steps or steps[0] in _GITHUB_OWN_PAGES:
        return
    if len(steps) == 1:
        yield f"https://github.com/{steps[0]}.atom", "activity"
        return
    repository = f"https://github.com/{steps[0]}/{steps[1].removesuffix('.git')}"
    if len(steps) > 3 and steps[2] in ("commits", "tree"):
        yield f"{repository}/commits/{steps[3]}.atom", "commits of the branch"
    wanted = steps[2] if len(steps) > 2 else "releases"
    kinds = ("releases", "tags", "commits")
    for kind in sorted(kinds, key=lambda kind: kind != wanted):
        yield f"{repository}/{kind}.atom", kind


def _gitlab(place: _Place) -> Found:
    project = place.path.partition("/-/")[0].strip("/")
    if project.count("/") >= 1:
        for kind in ("tags", "releases", "commits/HEAD"):
            address = f"https://{place.host}/{project}/-/{kind}?format=atom"
            yield address, kind.partition("/")[0]
    elif project:
        yield f"https://{place.host}/{project}.atom", "activity"


def _codeberg(place: _Place) -> Found:
    if len(place.steps) >= 2:
        repository = f"https://{place.host}/{place.steps[0]}/{place.steps[1]}"
        yield f"{repository}/releases.rss", "releases"
        yield f"{repository}.rss", "activity"
    elif place.steps:
        yield f"https://{place.host}/{place.steps[0]}.rss", "activity"


def _reddit(place: _Place) -> Found:
    path = place.path.rstrip("/").removesuffix("/.rss").removesuffix(".rss")
    if place.steps[:1] and place.steps[0] in ("r", "user", "u"):
        what = "subreddit" if place.steps[0] == "r" else "user"
        yield f"https://www.reddit.com{path}/.rss", what
    elif not place.steps:
        yield "https://www.reddit.com/.rss", "front page"


def _medium(place: _Place) -> Found:
    if place.host != "medium.com":
        yield f"https://{place.host}/feed", "publication"
    elif place.steps:
        what = "author" if place.steps[0].startswith("@") else "publication"
        yield f"https://medium.com/feed/{place.steps[0]}", what


def _mastodon(place: _Place) -> Found:
    """Any server may be one; a page called /@name is most likely a profile."""
    found = _HANDLE.fullmatch(place.path)
    is_web = place.site.startswith(("https://", "http://"))
    if (
        found
        and is_web
        and place.host not in ("tiktok.com", "threads.net", "threads.com")
    ):
        yield f"{place.site}/@{found[1]}.rss", "profile"


def _bluesky(place: _Place) -> Found:
    if place.steps[:1] == ["profile"] and len(place.steps) > 1:
        yield f"https://bsky.app/profile/{place.steps[1]}/rss", "profile"


def _vimeo(place: _Place) -> Found:
    if place.steps and not place.steps[0].isdecimal():
        yield f"https://vimeo.com/{place.steps[0]}/videos/rss", "channel"


def _dev_to(place: _Place) -> Found:
    if place.steps:
        yield f"https://dev.to/feed/{place.steps[0]}", "author"


def _fixed(path: str, what: str) -> Callable[[_Place], Found]:
    def rule(place: _Place) -> Found:
        yield f"https://{place.host}{path}", what

    return rule


def _is(*hosts: str) -> Callable[[str], bool]:
    return frozenset(hosts).__contains__


def _under(domain: str) -> Callable[[str], bool]:
    return lambda host: host == domain or host.endswith("." + domain)


_RULES: tuple[tuple[Callable[[str], bool], Callable[[_Place], Found]], ...] = (
    (_is("youtube.com", "music.youtube.com"), _youtube),
    (_is("github.com"), _github),
    (_is("gitlab.com"), _gitlab),
    (_is("codeberg.org"), _codeberg),
    (_is("reddit.com", "old.reddit.com", "new.reddit.com"), _reddit),
    (_under("medium.com"), _medium),
    (_is("bsky.app"), _bluesky),
    (_is("vimeo.com"), _vimeo),
    (_is("dev.to"), _dev_to),
    (_is("news.ycombinator.com"), _fixed("/rss", "front page")),
    (_under("substack.com"), _fixed("/feed", "publication")),
    (_under("wordpress.com"), _fixed("/feed/", "blog")),
    (_under("tumblr.com"), _fixed("/rss", "blog")),
    (_under("blogspot.com"), _fixed("/feeds/posts/default", "blog")),
    (_under("ghost.io"), _fixed("/rss/", "blog")),
    (_under("bearblog.dev"), _fixed("/feed/", "blog")),
    (_under("livejournal.com"), _fixed("/data/rss", "blog")),
)
