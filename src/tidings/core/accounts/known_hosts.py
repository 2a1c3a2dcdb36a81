"""By which names a browser may reach us.

A stranger can let a name of theirs point to this machine (DNS rebinding); to a browser
their page is then ours. Only names that no stranger can own are known without a setting.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address

_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
# No public name server answers for these, nor for names without a dot.
_PRIVATE = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
_BRACKETED = re.compile(r"\[([0-9a-f:.%]+[0-9a-z]*)\](:[0-9]+)?")
_WITH_PORT = re.compile(r"([^:]*)(:[0-9]+)?")


def is_known_host(header: str, own: Collection[str]) -> bool:
    """Say whether a Host header has one of our names, an address, or a private name.

    An address cannot be rebound: the browser connects to what its address bar shows.
    """
    text = header.strip().lower()
    if not text:
        return True  # no browser leaves it out
    bracketed = _BRACKETED.fullmatch(text)
    if bracketed:
        return _is_address(bracketed[1].partition("%")[0])
    plain = _WITH_PORT.fullmatch(text)
    if plain is None:
        return False
    name = plain[1].removesuffix(".")
    if name in own or _is_address(name):
        return True
    is_private = "." not in name or name.endswith(_PRIVATE)
    return is_private and _NAME.fullmatch(name) is not None


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
