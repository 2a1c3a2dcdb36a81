"""What the program remembers between runs comes back as it was."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.make import NOON
from tidings.store.engine.database import Database
from tidings.store.system.app_settings import forget_value, get_value, set_value

plain = st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text()
values = st.recursive(
    plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(value=values)
def test_every_json_value_comes_back_as_it_was(
    database: Database, value: object
) -> None:
    database.write_now(set_value, "health_warning", value, NOON)
    assert database.read_now(get_value, "health_warning") == value


def test_a_value_nobody_set_is_none(database: Database) -> None:
    assert database.read_now(get_value, "health_warning") is None


def test_a_forgotten_value_is_gone_and_others_stay(database: Database) -> None:
    database.write_now(set_value, "one", 1, NOON)
    database.write_now(set_value, "two", 2, NOON)
    database.write_now(forget_value, "one")
    assert database.read_now(get_value, "one") is None
    assert database.read_now(get_value, "two") == 2
