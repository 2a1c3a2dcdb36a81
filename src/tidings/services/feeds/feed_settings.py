"""What people set for one feed: its rhythm, its manners, and what only its server sees.

Secrets are sealed before they are stored and never shown again: only that they exist.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field

from tidings.auth.secret_box import SecretBox, SecretUnreadable
from tidings.context import Context, Fetching
from tidings.core.clock import MICROSECOND, micros
from tidings.core.codes import Code
from tidings.core.errors import Invalid, NotFound
from tidings.core.spoken import spoken_duration
from tidings.fetch.headers import check_headers
from tidings.fetch.target import BadUrl, Credentials, parse_proxy
from tidings.operations.feeds.check_feed import (
    FEED_SECRETS,
    feed_secrets,
    opened_secrets,
)
from tidings.services.fields import RequestModel, Storable
from tidings.store.engine.connection import Connection
from tidings.store.feeds.claims import claimed_feeds
from tidings.store.feeds.feeds import set_feed, set_secrets
from tidings.store.feeds.health import feed_facts

_NONCE_BYTES = 12
_YEAR = 366 * 86_400 * 1_000_000
_HeaderName = Annotated[Storable, Field(min_length=1, max_length=100)]
_HeaderValue = Annotated[Storable, Field(max_length=8000)]
# What only the feed's server is shown.
SECRETS = frozenset({"login", "headers", "proxy"})
# Where the table calls a setting something else.
_COLUMNS = {"interval": "poll_interval"}
_IN_COLUMNS = frozenset(
    {"interval", "retry_policy", "user_agent", "polling", "full_text"}
    | {"enforce_feed_domain", "allow_duplicate_urls"}
)


class Login(RequestModel):
    """What the feed's server asks for."""

    username: Annotated[Storable, Field(min_length=1, max_length=1000)]
    password: Annotated[Storable, Field(max_length=1000)]


class FeedSettingsChanges(RequestModel):
    """What to set; what is left out stays, `null` sets back. Durations are in
    microseconds."""

    interval: Annotated[int, Field(ge=1, le=_YEAR)] | None = None
    retry_policy: Literal["patient", "strict", "one-strike"] | None = None
    user_agent: Annotated[Storable, Field(min_length=1, max_length=500)] | None = None
    # Whoever names one of these says which: there is nothing to set back.
    polling: bool = Field(default_factory=bool)
    full_text: bool = Field(default_factory=bool)
    enforce_feed_domain: bool = Field(default_factory=bool)
    allow_duplicate_urls: bool = Field(default_factory=bool)
    login: Login | None = None
    headers: Annotated[dict[_HeaderName, _HeaderValue], Field(max_length=20)] | None = (
        None
    )
    proxy: Annotated[Storable, Field(min_length=1, max_length=2000)] | None = None

    def given(self, names: frozenset[str]) -> dict[str, Any]:
        """Return those of some settings that are to be set, as they are stored."""
        return self.model_dump(include=self.model_fields_set & names)


@dataclass(frozen=True, slots=True)
class FeedSettingsView:
    """What is set for a feed; secrets are not shown, only that they exist."""

    interval: int | None  # in microseconds; None: the feed's own rhythm
    retry_policy: str | None  # None: the instance's
    user_agent: str | None  # None: the instance's
    polling: bool
    full_text: bool
    enforce_feed_domain: bool
    allow_duplicate_urls: bool
    has_login: bool
    header_names: Sequence[str]
    proxy: str | None  # without its login; None: straight to the server


@dataclass(frozen=True, slots=True)
class Seal:
    """Opens secrets, and seals them once."""

    box: SecretBox = field(repr=False)
    nonce: bytes


def sealed_secrets(
    box: SecretBox, secrets: Mapping[str, Any], nonce: bytes
) -> bytes | None:
    """Return secrets as they may be stored; None if there are none."""
    given = {name: value for name, value in secrets.items() if value}
    if not given:
        return None
    return box.seal(msgspec.json.encode(given), FEED_SECRETS, nonce)


def login_secrets(
    context: Context, box: SecretBox, login: Credentials | None
) -> bytes | None:
    """Return a login as it may be stored; None if there is none."""
    given = None if login is None else [login.username, login.password]
    return sealed_secrets(box, {"login": given}, context.random_bytes(_NONCE_BYTES))


async def change_feed_settings(
    context: Context, fetching: Fetching, feed_id: int, changes: FeedSettingsChanges
) -> FeedSettingsView:
    """Set what is to be set, all or nothing, and return what holds now."""
    check_changes(changes, fetching)
    seal = seal_with(context, fetching)
    await context.database.write(write_changes, seal, feed_id, changes)
    return await show_feed_settings(context, fetching, feed_id)


