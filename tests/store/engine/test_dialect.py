"""One SQL text becomes right for each engine, and quoted text is never touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.store.engine.database import Database
from tidings.store.engine.dialect import postgres_text, sqlite_parameters, sqlite_text

# (written once, as SQLite reads it, as psycopg reads it)
CASES = {
    "parameter": (
        "select :name",
        "select :name",
        "select %(name)s",
    ),
    "parameter beside brackets and signs": (
        "f(:a,:b_2)=:c+1",
        "f(:a,:b_2)=:c+1",
        "f(%(a)s,%(b_2)s)=%(c)s+1",
    ),
    "cast is not a parameter": (
        "select a::bigint, :b::text",
        "select a::bigint, :b::text",
        "select a::bigint, %(b)s::text",
    ),
    "percent is doubled for psycopg": (
        "select 7 % 3, :a",
        "select 7 % 3, :a",
        "select 7 %% 3, %(a)s",
    ),
    "quoted text is copied": (
        "select ':no ids(:x) greatest( 50%' || :yes",
        "select ':no ids(:x) greatest( 50%' || :yes",
        "select ':no ids(:x) greatest( 50%%' || %(yes)s",
    ),
    "a doubled quote does not end the text": (
        "select 'it''s :no', :yes",
        "select 'it''s :no', :yes",
        "select 'it''s :no', %(yes)s",
    ),
    "quoted names are copied": (
        'select "a:b""c%", :yes',
        'select "a:b""c%", :yes',
        'select "a:b""c%%", %(yes)s',
    ),
    "line comment is copied": (
        "select 1 -- it's :no 100%\n, :yes",
        "select 1 -- it's :no 100%\n, :yes",
        "select 1 -- it's :no 100%%\n, %(yes)s",
    ),
    "block comment is copied": (
        "select /* it's\n:no 100% */ :yes",
        "select /* it's\n:no 100% */ :yes",
        "select /* it's\n:no 100%% */ %(yes)s",
    ),
    "a comment's signs inside quotes are text": (
        "select '--', '/*', :yes, '*/'",
        "select '--', '/*', :yes, '*/'",
        "select '--', '/*', %(yes)s, '*/'",
    ),
    "list of texts": (
        "select text from texts(:wanted) as w",
        "select text from (select value as text from json_each(:wanted)) as w",
        "select text from (select unnest(%(wanted)s::text[]) as text) as w",
    ),
    "list of ids": (
        "select id from ids(:wanted) as w",
        "select id from (select value as id from json_each(:wanted)) as w",
        "select id from (select unnest(%(wanted)s::bigint[]) as id) as w",
    ),
    "list of ids that has no alias": (
        "id in (select id from ids(:wanted))",
        "id in (select id from (select value as id from json_each(:wanted)))",
        "id in (select id from (select unnest(%(wanted)s::bigint[]) as id) as listed)",
    ),
    "a name that ends in ids is no list": (
        "select feed_ids(:x)",
        "select feed_ids(:x)",
        "select feed_ids(%(x)s)",
    ),
    "greatest and least": (
        "set a = greatest(a, :b), c = least(c, 1)",
        "set a = max(a, :b), c = min(c, 1)",
        "set a = greatest(a, %(b)s), c = least(c, 1)",
    ),
    "for update": (
        "select 1 from t where id = :id\n  for update",
        "select 1 from t where id = :id",
        "select 1 from t where id = %(id)s\n  for update",
    ),
    "for update skip locked": (
        "select 1 from t limit 1 for update skip locked",
        "select 1 from t limit 1",
        "select 1 from t limit 1 for update skip locked",
    ),
}


@pytest.mark.parametrize(("written", "sqlite", "postgres"), CASES.values(), ids=CASES)
def test_text_is_translated(written: str, sqlite: str, postgres: str) -> None:
    assert sqlite_text(written) == sqlite
    assert postgres_text(written) == postgres


def test_lists_become_one_json_text_and_the_rest_stays() -> None:
    assert sqlite_parameters({"ids": [3, 1], "name": "x"}) == {
        "ids": "[3, 1]",
        "name": "x",
    }


def test_parameters_without_lists_are_not_copied() -> None:
    given_parameters = {"name": "x", "count": 3}
    assert sqlite_parameters(given_parameters) is given_parameters


@given(st.text(alphabet="ab:%'\"-*/ \n", max_size=40))
def test_quoted_text_survives_whatever_it_holds(text: str) -> None:
    quoted = "'" + text.replace("'", "''") + "'"
    assert sqlite_text(f"select {quoted}") == f"select {quoted}"
    assert postgres_text(f"select {quoted}") == f"select {quoted.replace('%', '%%')}"


ODD_TEXT = """it's "100%" :sure -- /* ?"""


def test_both_engines_read_the_translated_text_alike(database: Database) -> None:
    row = database.read_now(
        lambda db: db.row(
            """
            select 7 % 4, -- the rest: 100% :safe, isn't it
                   'it''s "100%" :sure -- /* ?', /* :no */
                   :text, cast(:number as bigint), greatest(2, 1), least(2, 1)
            """,
            text=ODD_TEXT,
            number=2**62,
        )
    )
    assert row == (3, ODD_TEXT, ODD_TEXT, 2**62, 2, 1)


@pytest.mark.parametrize("wanted", [[], [5], [3, 1, 2**62]])
def test_both_engines_list_ids(database: Database, wanted: list[int]) -> None:
    rows = database.read_now(
        lambda db: db.rows(
            "select id from ids(:wanted) as w order by id", wanted=wanted
        )
    )
    assert [row[0] for row in rows] == sorted(wanted)
