"""Where a redirect leads, and what may travel along: pure decisions."""

from dataclasses import dataclass, replace

from tidings.fetch.exchange import Method
from tidings.fetch.target import DEFAULT_PORTS, BadUrl, Target, parse_reference

REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Leg:
    """One request of a journey that redirects may lengthen."""

    target: Target
    method: Method
    body: bytes | None  # None: no body
    trusted: bool = True  # whether credentials and private headers may be sent
    left_https: bool = False  # whether a redirect led from https to http


def next_leg(leg: Leg, status: int, location: str | None) -> Leg | BadUrl:
    """Return the request that a redirect asks for.

    Trust that was lost on the way to another origin does not come back.
    """
    if not location:
        return BadUrl("the redirect names no destination")
    target = parse_reference(leg.target, location)
    if isinstance(target, BadUrl):
        return target
    same = _same_party(leg.target, target)
    moved = replace(
        leg,
        target=target,
        trusted=leg.trusted and same,
        left_https=leg.left_https
        or (leg.target.scheme, target.scheme) == ("https", "http"),
    )
    if _becomes_get(leg.method, status):
        return replace(moved, method="GET", body=None)
    if moved.body is not None and not same:
        return BadUrl("it would send the request's body to another site")
    return moved


def _same_party(origin: Target, target: Target) -> bool:
    """Whether secrets for `origin` may go to `target` as well.

    Changing to https on the same host tells nobody anything new: without it, a feed with
    a password would stop working on the day its site turns to https.
    """
    if origin.origin == target.origin:
        return True
    return (
        origin.host == target.host
        and (origin.scheme, origin.port) == ("http", DEFAULT_PORTS["http"])
        and (target.scheme, target.port) == ("https", DEFAULT_PORTS["https"])
    )


def _becomes_get(method: Method, status: int) -> bool:
    # RFC 9110, 15.4: 303 always turns into GET; browsers do the same with a POST that
    # meets 301 or 302.
    return (status == 303 and method != "HEAD") or (
        status in (301, 302) and method == "POST"
    )
