"""Environment, `.env` and secret files -> Settings; the only reader of os.environ.

Either every setting is valid, or one error names everything that is wrong at once,
without showing a secret.
"""

import operator
import os
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tidings import __version__
from tidings.core.ai.prompts import PROMPTS
from tidings.core.errors import SettingInvalid
from tidings.core.settings.kinds import Kind, KnownSetting
from tidings.core.settings.settings import (
    KNOWN_SETTINGS,
    Settings,
    SettingsReport,
    UnknownSetting,
    settings_from,
    values_of,
)
from tidings.core.settings.values import PromptFiles, host_in_url, read_env_text

__all__ = ["SettingRow", "Settings", "describe", "load_settings"]

Variables = Mapping[str, str]
_NOTHING: Variables = MappingProxyType({})
_PREFIX = "TIDINGS_"
_TEST_PREFIX = "TIDINGS_TEST_"
_AI_PROMPTS = "TIDINGS_AI_PROMPTS"
_LONGEST_PROMPT = 20_000
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}

# What a provider's settings are when nobody set them. A model at home may be slow.
_AI_DEFAULTS: Mapping[str, Variables] = {
    "cerebras": {
        "TIDINGS_AI_BASE_URL": "https://api.cerebras.ai/v1",
        "TIDINGS_AI_MODEL": "gpt-oss-120b",
    },
    "openai": {"TIDINGS_AI_TIMEOUT": "2m"},
}
_COMPARISONS = (
    ("TIDINGS_POLL_INTERVAL", operator.ge, "at least", "TIDINGS_POLL_MIN"),
    ("TIDINGS_POLL_INTERVAL", operator.le, "at most", "TIDINGS_POLL_MAX"),
    ("TIDINGS_JOB_TIMEOUT", operator.gt, "more than", "TIDINGS_FETCH_TIMEOUT"),
)
# (setting, the value that needs company or None for any, the company it needs, which
# may be one of two)
_NEEDS = (
    ("TIDINGS_AI_PROVIDER", "cerebras", "TIDINGS_AI_API_KEY"),
    ("TIDINGS_AI_PROVIDER", "openai", "TIDINGS_AI_BASE_URL"),
    ("TIDINGS_AI_PROVIDER", "openai", "TIDINGS_AI_MODEL"),
    ("TIDINGS_OIDC_ISSUER", None, "TIDINGS_OIDC_CLIENT_ID"),
    ("TIDINGS_OIDC_CLIENT_ID", None, "TIDINGS_OIDC_ISSUER"),
    ("TIDINGS_OIDC_CLIENT_SECRET", None, "TIDINGS_OIDC_CLIENT_ID"),
    ("TIDINGS_OAUTH_GOOGLE_CLIENT_ID", None, "TIDINGS_OAUTH_GOOGLE_CLIENT_SECRET"),
    ("TIDINGS_OAUTH_GOOGLE_CLIENT_SECRET", None, "TIDINGS_OAUTH_GOOGLE_CLIENT_ID"),
    ("TIDINGS_OAUTH_FACEBOOK_CLIENT_ID", None, "TIDINGS_OAUTH_FACEBOOK_CLIENT_SECRET"),
    ("TIDINGS_OAUTH_FACEBOOK_CLIENT_SECRET", None, "TIDINGS_OAUTH_FACEBOOK_CLIENT_ID"),
    (
        "TIDINGS_OAUTH_APPLE_CLIENT_ID",
        None,
        "TIDINGS_OAUTH_APPLE_PRIVATE_KEY or TIDINGS_OAUTH_APPLE_CLIENT_SECRET",
    ),
    ("TIDINGS_OAUTH_APPLE_CLIENT_SECRET", None, "TIDINGS_OAUTH_APPLE_CLIENT_ID"),
    ("TIDINGS_OAUTH_APPLE_PRIVATE_KEY", None, "TIDINGS_OAUTH_APPLE_CLIENT_ID"),
    ("TIDINGS_OAUTH_APPLE_PRIVATE_KEY", None, "TIDINGS_OAUTH_APPLE_TEAM_ID"),
    ("TIDINGS_OAUTH_APPLE_PRIVATE_KEY", None, "TIDINGS_OAUTH_APPLE_KEY_ID"),
    ("TIDINGS_OAUTH_APPLE_TEAM_ID", None, "TIDINGS_OAUTH_APPLE_PRIVATE_KEY"),
    ("TIDINGS_OAUTH_APPLE_KEY_ID", None, "TIDINGS_OAUTH_APPLE_PRIVATE_KEY"),
    ("TIDINGS_SMTP_URL", None, "TIDINGS_MAIL_FROM"),
)


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One line of `config show`: safe to print as it is."""

    name: str
    value_masked: str
    default: str
    source: str
    meaning: str
    secret: bool


@dataclass(frozen=True, slots=True)
class _FoundValue:
    """What someone wrote for a setting, and where."""

    name: str
    text: str = field(repr=False)
    source: str


@dataclass(frozen=True, slots=True)
class _ValuePlace:
    """One place that may set variables; earlier places win over later ones."""

    name: str
    variables: Variables = field(repr=False)


def load_settings(
    environ: Variables | None = None,
    directory: Path | None = None,
    *,
    options: Variables = _NOTHING,
) -> Settings:
    """Return valid settings, or raise one SettingInvalid that names all mistakes.

    `options` are values from the command line, by variable name; they win.
    """
    directory = Path.cwd() if directory is None else directory
    places = (
        _ValuePlace("command line", options),
        _ValuePlace("environment", os.environ if environ is None else environ),
        _ValuePlace(".env", _read_env_file(directory / ".env")),
    )
    values, sources, problems = _read_all(places, directory)
    _fill_derived(values, sources)
    if _AI_PROMPTS not in problems:
        _read_prompts(values, problems, directory)
    sentences = [*problems.values(), *_disagreements(values, problems.keys())]
    if sentences:
        raise SettingInvalid("\n".join(sentences))
    return settings_from(values, SettingsReport(sources, _unknown_variables(places)))


def child_environment(additions: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for a process that this one starts."""
    return {**os.environ, **additions}


