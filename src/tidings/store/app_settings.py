"""What the program itself remembers between runs: named JSON values."""

import json
from typing import Any

from tidings.store.connection import Connection


def get_value(db: Connection, name: str) -> Any:
    """Return a value, or None if it was never set."""
    text = db.value("select value from settings where name = :name", name=name)
    return None if text is None else json.loads(text)


def set_value(db: Connection, name: str, value: Any, now: int) -> None:
    """Keep a value; whatever had that name is replaced."""
    db.run(
        """
        insert into settings (name, value, changed_at) values (:name, :value, :now)
        on conflict (name) do update set
            value = excluded.value, changed_at = excluded.changed_at
        """,
        name=name,
        value=json.dumps(value),
        now=now,
    )


def forget_value(db: Connection, name: str) -> None:
    """Forget a value, if it is there."""
    db.run("delete from settings where name = :name", name=name)
