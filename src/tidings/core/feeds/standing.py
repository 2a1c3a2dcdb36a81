"""How a feed is doing, in one word, and what a person can do about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from tidings.core.clock import micros

COUNTED = timedelta(days=7)
_LEAST_COUNTED = timedelta(days=1)


class FeedStanding(StrEnum):
    """The value is stable, so that an interface can translate it."""

    NEW = "new"  # never checked yet
    OK = "ok"
    LIMITED = "limited"  # its server asks for fewer requests
    FAILING = "failing"  # tried again soon
    DORMANT = "dormant"  # tried again now and then
    RESTING = "resting"  # not tried again until someone says so
    ONCE = "once"  # read, and not checked again: polling is off
    DISABLED = "disabled"  # by an administrator, or by its only reader


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """What the word depends on."""

    is_enabled: bool
    is_polled: bool
    was_checked: bool
    failures: int  # in a row
    is_dormant: bool
    is_resting: bool
    is_limited: bool
    lacks_login: bool  # the stored one cannot be read


def standing_of(facts: StandingFacts) -> FeedStanding:
    """Return the word for a feed; what hinders most goes first."""
    ordered = (
        (not facts.is_enabled, FeedStanding.DISABLED),
        (facts.is_resting, FeedStanding.RESTING),
        (facts.is_dormant, FeedStanding.DORMANT),
        (facts.is_limited, FeedStanding.LIMITED),
        (facts.failures > 0 or facts.lacks_login, FeedStanding.FAILING),
        (not facts.was_checked, FeedStanding.NEW),
        (not facts.is_polled, FeedStanding.ONCE),
    )
    return next((word for holds, word in ordered if holds), FeedStanding.OK)


def entries_per_day(count: int, oldest_at: int, now: int) -> float:
    """Return how much a feed brings a day, from `count` entries of the last week.

    A feed that is known since its entry of `oldest_at` is judged by that time alone,
    though by no less than a day.
    """
    known = min(max(now - oldest_at, micros(_LEAST_COUNTED)), micros(COUNTED))
    return round(count * micros(timedelta(days=1)) / known, 2)


def what_helps(code: str) -> str:
    """Return what a person can do about a failure with this code."""
    if code in _HELP:
        return _HELP[code]
    if code.startswith("not_a_feed"):
        return _NOT_A_FEED
    return _WAIT


class Remedy(StrEnum):
    """Something a person can do here about a feed; an interface has a button for each."""

    SWITCH_ON = "switch_on"
    RETRY_NOW = "retry_now"
    EDIT_ADDRESS = "edit_address"
    SET_LOGIN = "set_login"
    SLOW_DOWN = "slow_down"
    CHANGE_SETTINGS = "change_settings"
    UNSUBSCRIBE = "unsubscribe"


def remedies(code: str, standing: FeedStanding) -> list[Remedy]:
    """Return what may help against a failure with this code, the best first."""
    helping = list(_REMEDIES.get(code, (Remedy.RETRY_NOW,)))
    if code.startswith("not_a_feed"):
        helping = [Remedy.EDIT_ADDRESS, Remedy.RETRY_NOW, Remedy.UNSUBSCRIBE]
    if standing in _SWITCHED_OFF:
        # To wake a feed is to try it now.
        rest = [each for each in helping if each is not Remedy.RETRY_NOW]
        return [*rest, Remedy.SWITCH_ON] if rest else [Remedy.SWITCH_ON]
    return helping


_WAIT = "This usually resolves itself: the feed will be tried again."
_NOT_A_FEED = (
    "The site may have moved its feed: open it in a browser, look for the feed's new"
    " address, and follow that one."
)
_NEW_ADDRESS = (
    "Look on the site for the feed's new address and follow that one; if the site is"
    " gone, unsubscribe: what you starred is kept."
)
_SECURE = (
    "The site has to renew its certificate. If that persists, notify its owners, or find"
    " another address of the feed."
)
_HELP: Mapping[str, str] = {
    "unauthorized": "Set the feed's user name and password in its settings.",
    "forbidden": (
        "Some sites block programs: another user agent in the feed's settings may"
        " help. If the feed needs a login, set it there."
    ),
    "not_found": _NEW_ADDRESS,
    "gone": _NEW_ADDRESS,
    "dns": _NEW_ADDRESS,
    "bad_url": _NEW_ADDRESS,
    "bad_redirect": _NEW_ADDRESS,
    "too_many_redirects": (
        "Open the address in a browser. If it needs a login or a cookie there, set them"
        " in the feed's settings."
    ),
    "tls": _SECURE,
    "blocked_address": (
        "Tidings fetches only from public addresses. The administrator can allow this one"
        " with the setting TIDINGS_ALLOW_ORIGINS."
    ),
    "proxy": "Check the address and the login of the proxy in the feed's settings.",
    "secret_unreadable": (
        "The key that the login was encrypted with is gone. Enter it again in the"
        " feed's settings."
    ),
    "too_large": (
        "See whether the site has a shorter feed. The administrator can raise the"
        " setting TIDINGS_FETCH_MAX_BYTES."
    ),
    "slow_down": "Nothing to do: Tidings waits for as long as the server asks.",
}
_SWITCHED_OFF = frozenset(
    {FeedStanding.DORMANT, FeedStanding.RESTING, FeedStanding.DISABLED}
)
_MOVED = (Remedy.EDIT_ADDRESS, Remedy.RETRY_NOW, Remedy.UNSUBSCRIBE)
_LOGIN = (Remedy.SET_LOGIN, Remedy.RETRY_NOW)
_REMEDIES: Mapping[str, tuple[Remedy, ...]] = {
    "unauthorized": _LOGIN,
    "secret_unreadable": _LOGIN,
    "forbidden": (Remedy.CHANGE_SETTINGS, Remedy.SET_LOGIN, Remedy.RETRY_NOW),
    "not_found": _MOVED,
    "gone": (Remedy.UNSUBSCRIBE, Remedy.EDIT_ADDRESS),
    "dns": _MOVED,
    "bad_url": (Remedy.EDIT_ADDRESS,),
    "bad_redirect": _MOVED,
    "too_many_redirects": (Remedy.SET_LOGIN, Remedy.EDIT_ADDRESS),
    "tls": (Remedy.RETRY_NOW, Remedy.EDIT_ADDRESS),
    "blocked_address": (Remedy.EDIT_ADDRESS,),
    "proxy": (Remedy.CHANGE_SETTINGS, Remedy.RETRY_NOW),
    "too_large": (Remedy.EDIT_ADDRESS,),
    "slow_down": (Remedy.SLOW_DOWN,),
}
