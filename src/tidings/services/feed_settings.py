"""What people set for one feed: its rhythm, its manners, and what only its server sees.

Secrets are sealed before they are stored and never shown again: only that they exist.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import Any, Final

import msgspec

from tidings.auth.secret_box import SecretBox
from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.errors import Invalid, NotFound
from tidings.core.failures import RetryPolicy
from tidings.core.spoken import spoken_duration
from tidings.fetch.headers import check_headers
from tidings.fetch.target import BadUrl, Credentials, parse_proxy
from tidings.jobs.check_feed import FEED_SECRETS, feed_secrets, opened_secrets
from tidings.store.claims import claimed_feeds
from tidings.store.connection import Connection
from tidings.store.feed_health import feed_facts
from tidings.store.feeds import set_feed, set_secrets

_NONCE_BYTES = 12
_MOST_HEADERS = 20
_LONGEST_USER_AGENT = 500


class Keep(Enum):
    """Says that a setting stays as it is."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """What to set; `None` means: as everywhere, or nothing."""

    interval: timedelta | Keep | None = KEEP
    retry: RetryPolicy | Keep | None = KEEP
    user_agent: str | Keep | None = KEEP
    polling: bool | Keep = KEEP
    full_text: bool | Keep = KEEP
    enforce_feed_domain: bool | Keep = KEEP
    allow_duplicate_urls: bool | Keep = KEEP
    login: Credentials | Keep | None = KEEP
    headers: Mapping[str, str] | Keep | None = field(default=KEEP, repr=False)
    proxy: str | Keep | None = field(default=KEEP, repr=False)


@dataclass(frozen=True, slots=True)
class ShownSettings:
    """What is set for a feed, safe to show."""

    interval: timedelta | None  # None: the feed's own rhythm
    retry: RetryPolicy | None  # None: the instance's
    user_agent: str | None  # None: the instance's
    polling: bool
    full_text: bool
    enforce_feed_domain: bool
    allow_duplicate_urls: bool
    has_login: bool
    header_names: tuple[str, ...]
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
    context: Context, fetching: Fetching, feed_id: int, change: SettingsChange
) -> ShownSettings:
    """Set what is to be set, all or nothing, and return what holds now."""
    check_change(change, fetching)
    seal = seal_with(context, fetching)
    await context.database.write(write_change, seal, feed_id, change)
    return await show_feed_settings(context, fetching, feed_id)


def seal_with(context: Context, fetching: Fetching) -> Seal:
    """Return what opens and seals secrets inside one transaction."""
    return Seal(fetching.box, context.random_bytes(_NONCE_BYTES))


async def show_feed_settings(
    context: Context, fetching: Fetching, feed_id: int
) -> ShownSettings:
    """Return what is set for a feed, without its secrets."""
    claimed = await context.database.read(claimed_feeds, [feed_id])
    if not claimed:
        raise NotFound("There is no such feed.")
    settings = claimed[0].feed.settings
    facts = await context.database.read(feed_facts, [feed_id])
    secrets = feed_secrets(fetching.box, claimed[0].secrets)
    return ShownSettings(
        interval=settings.interval,
        retry=settings.retry,
        user_agent=settings.user_agent,
        polling=settings.polling,
        full_text=feed_id in facts and bool(facts[feed_id].full_text),
        enforce_feed_domain=settings.enforce_feed_domain,
        allow_duplicate_urls=settings.allow_duplicate_urls,
        has_login=secrets.credentials is not None,
        header_names=tuple(sorted(secrets.headers)),
        proxy=_without_login(secrets.proxy),
    )


def check_change(change: SettingsChange, fetching: Fetching) -> None:
    """Raise `Invalid` for what cannot be set."""
    if isinstance(change.interval, timedelta):
        low, high = fetching.policy.minimum, fetching.policy.maximum
        if not low <= change.interval <= high:
            raise Invalid(
                f"The interval must be between {spoken_duration(low)} and"
                f" {spoken_duration(high)}.",
                details={"field": "interval"},
            )
    if isinstance(change.user_agent, str):
        if len(change.user_agent) > _LONGEST_USER_AGENT:
            raise Invalid(
                "The user agent is too long.", details={"field": "user_agent"}
            )
        check_headers({"User-Agent": change.user_agent})
    if isinstance(change.headers, Mapping):
        _check_own_headers(change.headers)
    if isinstance(change.proxy, str):
        proxy = parse_proxy(change.proxy)
        if isinstance(proxy, BadUrl):
            raise Invalid(
                f"The proxy's address is wrong: {proxy.reason}.",
                details={"field": "proxy"},
            )


def _check_own_headers(headers: Mapping[str, str]) -> None:
    if len(headers) > _MOST_HEADERS:
        raise Invalid(
            f"At most {_MOST_HEADERS} headers can be set.", details={"field": "headers"}
        )
    check_headers(headers)


def write_change(
    db: Connection,
    seal: Seal,
    feed_id: int,
    change: SettingsChange,
    *,
    is_owned: bool = False,
) -> None:
    """Set what is to be set; in a feed that `is_owned` by a reader, a proxy is as
    private as a login."""
    for column, value in _columns(change).items():
        set_feed(db, feed_id, column, value)
    wanted = {"login": change.login, "headers": change.headers, "proxy": change.proxy}
    if all(value is KEEP for value in wanted.values()):
        return
    claimed = claimed_feeds(db, [feed_id])
    if not claimed:
        raise NotFound("There is no such feed.")
    secrets = opened_secrets(seal.box, claimed[0].secrets)
    secrets |= {
        name: _plain(value) for name, value in wanted.items() if value is not KEEP
    }
    private = bool(secrets.get("login") or secrets.get("headers"))
    private = private or (is_owned and bool(secrets.get("proxy")))
    sealed = sealed_secrets(seal.box, secrets, seal.nonce)
    set_secrets(db, feed_id, sealed, private=private)


def _columns(change: SettingsChange) -> dict[str, object]:
    interval, retry = change.interval, change.retry
    given = {
        "poll_interval": micros(interval)
        if isinstance(interval, timedelta)
        else interval,
        "retry_policy": str(retry) if isinstance(retry, RetryPolicy) else retry,
        "user_agent": change.user_agent or None,
        "polling": change.polling,
        "full_text": change.full_text,
        "enforce_feed_domain": change.enforce_feed_domain,
        "allow_duplicate_urls": change.allow_duplicate_urls,
    }
    return {
        name: int(value) if isinstance(value, bool) else value
        for name, value in given.items()
        if value is not KEEP
    }


def _plain(value: object) -> object:
    match value:
        case Credentials(username, password):
            return [username, password]
        case Mapping():
            return dict(value)
    return value


def _without_login(proxy: str | None) -> str | None:
    if proxy is None:
        return None
    parsed = parse_proxy(proxy)
    return None if isinstance(parsed, BadUrl) else parsed.target.url
