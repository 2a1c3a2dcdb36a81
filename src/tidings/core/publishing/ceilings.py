"""How framed an entry may be to be shown: a ceiling for all, and one for each score."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tidings.core.ai.prompts import SCORES
from tidings.core.errors import Invalid

OVERALL = "overall"
NAMES = (OVERALL, *SCORES)


@dataclass(frozen=True, slots=True)
class Ceilings:
    """The most of each score that is wanted, by name; a score without one may be any."""

    most: tuple[tuple[str, float], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.most)


@dataclass(frozen=True, slots=True)
class Framing:
    """How framed a text is: from 0, not at all, to 1."""

    overall: float
    scores: tuple[tuple[str, float], ...]


def ceilings_of(values: Mapping[str, float | None]) -> Ceilings:
    """Return ceilings by the names of scores; None leaves a score out."""
    for name, value in values.items():
        if name not in NAMES or (value is not None and not 0 <= value <= 1):
            raise Invalid("A ceiling is a number from 0 to 1.", details={"field": name})
    given = ((name, values.get(name)) for name in NAMES)
    return Ceilings(tuple((name, most) for name, most in given if most is not None))


def framing_of(result: Mapping[str, object]) -> Framing:
    """Return what a deframing says about the text it is of."""
    scores = result.get("scores")
    known = scores if isinstance(scores, Mapping) else {}
    return Framing(
        _number(result.get(OVERALL)),
        tuple((name, _number(known.get(name))) for name in SCORES),
    )


def fits(framing: Framing | None, ceilings: Ceilings) -> bool:
    """Return whether a text may be shown; one that nobody scored is under no ceiling."""
    if not ceilings:
        return True
    if framing is None:
        return False
    scores = dict((*framing.scores, (OVERALL, framing.overall)))
    return _all_under(scores, ceilings.most)


def _all_under(
    scores: Mapping[str, float], ceilings: Iterable[tuple[str, float]]
) -> bool:
    return all(scores[name] <= most for name, most in ceilings)


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # What has no score is taken for the worst: it must not slip under a ceiling.
    return float(value) if is_number else 1.0  # type: ignore[arg-type]
