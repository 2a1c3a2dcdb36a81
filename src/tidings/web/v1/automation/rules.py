"""Rules: what is done with entries as they come, and on request with older ones."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.automation import rules as service
from tidings.services.automation.rules import (
    NewRule,
    RuleChanges,
    RuleOrder,
    RulePreview,
    RuleView,
    TriedConditions,
)
from tidings.services.system.long_jobs import JobView
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["rules"], route_class=JsonRoute)
_RULES: Listing[RuleView] = Listing(
    "rules", (int, str), lambda each: (each.position, each.id)
)


@router.get("/rules")
async def list_rules(
    context: Given, visitor: Reader, cursor: Cursor = None, limit: Limit = 50
) -> Page[RuleView]:
    """List your rules, in the order they run."""
    found = await service.list_rules(context, visitor.user_id)
    return page_of(_RULES, found, cursor, limit)


@router.post("/rules", status_code=201)
async def create_rule(context: Given, visitor: Writer, body: NewRule) -> RuleView:
    """Add a rule for entries that come from now on."""
    return await service.create_rule(context, visitor.user_id, body)


@router.post("/rules/reorder", status_code=204)
async def reorder_rules(context: Given, visitor: Writer, body: RuleOrder) -> None:
    """Put rules in another order."""
    await service.reorder_rules(context, visitor.user_id, body.ids)


@router.post("/rules/preview")
async def preview_rule(
    context: Given, visitor: Reader, body: TriedConditions
) -> RulePreview:
    """Try conditions on the newest 5,000 entries; nothing is changed. The answer says how
    many they find, and shows the newest 20."""
    return await service.preview_rule(context, visitor.user_id, body)


@router.get("/rules/{rule_id}")
async def get_rule(context: Given, visitor: Reader, rule_id: IdInPath) -> RuleView:
    """Return one rule."""
    return await service.show_rule(context, visitor.user_id, rule_id)


@router.patch("/rules/{rule_id}")
async def change_rule(
    context: Given, visitor: Writer, rule_id: IdInPath, body: RuleChanges
) -> RuleView:
    """Change parts of a rule."""
    return await service.change_rule(context, visitor.user_id, rule_id, body)


@router.delete("/rules/{rule_id}", status_code=204)
async def delete_rule(context: Given, visitor: Writer, rule_id: IdInPath) -> None:
    """Delete a rule; what it did stays done."""
    await service.delete_rule(context, visitor.user_id, rule_id)


@router.post("/rules/{rule_id}/apply", status_code=202)
async def apply_rule(context: Given, visitor: Writer, rule_id: IdInPath) -> JobView:
    """Apply a rule to what is there already, without notices and webhooks."""
    return await service.apply_to_past(context, visitor.user_id, rule_id)
