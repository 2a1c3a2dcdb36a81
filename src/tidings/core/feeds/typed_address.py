"""What people mean when they type or paste an address: without a scheme, with an odd one,
or as the short name that a well-known site uses."""

import re

# What browsers and podcast programs put before, or instead of, http.
_FEED_SCHEME = re.compile(
    r"(?:feed|rss|podcast|pcast|itpc|view-source):(?://)?", re.IGNORECASE
)
_WEB = re.compile(r"https?://", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?![0-9])", re.IGNORECASE)
_HANDLE = re.compile(
    r"@(?P<name>[\w.-]{1,100})@(?P<host>[\w.-]{3,253}(?::[0-9]{1,5})?)"
)
_CHANNEL = re.compile(r"@(?P<name>[\w.·-]{3,100})")
_REDDIT = re.compile(r"/?(?P<kind>r|u|user)/(?P<name>[\w+-]{2,100})/?", re.IGNORECASE)
# A name of GitHub has no dot, so that it cannot be taken for a host.
_REPOSITORY = re.compile(
    r"(?P<owner>[a-z0-9](?:-?[a-z0-9]){0,38})/(?P<name>[\w.-]{1,100})", re.I
)
_PLACE = re.compile(
    r"(?:localhost|\[[0-9a-f:.]+\]|[^\s/?#:@\[\]]+\.[^\s/?#:@\[\]]+)"
    r"(?::[0-9]{1,5})?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
_AROUND = "".join(map(chr, range(0x21))) + "<>\"'"
_LONGEST = 8192


def addresses_meant(text: str) -> tuple[str, ...]:
    """Return the web addresses that a text may mean, likeliest first; none if none.

    A name on a Mastodon server, `@name@host`, means the page of that profile, `@name` a
    channel of YouTube, `r/name` a part of Reddit, `owner/name` a repository on GitHub.
    """
    text = text[: _LONGEST + 1].strip(_AROUND)
    if not text or len(text) > _LONGEST:
        return ()
    handle = _HANDLE.fullmatch(text)
    if handle:
        return _by_either(f"{handle['host']}/@{handle['name']}")
    known = _at_a_known_site(text)
    if known is not None:
        return (known,)
    text = _FEED_SCHEME.sub("", text, count=1) if _FEED_SCHEME.match(text) else text
    if _WEB.match(text):
        return (text,)
    text = text.removeprefix("//")
    if _OTHER_SCHEME.match(text) or not _PLACE.fullmatch(text):
        return ()
    return _by_either(text)


def _by_either(place: str) -> tuple[str, str]:
    return f"https://{place}", f"http://{place}"


def _at_a_known_site(text: str) -> str | None:
    """Return what a short name means at the site where such names are used.

    Reddit turns programs away from its pages, so its feed is named itself.
    """
    if found := _CHANNEL.fullmatch(text):
        return f"https://www.youtube.com/@{found['name']}"
    if found := _REDDIT.fullmatch(text):
        kind = "r" if found["kind"].lower() == "r" else "user"
        return f"https://www.reddit.com/{kind}/{found['name']}/.rss"
    if found := _REPOSITORY.fullmatch(text):
        return f"https://github.com/{found['owner']}/{found['name']}"
    return None
