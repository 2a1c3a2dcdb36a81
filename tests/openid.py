"""A real OpenID provider on loopback, which believes whatever it is told of people."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.cli.program import free_port, until


@contextmanager
def openid_provider() -> Iterator[str]:
    """Run a provider; yields its address."""
    port = free_port()
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = subprocess.Popen([*command, "--require-nonce", "true"], **quiet)
    try:
        issuer = f"http://localhost:{port}"
        until(lambda: _answers(f"{issuer}/.well-known/openid-configuration"))
        yield issuer
    finally:
        running.terminate()
        running.wait(10)


def settings_for(provider: str) -> dict[str, str]:
    """Return what Tidings must know to send people there."""
    return {
        "TIDINGS_OIDC_ISSUER": provider,
        "TIDINGS_OIDC_CLIENT_ID": "tidings",
        "TIDINGS_OIDC_CLIENT_SECRET": "secret",
    }


def introduce(provider: str, subject: str, claims: dict[str, object]) -> None:
    """Tell the provider who somebody is."""
    request = urllib.request.Request(
        f"{provider}/users/{subject}",
        data=json.dumps(claims).encode(),
        headers={"content-type": "application/json"},
        method="PUT",
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 204


def say_who_one_is(page: Page, subject: str) -> None:
    """Fill the provider's own page, on which the browser is."""
    page.fill("input[name=sub]", subject)
    page.click("text=Authorize >> nth=-1")


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status == 200
    except (urllib.error.URLError, ConnectionError):
        return False
