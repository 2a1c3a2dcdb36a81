from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fetch.hostile_urls import IPV4_RANGES, IPV6_FORMS
from tidings.fetch.address import special_use

LAST_AND_FIRST_PUBLIC = [
    "1.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "172.32.0.1",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:db7:ffff::1",
    "2001:db9::1",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "3ffe:ffff::1",
    "64:ff9b::8.8.8.8",
    "::ffff:8.8.8.8",
]


@pytest.mark.parametrize("text", LAST_AND_FIRST_PUBLIC)
def test_addresses_just_outside_special_ranges_are_public(text: str) -> None:
    assert special_use(ip_address(text)) is None


def addresses_in(forms: list[str]) -> list[str]:
    """Return the forms that the standard library can read."""
    found = []
    for form in forms:
        with suppress(ValueError):
            found.append(str(ip_address(form.strip("[]"))))
    return found


@pytest.mark.parametrize("text", addresses_in([*IPV4_RANGES, *IPV6_FORMS]))
def test_special_addresses_have_a_name(text: str) -> None:
    assert special_use(ip_address(text))


def test_most_of_the_hostile_forms_are_addresses() -> None:
    assert len(addresses_in([*IPV4_RANGES, *IPV6_FORMS])) > 80


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("127.0.0.1", "loopback"),
        ("100.64.0.1", "carrier-grade NAT"),
        ("255.255.255.255", "broadcast"),
        ("::ffff:10.1.2.3", "private"),
        ("64:ff9b::169.254.169.254", "link-local"),
        ("2002:7f00:1::", "6to4"),
        ("2001:0:1::", "Teredo"),
        ("4000::", "reserved"),
    ],
)
def test_the_range_is_called_by_its_name(text: str, name: str) -> None:
    assert special_use(ip_address(text)) == name


@given(st.integers(0, 2**32 - 1))
def test_an_ipv4_address_is_judged_alike_in_every_wrapping(number: int) -> None:
    bare = special_use(IPv4Address(number))
    for prefix in ("::ffff:0:0", "64:ff9b::"):
        assert special_use(IPv6Address(int(IPv6Address(prefix)) + number)) == bare


@given(st.integers(0, 2**32 - 1))
def test_nothing_is_public_that_the_standard_library_calls_private(number: int) -> None:
    address = IPv4Address(number)
    if special_use(address) is None:
        assert address.is_global
        assert not address.is_multicast


@given(st.integers(0, 2**128 - 1))
def test_only_one_eighth_of_ipv6_can_be_public(number: int) -> None:
    address = IPv6Address(number)
    outside = number >> 125 != 1
    carried = number >> 32 in (0xFFFF, 0x64FF9B << 64)
    if outside and not carried:
        assert special_use(address)


def test_whole_networks_are_refused_from_first_to_last_address() -> None:
    for text in ("10.0.0.0/8", "172.16.0.0/12", "100.64.0.0/10", "198.18.0.0/15"):
        network = IPv4Network(text)
        assert special_use(network[0])
        assert special_use(network[-1])
