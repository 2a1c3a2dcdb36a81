"""When a permanent redirect is believed, so that a maintenance page never replaces a feed.

The same permanent target, leading to a feed, on 3 fetches over at least 24 hours; the
move of the same URL from http to https at once; a move back to http never.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from tidings.core.clock import micros

SIGHTINGS_NEEDED = 3
TIME_NEEDED = timedelta(hours=24)

_PERMANENT = frozenset({301, 308})
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect that was followed; `target` is absolute."""

    status: int
    target: str


@dataclass(frozen=True, slots=True)
class RedirectState:
    """The permanent redirect we are watching, if any."""

    target: str | None = None  # None: none seen
    sightings: int = 0
    first_seen_at: int | None = None  # None: none seen


class RedirectReason(StrEnum):
    NOT_MOVED = "not_moved"
    NOT_A_FEED = "not_a_feed"
    LESS_SAFE = "less_safe"
    WATCHING = "watching"
    NOW_SECURE = "now_secure"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class RedirectVerdict:
    state: RedirectState
    code: RedirectReason
    reason: str
    new_url: str | None = None  # None: the feed keeps its URL


def observe_redirect(
    state: RedirectState, url: str, hops: tuple[Hop, ...], *, is_feed: bool, now: int
) -> RedirectVerdict:
    """Weigh the redirects of one answered fetch of `url`.

    Call it only when there was an answer: a fetch that failed is no evidence. `is_feed`
    says that the last hop gave a feed, or "not modified" for the validators of one.
    """
    target = permanent_target(url, hops)
    if target is None:
        return _stay(RedirectReason.NOT_MOVED, "The feed is where it was.")
    if not is_feed:
        return _stay(
            RedirectReason.NOT_A_FEED, "The permanent redirect leads to no feed."
        )
    if _is_downgrade(url, target):
        return _stay(
            RedirectReason.LESS_SAFE, "The permanent redirect leads from https to http."
        )
    watched = _sighted(state, target, now)
    # A later hop may be worth watching while the step to https is taken already.
    if _is_upgrade(url, hops[0].target):
        seen = RedirectState() if target == hops[0].target else watched
        return RedirectVerdict(
            seen,
            RedirectReason.NOW_SECURE,
            "The same address is now served over https.",
            new_url=hops[0].target,
        )
    return _weigh(watched, target, now)


def permanent_target(url: str, hops: tuple[Hop, ...]) -> str | None:
    """Return how far every hop from the start was permanent: 302 then 301 is nowhere."""
    target = url
    for hop in hops:
        if hop.status not in _PERMANENT:
            break
        target = hop.target
    return None if target == url else target


def _weigh(watched: RedirectState, target: str, now: int) -> RedirectVerdict:
    first_seen_at = now if watched.first_seen_at is None else watched.first_seen_at
    long_enough = now - first_seen_at >= micros(TIME_NEEDED)
    if watched.sightings >= SIGHTINGS_NEEDED and long_enough:
        return RedirectVerdict(
            RedirectState(),
            RedirectReason.MOVED,
            "The feed has moved for good: the redirect was confirmed "
            f"{watched.sightings} times over more than a day.",
            new_url=target,
        )
    return RedirectVerdict(
        watched,
        RedirectReason.WATCHING,
        f"The feed says it has moved for good (seen {watched.sightings} of "
        f"{SIGHTINGS_NEEDED} times); the new address is used once a day has passed.",
    )


def _stay(code: RedirectReason, reason: str) -> RedirectVerdict:
    return RedirectVerdict(RedirectState(), code, reason)


def _sighted(state: RedirectState, target: str, now: int) -> RedirectState:
    if state.target != target or state.first_seen_at is None:
        return RedirectState(target, sightings=1, first_seen_at=now)
    # A clock that was set back must not keep us waiting for the time it lost.
    return replace(
        state,
        sightings=state.sightings + 1,
        first_seen_at=min(state.first_seen_at, now),
    )


def _is_upgrade(url: str, target: str) -> bool:
    before, after = _split(url), _split(target)
    if before is None or after is None:
        return False
    return (
        (before.scheme, after.scheme) == ("http", "https")
        and _place(before) == _place(after)
        and _has_default_port(before)
        and _has_default_port(after)
    )


def _is_downgrade(url: str, target: str) -> bool:
    before, after = _split(url), _split(target)
    is_secure = before is not None and before.scheme == "https"
    return is_secure and (after is None or after.scheme != "https")


def _place(parts: SplitResult) -> tuple[str | None, ...]:
    return (
        parts.hostname,
        parts.username,
        parts.password,
        parts.path or "/",
        parts.query,
    )


def _has_default_port(parts: SplitResult) -> bool:
    return parts.port in (None, _DEFAULT_PORTS[parts.scheme])


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port  # reading a broken port raises
    except ValueError:
        return None
    return parts
