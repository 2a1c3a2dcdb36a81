"""Rules and webhooks for tests: the shortest way to each."""

import json

from tests.make import NOON
from tidings.store.automation.rules import RuleText, insert_rule
from tidings.store.automation.webhooks import NewWebhook, insert_webhook
from tidings.store.engine.connection import Connection


def condition(field: str, operator: str, value: object) -> dict[str, object]:
    return {"field": field, "operator": operator, "value": value}


def stored(*conditions: dict[str, object], match: str = "all") -> str:
    return json.dumps({"match": match, "conditions": conditions})


def a_rule(
    db: Connection,
    user_id: int,
    conditions: str,
    *actions: tuple[str, str],
    rule_id: str = "rule-1",
    enabled: bool = True,
) -> str:
    listed = json.dumps([{"do": do, "target": target} for do, target in actions])
    text = RuleText(f"Rule {rule_id}", enabled, conditions, listed)
    return insert_rule(db, user_id, rule_id, text, NOON).id


def a_webhook(
    db: Connection,
    user_id: int,
    webhook_id: str = "hook-1",
    url: str = "https://hooks.example/",
    secret: bytes = b"sealed",
) -> str:
    new = NewWebhook(webhook_id, "A hook", url, secret)
    return insert_webhook(db, user_id, new, NOON).id
