"""Where to go after signing in: a page of our own, whatever the address bar was given."""

import re
from urllib.parse import unquote

HOME = "/"

_LONGEST = 2000
_SEGMENT = r"[A-Za-z0-9._~!$&'()*+,;=:@%-]+"
# Nothing here can begin another host: no empty segment, no backslash, no blank.
_PATH = re.compile(
    rf"((?:/{_SEGMENT})+/?|/)(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
    r"(?:#[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?",
    re.ASCII,
)
_HIDDEN = re.compile(r"[/\\\x00-\x20\x7f]")


def own_path(text: str | None) -> str:
    """Return the path if a browser would stay with us when sent there, else our home."""
    if text is None or len(text) > _LONGEST:
        return HOME
    match = _PATH.fullmatch(text)
    if match is None or not all(map(_is_plain, match[1].split("/"))):
        return HOME
    return text


def _is_plain(segment: str) -> bool:
    # Servers and browsers decode once, some twice; what hides a slash is never plain.
    meant = unquote(unquote(segment))
    return meant not in (".", "..") and _HIDDEN.search(meant) is None
