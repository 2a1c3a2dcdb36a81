"""`make` does what is promised, and nothing pinned tells where it came from."""

import re
import stat
import subprocess
from pathlib import Path

import pytest
from tools.soak import PARTS

ROOT = Path(__file__).parents[2]
TARGETS = [
    *("setup", "run", "demo", "test", "lint", "check", "bench", "lock", "format"),
    *("help", "screenshots", "lighthouse", "soak"),
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


def commands_of(target: str) -> str:
    """Return what `make` would run, without running it."""
    return subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "--always-make", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_continuous_integration_lints_first_and_ends_with_all_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    commands = [
        line.removeprefix("exec ").removesuffix(" </dev/null")
        for line in script.read_text().splitlines()
        if "make " in line
    ]
    assert commands == ["make lint", "make test"]
    assert re.search(r"-m pytest -n \d+[^\n]*\n$", commands_of("test"))


def test_a_mistake_that_the_quick_check_finds_stops_continuous_integration() -> None:
    tests = ("npm --prefix frontend test", "-m pytest")
    quick = [
        line
        for line in commands_of("check").splitlines()
        if not any(words in line for words in tests)
    ]
    assert quick
    assert set(quick) <= set(commands_of("lint").splitlines())


def test_every_test_of_the_long_run_is_there_and_takes_what_it_is_given() -> None:
    for part in PARTS:
        folder = [ROOT / path for path in part.tests]
        files = [f for path in folder for f in (path, *path.rglob("*.py"))]
        texts = "".join(f.read_text() for f in files if f.is_file())
        for amount in set(part.amounts) - {"BOTH_ENGINES"}:
            assert f'effort("{amount}", ' in texts, (part.name, amount)


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
