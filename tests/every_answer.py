"""A whole run fails if no test got an answer of a route that promises JSON: each answer is
held against the description of the API, see tests/web/promised.py.

A run of some tests cannot show that nothing is missing, so it is not judged.
"""

from typing import Any

import pytest

from tests.sql_on_both import is_whole_run

_NAME = "tests/every_answer.py::every_route_was_asked"
_TOLD = "answered"


class EveryAnswer:
    """Gathers which routes answered in every worker, and judges them at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._seen: set[str] = set()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        self._seen.update(getattr(node, "workeroutput", {}).get(_TOLD, ()))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        whole = exitstatus == pytest.ExitCode.OK and is_whole_run(self._config)
        if not hasattr(self._config, "workeroutput") and not whole:
            return
        from tests.web.promised import SEEN, answered_in_json

        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput[_TOLD] = sorted(SEEN)
            return
        missing = sorted(answered_in_json() - self._seen - SEEN)
        self._config.hook.pytest_runtest_logreport(
            report=pytest.TestReport(
                nodeid=_NAME,
                location=("tests/every_answer.py", None, _NAME),
                keywords={},
                outcome="failed" if missing else "passed",
                longrepr=f"No test asked for {missing}." if missing else None,
                when="call",
            )
        )
        if missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
