"""Who is believed about a visitor's address."""

from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.accounts.client_address import client_address, neighbourhood

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "expected"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["198.51.100.7"], "192.0.2.1"),  # a stranger's word
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),  # the left is a lie
        ("10.0.0.1", ["6.6.6.6", "198.51.100.7"], "198.51.100.7"),  # two headers
        ("10.0.0.1", ["198.51.100.7, 10.0.0.2"], "198.51.100.7"),  # two proxies
        ("10.0.0.1", ["10.0.0.3,10.0.0.2"], "10.0.0.3"),  # all are ours
        ("10.0.0.1", ["198.51.100.7, nonsense"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.7:4711"], "198.51.100.7"),
        ("fd00::1", ["[2001:db8::7]:443"], "2001:db8::7"),
        ("fd00::1", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("local", ["198.51.100.7"], "local"),
    ],
)
def test_the_rightmost_hop_that_is_not_ours_is_the_visitor(
    peer: str, forwarded_for: list[str], expected: str
) -> None:
    assert client_address(peer, forwarded_for, TRUSTED) == expected


@given(st.lists(st.text()))
def test_without_a_trusted_proxy_nothing_in_a_header_counts(lies: list[str]) -> None:
    assert client_address("10.0.0.1", lies, ()) == "10.0.0.1"


@given(st.lists(st.text()))
def test_what_is_left_of_the_true_hop_changes_nothing(lies: list[str]) -> None:
    told = [*lies, "198.51.100.7"]
    assert client_address("10.0.0.1", told, TRUSTED) == "198.51.100.7"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("local", "local"),
        ("", ""),
    ],
)
def test_one_home_has_one_count(address: str, expected: str) -> None:
    assert neighbourhood(address) == expected
