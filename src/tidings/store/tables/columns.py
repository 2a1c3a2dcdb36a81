"""Column shapes that every table shares, the same on both engines."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Text,
)
from sqlalchemy import text as sql

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

# SQLite spells its 64-bit row key "integer"; everything else is bigint everywhere.
NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def key(name: str = "id") -> Column[int]:
    """A 64-bit key whose values come from the `numbers` table, never from the engine."""
    return Column(name, NUMBER, primary_key=True, autoincrement=False)


def number(name: str, **rest: Any) -> Column[int]:
    return Column(name, BigInteger, nullable=False, **rest)


def maybe_number(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=True)


def time(name: str) -> Column[int]:
    """Microseconds since 1970, UTC."""
    return Column(name, BigInteger, nullable=False)


def maybe_time(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=True)


def flag(name: str, default: int = 0) -> Column[int]:
    return Column(name, SmallInteger, nullable=False, server_default=sql(str(default)))


def small(name: str, default: int = 0) -> Column[int]:
    return Column(name, SmallInteger, nullable=False, server_default=sql(str(default)))


def maybe_small(name: str) -> Column[int]:
    return Column(name, SmallInteger, nullable=True)


def count(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, server_default=sql("0"))


def text(name: str, default: str | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def maybe_text(name: str) -> Column[str]:
    return Column(name, Text, nullable=True)


def data(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


def maybe_data(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=True)


def belongs_to(
    name: str, target: str, *, on_delete: str = "CASCADE", **rest: Any
) -> Column[int]:
    nullable = rest.pop("nullable", False)
    return Column(
        name,
        NUMBER,
        ForeignKey(target, ondelete=on_delete),
        nullable=nullable,
        **rest,
    )


def one_of(column: str, *values: str) -> CheckConstraint:
    allowed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} in ({allowed})", name=column)
