"""Addresses found in feeds: absolute http or https, or nothing at all."""

import re

from tidings.core.urls import absolute_url

# Nearly all addresses are whole, plain and without credentials: nothing to work out.
_PLAIN = re.compile(
    r"https?://[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*(?::[0-9]{1,4})?(?:[/?#][!#-;=?-~]{0,2000})?"
)


def web_url(text: str | None, base: str | None = None) -> str | None:
    """Return the address as an absolute web address, or `None` if it is not one."""
    if not text:
        return None
    if _PLAIN.fullmatch(text) or _PLAIN.fullmatch(text := text.strip()):
        return text
    return absolute_url(base or "", text)
