"""`make` does what is promised, and nothing pinned tells where it came from."""

import re
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TARGETS = [
    *("setup", "run", "demo", "test", "check", "bench", "lock", "format", "help"),
    *("screenshots", "lighthouse"),
]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))


def test_help_lists_every_target() -> None:
    shown = subprocess.run(
        ["make", "-C", str(ROOT), "help"], capture_output=True, text=True, check=True
    )
    assert set(re.findall(r"^  make (\S+) ", shown.stdout, re.M)) == set(TARGETS)


@pytest.mark.parametrize("file", PINNED, ids=lambda file: file.name)
def test_requirements_are_pinned_with_hashes_and_without_addresses(file: Path) -> None:
    text = file.read_text()
    assert "://" not in text
    pins = re.split(r"\n(?=\S)", text.strip())
    packages = [pin for pin in pins if not pin.lstrip().startswith("#")]
    assert packages
    for pin in packages:
        assert re.match(r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9,-]+\])?==", pin), pin[:60]
        assert "--hash=sha256:" in pin, pin[:60]


def test_every_input_has_its_pins() -> None:
    inputs = {file.stem for file in (ROOT / "requirements").glob("*.in")}
    assert inputs == {file.stem for file in PINNED}


def test_continuous_integration_runs_all_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    assert "make test" in script.read_text()


def make_venv(python: str, directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(ROOT / "tools" / "make_venv.sh")],
        cwd=directory,
        env={"PATH": "/usr/bin:/bin", "PYTHON": python},
        capture_output=True,
        text=True,
    )


def test_a_missing_python_is_said_in_words(tmp_path: Path) -> None:
    ended = make_venv("python-of-nowhere", tmp_path)
    assert ended.returncode == 1
    assert (
        "needs Python 3.11 or newer, and there is no python-of-nowhere" in ended.stderr
    )


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ('[ "$1" = -V ] && echo Python 3.9.2 && exit; exit 1', "is Python 3.9.2"),
        ('[ "$1" = -m ] && exit 1; exit 0', "apt install python3-venv"),
    ],
)
def test_an_unfit_python_is_said_in_words(
    tmp_path: Path, script: str, words: str
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    ended = make_venv(str(python), tmp_path)
    assert ended.returncode == 1
    assert words in ended.stderr
    assert ended.stderr.count("\n") == 1
