"""docs/settings.md and the program agree on every setting: name, default, secrecy."""

import re
from pathlib import Path

from tidings.config import load_settings
from tidings.core.settings.settings import KNOWN_SETTINGS

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
ROW = re.compile(r"^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
NAME = re.compile(r"\b(?:TIDINGS|OTEL)_[A-Z_]*[A-Z]\b")
EXAMPLE = re.compile(r"```sh\n(.*?)```", re.DOTALL)
SETTINGS = tuple(KNOWN_SETTINGS.values())


def documented() -> dict[str, tuple[str, str]]:
    return {name: (default, text) for name, default, text in ROW.findall(page())}


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_every_setting_has_exactly_one_row() -> None:
    names = [name for name, _, _ in ROW.findall(page())]
    assert sorted(names) == sorted(KNOWN_SETTINGS)


def test_the_documented_defaults_are_the_real_ones() -> None:
    shown = {name: default for name, (default, _) in documented().items()}
    defaults = {known.name: known.derived or known.default for known in SETTINGS}
    assert shown == {
        name: f"`{default}`" if default else "empty"
        for name, default in defaults.items()
    }


def test_secrets_and_second_names_are_documented() -> None:
    texts = {name: text for name, (_, text) in documented().items()}
    marked = {name for name, text in texts.items() if text.startswith("**Secret.** ")}
    assert marked == {known.name for known in SETTINGS if known.kind.secret}
    for known in SETTINGS:
        assert (
            not known.alias or f"`{known.alias}` is understood too" in texts[known.name]
        ), known.name


def test_the_page_names_no_setting_that_does_not_exist() -> None:
    real = {name for known in SETTINGS for name in known.names + known.files}
    assert set(NAME.findall(page())) <= real


def test_the_examples_hold_only_values_that_are_accepted(tmp_path: Path) -> None:
    examples = EXAMPLE.findall(page())
    assert examples
    for example in examples:
        here = example.replace("_FILE=/", f"_FILE={tmp_path}/")
        for path in re.findall(r"_FILE=(\S+)", here):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(f"sqlite:///{'x' * 32}")
        (tmp_path / ".env").write_text(here)
        assert load_settings({}, tmp_path).report.unknown == ()
