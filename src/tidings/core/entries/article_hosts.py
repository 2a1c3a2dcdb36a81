"""From where the article proxy may load pages if only the sites of one's feeds are."""

from collections.abc import Iterable

from tidings.core.urls import host_of

_WEB_PORTS = frozenset({80, 443})


def hosts_of(urls: Iterable[str | None]) -> frozenset[str]:
    """Return the hosts of feeds and their sites."""
    return frozenset(host for url in urls if url and (host := host_of(url)))


def page_refusal(
    host: str, port: int, *, is_address: bool, allowed: frozenset[str]
) -> str | None:
    """Return why no page is loaded from a place; None: it may be."""
    if is_address:
        return f"{host}, an address instead of a name"
    if port not in _WEB_PORTS:
        return f"{host}:{port}, another port than 80 and 443"
    return None if host in allowed else f"{host}, which none of your feeds is from"
