"""Conditions and actions as requests carry them: each field with what fits it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tidings.core.automation.rule_values import (
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
from tidings.core.errors import Invalid
from tidings.services.fields import Id, Number, RequestModel, Storable

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
        description="`*` matches any text; the whole field must match",
    ),
]
_Choices = Field(min_length=1, max_length=MOST_CHOICES)


class TextCondition(RequestModel):
    """What a text must, or must not, have in it; capitals do not matter."""

    field: TextField
    operator: Literal["contains", "not_contains", "equals", "starts_with"]
    value: _Text


class PatternCondition(RequestModel):
    """What a text must look like."""

    field: TextField
    operator: Literal["matches"]
    value: _Pattern


class ExpressionCondition(RequestModel):
    """What is to be found in a text by a regular expression (RE2); capitals do not
    matter."""

    field: TextField
    operator: Literal["regex"]
    value: _Text


class QueryCondition(RequestModel):
    """What a search must find it by: words, `title:`, `author:`, `inurl:`, `lang:`, with
    `OR`, brackets and a minus, as in `entries/search`."""

    field: Literal["search"]
    operator: Literal["finds"]
    value: Annotated[Storable, Field(min_length=1, max_length=LONGEST_VALUE)]


class TextChoice(RequestModel):
    """What a text must be, one of several."""

    field: TextField
    operator: Literal["is_one_of"]
    value: Annotated[list[_Text], _Choices]


class PlaceCondition(RequestModel):
    """Which feed an entry is of, or which folder that is in, at whatever depth."""

    field: Literal["feed", "folder"]
    operator: Literal["equals"]
    value: Number


class PlaceChoice(RequestModel):
    """Which feeds or folders."""

    field: Literal["feed", "folder"]
    operator: Literal["is_one_of"]
    value: Annotated[list[Number], _Choices]


class LanguageCondition(RequestModel):
    """Which language; `en` is every English."""

    field: Literal["language"]
    operator: Literal["equals"]
    value: _Text


class LanguageChoice(RequestModel):
    """Which languages."""

    field: Literal["language"]
    operator: Literal["is_one_of"]
    value: Annotated[list[_Text], _Choices]


class ScoreCondition(RequestModel):
    """How an entry was judged; one that was not judged never fits."""

    field: Literal["score"]
    operator: Literal["above", "below"]
    value: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


AnyCondition = (
    TextCondition
    | PatternCondition
    | ExpressionCondition
    | QueryCondition
    | TextChoice
    | PlaceCondition
    | PlaceChoice
    | LanguageCondition
    | LanguageChoice
    | ScoreCondition
)


class PlainAction(RequestModel):
    """Something that needs no more words. What is hidden is read as well."""

    do: Literal["mark_read", "star", "hide", "notify"]


class TagAction(RequestModel):
    """Put a tag on it; the tag is made if there is none."""

    do: Literal["tag"]
    tag: Annotated[Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=_SEEN)]


class WebhookAction(RequestModel):
    """Notify a webhook."""

    do: Literal["webhook"]
    webhook_id: Id


AnyAction = PlainAction | TagAction | WebhookAction
ConditionList = Annotated[
    list[AnyCondition], Field(min_length=1, max_length=MOST_CONDITIONS)
]
ActionList = Annotated[list[AnyAction], Field(min_length=1, max_length=MOST_ACTIONS)]


_CONDITIONS: TypeAdapter[list[AnyCondition]] = TypeAdapter(list[AnyCondition])
_ACTIONS: TypeAdapter[list[AnyAction]] = TypeAdapter(list[AnyAction])
# What says which one is meant, of those actions that need it.
_TARGETS = {"tag": "tag", "webhook": "webhook_id"}


def conditions_of(match: Match, given: list[AnyCondition]) -> Conditions:
    """Return the conditions of a request."""
    listed = []
    for number, each in enumerate(given):
        with _said_of(f"conditions.{number}"):
            listed.append(make_condition(each.field, each.operator, each.value))
    return make_conditions(match, listed)


def actions_of(given: list[AnyAction]) -> tuple[Action, ...]:
    """Return the actions of a request."""
    listed = []
    for number, each in enumerate(given):
        with _said_of(f"actions.{number}", target="tag"):
            listed.append(_action(each))
    return make_actions(listed)


@contextmanager
def _said_of(part: str, **renamed: str) -> Iterator[None]:
    """Name what is wrong with a part of a rule by its place in the request."""
    try:
        yield
    except Invalid as error:
        field = str(error.details["field"])
        details = {**error.details, "field": f"{part}.{renamed.get(field, field)}"}
        raise Invalid(error.message, code=error.code, details=details) from error


def shown_conditions(conditions: Conditions) -> list[AnyCondition]:
    """Return conditions as a request would carry them."""
    return _CONDITIONS.validate_python(
        [
            {"field": each.field, "operator": each.operator, "value": _value(each)}
            for each in conditions.conditions
        ]
    )


def shown_actions(actions: Sequence[Action]) -> list[AnyAction]:
    """Return actions as a request would carry them."""
    return _ACTIONS.validate_python(
        [
            {"do": each.do, _TARGETS[each.do]: each.target}
            if each.do in _TARGETS
            else {"do": each.do}
            for each in actions
        ]
    )


def _value(condition: Condition) -> object:
    value = condition.value
    return list(value) if isinstance(value, tuple) else value


def _action(given: AnyAction) -> Action:
    if isinstance(given, TagAction):
        return make_action(given.do, given.tag)
    if isinstance(given, WebhookAction):
        return make_action(given.do, given.webhook_id)
    return make_action(given.do)
