"""Ceilings let through what is at or below them, and nothing that nobody scored."""

import pytest

from tidings.core.ai.prompts import SCORES
from tidings.core.errors import Invalid
from tidings.core.publishing.ceilings import Ceilings, ceilings_of, fits, framing_of

CALM = framing_of({"overall": 0.2, "scores": dict.fromkeys(SCORES, 0.1)})
LURID = framing_of(
    {"overall": 0.2, "scores": {**dict.fromkeys(SCORES, 0.1), "clickbait": 0.9}}
)


@pytest.mark.parametrize(
    ("framing", "values", "wanted"),
    [
        (CALM, {}, True),
        (None, {}, True),
        (CALM, {"overall": 0.2}, True),
        (CALM, {"overall": 0.19}, False),
        (None, {"overall": 1.0}, False),
        (LURID, {"overall": 0.5}, True),
        (LURID, {"overall": 0.5, "clickbait": 0.5}, False),
        (LURID, {"clickbait": 0.9}, True),
        (framing_of({}), {"framing": 0.99}, False),
        (framing_of({"overall": True, "scores": 3}), {"overall": 0.99}, False),
    ],
)
def test_only_what_is_at_or_below_every_ceiling_fits(framing, values, wanted) -> None:
    assert fits(framing, ceilings_of(values)) is wanted


def test_a_ceiling_of_none_is_no_ceiling() -> None:
    assert ceilings_of({"overall": None, "clickbait": None}) == Ceilings()


@pytest.mark.parametrize("values", [{"overall": 1.1}, {"framing": -1}, {"height": 0.5}])
def test_what_is_no_ceiling_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(Invalid):
        ceilings_of(values)
