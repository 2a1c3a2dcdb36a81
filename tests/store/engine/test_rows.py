"""Column lists, inserts and updates made from types and names."""

from dataclasses import dataclass

import msgspec
import pytest

from tests.sql_texts import SOURCE, SqlTexts, unreached
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.engine.rows import (
    all_of,
    columns,
    insert,
    insert_new,
    insert_text,
    maker,
    one_of,
    select_text,
    update,
    update_text,
    upsert,
    values_of,
)


@dataclass(frozen=True, slots=True)
class Thing:
    """As a table of the tests has it."""

    id: int
    is_new: bool
    is_old: bool | None
    data: bytes
    more: bytes | None


class Packed(msgspec.Struct, frozen=True):
    id: int
    data: bytes


class Named(Packed, frozen=True):
    name: str


THINGS = [Thing(1, True, None, b"a", None), Thing(2, False, True, b"", b"b")]


def test_a_type_says_what_to_select() -> None:
    assert columns(Named) == "id, data, name"
    assert columns(Named, "t", name="upper(t.name)") == "t.id, t.data, upper(t.name)"
    assert select_text(Packed, "select {*}, {p.*} from t p") == (
        "select id, data, p.id, p.data from t p"
    )


def test_an_expression_for_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="no field name, nmae"):
        columns(Packed, nmae="1", name="2")


def test_statements_are_made_from_names_and_kept() -> None:
    text = insert_text("things", ("id", "data"))
    assert text == "insert into things (id, data) values (:id, :data)"
    assert insert_text("things", ("id", "data")) is text
    assert update_text("things", ("a", "id", "b", "c"), "id, c") == (
        "update things set a = :a, b = :b where id = :id and c = :c"
    )


@pytest.mark.parametrize("kind", [Thing, Packed, Named])
def test_making_a_value_is_prepared_once(kind: type) -> None:
    assert maker(kind) is maker(kind)


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(TypeError):
        maker(Packed)((1, b"", "too much"))


def test_values_come_back_as_they_went_in(database: Database) -> None:
    def go(db: Connection) -> list[Thing]:
        db.run(
            "create temporary table things (id bigint, is_new smallint,"
            " is_old smallint, data bytea, more bytea)"
        )
        for thing in THINGS:
            assert insert(db, "things", **values_of(thing)) == 1
        return all_of(db, Thing, "select {t.*} from things t order by id")

    found = database.write_now(go)
    assert found == THINGS
    assert [type(each.is_new) for each in found] == [bool, bool]


def test_rows_are_changed_by_their_key(database: Database) -> None:
    def go(db: Connection) -> list[int]:
        db.run("create temporary table other_things (id bigint, data bytea)")
        for number in (1, 2):
            insert(db, "other_things", id=number, data=b"old")
        return [
            update(db, "other_things", "id", id=2, data=b"new"),
            update(db, "other_things", "id", id=3, data=b"new"),
        ]

    def read(db: Connection) -> list[Packed | None]:
        sql = "select {*} from other_things where id = :id"
        return [one_of(db, Packed, sql, id=number) for number in (1, 2, 3)]

    def both(db: Connection) -> tuple[list[int], list[Packed | None]]:
        return go(db), read(db)

    assert database.write_now(both) == (
        [1, 0],
        [Packed(1, b"old"), Packed(2, b"new"), None],
    )


def test_a_row_that_is_there_is_kept_or_changed(database: Database) -> None:
    def go(db: Connection) -> list[Packed]:
        db.run("create temporary table kept (id bigint primary key, data bytea)")
        assert insert_new(db, "kept", "id", id=1, data=b"first")
        assert not insert_new(db, "kept", "id", id=1, data=b"second")
        upsert(db, "kept", "id", id=2, data=b"first")
        upsert(db, "kept", "id", id=2, data=b"second")
        return all_of(db, Packed, "select {*} from kept order by id")

    assert database.write_now(go) == [Packed(1, b"first"), Packed(2, b"second")]


def test_statements_made_from_types_must_run_on_postgresql_too() -> None:
    path = SOURCE / "store" / "publishing" / "publications.py"
    lines = path.read_text().splitlines()
    first = next(n for n, line in enumerate(lines, 1) if "all_of(" in line)
    assert any(f":{first} " in line for line in unreached(SqlTexts(), [path]))
