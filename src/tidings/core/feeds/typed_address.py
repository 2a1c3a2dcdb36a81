"""What people mean when they type or paste an address: without a scheme, or with an odd one."""

import re

# What browsers and podcast programs put before, or instead of, http.
_FEED_SCHEME = re.compile(
    r"(?:feed|rss|podcast|pcast|itpc|view-source):(?://)?", re.IGNORECASE
)
_WEB = re.compile(r"https?://", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?![0-9])", re.IGNORECASE)
_HANDLE = re.compile(r"@(?P<name>[\w.-]{1,100})@(?P<host>[\w.-]{3,253})")
_PLACE = re.compile(
    r"(?:localhost|\[[0-9a-f:.]+\]|[^\s/?#:@\[\]]+\.[^\s/?#:@\[\]]+)"
    r"(?::[0-9]{1,5})?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
_AROUND = "".join(map(chr, range(0x21))) + "<>\"'"
_LONGEST = 8192


def addresses_meant(text: str) -> tuple[str, ...]:
    """Return the web addresses that a text may mean, likeliest first; none if none.

    A name on a Mastodon server, `@name@host`, means the page of that profile.
    """
    text = text[: _LONGEST + 1].strip(_AROUND)
    if not text or len(text) > _LONGEST:
        return ()
    handle = _HANDLE.fullmatch(text)
    if handle:
        return (f"https://{handle['host']}/@{handle['name']}",)
    text = _FEED_SCHEME.sub("", text, count=1) if _FEED_SCHEME.match(text) else text
    if _WEB.match(text):
        return (text,)
    text = text.removeprefix("//")
    if _OTHER_SCHEME.match(text) or not _PLACE.fullmatch(text):
        return ()
    return f"https://{text}", f"http://{text}"
