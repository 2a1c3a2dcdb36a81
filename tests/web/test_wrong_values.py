"""What is wrong with a request is named as the caller wrote it, each field once."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tidings.core.codes import Code
from tidings.services.fields import refused_as
from tidings.web.wrong_values import WrongValue, wrong_values


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class OneFeed(_Strict):
    before: int
    feed_id: int


class OneFolder(_Strict):
    before: int
    folder_id: int


class Everything(_Strict):
    before: int
    all: Literal[True]


class Star(_Strict):
    do: Literal["star", "hide"]


class Tag(_Strict):
    do: Literal["tag"]
    tag: Annotated[str, Field(min_length=1)]


class Rule(_Strict):
    actions: list[Star | Tag]
    value: int | str | list[int] = 0
    key: Annotated[str, refused_as(Code.BAD_KEY, "is no key")] = ""


def wrong_in(kind: Any, body: object) -> list[WrongValue]:
    try:
        TypeAdapter(kind).validate_python(body)
    except ValidationError as error:
        errors = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        return wrong_values(errors, body)
    raise AssertionError("Nothing is wrong.")


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"feed_id": 1}, "before", Code.MISSING),
        ({"folder_id": 1}, "before", Code.MISSING),
        ({"folder_id": "1", "before": 1}, "folder_id", Code.INVALID),
        ({"all": False, "before": 1}, "all", Code.INVALID),
        ({"feed_id": 1, "before": 1, "odd": 1}, "odd", Code.INVALID),
        ([1], "body", Code.INVALID),
    ],
)
def test_only_the_type_that_fits_best_is_heard(
    body: object, field: str, code: Code
) -> None:
    (wrong,) = wrong_in(OneFeed | OneFolder | Everything, body)
    assert (wrong.field, wrong.place, wrong.code) == (field, "body", code)


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"actions": [{"do": "tag"}]}, "actions.0.tag", Code.MISSING),
        ({"actions": [{"do": "star"}, {"do": "tag", "tag": ""}]}, "actions.1.tag", Code.MISSING),
        ({"actions": [{"do": "star"}, {"do": "tag", "tag": 5}]}, "actions.1.tag", Code.INVALID),
        ({"actions": [], "value": [1, "x"]}, "value.1", Code.INVALID),
        ({"actions": [], "key": 5}, "key", Code.BAD_KEY),
        ({}, "actions", Code.MISSING),
    ],
)  # fmt: skip
def test_a_field_is_named_by_its_path_in_the_body(
    body: object, field: str, code: Code
) -> None:
    wrong = wrong_in(Rule, body)
    assert (field, code) in [(one.field, one.code) for one in wrong]
    assert all("Star" not in one.field and "Tag" not in one.field for one in wrong)


def test_a_field_of_several_types_is_refused_once() -> None:
    (wrong,) = wrong_in(Rule, {"actions": [], "value": {}})
    assert wrong.field == "value"
    assert "integer or" in wrong.message
    assert wrong.message.endswith("valid list")


def test_a_word_that_chooses_nothing_is_told_all_that_it_may_be() -> None:
    (wrong,) = wrong_in(Rule, {"actions": [{"do": "dance"}]})
    assert wrong.field == "actions.0.do"
    for word in ("star", "hide", "tag"):
        assert f"'{word}'" in wrong.message
