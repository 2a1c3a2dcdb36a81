"""Long tests come first for every worker, and no test is lost or done twice."""

from hypothesis import given
from hypothesis import strategies as some

from tests.long_first import is_long, long_first

FILES = ["tests/fuzz/test_api.py", "tests/e2e/test_phone.py", "tests/core/test_ids.py"]
tests_of_files = some.lists(
    some.tuples(some.sampled_from(FILES), some.integers(1, 4)), max_size=30
).map(
    lambda files: [
        (file, (place, number))
        for place, (file, count) in enumerate(files)
        for number in range(count)
    ]
)


@given(tests_of_files, some.integers(1, 4))
def test_every_test_stays_and_files_stay_whole(tests, workers) -> None:
    ordered = long_first(tests, lambda test: test[0], workers)
    assert sorted(ordered) == sorted(tests)
    short = [test for test in ordered if not is_long(test[0])]
    assert short == [test for test in tests if not is_long(test[0])]


def test_both_workers_begin_with_a_long_one() -> None:
    short = [f"tests/core/test_{number}.py" for number in range(8)]
    tests = [*short, "tests/fuzz/test_api.py", "tests/e2e/test_phone.py"]
    ordered = long_first(tests, str, 2)
    assert (ordered[0], ordered[5]) == (tests[8], tests[9])
