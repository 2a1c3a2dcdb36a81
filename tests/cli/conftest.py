"""The program, in a fresh directory."""

from pathlib import Path

import pytest

from tests.cli.program import Program


@pytest.fixture
def tidings(tmp_path: Path) -> Program:
    return Program(tmp_path)
