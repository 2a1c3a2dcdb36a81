"""What the program itself remembers between runs: named JSON values."""

import json
from typing import Any

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import upsert


def get_value(db: Connection, name: str) -> Any:
    """Return a value, or None if it was never set."""
    text = db.value("select value from settings where name = :name", name=name)
    return None if text is None else json.loads(text)


def set_value(db: Connection, name: str, value: Any, now: int) -> None:
    """Keep a value; whatever had that name is replaced."""
    upsert(db, "settings", "name", name=name, value=json.dumps(value), changed_at=now)


def forget_value(db: Connection, name: str) -> None:
    """Forget a value, if it is there."""
    db.run("delete from settings where name = :name", name=name)
