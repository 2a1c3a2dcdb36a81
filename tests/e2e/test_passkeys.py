"""Passkeys where nobody has set an address: on this machine, by its name."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation, running_tidings
from tests.e2e.windows import PHONE, Windows, settle

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def by_default(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Installation]:
    """Tidings as it is with no address set: its own is a number."""
    directory = tmp_path_factory.mktemp("tidings")
    with running_tidings(directory, {"TIDINGS_BASE_URL": ""}) as installation:
        installation.api.register()
        yield installation


def test_by_the_name_of_this_machine_a_passkey_is_made_and_signs_in(
    by_default: Installation, windows: Windows
) -> None:
    page = windows.reader(by_default.base)
    _give_a_key(page)
    page.goto("/settings/account")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Remove Chrome")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/login")
    # With a key at hand the browser may answer the page's own question first.
    with suppress(Error):
        page.get_by_role("button", name="Sign in with a passkey").click(timeout=5000)
    expect(page.get_by_role("navigation").first).to_be_visible()
    page.wait_for_url(by_default.base + "/")


def test_by_its_number_the_page_says_where_passkeys_work(
    by_default: Installation, windows: Windows
) -> None:
    base = by_default.base.replace("localhost", "127.0.0.1")
    page = windows.reader(base, **PHONE)
    page.goto("/settings/account")
    expect(page.get_by_text(f"open Tidings at {by_default.base} to")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    settle(page)
    assert violations(page) == []


def _give_a_key(page: Page) -> None:
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
