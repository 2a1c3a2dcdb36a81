"""What following a feed would bring: how much, and whether the texts are whole."""

from datetime import timedelta

import pytest

from tidings.core.clock import micros
from tidings.core.feeds.outlook import ShownText, per_day, wholeness

LONG = "The quay opens again, and the plan of it is public. " * 12
DAY = micros(timedelta(days=1))
NOW = 20_000 * DAY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LONG, "whole"),
        ("The quay opens again.", "teasers"),
        ("", "titles"),
        (LONG + "and then …", "teasers"),
        (LONG + "[...]", "teasers"),
        (LONG + "Read more »", "teasers"),
        (LONG + "Continue reading →", "teasers"),
        (LONG + "Leia mais", "teasers"),
        (LONG + "Czytaj więcej.", "teasers"),
        (LONG + "[…] The post The Quay appeared first on Harbour News.", "teasers"),
        (LONG + "The post The Quay appeared first on Harbour News.", "whole"),
        ("He thought … " + LONG, "whole"),
    ],
)
def test_a_text_is_whole_or_it_breaks_off(text: str, expected: str) -> None:
    assert wholeness([ShownText(True, text, has_media=False)]) == expected


def test_a_short_note_without_a_title_is_whole() -> None:
    assert wholeness([ShownText(False, "Fog again.", has_media=False)]) == "whole"


def test_a_comic_or_an_episode_does_not_say() -> None:
    assert wholeness([ShownText(True, "A short caption", has_media=True)]) is None
    assert wholeness([]) is None


def test_most_entries_decide() -> None:
    whole, teaser = (ShownText(True, text, has_media=False) for text in (LONG, "Short"))
    assert wholeness([whole, teaser, teaser]) == "teasers"
    assert wholeness([whole, teaser, whole]) == "whole"


@pytest.mark.parametrize(
    ("days_ago", "expected"),
    [
        ((0, 0.5, 1, 1.5, 2), 2.5),
        ((1, 5, 8, 14), 4 / 14),
        ((0.01, 0.02, 0.03), 3.0),  # of one hour: a day has brought no more
        ((3,), None),
        ((), None),
        ((-400, 2), None),
    ],
)
def test_dates_say_how_much_comes(
    days_ago: tuple[float, ...], expected: float | None
) -> None:
    found = per_day([None, *(NOW - int(day * DAY) for day in days_ago)], NOW)
    assert found == (None if expected is None else pytest.approx(expected))
