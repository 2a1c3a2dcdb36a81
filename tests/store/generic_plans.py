"""The plan by which PostgreSQL runs a statement whatever its parameters are."""

import json
import re
from typing import Any

from tests.recorder import Statement
from tidings.store.engine.connection import Connection
from tidings.store.engine.dialect import postgres_text

_PARAMETER = re.compile(r"%\((\w+)\)s")
_TYPES = {int: "bigint", list: "bigint[]", bytes: "bytea"}


def generic_plan(db: Connection, statement: Statement, how: str) -> dict[str, Any]:
    """Explain a statement as the connection runs it; plain `explain` looks at values."""
    sql, parameters = statement
    text = postgres_text(sql)
    names = list(dict.fromkeys(_PARAMETER.findall(text)))
    for place, name in enumerate(names, 1):
        text = text.replace(f"%({name})s", f"${place}")
    values = [parameters[name] for name in names]
    types = ", ".join(map(_type, values))
    given = ", ".join(map(_literal, values))
    db.run(f"prepare looked_at {types and f'({types})'} as {text.replace('%%', '%')}")
    plan = db.value(
        f"explain ({how}, format json) execute looked_at {given and f'({given})'}"
    )
    db.run("deallocate looked_at")
    found: dict[str, Any] = plan[0]["Plan"]
    return found


def _type(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], str):
        return "text[]"
    return _TYPES.get(type(value), "unknown")


def _literal(value: object) -> str:
    match value:
        case None:
            return "null"
        case int():
            return str(value)
        case list():
            return f"'{{{','.join(map(json.dumps, value))}}}'"
        case bytes():
            return rf"'\x{value.hex()}'"
    return "'" + str(value).replace("'", "''") + "'"
