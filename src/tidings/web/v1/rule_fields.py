"""Conditions and actions as requests carry them: each field with what fits it."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from tidings.core.rule_values import (
    LONGEST_TAG,
    LONGEST_VALUE,
    MOST_ACTIONS,
    MOST_CHOICES,
    MOST_CONDITIONS,
    Action,
    Condition,
    Conditions,
    Match,
    TextField,
    make_action,
    make_actions,
    make_condition,
    make_conditions,
)
from tidings.web.v1.fields import Body, Number, Storable

# Something to see must be in it: a text of blanks would be found everywhere.
_SEEN = r"[^\s\x00-\x1f]"
_Text = Annotated[
    Storable, Field(min_length=1, max_length=LONGEST_VALUE, pattern=_SEEN)
]
_Pattern = Annotated[
    Storable,
    Field(
        min_length=1,
        max_length=LONGEST_VALUE,
        pattern=r"^[^*]*(\*[^*]*){0,10}$",
        description="`*` stands for any text; the whole field must fit",
    ),
]
_Choices = Field(min_length=1, max_length=MOST_CHOICES)


class TextCondition(Body):
    """What a text must, or must not, have in it; capitals do not matter."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"field": "title", "operator": "contains", "value": "sponsored"}
        }
    )
    field: TextField
    operator: Literal["contains", "not_contains", "equals", "starts_with"]
    value: _Text


class PatternCondition(Body):
    """What a text must look like."""

    field: TextField
    operator: Literal["matches"]
    value: _Pattern


class TextChoice(Body):
    """What a text must be, one of several."""

    field: TextField
    operator: Literal["is_one_of"]
    value: Annotated[list[_Text], _Choices]


class PlaceCondition(Body):
    """Which feed an entry is of, or which folder that is in, at whatever depth."""

    field: Literal["feed", "folder"]
    operator: Literal["equals"]
    value: Number


class PlaceChoice(Body):
    """Which feeds or folders."""

    field: Literal["feed", "folder"]
    operator: Literal["is_one_of"]
    value: Annotated[list[Number], _Choices]


class LanguageCondition(Body):
    """Which language; `en` is every English."""

    field: Literal["language"]
    operator: Literal["equals"]
    value: _Text


class LanguageChoice(Body):
    """Which languages."""

    field: Literal["language"]
    operator: Literal["is_one_of"]
    value: Annotated[list[_Text], _Choices]


class ScoreCondition(Body):
    """How an entry was judged; one that was not judged never fits."""

    field: Literal["score"]
    operator: Literal["above", "below"]
    value: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


AnyCondition = (
    TextCondition
    | PatternCondition
    | TextChoice
    | PlaceCondition
    | PlaceChoice
    | LanguageCondition
    | LanguageChoice
    | ScoreCondition
)


class PlainAction(Body):
    """Something that needs no more words. What is hidden is read as well."""

    do: Literal["mark_read", "star", "hide", "notify"]


class TagAction(Body):
    """Put a tag on it; the tag is made if there is none."""

    do: Literal["tag"]
    tag: Annotated[Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=_SEEN)]


class WebhookAction(Body):
    """Tell a webhook."""

    do: Literal["webhook"]
    webhook_id: Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]


AnyAction = PlainAction | TagAction | WebhookAction
ConditionList = Annotated[
    list[AnyCondition], Field(min_length=1, max_length=MOST_CONDITIONS)
]
ActionList = Annotated[list[AnyAction], Field(min_length=1, max_length=MOST_ACTIONS)]


def conditions_of(match: Match, given: list[AnyCondition]) -> Conditions:
    """Return the conditions of a request."""
    listed = [make_condition(each.field, each.operator, each.value) for each in given]
    return make_conditions(match, listed)


def actions_of(given: list[AnyAction]) -> tuple[Action, ...]:
    """Return the actions of a request."""
    return make_actions([_action(each) for each in given])


def shown_condition(condition: Condition) -> dict[str, object]:
    """Return a condition as answers show it."""
    value = condition.value
    return {
        "field": condition.field,
        "operator": condition.operator,
        "value": list(value) if isinstance(value, tuple) else value,
    }


def shown_action(action: Action) -> dict[str, object]:
    """Return an action as answers show it."""
    if action.do == "tag":
        return {"do": action.do, "tag": action.target}
    if action.do == "webhook":
        return {"do": action.do, "webhook_id": action.target}
    return {"do": action.do}


def _action(given: AnyAction) -> Action:
    if isinstance(given, TagAction):
        return make_action(given.do, given.tag)
    if isinstance(given, WebhookAction):
        return make_action(given.do, given.webhook_id)
    return make_action(given.do)
