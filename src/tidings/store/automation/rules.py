"""A reader's rules: kept in order, run in that order."""

from collections.abc import Sequence
from dataclasses import dataclass

from tidings.core.automation.rule_values import Action
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert, one_of, update, values_of

# Rules run for every new entry of every feed that their owner follows.
MOST_RULES = 100

_LIST = """
select {*} from rules where user_id = :user order by position, id limit :most
"""
_FIND = """
select {*} from rules where user_id = :user and id = :id
"""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule as it is stored; conditions and actions are JSON."""

    id: str
    name: str
    position: int
    enabled: int
    conditions: str
    actions: str
    created_at: int
    changed_at: int
    matched: int
    last_matched_at: int | None  # None: never


@dataclass(frozen=True, slots=True)
class RuleText:
    """What people set in a rule."""

    name: str
    enabled: bool
    conditions: str
    actions: str


def list_rules(db: Connection, user_id: int) -> list[RuleRow]:
    """Return all rules of a user, in their order."""
    return all_of(db, RuleRow, _LIST, user=user_id, most=MOST_RULES)


def find_rule(db: Connection, user_id: int, rule_id: str) -> RuleRow:
    """Return a rule of a user, or raise NotFound."""
    found = one_of(db, RuleRow, _FIND, user=user_id, id=rule_id)
    if found is None:
        raise NotFound("There is no such rule.")
    return found


def insert_rule(
    db: Connection, user_id: int, rule_id: str, rule: RuleText, now: int
) -> RuleRow:
    """Add a rule after the others; refuses more than a user may have."""
    # Two requests at once must not both find room.
    db.row("select id from users where id = :user for update", user=user_id)
    many, last = db.row(
        "select count(*), coalesce(max(position), 0) from rules where user_id = :user",
        user=user_id,
    ) or (0, 0)
    if many >= MOST_RULES:
        raise Conflict(
            f"You have {MOST_RULES} rules already, as many as anyone may.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_RULES},
        )
    insert(
        db,
        "rules",
        user_id=user_id,
        id=rule_id,
        position=last + 1,
        **values_of(rule),
        created_at=now,
        changed_at=now,
    )
    return find_rule(db, user_id, rule_id)


def update_rule(
    db: Connection, user_id: int, rule_id: str, rule: RuleText, now: int
) -> RuleRow:
    """Change a rule."""
    values = {**values_of(rule), "changed_at": now}
    update(db, "rules", "user_id, id", user_id=user_id, id=rule_id, **values)
    return find_rule(db, user_id, rule_id)


def delete_rule(db: Connection, user_id: int, rule_id: str) -> None:
    """Delete a rule; what it did stays done."""
    gone = db.run(
        "delete from rules where user_id = :user and id = :id",
        user=user_id,
        id=rule_id,
    )
    if not gone:
        raise NotFound("There is no such rule.")


def reorder_rules(db: Connection, user_id: int, ids: Sequence[str]) -> None:
    """Put rules in an order; those that are not named come after, as they were."""
    known = [rule.id for rule in list_rules(db, user_id)]
    unknown = set(ids).difference(known)
    if unknown:
        raise NotFound("There is no such rule.", details={"field": "ids"})
    order = list(dict.fromkeys([*ids, *known]))
    db.run_many(
        "update rules set position = :place where user_id = :user and id = :id",
        [
            {"user": user_id, "id": each, "place": place}
            for place, each in enumerate(order, 1)
        ],
    )


def count_matches(
    db: Connection, user_id: int, rule_id: str, how_many: int, now: int
) -> None:
    """Note that a rule found more entries."""
    db.run(
        "update rules set matched = matched + :many, last_matched_at = :now"
        " where user_id = :user and id = :id",
        user=user_id,
        id=rule_id,
        many=how_many,
        now=now,
    )


def require_webhooks(db: Connection, user_id: int, actions: Sequence[Action]) -> None:
    """Raise NotFound if an action names a webhook that is not the user's."""
    for action in actions:
        if action.do == "webhook" and not db.value(
            "select 1 from webhooks where id = :id and user_id = :user",
            id=action.target,
            user=user_id,
        ):
            raise NotFound("There is no such webhook.", details={"field": "actions"})
