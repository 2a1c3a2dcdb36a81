"""What a rule is: conditions on an entry, and what happens when they hold.

Everything a person or a file can put into a rule is checked here, with small limits:
rules run for every new entry, inside the commit that stores it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from tidings.core.automation.rule_patterns import expression_finds
from tidings.core.errors import Invalid
from tidings.core.reading.search_matcher import query_matcher

TextField = Literal["title", "text", "author", "url", "tag"]
NumberField = Literal["feed", "folder"]
Field = Literal[
    "title",
    "text",
    "author",
    "url",
    "tag",
    "feed",
    "folder",
    "language",
    "score",
    "search",
]
Operator = Literal[
    "contains",
    "not_contains",
    "equals",
    "starts_with",
    "matches",
    "regex",
    "finds",
    "is_one_of",
    "above",
    "below",
]
Match = Literal["all", "any"]
ActionKind = Literal["mark_read", "star", "tag", "hide", "notify", "webhook"]
Single = str | int | float
Value = Single | tuple[Single, ...]

MOST_CONDITIONS = 20
MOST_ACTIONS = 10
MOST_CHOICES = 100
LONGEST_VALUE = 500
LONGEST_TAG = 100
_MOST_STARS = 10
_LARGEST = 2**53 - 1
_TEXT_OPERATORS = frozenset(
    {
        "contains",
        "not_contains",
        "equals",
        "starts_with",
        "matches",
        "regex",
        "is_one_of",
    }
)
_EXACT = frozenset({"equals", "is_one_of"})
_OPERATORS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(get_args(TextField), _TEXT_OPERATORS),
    **dict.fromkeys(get_args(NumberField), _EXACT),
    "language": _EXACT,
    "score": frozenset({"above", "below"}),
    "search": frozenset({"finds"}),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that must be true of an entry; `is_one_of` has several values."""

    field: Field
    operator: Operator
    value: Value


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do; `target` is the name of a tag or the id of a webhook."""

    do: ActionKind
    target: str = ""


@dataclass(frozen=True, slots=True)
class Conditions:
    """When a rule applies."""

    match: Match
    conditions: tuple[Condition, ...]


def make_condition(field: str, operator: str, value: object) -> Condition:
    """Return a condition, or say what is wrong with it."""
    allowed = _OPERATORS.get(field)
    if allowed is None:
        raise _refused("field", f"A rule cannot look at {field!r}.")
    if operator not in allowed:
        words = ", ".join(sorted(allowed))
        raise _refused("operator", f"For {field} a rule can say: {words}.")
    several = operator == "is_one_of"
    if several != isinstance(value, list | tuple):
        kind = "a list of values" if several else "one value"
        raise _refused("value", f"{operator} needs {kind}.")
    return Condition(
        cast("Field", field),
        cast("Operator", operator),
        _choices(field, cast("Sequence[object]", value))
        if several
        else _single(field, operator, value),
    )


def make_conditions(match: str, conditions: Sequence[Condition]) -> Conditions:
    """Put conditions together; none at all would match everything by mistake."""
    if match not in get_args(Match):
        raise _refused("match", "A rule asks for all of its conditions, or any.")
    if not 1 <= len(conditions) <= MOST_CONDITIONS:
        raise _refused(
            "conditions", f"A rule has between 1 and {MOST_CONDITIONS} conditions."
        )
    return Conditions(cast("Match", match), tuple(conditions))


def make_action(do: str, target: str = "") -> Action:
    """Return an action, or say what is wrong with it."""
    if do not in get_args(ActionKind):
        raise _refused("do", f"A rule cannot do {do!r}.")
    target = " ".join(target.split()) if do == "tag" else target
    if (do in ("tag", "webhook")) != bool(target):
        what = f"{do} needs to know which." if not target else f"{do} needs no more."
        raise _refused("target", what)
    if len(target) > LONGEST_TAG:
        raise _refused("target", f"A tag has at most {LONGEST_TAG} characters.")
    return Action(cast("ActionKind", do), target)


def make_actions(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Put actions together, each once."""
    once = tuple(dict.fromkeys(actions))
    if not 1 <= len(once) <= MOST_ACTIONS:
        raise _refused("actions", f"A rule does between 1 and {MOST_ACTIONS} things.")
    return once


def conditions_json(conditions: Conditions) -> str:
    """Return conditions as they are stored."""
    listed = [
        {"field": each.field, "operator": each.operator, "value": each.value}
        for each in conditions.conditions
    ]
    return json.dumps({"match": conditions.match, "conditions": listed})


def read_conditions(text: str) -> Conditions:
    """Return stored conditions; raises Invalid for what no rule can hold."""
    given = json.loads(text)
    listed = [
        make_condition(each["field"], each["operator"], each["value"])
        for each in given["conditions"]
    ]
    return make_conditions(given["match"], listed)


def actions_json(actions: Sequence[Action]) -> str:
    """Return actions as they are stored."""
    return json.dumps([{"do": each.do, "target": each.target} for each in actions])


def read_actions(text: str) -> tuple[Action, ...]:
    """Return stored actions."""
    return make_actions(
        [make_action(each["do"], each["target"]) for each in json.loads(text)]
    )


def _choices(field: str, values: Sequence[object]) -> tuple[Single, ...]:
    if not 1 <= len(values) <= MOST_CHOICES:
        raise _refused("value", f"Give between 1 and {MOST_CHOICES} values.")
    return tuple(dict.fromkeys(_single(field, "is_one_of", each) for each in values))


def _single(field: str, operator: str, value: Any) -> Single:
    if field in get_args(NumberField):
        if type(value) is not int or not 1 <= value <= _LARGEST:
            raise _refused("value", f"A {field} is given by its number.")
        return value
    if field == "score":
        if type(value) not in (int, float) or not 0 <= value <= 1:
            raise _refused("value", "A score is a number from 0 to 1.")
        return float(value)
    return _text(operator, value)


def _text(operator: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_VALUE:
        raise _refused(
            "value", f"Give a text of 1 to {LONGEST_VALUE} characters to look for."
        )
    if operator == "finds":
        query_matcher(value)
    if operator == "regex":
        expression_finds(value)
    if operator == "matches" and value.count("*") > _MOST_STARS:
        raise _refused("value", f"A pattern has at most {_MOST_STARS} stars.")
    return value


def _refused(field: str, message: str) -> Invalid:
    return Invalid(message, details={"field": field})
