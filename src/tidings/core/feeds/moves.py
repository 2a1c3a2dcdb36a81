"""Whether what is secret about a feed may go along to its new address."""

from urllib.parse import SplitResult, urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}


def secrets_may_go_along(url: str, new_url: str) -> bool:
    """Return whether a login for `url` may be sent to `new_url`: the same server only.

    From http to https of the same host is the same server; the way back is not.
    """
    before, after = _split(url), _split(new_url)
    if before is None or after is None or before.hostname != after.hostname:
        return False
    if before.scheme == after.scheme:
        return _port(before) == _port(after)
    is_upgrade = (before.scheme, after.scheme) == ("http", "https")
    return is_upgrade and (_port(before), _port(after)) == (80, 443)


def _port(parts: SplitResult) -> int | None:
    return parts.port or _DEFAULT_PORTS.get(parts.scheme)


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port  # reading a broken port raises
    except ValueError:
        return None
    return parts if parts.hostname else None
