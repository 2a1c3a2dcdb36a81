"""What is asked of a provider, and whom its claims speak of."""

from typing import Any

import pytest

from tidings.auth.oidc import (
    IdentityRefused,
    Person,
    ProviderUnavailable,
    authorization_address,
    code_challenge,
    person_of,
    read_configuration,
    read_object,
)
from tidings.auth.passkeys import PasskeysUnavailable, Site, site_of

DOORS = {
    "issuer": "https://id.example",
    "authorization_endpoint": "https://id.example/authorize",
    "token_endpoint": "https://id.example/token",
    "jwks_uri": "https://keys.example/jwks",
}


def test_the_challenge_is_the_one_of_rfc_7636() -> None:
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert code_challenge(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


@pytest.mark.parametrize(
    ("endpoint", "address"),
    [
        ("https://id.example/a", "https://id.example/a?state=x+y"),
        ("https://id.example/a?tenant=1", "https://id.example/a?tenant=1&state=x+y"),
    ],
)
def test_an_endpoint_keeps_its_own_query(endpoint: str, address: str) -> None:
    assert authorization_address(endpoint, {"state": "x y"}) == address


@pytest.mark.parametrize(
    ("methods", "by_basic"),
    [
        (None, True),
        (["client_secret_basic", "client_secret_post"], True),
        (["client_secret_post"], False),
    ],
)
def test_our_secret_goes_where_the_provider_takes_it(
    methods: list[str] | None, by_basic: bool
) -> None:
    document = {**DOORS, "token_endpoint_auth_methods_supported": methods}
    found = read_configuration(document, "https://id.example")
    assert found.by_basic is by_basic


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {**DOORS, "issuer": "https://id.example/"},
        {**DOORS, "token_endpoint": "http://id.example/token"},
        {**DOORS, "token_endpoint": 7},
        {**DOORS, "jwks_uri": "file:///etc/passwd"},
        {**DOORS, "userinfo_endpoint": "http://id.example/me"},
    ],
)
def test_a_configuration_that_cannot_be_trusted_is_not_used(document: object) -> None:
    with pytest.raises(ProviderUnavailable):
        read_configuration(document, "https://id.example")


@pytest.mark.parametrize(
    ("claims", "email", "has_unproven"),
    [
        ({"email": "A@B.example", "email_verified": True}, "a@b.example", False),
        ({"email": "a@b.example", "email_verified": "true"}, "a@b.example", False),
        ({"email": "a@b.example", "email_verified": "false"}, None, True),
        ({"email": "a@b.example"}, None, True),
        ({"email_verified": True}, None, False),
        ({}, None, False),
        ({"email": "", "email_verified": True}, None, False),
        # The Kelvin sign is a k in lower case, and somebody else's.
        ({"email": "\u212aim@b.example", "email_verified": True}, None, True),
        ({"email": "a b@c.example", "email_verified": True}, None, True),
        ({"email": "a@b@c.example", "email_verified": True}, None, True),
        ({"email": "a\0@b.example", "email_verified": True}, None, True),
        ({"email": ["a@b.example"], "email_verified": True}, None, True),
    ],
)
def test_an_address_counts_only_when_it_is_proven_and_plain(
    claims: dict[str, Any], email: str | None, has_unproven: bool
) -> None:
    person = person_of({"sub": "1", **claims})
    assert (person.email, person.has_unproven_email) == (email, has_unproven)


def test_names_are_wishes_in_order() -> None:
    claims = {"sub": "1", "name": "Ann Lee", "email": "ann.l@b.example"}
    assert person_of(claims) == Person("1", None, True, ("ann.l", "Ann Lee"))


@pytest.mark.parametrize("subject", [None, "", 7, "x" * 256, "a\nb", "\ud800"])
def test_somebody_needs_a_name_that_can_be_kept(subject: object) -> None:
    with pytest.raises(IdentityRefused):
        person_of({"sub": subject})


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b"\xff", b"[" * 100_000])
def test_only_an_object_is_an_object(body: bytes) -> None:
    assert read_object(body) is None


@pytest.mark.parametrize(
    ("base_url", "site"),
    [
        ("https://news.example", Site("news.example", "https://news.example")),
        ("https://News.example:443", Site("news.example", "https://news.example")),
        ("http://localhost:8000", Site("localhost", "http://localhost:8000")),
        ("https://a.example:8443/x", Site("a.example", "https://a.example:8443")),
    ],
)
def test_a_site_is_its_host_and_origin(base_url: str, site: Site) -> None:
    assert site_of(base_url) == site


@pytest.mark.parametrize("base_url", ["http://192.0.2.1", "https://[::1]:8000"])
def test_a_number_is_no_site(base_url: str) -> None:
    with pytest.raises(PasskeysUnavailable):
        site_of(base_url)
