"""A browser and a running Tidings for each module: both take long to start."""

import uuid
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.installation import Installation, running_tidings
from tests.e2e.windows import ARGUMENTS, CHROMIUM, Windows
from tests.fresh_databases import address, create, drop


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of one module only: while it lives, no other event loop can run."""
    assert CHROMIUM.exists(), "Chromium is missing: apt-get install -y chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=60_000
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Tidings on SQLite with one account and its feeds, for tests that only look."""
    with running_tidings(tmp_path_factory.mktemp("tidings")) as installation:
        installation.furnish()
        yield installation


@pytest.fixture
def installation(
    database_settings: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    """Tidings as it is after its very first start."""
    directory = tmp_path_factory.mktemp("tidings")
    with running_tidings(directory, database_settings) as installation:
        yield installation


@pytest.fixture
def database_settings(
    engine: str, request: pytest.FixtureRequest
) -> Iterator[Mapping[str, str]]:
    """What to set for a database of the engine that the test runs on."""
    if engine == "sqlite":
        yield {}
        return
    server = request.getfixturevalue("postgres_server")
    name = f"test_{uuid.uuid4().hex[:12]}"
    create(server, name, request.getfixturevalue("postgres_template"))
    try:
        yield {"TIDINGS_DATABASE_URL": address(server, name)}
    finally:
        drop(server, name)


@pytest.fixture
def windows(browser: Browser) -> Iterator[Windows]:
    """Windows of a browser; nothing may be complained about in any of them."""
    opened = Windows(browser)
    yield opened
    opened.close()
    assert not opened.complaints, "\n".join(opened.complaints)
