"""Is an IP address public? The verdict behind every outbound connection.

Anything that is not plainly a public unicast address has a name here and is refused;
an IPv4 address carried inside an IPv6 one is judged as what it is.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPAddress = IPv4Address | IPv6Address

_Range = tuple[int, int, str]


def special_use(address: IPAddress) -> str | None:
    """Return the name of the special range the address lies in, None if it is public."""
    if isinstance(address, IPv4Address):
        return _name_in(_IPV4_RANGES, int(address))
    carried = _carried_ipv4(address)
    if carried is not None:
        return special_use(carried)
    return _ipv6_special_use(int(address))


def _ipv6_special_use(number: int) -> str | None:
    name = _name_in(_IPV6_RANGES, number)
    if name is not None:
        return name
    if number >> 125 != 1:  # 2000::/3 is all that is handed out as public unicast
        return "reserved"
    if (number >> 32) & 0xFFFFFFFF in _ISATAP_MARKS:
        return "ISATAP"
    return None


def _carried_ipv4(address: IPv6Address) -> IPv4Address | None:
    # Networks with only IPv6 reach the public IPv4 world through 64:ff9b::/96, so that
    # prefix cannot be refused as a whole; what it carries decides.
    if int(address) >> 32 in _CARRIERS:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _name_in(ranges: tuple[_Range, ...], number: int) -> str | None:
    for first, last, name in ranges:
        if first <= number <= last:
            return name
    return None


def _ipv4(network: str, name: str) -> _Range:
    parsed = IPv4Network(network)
    return int(parsed.network_address), int(parsed.broadcast_address), name


def _ipv6(network: str, name: str) -> _Range:
    parsed = IPv6Network(network)
    return int(parsed.network_address), int(parsed.broadcast_address), name


_CARRIERS = frozenset(
    int(IPv6Address(prefix)) >> 32 for prefix in ("::ffff:0:0", "64:ff9b::")
)
_ISATAP_MARKS = frozenset({0x00005EFE, 0x02005EFE})

_IPV4_RANGES = (
    _ipv4("0.0.0.0/8", "unspecified"),
    _ipv4("10.0.0.0/8", "private"),
    _ipv4("100.64.0.0/10", "carrier-grade NAT"),
    _ipv4("127.0.0.0/8", "loopback"),
    # A public number, but inside Azure it is the host's own metadata service.
    _ipv4("168.63.129.16/32", "cloud metadata"),
    _ipv4("169.254.0.0/16", "link-local"),
    _ipv4("172.16.0.0/12", "private"),
    _ipv4("192.0.0.0/24", "protocol assignments"),
    _ipv4("192.0.2.0/24", "documentation"),
    _ipv4("192.88.99.0/24", "6to4 relay"),
    _ipv4("192.168.0.0/16", "private"),
    _ipv4("198.18.0.0/15", "benchmarking"),
    _ipv4("198.51.100.0/24", "documentation"),
    _ipv4("203.0.113.0/24", "documentation"),
    _ipv4("224.0.0.0/4", "multicast"),
    _ipv4("255.255.255.255/32", "broadcast"),
    _ipv4("240.0.0.0/4", "reserved"),
)

_IPV6_RANGES = (
    _ipv6("::/128", "unspecified"),
    _ipv6("::1/128", "loopback"),
    _ipv6("::/96", "IPv4-compatible"),
    _ipv6("::ffff:0:0:0/96", "IPv4-translated"),
    _ipv6("64:ff9b:1::/48", "local NAT64"),
    _ipv6("100::/64", "discard-only"),
    _ipv6("2001::/32", "Teredo"),
    _ipv6("2001:2::/48", "benchmarking"),
    _ipv6("2001::/23", "protocol assignments"),
    _ipv6("2001:db8::/32", "documentation"),
    _ipv6("2002::/16", "6to4"),
    _ipv6("3fff::/20", "documentation"),
    _ipv6("fc00::/7", "unique local"),
    _ipv6("fe80::/10", "link-local"),
    _ipv6("fec0::/10", "site-local"),
    _ipv6("ff00::/8", "multicast"),
)
