"""Addresses found in feeds: absolute http or https, or nothing at all."""

import re

from tidings.core.urls import absolute_url

# Nearly all addresses are whole, plain and without credentials: nothing to work out.
_PLAIN = re.compile(
    r"https?://[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*(?::[0-9]{1,4})?(?:[/?#][!#-;=?-~]{0,2000})?"
)
# No file is called like this.
_HOST = re.compile(r"www\.[a-z0-9-]++(?:\.[a-z0-9-]++)++(?:[:/?#]|$)", re.IGNORECASE)
_LOGIN = re.compile(r"\A((?:https?:)?//)[^/?#\\]*@", re.IGNORECASE)


def web_url(text: str | None, base: str | None = None) -> str | None:
    """Return the address as an absolute web address, or `None` if it is not one.

    It comes without a login: what everybody reads must not hand on somebody's password.
    """
    if not text:
        return None
    if _PLAIN.fullmatch(text) or _PLAIN.fullmatch(text := text.strip()):
        return text
    if _HOST.match(text):
        text = "//" + text
    return absolute_url(base or "", _LOGIN.sub(r"\1", text, count=1))


def has_login(text: str | None) -> bool:
    """Return whether an address comes with a user name or a password."""
    return text is not None and "@" in text and _LOGIN.match(text.strip()) is not None
