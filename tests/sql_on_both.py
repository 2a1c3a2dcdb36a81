"""A whole run fails if SQLite ran a text that PostgreSQL did not, or an older one refuses.

A run of some tests cannot show that nothing is missing, so it is not judged.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.older_postgres import refused_by_older_postgres
from tests.sql_texts import SqlTexts, unproven, unreached

_NAME = "tests/sql_on_both.py::every_sql_text_ran_on_postgresql"
_LEAVE_OUT = (
    *("keyword", "markexpr", "lf", "stepwise", "deselect", "ignore", "ignore_glob"),
    "collectonly",
)


def is_whole_run(config: pytest.Config) -> bool:
    """Whether nothing was left out of a run."""
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not any(
        config.getoption(name, None) for name in _LEAVE_OUT
    )


class SqlOnBoth:
    """Watches the statements of every worker and judges them at the end."""

    def __init__(self, config: pytest.Config, files: Iterable[Path]) -> None:
        self.texts = SqlTexts()
        self._files = files  # of which every statement must run on PostgreSQL
        self._config = config
        self._lost: list[str] = []  # workers that died with what they knew

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self.texts.test = item.nodeid
        self.texts.at_random = item.get_closest_marker("random_sql") is not None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        told = getattr(node, "workeroutput", {}).get("sql_texts")
        if told is None:
            self._lost.append(f"{node.gateway.id} died: {error}")
        else:
            self.texts.add(told)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["sql_texts"] = self.texts.packed()
        elif exitstatus == pytest.ExitCode.OK and is_whole_run(self._config):
            problems = [*self._lost, *self._problems()]
            self._report(problems)
            if problems:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _problems(self) -> list[str]:
        return [
            *unproven(self.texts),
            *unreached(self.texts, self._files),
            *refused_by_older_postgres(self.texts.on_postgres()),
        ]

    def _report(self, problems: list[str]) -> None:
        """Count as one more test, so that the closing line tells of it."""
        self._config.hook.pytest_runtest_logreport(
            report=pytest.TestReport(
                nodeid=_NAME,
                location=("tests/sql_on_both.py", None, _NAME),
                keywords={},
                outcome="failed" if problems else "passed",
                longrepr="\n\n".join(problems) or None,
                when="call",
            )
        )
