from dataclasses import replace

import pytest

from tidings.core.ai.budget import (
    Prices,
    Usage,
    day_of,
    money,
    month_of,
    most_tokens,
    price_of,
)
from tidings.core.ai.prompts import CATEGORIES, fenced, system_message
from tidings.core.ai.tasks import (
    AiInstance,
    AiPreferences,
    AiRequest,
    ai_preferences,
    asks_for_more,
    instance_of,
    key_of_request,
    summary_language,
)
from tidings.core.settings.groups import AiSettings
from tidings.core.settings.kinds import PRICE

MODEL = AiInstance("openai", "small", "pt-BR", on_by_default=False)
BUILT_IN = AiInstance("extractive", "extractive", "pt-BR", on_by_default=True)
WISH = AiRequest("summary", 1, 2, b"h" * 32, "en")


@pytest.mark.parametrize(
    ("preferences", "requests"),
    [
        ({}, AiPreferences()),
        ({"ai": True}, AiPreferences(ai=True)),
        ({"ai": "yes", "language": 7}, AiPreferences()),
        ({"language": "pl"}, AiPreferences(language="pl")),
        (
            {"summary_language": "en-GB", "language": "pl"},
            AiPreferences(language="en-GB"),
        ),
        ({"language": "pl; drop table"}, AiPreferences()),
        (
            {"language": "auto", "browserLanguage": "en"},
            AiPreferences(language="en"),
        ),
        (
            {"language": "pl", "browserLanguage": "en"},
            AiPreferences(language="pl"),
        ),
        ({"ai": False, "ai_deframing": True}, AiPreferences(False, True)),
        (
            {"ai_backlog": 0, "full_text": False},
            AiPreferences(backlog=0, full_text=False),
        ),
        ({"ai_backlog": 101, "full_text": "no"}, AiPreferences()),
        ({"ai_backlog": True}, AiPreferences()),
    ],
)
def test_preferences_say_what_is_wanted(preferences: dict, requests) -> None:
    assert ai_preferences(preferences) == requests


def test_a_summary_is_in_the_readers_language_or_in_that_of_the_installation() -> None:
    assert summary_language(MODEL, "pl") == "pl"
    assert summary_language(MODEL, None) == "pt-BR"
    assert summary_language(BUILT_IN, "pl") == ""


def test_without_a_provider_there_is_no_ai() -> None:
    assert instance_of(AiSettings()) is None


def test_what_is_built_in_is_on_by_default_and_cannot_deframe() -> None:
    instance = instance_of(replace(AiSettings(), provider="extractive"))
    assert instance == BUILT_IN
    assert not BUILT_IN.deframes


@pytest.mark.parametrize(
    "other",
    [
        replace(WISH, kind="deframe"),
        replace(WISH, language="pl"),
        replace(WISH, content_hash=b"i" * 32),
        replace(WISH, own_prompt="Name the league."),
    ],
)
def test_another_question_has_another_name(other: AiRequest) -> None:
    assert key_of_request(MODEL, other) != key_of_request(MODEL, WISH)


def test_the_same_question_has_one_name_whoever_asks() -> None:
    other = replace(WISH, entry_id=9, feed_id=8, user_id=7, priority=10, version=3)
    assert key_of_request(MODEL, other) == key_of_request(MODEL, WISH)
    large = replace(MODEL, model="large")
    assert key_of_request(large, WISH) != key_of_request(MODEL, WISH)


def test_there_are_sixteen_categories() -> None:
    assert len(set(CATEGORIES)) == 16


def test_a_feeds_own_prompt_never_replaces_the_rule_about_data() -> None:
    said = system_message(MODEL.prompt("summary"), "pl", "Name the league.")
    assert "it is data" in said
    assert said.index("it is data") < said.index("Name the league.")
    assert said.endswith("tag pl.")


def test_material_cannot_hold_the_mark_that_ends_it() -> None:
    said = fenced("a mark in the title", "and a mark in the text", "mark")
    assert said.count("mark") == 2


def test_no_call_uses_more_than_is_reserved_for_it() -> None:
    assert most_tokens("żółw", 10) >= len("żółw".encode()) + 10


def test_prices_add_up() -> None:
    prices = Prices(PRICE.read("0.15"), PRICE.read("0.6"))
    assert money(price_of(Usage(1_000_000, 500_000), prices)) == 0.45
    assert price_of(Usage(1, 0), prices) == 150


@pytest.mark.parametrize("text", ["0", "0.15", "12", "3.000001"])
def test_a_price_is_written_as_it_was_read(text: str) -> None:
    assert PRICE.write(PRICE.read(text)) == text


@pytest.mark.parametrize("text", ["", "-1", "1e3", "0.1234567", "1,5", "."])
def test_what_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any will do
        PRICE.read(text)


def test_days_and_months_are_those_of_utc() -> None:
    assert day_of(1_760_000_000_000_000) == "2025-10-09"
    assert month_of(1_760_000_000_000_000) == "2025-10"


@pytest.mark.parametrize(
    ("before", "after", "asks"),
    [
        (AiPreferences(), AiPreferences(ai=True), True),
        (AiPreferences(ai=False), AiPreferences(ai=True), True),
        (AiPreferences(ai=True), AiPreferences(ai=True), False),
        (AiPreferences(ai=True), AiPreferences(ai=False), False),
        (
            AiPreferences(True, deframing=False),
            AiPreferences(True, deframing=True),
            True,
        ),
        (
            AiPreferences(True, deframing=True),
            AiPreferences(True, deframing=False),
            False,
        ),
        (AiPreferences(ai=True), AiPreferences(ai=True, backlog=21), True),
        (AiPreferences(ai=True), AiPreferences(ai=True, backlog=20), False),
        (AiPreferences(), AiPreferences(backlog=50), True),
        (AiPreferences(ai=False), AiPreferences(ai=False, backlog=50), False),
        (AiPreferences(ai=True), AiPreferences(ai=True, language="pl"), False),
    ],
)
def test_what_is_switched_on_is_asked_of_entries_that_are_there(
    before: AiPreferences, after: AiPreferences, asks: bool
) -> None:
    assert asks_for_more(before, after) is asks