def service_manager_socket() -> str | None:
    """Return systemd's notification socket, if there is one."""
    return os.environ.get("NOTIFY_SOCKET")


def describe(settings: Settings) -> list[SettingRow]:
    """Return every setting with its value and where it came from, secrets masked."""
    values = values_of(settings)
    return [
        SettingRow(
            name=name,
            value_masked=known.kind.write(values[name]),
            default=known.derived or known.default,
            source=settings.report.sources[name],
            meaning=known.meaning,
            secret=known.kind.secret,
        )
        for name, known in KNOWN_SETTINGS.items()
    ]


def _read_all(
    places: tuple[_ValuePlace, ...], directory: Path
) -> tuple[dict[str, Any], dict[str, str], dict[str, str]]:
    """Return values, their sources and what is wrong, each by name.

    A wrong setting takes part with its default, so that all others can be judged.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    problems: dict[str, str] = {}
    for name, known in KNOWN_SETTINGS.items():
        found = default = _FoundValue(name, known.default, "default")
        try:
            found = _find(known, places, directory) or default
            values[name] = _read(known.kind, found)
        except SettingInvalid as error:
            problems[name] = error.message
            values[name] = _read(known.kind, default)
        sources[name] = found.source
    return values, sources, problems


def _find(
    known: KnownSetting, places: tuple[_ValuePlace, ...], directory: Path
) -> _FoundValue | None:
    """Return the strongest text that someone gave; an empty text counts as none."""
    for place in places:
        for name in known.names:
            text = place.variables.get(name, "")
            file_name = f"{name}_FILE"
            path = place.variables.get(file_name, "") if known.kind.secret else ""
            if text and path:
                raise SettingInvalid(f"{name} and {file_name} are both set: keep one.")
            if path:
                secret = _read_secret_file(file_name, directory / path)
                return _FoundValue(name, secret, f"file {path}")
            if text:
                as_name = "" if name == known.name else f" ({name})"
                return _FoundValue(name, text, place.name + as_name)
    return None


def _read(kind: Kind[Any], found: _FoundValue) -> Any:
    try:
        return kind.read(found.text)
    except ValueError:
        shown = kind.mask(found.text)
    # Raised out here, so that the reader's own error, which may quote, stays behind.
    raise SettingInvalid(f'{found.name} is "{shown}": use {kind.allowed}.')


def _read_secret_file(name: str, path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8").removesuffix("\n")
        reason = "it is empty"
    except (OSError, UnicodeDecodeError) as error:
        text, reason = "", _reason(error)
    if not text:
        # Not the path: it may be the secret itself, set under the wrong name.
        raise SettingInvalid(f"{name} names a file that cannot be used: {reason}.")
    return text


def _read_prompts(
    values: dict[str, Any], problems: dict[str, str], directory: Path
) -> None:
    """Put the texts of prompt files beside the name of their directory."""
    named = values[_AI_PROMPTS].directory
    if not named:
        return
    try:
        files = sorted((directory / named).glob("*.txt"))
        texts = {file.stem: _prompt(file) for file in files}
    except SettingInvalid as error:
        problems[_AI_PROMPTS] = error.message
        return
    unknown = sorted(texts.keys() - PROMPTS.keys())
    allowed = KNOWN_SETTINGS[_AI_PROMPTS].kind.allowed
    if unknown or not texts:
        found = f"has {unknown[0]}.txt" if unknown else "has none of the files"
        problems[_AI_PROMPTS] = (
            f'{_AI_PROMPTS} is "{named}", which {found}: use {allowed}.'
        )
    values[_AI_PROMPTS] = PromptFiles(named, texts)


def _prompt(path: Path) -> str:
    try:
        text, reason = path.read_text(encoding="utf-8").strip(), "it is empty"
    except (OSError, UnicodeDecodeError) as error:
        text, reason = "", _reason(error)
    if len(text) > _LONGEST_PROMPT:
        text, reason = "", f"it has more than {_LONGEST_PROMPT:,} characters"
    if not text:
        raise SettingInvalid(f"{_AI_PROMPTS}: {path.name} cannot be used: {reason}.")
    return text


def _read_env_file(path: Path) -> Variables:
    try:
        if not path.is_file():
            return _NOTHING
        return read_env_text(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        sentence = f".env cannot be used: {_reason(error)}."
    except ValueError as error:
        sentence = f".env cannot be read at line {error}: write NAME=value."
    raise SettingInvalid(sentence)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return (error.strerror or "it cannot be read").lower()


def _fill_derived(values: dict[str, Any], sources: Mapping[str, str]) -> None:
    """Fill what nobody set from what is known by now."""
    for name, text in _AI_DEFAULTS.get(values["TIDINGS_AI_PROVIDER"], {}).items():
        if sources[name] == "default":
            values[name] = KNOWN_SETTINGS[name].kind.read(text)
    base_url = values["TIDINGS_BASE_URL"] or _base_url(
        values["TIDINGS_HOST"], values["TIDINGS_PORT"]
    )
    values["TIDINGS_BASE_URL"] = base_url
    values["TIDINGS_USER_AGENT"] = (
        values["TIDINGS_USER_AGENT"] or f"Tidings/{__version__} (+{base_url})"
    )


def _base_url(host: str, port: int) -> str:
    # Nobody can visit "every address": name the loopback one instead.
    host = host_in_url(_EVERYWHERE.get(host, host))
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _disagreements(values: Mapping[str, Any], wrong: Set[str]) -> list[str]:
    """Return a sentence for each pair of settings that do not go together.

    A pair is not judged when one of the two is wrong by itself.
    """
    out_of_order = [
        f'{name} is "{_written(values, name)}": '
        f'use {words} {other}, which is "{_written(values, other)}".'
        for name, holds, words, other in _COMPARISONS
        if not wrong & {name, other} and not holds(values[name], values[other])
    ]
    lonely = [
        f"{name} is set: set {needed} as well."
        if value is None
        else f'{name} is "{value}": set {needed} as well.'
        for name, value, needed in _NEEDS
        if not wrong & {name, *needed.split(" or ")}
        and not any(values[one] for one in needed.split(" or "))
        if values[name] and value in (None, values[name])
    ]
    return out_of_order + lonely + _useless_keys(values)


def _useless_keys(values: Mapping[str, Any]) -> list[str]:
    name = "TIDINGS_OAUTH_APPLE_PRIVATE_KEY"
    if values[name] is None:
        return []
    # Most installations have no such key, and need not load what reads it.
    from tidings.auth.apple_secret import read_private_key

    try:
        read_private_key(values[name])
    except ValueError:
        return [f"{name} is set: use the text of the .p8 file that Apple gave you."]
    return []


def _written(values: Mapping[str, Any], name: str) -> str:
    return KNOWN_SETTINGS[name].kind.write(values[name])


def _unknown_variables(places: tuple[_ValuePlace, ...]) -> tuple[UnknownSetting, ...]:
    known = {name for one in KNOWN_SETTINGS.values() for name in one.names + one.files}
    given = {name for place in places for name in place.variables}
    return tuple(
        UnknownSetting(name, _closest(name))
        for name in sorted(given - known)
        if name.startswith(_PREFIX) and not name.startswith(_TEST_PREFIX)
    )


def _closest(name: str) -> str | None:
    # The prefix is the same everywhere and would make everything look alike.
    words = {known.removeprefix(_PREFIX): known for known in KNOWN_SETTINGS}
    word = name.removeprefix(_PREFIX).removesuffix("_FILE")
    matches = get_close_matches(word, words, n=1)
    return words[matches[0]] if matches else None
