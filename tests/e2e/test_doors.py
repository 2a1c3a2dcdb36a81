"""Ways in: by a real OpenID provider, and in the language of one's browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.installation import (
    NAME,
    PASSWORD,
    Installation,
    eventually,
    running_tidings,
)
from tests.e2e.windows import DESKTOP, PHONE, Windows
from tests.openid import introduce, openid_provider, say_who_one_is, settings_for

# A browser's language: the page's, the greeting, the button, the first list, a day, and
# how two and seven are counted.
LANGUAGES = {
    "en-US": (
        *("en", "Welcome back", "Sign in", "Unread"),
        *("Sep 5, 2025", "2 unread entries", "7 unread entries"),
    ),
    "pt-BR": (
        *("pt-BR", "Boas-vindas de volta", "Entrar", "Não lidos"),
        *("5 de set. de 2025", "2 itens não lidos", "7 itens não lidos"),
    ),
    "pl-PL": (
        *("pl", "Witaj ponownie", "Zaloguj się", "Nieprzeczytane"),
        *("5 wrz 2025", "2 nieprzeczytane wpisy", "7 nieprzeczytanych wpisów"),
    ),
}


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with openid_provider() as issuer:
        yield issuer


@pytest.fixture(scope="module")
def open_house(
    tmp_path_factory: pytest.TempPathFactory, provider: str
) -> Iterator[Installation]:
    """Tidings with one account, where others may come in by the provider."""
    directory = tmp_path_factory.mktemp("tidings")
    sign_in_state = {"TIDINGS_REGISTRATION": "open", **settings_for(provider)}
    origins = [provider.removeprefix("http://")]
    with running_tidings(directory, sign_in_state, origins) as installation:
        installation.furnish()
        yield installation


def test_somebody_comes_in_by_an_openid_provider_and_leaves(
    open_house: Installation, windows: Windows, provider: str
) -> None:
    introduce(provider, "bea-1", {"preferred_username": "bea"})
    windows.allow(r"401 .*/api/v1/")  # a question may be on its way when she leaves
    page = windows.stranger(open_house.base)
    page.goto("/starred")
    greeting = page.get_by_role("heading", name="Welcome back")
    expect(greeting).to_be_visible()
    page.get_by_role("link", name="Sign in with your organisation").click()
    say_who_one_is(page, "bea-1")
    page.wait_for_url(f"{open_house.base}/starred")
    page.get_by_role("button", name="Account: bea").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(greeting).to_be_visible()
    page.goto("/starred")
    expect(greeting).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_language_of_the_browser_is_spoken(
    open_house: Installation, windows: Windows, locale: str
) -> None:
    language, greeting, button, unread, day, two, seven = LANGUAGES[locale]
    # Whoever came before may have chosen a language for this account.
    chosen = {"language": None, "browserLanguage": None}
    open_house.api.patch("users/me", preferences=chosen)
    page = windows.stranger(open_house.base, locale=locale)
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == language
    page.get_by_role("link", name=button).click()
    expect(page.get_by_role("heading", name=greeting)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == language
    page.locator("input[autocomplete^=username]").fill(NAME)
    page.locator("input[type=password]").fill(PASSWORD)
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("heading", name=unread, level=1)).to_contain_text(seven)
    expect(page.get_by_role("link", name=f"Kitchen Notes {two}")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="The quay")).to_contain_text(
        day
    )
    # What the server writes for this reader is to be in the same.
    eventually(lambda: _preferences(open_house).get("browserLanguage") == language)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_visitor_looks_around_signs_in_and_never_sees_the_start_page_again(
    open_house: Installation, windows: Windows, size: dict[str, Any]
) -> None:
    page = windows.stranger(open_house.base, **size)
    page.goto("/")
    assert violations(page) == []
    page.get_by_role("link", name="Who fetches").click()
    about = page.get_by_role("heading", name="About this feed reader")
    expect(about).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Start page").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name or e-mail").fill(NAME)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    unread = page.get_by_role("heading", name="Unread", level=1)
    expect(unread).to_be_visible()
    page.goto("/")
    expect(unread).to_be_visible()
    # Its own service worker leaves the page to the server, too.
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.goto("/about")
    expect(about).to_be_visible()


def test_a_session_that_has_ended_leads_from_the_start_to_the_sign_in_page(
    open_house: Installation, windows: Windows
) -> None:
    # Only by a refusal the app learns that the session has ended.
    windows.allow(r"401 \(Unauthorized\)")
    page = windows.stranger(open_house.base)
    stale = {"name": "tidings_session", "value": "1a", "url": open_house.base}
    page.context.add_cookies([stale])
    page.goto("/")
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    page.get_by_role("link", name="About this reader").click()
    expect(page.get_by_role("heading", name="About this feed reader")).to_be_visible()


def _preferences(installation: Installation) -> dict[str, Any]:
    found: dict[str, Any] = installation.api.get("users/me")["preferences"]
    return found


def test_another_language_is_chosen_and_spoken_at_once(
    open_house: Installation, windows: Windows
) -> None:
    page = windows.reader(open_house.base)
    page.goto("/settings/appearance")
    page.get_by_role("combobox", name="Language").select_option("Polski")
    expect(page.get_by_role("heading", name="Ustawienia", level=1)).to_be_visible()
    page.get_by_role("combobox", name="Język").select_option("English")
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
