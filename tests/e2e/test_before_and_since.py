"""What AI will cost is shown before it is switched on, and what has changed since a star."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.installation import Installation, eventually, running_tidings
from tests.e2e.paper import HARBOUR
from tests.e2e.test_reading import EDITED, QUAY
from tests.e2e.windows import Windows, open_live


@pytest.fixture(scope="module")
def with_ai(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Tidings with a model that costs something, which nobody has switched on."""
    directory = tmp_path_factory.mktemp("tidings")
    settings = {
        "TIDINGS_AI_PROVIDER": "openai",
        "TIDINGS_AI_BASE_URL": "http://127.0.0.1:9",
        "TIDINGS_AI_MODEL": "small",
    }
    with running_tidings(directory, settings) as installation:
        installation.furnish()
        yield installation


def test_what_ai_will_cost_is_shown_before_it_is_switched_on(
    with_ai: Installation, windows: Windows
) -> None:
    page = windows.reader(with_ai.base)
    page.goto("/settings/ai")
    switch = page.get_by_role("switch").first
    expect(switch).not_to_be_checked()
    limit = page.get_by_role("slider", name="Existing entries")
    will = page.get_by_text(
        re.compile(r"Turning this on will use about [1-9]\d* calls")
    )
    expect(will).to_be_visible()
    limit.fill("0")
    expect(will).to_have_count(0)
    eventually(
        lambda: with_ai.api.get("users/me")["preferences"].get("ai_backlog") == 0
    )
    assert with_ai.api.get("ai/status")["queue_size"] == 0
    assert "ai" not in with_ai.api.get("users/me")["preferences"]


def test_a_star_says_that_its_entry_has_changed_and_shows_what_was_starred(
    with_ai: Installation, windows: Windows
) -> None:
    before = with_ai.api.entry(QUAY)
    with_ai.api.put(f"entries/{before['id']}/star")
    page = windows.reader(with_ai.base)
    open_live(page, f"/entry/{before['id']}")
    article = page.get_by_role("article")
    expect(article.get_by_role("heading", name=QUAY)).to_be_visible()
    expect(page.get_by_text("it has changed since")).to_have_count(0)
    with_ai.paper.edit(HARBOUR, "The Harbour", "quay", EDITED)
    with_ai.check(HARBOUR)
    eventually(lambda: with_ai.api.entry(QUAY)["version"] == 2)
    page.reload()
    expect(article.get_by_text("Starred as it was on")).to_be_visible()
    article.get_by_role("button", name="What changed?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("ins").get_by_text("piers")).to_be_visible()
    dialog.get_by_role("button", name="As you starred it").click()
    expect(dialog.get_by_text("quays", exact=False).first).to_be_visible()
    expect(dialog.locator("ins")).to_have_count(0)
