"""Rules: what is done with entries as they come, and on request with older ones."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from tidings.core.rule_values import Conditions, Match
from tidings.services import rules as service
from tidings.services.rules import Preview, Rule, RuleWish
from tidings.store.rules import MOST_RULES
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Body, IdInPath, Storable
from tidings.web.v1.jobs import JobAnswer, job_answer
from tidings.web.v1.rule_fields import (
    ActionList,
    AnyAction,
    AnyCondition,
    ConditionList,
    actions_of,
    conditions_of,
    shown_action,
    shown_condition,
)

router = APIRouter(tags=["rules"])

_Name = Annotated[Storable, Field(min_length=1, max_length=200)]
_Id = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
_WISH: JsonDict = {
    "name": "No advertisements",
    "enabled": True,
    "match": "any",
    "conditions": [
        {"field": "title", "operator": "contains", "value": "sponsored"},
        {"field": "url", "operator": "matches", "value": "*/ads/*"},
    ],
    "actions": [{"do": "hide"}, {"do": "tag", "tag": "advertisement"}],
}
_EXAMPLE: JsonDict = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "position": 1,
    **_WISH,
    "created_at": 1760000000000000,
    "changed_at": 1760000000000000,
    "matched": 12,
    "last_matched_at": 1760000000000000,
}


class RuleAnswer(BaseModel):
    """A rule; `matched` counts the entries it found so far."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: str
    name: str
    position: int
    enabled: bool
    match: Match
    conditions: list[AnyCondition]
    actions: list[AnyAction]
    created_at: int
    changed_at: int
    matched: int
    last_matched_at: int | None


class RuleList(BaseModel):
    """All rules, in the order they run."""

    items: list[RuleAnswer]
    next_cursor: None = Field(default=None, description="there is only one page")


class RuleBody(Body):
    """A new rule."""

    model_config = ConfigDict(json_schema_extra={"example": _WISH})
    name: _Name
    enabled: bool = True
    match: Match = "all"
    conditions: ConditionList
    actions: ActionList


class RuleChange(Body):
    """What is to be different; what is left out stays. A new `match` needs the
    conditions it is about."""

    model_config = ConfigDict(json_schema_extra={"example": {"enabled": False}})
    name: _Name | None = None
    enabled: bool | None = None
    match: Match = "all"
    conditions: ConditionList | None = None
    actions: ActionList | None = None


class OrderBody(Body):
    """Rules in the order they are to run; those that are left out come after."""

    model_config = ConfigDict(json_schema_extra={"example": {"ids": [_EXAMPLE["id"]]}})
    ids: Annotated[list[_Id], Field(max_length=MOST_RULES)]


class PreviewBody(Body):
    """Conditions to be tried."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"match": "any", "conditions": _WISH["conditions"]}
        }
    )
    match: Match = "all"
    conditions: ConditionList


class PreviewEntry(BaseModel):
    """An entry that would have been found."""

    id: int
    feed_id: int
    feed_title: str
    title: str
    url: str | None
    author: str
    excerpt: str
    published_at: int | None


class PreviewAnswer(BaseModel):
    """What conditions find among the newest entries."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"looked_at": 5000, "matched": 0, "newest": [], "complete": True}
        }
    )
    looked_at: int
    matched: int
    newest: list[PreviewEntry]
    complete: bool = Field(description="false: it took too long to look at all of them")


@router.get(
    "/rules",
    operation_id="list_rules",
    summary="All rules, in the order they run",
    response_description="The rules.",
)
async def list_rules(context: Given, visitor: Reader) -> RuleList:
    rules = await service.list_rules(context, visitor.user_id)
    return RuleList(items=[_shown(rule) for rule in rules])


@router.post(
    "/rules",
    operation_id="create_rule",
    summary="Add a rule for entries that come from now on",
    response_description="The new rule.",
    status_code=201,
)
async def create_rule(context: Given, visitor: Writer, body: RuleBody) -> RuleAnswer:
    wish = RuleWish(
        enabled=body.enabled,
        conditions=conditions_of(body.match, body.conditions),
        actions=actions_of(body.actions),
    )
    return _shown(await service.create_rule(context, visitor.user_id, body.name, wish))


@router.post(
    "/rules/reorder",
    operation_id="reorder_rules",
    summary="Put rules in another order",
    response_description="They are in that order.",
    status_code=204,
)
async def reorder_rules(context: Given, visitor: Writer, body: OrderBody) -> Response:
    await service.reorder_rules(context, visitor.user_id, body.ids)
    return Response(status_code=204)


@router.post(
    "/rules/preview",
    operation_id="preview_rule",
    summary="Try conditions on the newest 5,000 entries; nothing is changed",
    response_description="How many they find, and the newest 20.",
)
async def preview_rule(
    context: Given, visitor: Reader, body: PreviewBody
) -> PreviewAnswer:
    wanted: Conditions = conditions_of(body.match, body.conditions)
    found: Preview = await service.preview_rule(context, visitor.user_id, wanted)
    return PreviewAnswer.model_validate(found, from_attributes=True)


@router.get(
    "/rules/{rule_id}",
    operation_id="get_rule",
    summary="One rule",
    response_description="The rule.",
)
async def get_rule(context: Given, visitor: Reader, rule_id: IdInPath) -> RuleAnswer:
    return _shown(await service.show_rule(context, visitor.user_id, rule_id))


@router.patch(
    "/rules/{rule_id}",
    operation_id="change_rule",
    summary="Change parts of a rule",
    response_description="The rule as it is now.",
)
async def change_rule(
    context: Given, visitor: Writer, rule_id: IdInPath, body: RuleChange
) -> RuleAnswer:
    conditions = body.conditions and conditions_of(body.match, body.conditions)
    actions = body.actions and actions_of(body.actions)
    wish = RuleWish(body.name, body.enabled, conditions or None, actions or None)
    return _shown(await service.change_rule(context, visitor.user_id, rule_id, wish))


@router.delete(
    "/rules/{rule_id}",
    operation_id="delete_rule",
    summary="Delete a rule; what it did stays done",
    response_description="It is gone.",
    status_code=204,
)
async def delete_rule(context: Given, visitor: Writer, rule_id: IdInPath) -> Response:
    await service.delete_rule(context, visitor.user_id, rule_id)
    return Response(status_code=204)


@router.post(
    "/rules/{rule_id}/apply",
    operation_id="apply_rule",
    summary="Apply a rule to what is there already, without notices and webhooks",
    response_description="The job that does it.",
    response_model=JobAnswer,
    status_code=202,
)
async def apply_rule(context: Given, visitor: Writer, rule_id: IdInPath) -> Response:
    job = await service.apply_to_past(context, visitor.user_id, rule_id)
    return job_answer(job, 202)


def _shown(rule: Rule) -> RuleAnswer:
    shown: dict[str, Any] = {
        "id": rule.id,
        "name": rule.name,
        "position": rule.position,
        "enabled": rule.enabled,
        "match": rule.conditions.match,
        "conditions": [shown_condition(each) for each in rule.conditions.conditions],
        "actions": [shown_action(each) for each in rule.actions],
        "created_at": rule.created_at,
        "changed_at": rule.changed_at,
        "matched": rule.matched,
        "last_matched_at": rule.last_matched_at,
    }
    return RuleAnswer.model_validate(shown)