async def set_login(
    context: Context, fetching: Fetching, feed_id: int, login: Credentials
) -> None:
    """Set what a feed's server asks for."""
    wanted = {"login": [login.username, login.password]}
    seal = seal_with(context, fetching)
    await context.database.write(_write_secrets, seal, feed_id, wanted)


def seal_with(context: Context, fetching: Fetching) -> Seal:
    """Return what opens and seals secrets inside one transaction."""
    return Seal(fetching.box, context.random_bytes(_NONCE_BYTES))


async def show_feed_settings(
    context: Context, fetching: Fetching, feed_id: int
) -> FeedSettingsView:
    """Return what is set for a feed, without its secrets."""
    claimed = await context.database.read(claimed_feeds, [feed_id])
    if not claimed:
        raise NotFound("There is no such feed.")
    settings = claimed[0].feed.settings
    facts = await context.database.read(feed_facts, [feed_id])
    try:
        secrets = feed_secrets(fetching.box, claimed[0].secrets)
    except SecretUnreadable:
        secrets = None  # so that it can be entered again
    return FeedSettingsView(
        interval=None if settings.interval is None else micros(settings.interval),
        retry_policy=settings.retry and str(settings.retry),
        user_agent=settings.user_agent,
        polling=settings.polling,
        full_text=feed_id in facts and bool(facts[feed_id].full_text),
        enforce_feed_domain=settings.enforce_feed_domain,
        allow_duplicate_urls=settings.allow_duplicate_urls,
        has_login=secrets is None or secrets.credentials is not None,
        header_names=() if secrets is None else tuple(sorted(secrets.headers)),
        proxy=None if secrets is None else _without_login(secrets.proxy),
    )


def check_changes(changes: FeedSettingsChanges, fetching: Fetching) -> None:
    """Raise `Invalid` for what cannot be set."""
    if changes.interval is not None:
        low, high = fetching.policy.minimum, fetching.policy.maximum
        if not low <= changes.interval * MICROSECOND <= high:
            raise Invalid(
                f"The interval must be between {spoken_duration(low)} and"
                f" {spoken_duration(high)}.",
                code=Code.BAD_INTERVAL,
                details={"field": "interval"},
            )
    if changes.user_agent is not None:
        check_headers({"User-Agent": changes.user_agent})
    if changes.headers is not None:
        check_headers(changes.headers)
    if changes.proxy is not None:
        proxy = parse_proxy(changes.proxy)
        if isinstance(proxy, BadUrl):
            raise Invalid(
                f"The proxy's address is wrong: {proxy.reason}.",
                code=Code.BAD_PROXY,
                details={"field": "proxy"},
            )


def write_changes(
    db: Connection,
    seal: Seal,
    feed_id: int,
    changes: FeedSettingsChanges,
    *,
    is_owned: bool = False,
) -> None:
    """Set what is to be set; in a feed that `is_owned` by a reader, a proxy is as
    private as a login."""
    for name, value in changes.given(_IN_COLUMNS).items():
        stored = int(value) if isinstance(value, bool) else value
        set_feed(db, feed_id, _COLUMNS.get(name, name), stored)
    secrets = changes.given(SECRETS)
    if secrets.get("login") is not None:
        secrets["login"] = list(secrets["login"].values())
    if secrets:
        _write_secrets(db, seal, feed_id, secrets, is_owned=is_owned)


def _write_secrets(
    db: Connection,
    seal: Seal,
    feed_id: int,
    wanted: Mapping[str, Any],
    *,
    is_owned: bool = False,
) -> None:
    claimed = claimed_feeds(db, [feed_id])
    if not claimed:
        raise NotFound("There is no such feed.")
    secrets = {**_kept_secrets(seal.box, claimed[0].secrets, wanted), **wanted}
    private = bool(secrets.get("login") or secrets.get("headers"))
    private = private or (is_owned and bool(secrets.get("proxy")))
    sealed = sealed_secrets(seal.box, secrets, seal.nonce)
    set_secrets(db, feed_id, sealed, private=private)


def _kept_secrets(
    box: SecretBox, sealed: bytes | None, wanted: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what is stored; what cannot be read gives way to a login that is set again,
    and to nothing else, since it says whether the feed is private."""
    try:
        return opened_secrets(box, sealed)
    except SecretUnreadable:
        if "login" not in wanted:
            raise
        return {}


def _without_login(proxy: str | None) -> str | None:
    if proxy is None:
        return None
    parsed = parse_proxy(proxy)
    return None if isinstance(parsed, BadUrl) else parsed.target.url
