"""All settings of one run, and the way between variables and fields.

`tidings.config` fills them from the environment; everyone else only reads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from tidings.core.settings.accounts import AccountSettings
from tidings.core.settings.groups import (
    AiSettings,
    DatabaseSettings,
    FetchSettings,
    MailSettings,
    PollSettings,
    RetentionSettings,
    ServerSettings,
)
from tidings.core.settings.kinds import KnownSetting
from tidings.core.settings.observe import ObserveSettings


@dataclass(frozen=True, slots=True)
class UnknownSetting:
    """A TIDINGS_ variable that is set and means nothing to this version."""

    name: str
    closest: str | None  # the known name it resembles; None if there is none


@dataclass(frozen=True, slots=True)
class SettingsReport:
    """Where the values came from, and which variables had no effect."""

    sources: Mapping[str, str]
    unknown: tuple[UnknownSetting, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one run, valid and complete."""

    database: DatabaseSettings
    server: ServerSettings
    accounts: AccountSettings
    poll: PollSettings
    fetch: FetchSettings
    retention: RetentionSettings
    ai: AiSettings
    mail: MailSettings
    observe: ObserveSettings
    report: SettingsReport


def settings_from(values: Mapping[str, Any], report: SettingsReport) -> Settings:
    """Put the values of all variables into their fields."""
    groups: dict[str, dict[str, Any]] = {}
    for group, attribute, known in _PLACES:
        groups.setdefault(group, {})[attribute] = values[known.name]
    built = {group: _GROUPS[group](**groups[group]) for group in _GROUPS}
    return Settings(**built, report=report)


def values_of(settings: Settings) -> dict[str, Any]:
    """Return the value of every variable: the reverse of `settings_from`."""
    return {
        known.name: getattr(getattr(settings, group), attribute)
        for group, attribute, known in _PLACES
    }


_GROUPS: dict[str, Any] = {
    group.name: group.type for group in fields(Settings) if group.name != "report"
}
_PLACES: tuple[tuple[str, str, KnownSetting], ...] = tuple(
    (group, place.name, place.metadata["setting"])
    for group, kind_of_group in _GROUPS.items()
    for place in fields(kind_of_group)
)
KNOWN_SETTINGS: Mapping[str, KnownSetting] = MappingProxyType(
    {known.name: known for _, _, known in _PLACES}
)
