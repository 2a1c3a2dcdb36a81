"""A real browser signs in: at a real OpenID provider, and by a passkey."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.cli.program import Program, free_port
from tests.openid import introduce, openid_provider, say_who_one_is, settings_for

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ANN = {
    "email": "ann@example.org",
    "email_verified": True,
    "preferred_username": "ann",
}
MAKE_PASSKEY = """async () => {
    const post = (path, body) => fetch("/api/v1" + path, {
        method: "POST",
        headers: {"content-type": "application/json"},
        body: body && JSON.stringify(body),
    }).then(answer => answer.json());
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        await post("/users/me/passkeys/options"));
    const made = await navigator.credentials.create({publicKey});
    return post("/users/me/passkeys", {name: "phone", credential: made.toJSON()});
}"""
USE_PASSKEY = """async () => {
    const post = (path, body) => fetch("/api/v1" + path, {
        method: "POST",
        headers: {"content-type": "application/json"},
        body: body && JSON.stringify(body),
    }).then(answer => answer.json());
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
        await post("/auth/passkey/options"));
    const signed = await navigator.credentials.get({publicKey});
    return post("/auth/passkey", {credential: signed.toJSON()});
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "Chromium is missing: apt-get install -y chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=60_000
        )
        yield browser
        browser.close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser with an empty cookie jar."""
    opened = browser.new_context()
    opened.set_default_timeout(60_000)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with openid_provider() as issuer:
        yield issuer


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, provider: str) -> Iterator[str]:
    """Tidings itself, started as people start it."""
    port = free_port()
    base = f"http://localhost:{port}"
    tidings = Program(tmp_path_factory.mktemp("tidings"))
    tidings.variables |= {
        "TIDINGS_PORT": str(port),
        "TIDINGS_BASE_URL": base,
        "TIDINGS_REGISTRATION": "open",
        "TIDINGS_ALLOW_ORIGINS": provider.removeprefix("http://"),
        **settings_for(provider),
    }
    with tidings.start("serve") as running:
        running.wait_for("Tidings runs at")
        yield base


def _sign_in(page: Page, site: str, subject: str) -> None:
    page.goto(f"{site}/api/v1/auth/oidc?next=/api/v1/users/me")
    say_who_one_is(page, subject)
    page.wait_for_url(f"{site}/**")


def _me(page: Page) -> dict[str, Any]:
    return page.evaluate("fetch('/api/v1/users/me').then(answer => answer.json())")


def test_a_browser_signs_in_at_a_provider(
    visitor: BrowserContext, site: str, provider: str
) -> None:
    introduce(provider, "ann-1", ANN)
    page = visitor.new_page()
    _sign_in(page, site, "ann-1")
    assert page.url == f"{site}/api/v1/users/me"
    shown = json.loads(page.inner_text("body"))
    assert (shown["name"], shown["email"]) == ("ann", "ann@example.org")
    cookies = {cookie["name"]: cookie for cookie in visitor.cookies()}
    ours = cookies["tidings_session"]
    assert (ours["httpOnly"], ours["sameSite"]) == (True, "Lax")
    assert "tidings_flow" not in cookies


def test_a_browser_whose_address_nobody_verified_ends_at_our_sign_in_page(
    visitor: BrowserContext, site: str, provider: str
) -> None:
    introduce(provider, "eve-1", {**ANN, "email_verified": False})
    page = visitor.new_page()
    _sign_in(page, site, "eve-1")
    assert page.url == f"{site}/login?error=EMAIL_UNVERIFIED"
    assert [one["name"] for one in visitor.cookies(site)] == []


def test_a_browser_that_did_not_leave_cannot_come_back(
    browser: Browser, visitor: BrowserContext, site: str, provider: str
) -> None:
    """Somebody else's way back, sent to us as a link, signs us in to nothing."""
    attacker = visitor.new_page()
    attacker.goto(f"{site}/api/v1/auth/oidc")
    assert attacker.url.startswith(provider)
    state = parse_qs(urlsplit(attacker.url).query)["state"][0]
    victim = browser.new_context()
    page = victim.new_page()
    page.goto(f"{site}/api/v1/auth/oidc/callback?code=code&state={state}")
    assert page.url == f"{site}/login?error=SIGN_IN_EXPIRED"
    assert victim.cookies() == []
    victim.close()


def test_a_passkey_of_the_browser_signs_in(
    visitor: BrowserContext, site: str, provider: str
) -> None:
    introduce(provider, "pat", {"preferred_username": "pat"})
    page = visitor.new_page()
    _sign_in(page, site, "pat")
    page.goto(f"{site}/")
    devices = visitor.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    assert page.evaluate(MAKE_PASSKEY)["name"] == "phone"
    visitor.clear_cookies()
    assert "error" in _me(page)
    for _ in range(2):
        assert page.evaluate(USE_PASSKEY)["user"]["name"] == "pat"
        assert _me(page)["name"] == "pat"
        visitor.clear_cookies()
