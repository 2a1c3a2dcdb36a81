"""What the server says about checks by a code, the web app says in three languages."""

import re
from pathlib import Path
from typing import get_args

import pytest

from tidings.core.feeds.next_check import CheckReason
from tidings.core.feeds.outcome import FailureCode

_APP = Path(__file__).parents[2] / "frontend/src"
# Said of feeds that nobody fetches from anywhere, or that are switched off.
_ALSO = ("pushed", "disabled")


@pytest.mark.parametrize("language", ["en", "pt-BR", "pl"])
def test_every_reason_for_a_check_has_words(language: str) -> None:
    words = (_APP / f"messages/{language}/health.ts").read_text()
    said = set(re.findall(r"^  why_(\w+):", words, re.MULTILINE))
    assert said == {*CheckReason, *_ALSO}


def test_the_web_app_knows_every_reason_for_a_check() -> None:
    assert set(_names_in("CHECK_CODES")) == {*CheckReason, *_ALSO}


def test_the_web_app_has_words_for_every_failed_check() -> None:
    assert {*get_args(FailureCode), "our_mistake"} <= set(_names_in("ERROR_GROUPS"))


def _names_in(constant: str) -> list[str]:
    """Return the names that a list, or the keys that an object, of the app is made of."""
    code = (_APP / "lib/feed-health.ts").read_text()
    body = re.search(rf"const {constant} = [\[{{](.*?)[\]}}] as const", code, re.DOTALL)
    assert body is not None
    return re.findall(r'^  "?(\w+)"?[,:]', body[1], re.MULTILINE)
