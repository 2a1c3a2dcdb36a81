"""Each refusal has a code of its own, listed once, and words in every language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tidings
from tidings.core import errors
from tidings.core.codes import Code

_SOURCE = Path(tidings.__file__).parent
_APP = Path(__file__).parents[2] / "frontend/src"
# Kinds that stand for more than one thing.
_COARSE = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type)
    and issubclass(kind, errors.TidingsError)
    and not hasattr(kind, "code")
}


def test_a_code_is_spelt_as_it_is_named_and_explained() -> None:
    for name, code in Code.__members__.items():
        assert (name, code.value) == (code.value, str(code))
        assert re.fullmatch(r".+\.", code.meaning), code


def test_every_coarse_refusal_is_raised_with_a_code() -> None:
    assert sorted(_COARSE) == ["Conflict", "Forbidden", "TidingsError"]
    without = [
        f"{path.relative_to(_SOURCE)}:{call.lineno}"
        for path, call in _calls()
        if _name(call.func) in _COARSE
        and "code" not in [given.arg for given in call.keywords]
    ]
    assert without == []


def test_every_kind_of_a_coarse_refusal_has_a_code() -> None:
    without = [
        f"{path.relative_to(_SOURCE)}:{node.name}"
        for path, node in _nodes()
        if isinstance(node, ast.ClassDef)
        and path.name != "errors.py"
        and _COARSE & {_name(base) for base in node.bases}
        and "code" not in _assigned(node)
    ]
    assert without == []


def test_every_code_is_used() -> None:
    named = {
        node.attr
        for path, node in _nodes()
        if isinstance(node, ast.Attribute) and _name(node.value) == "Code"
    }
    assert named - {"__members__"} == set(Code.__members__)


def test_the_web_app_has_words_for_every_code() -> None:
    assert {*_keys_by_code("server-words")} | {*_keys_by_code("auth-errors")} == {*Code}


@pytest.mark.parametrize("language", ["en", "pt-BR", "pl"])
@pytest.mark.parametrize(
    ("file", "area"), [("server-words", "refusals"), ("auth-errors", "auth")]
)
def test_every_code_has_words_in_every_language(
    language: str, file: str, area: str
) -> None:
    messages = (_APP / f"messages/{language}/{area}.ts").read_text()
    said = set(re.findall(r"^  (\w+):", messages, re.MULTILINE))
    assert set(_keys_by_code(file).values()) <= said


def test_the_web_app_does_not_look_where_it_was_refused() -> None:
    assert "path" not in (_APP / "lib/server-words.ts").read_text()


def _keys_by_code(file: str) -> dict[str, str]:
    """Return the names of messages that a file of the web app chooses by code."""
    code = (_APP / f"lib/{file}.ts").read_text()
    return dict(re.findall(r'^  ([A-Z_]+): "(\w+)",$', code, re.MULTILINE))


def _nodes() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(_SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            yield path, node


def _calls() -> Iterator[tuple[Path, ast.Call]]:
    for path, node in _nodes():
        if isinstance(node, ast.Call):
            yield path, node


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _assigned(node: ast.ClassDef) -> set[str]:
    return {
        _name(target)
        for line in node.body
        if isinstance(line, ast.Assign)
        for target in line.targets
    }
