"""Every integer key of the database: dense, rising, and visible in the order given.

Taking a number locks its counter until the commit, so a later number can never become
visible before an earlier one, and a client that asks "what came after n" misses
nothing. Take numbers late in the transaction; take `entry` before `event`.
"""

from tidings.store.engine.connection import Connection


def next_number(db: Connection, name: str) -> int:
    """Return the next number of a counter."""
    return next_numbers(db, name, 1)[0]


def next_numbers(db: Connection, name: str, how_many: int) -> range:
    """Return the next numbers of a counter, in order."""
    last: int = db.value(
        """
        insert into numbers (name, last) values (:name, :many)
        on conflict (name) do update set last = numbers.last + :many
        returning last
        """,
        name=name,
        many=how_many,
    )
    return range(last - how_many + 1, last + 1)
