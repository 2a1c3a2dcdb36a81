"""Where a request came from: only what the peers that we trust say is believed."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# One home or server usually has this much of IPv6 to itself.
_HOME_BITS = 64


def client_address(
    peer: str, forwarded_for: Sequence[str], trusted: Sequence[Network]
) -> str:
    """Return the nearest address that no trusted proxy has: the rightmost such hop.

    `forwarded_for` are the values of X-Forwarded-For. Everything left of the hop that is
    returned was written by strangers. A peer without an address (a socket file) is
    returned as it is.
    """
    found = _read(peer)
    if found is None:
        return peer
    hops = [hop for value in forwarded_for for hop in value.split(",")]
    while hops and _is_trusted(found, trusted):
        hop = _read(hops.pop())
        if hop is None:
            break
        found = hop
    return str(found)


def is_trusted_peer(peer: str, trusted: Sequence[Network]) -> bool:
    """Say whether a peer is a proxy that we trust."""
    found = _read(peer)
    return found is not None and _is_trusted(found, trusted)


def neighbourhood(address: str) -> str:
    """Return what limits count by: an IPv4 address, or an IPv6 network of one home."""
    found = _read(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, _HOME_BITS), strict=False))
    return address


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)


@lru_cache(maxsize=1024)
def _read(text: str) -> Address | None:
    bare = text.strip()
    if bare.startswith("["):  # [2001:db8::1]:443
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:  # 192.0.2.1:443
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
