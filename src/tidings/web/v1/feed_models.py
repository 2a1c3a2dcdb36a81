"""What the routes of feeds take and answer, beside what services define."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tidings.core.clock import MICROSECOND, micros
from tidings.core.failures import RetryPolicy
from tidings.fetch.target import Credentials
from tidings.services.discover import FoundFeed
from tidings.services.feed_health import HealthView
from tidings.services.feed_history import CheckDone
from tidings.services.feed_settings import KEEP, SettingsChange, ShownSettings
from tidings.web.v1.examples import FEED
from tidings.web.v1.fields import Body, Number, Storable

_YEAR = 366 * 86_400 * 1_000_000
Secret = Annotated[Storable, Field(max_length=1000)]
HeaderName = Annotated[Storable, Field(min_length=1, max_length=100)]
HeaderValue = Annotated[Storable, Field(max_length=8000)]


class HealthPage(BaseModel):
    """How feeds are doing."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "items": [
                    {
                        "subscription_id": 12,
                        "title": "The Globe",
                        "folder_id": 3,
                        "entries_per_day": 4.29,
                        "feed": FEED,
                        "recent": [
                            {
                                "at": 1760000300000000,
                                "outcome": "fetched",
                                "took": 240000,
                                "added": 2,
                            }
                        ],
                    }
                ],
                "next_cursor": None,
            }
        }
    )
    items: list[HealthView]
    next_cursor: str | None


class HistoryPage(BaseModel):
    """How checks of a feed ended."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "items": [
                    {
                        "at": 1760000300000000,
                        "outcome": "timeout",
                        "status": None,
                        "took": 30000000,
                        "bytes": 0,
                        "new_entries": 0,
                        "changed_entries": 0,
                        "reason": "The server did not answer in time.",
                    }
                ],
                "next_cursor": None,
            }
        }
    )
    items: list[CheckDone]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class FoundView:
    """A feed that was fetched and read, and why it was looked at."""

    url: str
    title: str
    kind: str
    entries: int
    newest_at: int | None
    reason: str


class FoundFeeds(BaseModel):
    """What was found at an address, best first; `problem` says why if nothing was."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "address": "https://example.org/",
                "items": [
                    {
                        "url": "https://example.org/feed.xml",
                        "title": "The Globe",
                        "kind": "rss",
                        "entries": 20,
                        "newest_at": 1760000000000000,
                        "reason": "the page names it",
                    }
                ],
                "problem": "",
            }
        }
    )
    address: str
    items: list[FoundView]
    problem: str


class WhichFeeds(Body):
    """The feeds that are meant; without, all that you follow."""

    model_config = ConfigDict(json_schema_extra={"example": {"feed_ids": [1, 2, 3]}})
    feed_ids: Annotated[list[Number], Field(min_length=1, max_length=5000)]


class Login(Body):
    """What the feed's server asks for."""

    username: Annotated[Storable, Field(min_length=1, max_length=1000)]
    password: Secret


class SettingsBody(Body):
    """What to set; what is left out stays, `null` sets back. Durations are in
    microseconds."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"interval": 3600000000, "retry_policy": "patient"}
        }
    )
    interval: Annotated[int, Field(ge=1, le=_YEAR)] | None = None
    retry_policy: Literal["patient", "strict", "one-strike"] | None = None
    user_agent: Annotated[Storable, Field(min_length=1, max_length=500)] | None = None
    polling: bool = Field(default_factory=bool)
    full_text: bool = Field(default_factory=bool)
    enforce_feed_domain: bool = Field(default_factory=bool)
    allow_duplicate_urls: bool = Field(default_factory=bool)
    login: Login | None = None
    headers: Annotated[dict[HeaderName, HeaderValue], Field(max_length=20)] | None = (
        None
    )
    proxy: Annotated[Storable, Field(min_length=1, max_length=2000)] | None = None

    def change(self) -> SettingsChange:
        """Return what is to be set."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        interval = given.pop("interval", KEEP)
        retry = given.pop("retry_policy", KEEP)
        login = given.pop("login", KEEP)
        return SettingsChange(
            interval=interval * MICROSECOND if isinstance(interval, int) else interval,
            retry=RetryPolicy(retry) if isinstance(retry, str) else retry,
            login=Credentials(login.username, login.password)
            if isinstance(login, Login)
            else login,
            **given,
        )


class SettingsAnswer(BaseModel):
    """What is set for a feed; secrets are not shown, only that they exist."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "interval": 3600000000,
                "retry_policy": None,
                "user_agent": None,
                "polling": True,
                "full_text": False,
                "enforce_feed_domain": False,
                "allow_duplicate_urls": False,
                "has_login": True,
                "header_names": ["Cookie"],
                "proxy": None,
            }
        }
    )
    interval: int | None
    retry_policy: str | None
    user_agent: str | None
    polling: bool
    full_text: bool
    enforce_feed_domain: bool
    allow_duplicate_urls: bool
    has_login: bool
    header_names: list[str]
    proxy: str | None


def found_view(found: FoundFeed) -> FoundView:
    """Return a found feed as it is shown."""
    return FoundView(
        found.url, found.title, found.kind, found.entries, found.newest_at, found.reason
    )


def settings_answer(shown: ShownSettings) -> Mapping[str, Any]:
    """Return settings as they are shown."""
    interval = shown.interval
    return {
        "interval": micros(interval) if isinstance(interval, timedelta) else None,
        "retry_policy": None if shown.retry is None else str(shown.retry),
        "user_agent": shown.user_agent,
        "polling": shown.polling,
        "full_text": shown.full_text,
        "enforce_feed_domain": shown.enforce_feed_domain,
        "allow_duplicate_urls": shown.allow_duplicate_urls,
        "has_login": shown.has_login,
        "header_names": shown.header_names,
        "proxy": shown.proxy,
    }
