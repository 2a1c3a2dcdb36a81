"""No connection leaves for an address that was not judged public, or allowed by name.

Two locks on the same rule: the resolver judges every answer before anything is dialled,
and the socket factory judges once more the very address that is about to be dialled.
"""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import ip_address

from aiohttp.abc import AbstractResolver, ResolveResult

from tidings.core.errors import SettingInvalid
from tidings.fetch.address import special_use
from tidings.fetch.lookup import Lookup
from tidings.fetch.steps import Steps
from tidings.fetch.target import BadUrl, Target, parse_target

# Bounds what an endless body can push into the kernel before we stop reading.
_RECEIVE_BUFFER = 128 * 1024

AddressInfo = tuple[int, int, int, str, tuple[str, int] | tuple[str, int, int, int]]


class BlockedAddress(OSError):
    """Stops aiohttp from dialling; `Attempt.blocked` has the reason."""


@dataclass(slots=True)
class ConnectionAttempt:
    """What the guard learns while one hop is on its way."""

    host: str
    port: int
    steps: Steps
    blocked: str | None = None  # None: nothing was refused
    dialled: bool = False  # False: an open connection was used again


def current_attempt() -> ConnectionAttempt:
    """Return the attempt that the running code belongs to."""
    return _current.get()


class Guard:
    """Judges addresses; the only source of outbound sockets."""

    def __init__(
        self, lookup: Lookup, allow_origins: frozenset[tuple[str, int]] = frozenset()
    ) -> None:
        self._lookup = lookup
        self._allow_origins = frozenset(map(_canonical, allow_origins))

    @contextmanager
    def attempt(self, target: Target, steps: Steps) -> Iterator[ConnectionAttempt]:
        """Name the place that connections opened inside this block are meant for."""
        attempt = ConnectionAttempt(target.host, target.port, steps)
        token = _current.set(attempt)
        try:
            yield attempt
        finally:
            _current.reset(token)

    def refusal(self, host: str, port: int, address: str) -> str | None:
        """Return why `address` must not be dialled for `host:port`, None if it may."""
        if (host, port) in self._allow_origins:
            return None
        try:
            name = special_use(ip_address(address))
        except ValueError:
            return f"{host}, unreadable"
        if name is None:
            return None
        place = host if host == address else f"{host} ({address})"
        return f"{place}, {name}"

    def is_allowed_by_name(self, target: Target) -> bool:
        """Say whether the administrator vouches for the target."""
        return (target.host, target.port) in self._allow_origins

    def refusal_by_name(self, target: Target) -> str | None:
        """Return why a target is refused before any lookup, None if it is not."""
        if target.address is not None:
            return self.refusal(target.host, target.port, str(target.address))
        if target.host.rsplit(".", 1)[-1] == "localhost":
            # These names mean this machine by definition, whatever a resolver says.
            return self.refusal(target.host, target.port, "127.0.0.1")
        return None

    async def refusal_by_lookup(self, target: Target, steps: Steps) -> str | None:
        """Return why a target behind a proxy is refused, None if it is not.

        The proxy looks the name up for itself, so this is a check, not a promise; a
        name that only the proxy can resolve passes.
        """
        if target.address is not None:
            return None
        try:
            found = await self._lookup(target.host)
        except OSError:
            return None
        return self._first_refusal(target.host, target.port, found, steps)

    async def addresses(self, attempt: ConnectionAttempt) -> Sequence[str]:
        """Look the attempt's host up and return its addresses if all may be dialled.

        One inward address among public ones is how rebinding begins: it spoils all.
        """
        found = await self._lookup(attempt.host)
        if not found:
            raise OSError("the name has no address")
        refusal = self._first_refusal(attempt.host, attempt.port, found, attempt.steps)
        if refusal is not None:
            attempt.blocked = refusal
            raise BlockedAddress(refusal)
        return found

    def open_socket(self, info: AddressInfo) -> socket.socket:
        """Make the socket for one address: aiohttp calls this for every connection."""
        family, kind, protocol, _, (address, port, *_rest) = info
        attempt = current_attempt()
        refusal = self.refusal(attempt.host, attempt.port, address)
        attempt.steps.add("connect", address=address, port=port, refused=refusal)
        if refusal is not None:
            attempt.blocked = refusal
            raise BlockedAddress(refusal)
        attempt.dialled = True
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        return opened

    def _first_refusal(
        self, host: str, port: int, found: Sequence[str], steps: Steps
    ) -> str | None:
        refusals = (self.refusal(host, port, address) for address in found)
        refusal = next((reason for reason in refusals if reason is not None), None)
        steps.add("resolve", host=host, addresses=list(found), refused=refusal)
        return refusal


def _canonical(origin: tuple[str, int]) -> tuple[str, int]:
    host, port = origin
    place = f"[{host}]" if ":" in host else host
    target = parse_target(f"http://{place}:{port}/")
    if isinstance(target, BadUrl):
        raise SettingInvalid(f"{place}:{port} cannot be allowed: {target.reason}")
    return target.host, target.port


class GuardedResolver(AbstractResolver):
    """aiohttp's resolver hook. It is not called for hosts that are addresses already."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_UNSPEC,
    ) -> list[ResolveResult]:
        found = await self._guard.addresses(current_attempt())
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in found
        ]

    async def close(self) -> None:
        """Nothing is held open."""


# Without a value: a connection that no attempt asked for is a bug, and cannot be made.
_current: ContextVar[ConnectionAttempt] = ContextVar("current_attempt")
