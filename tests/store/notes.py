"""The smallest thing to write and read: notes, kept in the settings table."""

from tidings.store.engine.connection import Connection

# Runs until it is interrupted, on both engines.
FOREVER = """
    with recursive n (i) as (select 1 union all select i + 1 from n)
    select count(*) from n
"""


def note(db: Connection, name: str) -> str:
    db.run(
        "insert into settings (name, value, changed_at) values (:name, '1', 0)",
        name=name,
    )
    return name


def notes(db: Connection) -> list[str]:
    return [row[0] for row in db.rows("select name from settings order by name")]


def wait_forever(db: Connection) -> int:
    return db.value(FOREVER)


def note_and_wait_forever(db: Connection, name: str) -> int:
    note(db, name)
    return wait_forever(db)
