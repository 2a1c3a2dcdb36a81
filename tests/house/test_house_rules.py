"""Rules about the code itself, so that they need not be remembered."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tidings"
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
MOST_MODULES = 25
# Long by nature: one statement a table.
MAY_BE_LONG = (SOURCE / "store" / "tables", SOURCE / "store" / "migrations")

SQL = re.compile(
    r"\s*(select\s.+\sfrom\s|select\s+\d|insert\s+into\s|update\s+\w+\s+set\s"
    r"|delete\s+from\s|with\s+(recursive\s+)?\w+(\s*\([^)]*\))?\s+as\s*\()",
    re.IGNORECASE | re.DOTALL,
)
FORBIDDEN_TEXT = {
    "address of a package registry": re.compile(
        r"https?://[\w.-]*(pypi|pythonhosted|npmjs|registry|artifactory|nexus)[\w.-]*"
        r"|--(extra-)?index-url|--find-links\s"
    ),
    "path of somebody's machine": re.compile(
        r"(?<![\w./:-])/(home|Users|root|work)/\w"
    ),
}


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def modules() -> list[Path]:
    return python_files("src")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=str(path))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_a_class_name_means_one_thing() -> None:
    named = Counter(
        node.name
        for path in modules()
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in named.items() if times > 1] == []


def test_no_folder_has_more_modules_than_one_can_remember() -> None:
    counts = Counter(path.parent for path in modules() if path.name != "__init__.py")
    full = {str(f.relative_to(ROOT)): n for f, n in counts.items() if n > MOST_MODULES}
    assert full == {}


def test_no_file_is_too_long_to_read() -> None:
    long = [
        f"{named(path)} has {lines} lines"
        for path in python_files("src", "tests", "bench", "tools")
        if not any(path.is_relative_to(folder) for folder in MAY_BE_LONG)
        and (lines := len(path.read_text().splitlines())) > LONGEST_FILE
    ]
    assert long == []


def test_no_function_is_too_long_to_explain() -> None:
    long = [
        f"{named(path)}: {function.name} has {lines} lines"
        for path in modules()
        if not any(path.is_relative_to(folder) for folder in MAY_BE_LONG)
        for function in functions_of(path)
        if (lines := (function.end_lineno or 0) - function.lineno + 1)
        > LONGEST_FUNCTION
    ]
    assert long == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        named(path)
        for path in modules()
        if path.read_text().strip() and not ast.get_docstring(tree_of(path))
    ]
    assert silent == []


def test_imports_point_inwards() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout


def sql_outside_the_store(tree: ast.Module) -> Iterator[ast.Constant]:
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation
            and SQL.match(node.value)
        ):
            yield node


def test_routes_are_described_by_their_functions() -> None:
    given = re.compile(r"\b(operation_id|response_model)=")
    found = [named(path) for path in modules() if given.search(path.read_text())]
    assert found == []


def test_sql_is_written_in_the_store_only() -> None:
    strays = [
        f"{named(path)}:{node.lineno}"
        for path in modules()
        if not path.is_relative_to(SOURCE / "store")
        for node in sql_outside_the_store(tree_of(path))
    ]
    assert strays == []


@pytest.mark.parametrize(
    ("text", "is_sql"),
    [
        ("select id from feeds", True),
        ("  SELECT 1", True),
        ("\n insert into t (a) values (1)", True),
        ("update feeds set title = :t", True),
        ("delete from feeds", True),
        ("with due as (select 1) select * from due", True),
        ("with recursive n (i) as (select 1) select 1", True),
        ("Select a folder", False),
        ("Update the settings", False),
        ("with care", False),
        ("delete", False),
    ],
)
def test_sql_is_told_from_words(text: str, is_sql: bool) -> None:
    found = list(sql_outside_the_store(ast.parse(f"x = {text!r}")))
    assert bool(found) is is_sql


def test_only_the_configuration_reads_the_environment() -> None:
    readers = [
        f"{named(path)}:{node.lineno}"
        for path in modules()
        if path != SOURCE / "config.py"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and node.attr in ("environ", "environb", "getenv", "putenv")
        and isinstance(node.value, ast.Name)
        and node.value.id == "os"
    ]
    assert readers == []


def repository_files() -> list[Path]:
    """Every file that is, or could be, in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    return [ROOT / name for name in listed.split("\0") if name]


def test_the_repository_names_no_registry_and_no_machine() -> None:
    found = []
    for path in repository_files():
        if not path.is_file():
            continue
        text = path.read_text(errors="replace")
        for what, pattern in FORBIDDEN_TEXT.items():
            found += [
                f"{named(path)}: {what}: {match[0]}" for match in pattern.finditer(text)
            ]
    assert found == []
