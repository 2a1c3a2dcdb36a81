"""What an HTTP answer says about when to ask again, and which hub could push to us.

Headers are written by strangers: what makes no sense counts as not said, what is absurd
is clamped, and nothing here raises or takes more than linear time.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.core.clock import MICROSECOND
from tidings.core.feeds.http_dates import read_http_date
from tidings.core.feeds.link_header import Link, read_links, split_list, unquoted

Headers = Mapping[str, str] | Iterable[tuple[str, str]]

LONGEST_HINT = timedelta(days=365)

_NOTHING = timedelta(0)
_LONGEST_VALUE = 8192
_LONGEST_ETAG = 1024
_LONGEST_LAST_MODIFIED = 128
_LONGEST_SHOWN = 500
_LISTS = frozenset({"cache-control", "link"})
_READ = _LISTS | {"age", "date", "etag", "expires", "last-modified", "retry-after"}
_SECONDS = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]*))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Validators:
    """What to send back to be told "not modified"; kept exactly as the server wrote it."""

    etag: str | None = None  # None: the server gave none that can be sent back
    last_modified: str | None = None  # None: likewise


@dataclass(frozen=True, slots=True)
class CacheControl:
    """The directives that matter to one private client; `s-maxage` is for shared caches."""

    max_age: timedelta | None = None  # None: not said
    no_store: bool = False
    no_cache: bool = False
    must_revalidate: bool = False


@dataclass(frozen=True, slots=True)
class HttpHints:
    """What an answer's headers say; addresses as sent, so they may be relative."""

    fresh_for: timedelta | None = None  # None: not said; zero: stale at once
    retry_after: timedelta | None = None  # None: not said
    cache: CacheControl = CacheControl()
    validators: Validators = Validators()
    hub_urls: tuple[str, ...] = ()
    self_url: str | None = None  # None: not said
    cache_control: str | None = None  # as received, to be shown; None: not said
    expires: str | None = None  # likewise


def read_hints(headers: Headers, now: int) -> HttpHints:
    """Read headers whose names are in any case; repeated list headers are joined."""
    values = _wanted(headers)
    cache = read_cache_control(values.get("cache-control", ""))
    links = read_links(values.get("link", ""))
    return HttpHints(
        fresh_for=_fresh_for(cache, values, now),
        retry_after=_retry_after(values, now),
        cache=cache,
        validators=Validators(
            etag=_sendable(values.get("etag", ""), _LONGEST_ETAG),
            last_modified=_sendable(
                values.get("last-modified", ""), _LONGEST_LAST_MODIFIED
            ),
        ),
        hub_urls=_targets(links, "hub"),
        self_url=next(iter(_targets(links, "self")), None),
        cache_control=_shown(values.get("cache-control", "")),
        expires=_shown(values.get("expires", "")),
    )


def read_cache_control(text: str) -> CacheControl:
    """Read Cache-Control; of a directive given twice the first readable one counts."""
    names: set[str] = set()
    max_age: timedelta | None = None
    # Semicolons between directives are wrong, and common.
    for directive in split_list(text, ",;"):
        name, _, value = directive.partition("=")
        name = name.strip().lower()
        names.add(name)
        if name == "max-age" and max_age is None:
            max_age = read_seconds(value)
    return CacheControl(
        max_age=max_age,
        no_store="no-store" in names,
        no_cache="no-cache" in names,
        must_revalidate="must-revalidate" in names,
    )


def read_seconds(text: str) -> timedelta | None:
    """Read a number of seconds: fractions round up, negative is zero, huge is clamped."""
    match = _SECONDS.fullmatch(unquoted(text))
    if match is None:
        return None
    sign, digits, fraction = match.groups()
    if sign == "-":
        return _NOTHING
    significant = digits.lstrip("0")
    if len(significant) > 9:
        return LONGEST_HINT
    seconds = int(significant or "0") + bool((fraction or "").strip("0"))
    return min(timedelta(seconds=seconds), LONGEST_HINT)


def keep_unsaid(
    hints: HttpHints, *, validators: Validators, fresh_for: timedelta | None
) -> HttpHints:
    """Fill in what a 304 left out from what the last answer said (RFC 9110, 15.4.5)."""
    return replace(
        hints,
        fresh_for=fresh_for if hints.fresh_for is None else hints.fresh_for,
        validators=Validators(
            etag=hints.validators.etag or validators.etag,
            last_modified=hints.validators.last_modified or validators.last_modified,
        ),
    )


def _wanted(headers: Headers) -> dict[str, str]:
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    values: dict[str, str] = {}
    for name, value in pairs:
        key = name.lower()
        if key not in _READ:
            continue
        if key not in values:
            values[key] = value[:_LONGEST_VALUE].strip()
        elif key in _LISTS and len(values[key]) < _LONGEST_VALUE:
            values[key] = f"{values[key]}, {value.strip()}"[:_LONGEST_VALUE]
    return values


def _fresh_for(
    cache: CacheControl, values: Mapping[str, str], now: int
) -> timedelta | None:
    if cache.no_store or cache.no_cache:
        return _NOTHING
    lifetime = cache.max_age
    if lifetime is None and "expires" in values:
        expires = read_http_date(values["expires"], now)
        # "0", "-1" and junk all mean: stale already (RFC 9111, 5.3).
        lifetime = (
            _NOTHING if expires is None else _between(_sent_at(values, now), expires)
        )
    if lifetime is None:
        return None
    age = read_seconds(values.get("age", "")) or _NOTHING
    return max(lifetime - age, _NOTHING)


def _retry_after(values: Mapping[str, str], now: int) -> timedelta | None:
    text = values.get("retry-after", "")
    seconds = read_seconds(text)
    if seconds is not None:
        return seconds
    moment = read_http_date(text, now)
    if moment is None:
        return None
    # The server's clock and ours may differ: wait long enough by either of them.
    return max(_between(now, moment), _between(_sent_at(values, now), moment))


def _sent_at(values: Mapping[str, str], now: int) -> int:
    sent_at = read_http_date(values.get("date", ""), now)
    return now if sent_at is None else sent_at


def _between(start: int, end: int) -> timedelta:
    return min(max((end - start) * MICROSECOND, _NOTHING), LONGEST_HINT)


def _sendable(value: str, longest: int) -> str | None:
    """Return a validator that is safe to send back in a request header."""
    is_safe = value.isascii() and value.isprintable() and len(value) <= longest
    return value if value and is_safe else None


def _shown(value: str) -> str | None:
    """Return a header for people to read: every database can store it."""
    plain = value[:_LONGEST_SHOWN].encode("ascii", "replace").decode("ascii")
    return "".join(each for each in plain if each.isprintable()) or None


def _targets(links: tuple[Link, ...], relation: str) -> tuple[str, ...]:
    found = (link.target for link in links if relation in link.relations)
    return tuple(dict.fromkeys(found))
