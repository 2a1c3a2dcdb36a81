"""Frames that are worth nothing, and scripts that stand for a page."""

import re

_GIST = re.compile(r"(https://gist\.github\.com/[\w-]{1,40}/\w{1,40})\.js(?:\?.*)?")
# Frames that show nothing a reader came for.
_WORTHLESS = re.compile(
    r"https?://(?:[\w-]+\.)*(?:doubleclick\.net|googlesyndication\.com|adnxs\.com"
    r"|googletagmanager\.com|amazon-adsystem\.com|taboola\.com|outbrain\.com"
    r"|facebook\.com/plugins/(?:like|share|page)|platform\.twitter\.com/widgets"
    r"|disqus\.com|feedburner\.com)(?:[:/?#.]|$)",
    re.IGNORECASE,
)


def page_of_script(script_url: str) -> str | None:
    """Return the page of a gist, which other pages show by a script."""
    found = _GIST.fullmatch(script_url)
    return found and found[1]


def is_worthless(frame_url: str) -> bool:
    """Return whether a frame only advertises, counts or shares."""
    return _WORTHLESS.match(frame_url) is not None
