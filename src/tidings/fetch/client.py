"""The one HTTP client for every request to strangers.

It never raises for what the world does, follows redirects itself so that each hop is
parsed and judged again, and ends every request by its deadline.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal, Self

from aiohttp import ClientResponse
from yarl import URL

from tidings.core.feeds.outcome import FailureCode
from tidings.core.feeds.redirects import Hop
from tidings.fetch.body import (
    Body,
    BodyRefused,
    BodyRoom,
    pour_body,
    read_beginning,
    read_body,
)
from tidings.fetch.exchange import BodySink, FetchFailed, Request, Response, TripStep
from tidings.fetch.faults import EXPECTED_ERRORS, fault_of
from tidings.fetch.guard import Guard
from tidings.fetch.headers import (
    check_headers,
    media_type,
    proxy_authorization,
    received_headers,
    sent_headers,
)
from tidings.fetch.legs import REDIRECT_STATUSES, Leg, next_leg
from tidings.fetch.lookup import Lookup, SystemLookup
from tidings.fetch.session import ClientLimits, guarded_session
from tidings.fetch.steps import Steps
from tidings.fetch.target import BadUrl, Proxy, parse_proxy, parse_target

MAX_REDIRECTS = 10

_DEFAULT_LIMITS = ClientLimits()
_WITHOUT_BODY = frozenset({204, 304})
_ERROR_BODY_LIMIT = 64 * 1024
_ERROR_BODY_PATIENCE = 1.0  # seconds; the status is known already


class FetchClient:
    """Sends requests through the guard. Made inside a running event loop."""

    def __init__(
        self,
        user_agent: str,
        *,
        allow_origins: frozenset[tuple[str, int]] = frozenset(),
        limits: ClientLimits = _DEFAULT_LIMITS,
        lookup: Lookup | None = None,
    ) -> None:
        self._user_agent = user_agent
        self._limits = limits
        self._guard = Guard(lookup or SystemLookup(), allow_origins)
        self._session = guarded_session(limits, self._guard)
        self._room = BodyRoom()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._session.close()

    async def request(
        self, request: Request, steps: list[TripStep] | None = None
    ) -> Response | FetchFailed:
        """Send a request, follow its redirects, and read the answer whole.

        Raises Invalid for headers that a caller must not set.
        """
        check_headers(request.headers)
        check_headers(request.private_headers)
        trip = _Trip(request, Steps(steps))
        deadline = request.deadline or self._limits.deadline
        try:
            async with asyncio.timeout(deadline.total_seconds()):
                answer = await self._travel(trip)
        except TimeoutError:
            answer = trip.failed("too_slow" if trip.answered else "timeout")
        if isinstance(answer, FetchFailed):
            trip.steps.add("failed", code=answer.code, message=answer.message)
        return answer

    async def refusal(self, url: str, *, secure: bool = False) -> str | None:
        """Return why nothing would be sent to an address, None if it seems fine.

        A name may mean another place later: whatever is sent is judged again. `secure`
        wants https, but for places that the administrator has allowed.
        """
        target = parse_target(url)
        if isinstance(target, BadUrl):
            return target.reason
        is_plain = target.scheme == "http"
        if secure and is_plain and not self._guard.is_allowed_by_name(target):
            return "it must begin with https://"
        refused = self._guard.refusal_by_name(target)
        return refused or await self._guard.refusal_by_lookup(target, Steps(None))

    async def _travel(self, trip: "_Trip") -> Response | FetchFailed:
        request = trip.request
        target = parse_target(request.url)
        if isinstance(target, BadUrl):
            return trip.failed("bad_url", target.reason)
        proxy = parse_proxy(request.proxy) if request.proxy else None
        if isinstance(proxy, BadUrl):
            return trip.failed("proxy", f"its address is wrong: {proxy.reason}")
        answer: Leg | Response | FetchFailed = Leg(target, request.method, request.body)
        while isinstance(answer, Leg):
            answer = await self._visit(trip, answer, proxy)
        return answer

    async def _visit(
        self, trip: "_Trip", leg: Leg, proxy: Proxy | None
    ) -> Leg | Response | FetchFailed:
        """Send one request; the answer may be the next leg."""
        trip.begin(leg)
        refusal = await self._refusal(trip, leg, proxy)
        if refusal is not None:
            return trip.failed("blocked_address", refusal)
        dialled = proxy.target if proxy else leg.target
        with self._guard.attempt(dialled, trip.steps) as attempt:
            try:
                return await self._exchange(trip, leg, proxy)
            except EXPECTED_ERRORS as error:
                if attempt.blocked is not None:
                    return trip.failed("blocked_address", attempt.blocked)
                return trip.failed(*fault_of(error))

    async def _refusal(
        self, trip: "_Trip", leg: Leg, proxy: Proxy | None
    ) -> str | None:
        judge = trip.request.judge
        refusal = judge(leg.target) if judge else None
        refusal = refusal or self._guard.refusal_by_name(leg.target)
        if refusal is None and proxy is not None:
            refusal = self._guard.refusal_by_name(proxy.target)
            refusal = refusal or await self._guard.refusal_by_lookup(
                leg.target, trip.steps
            )
        return refusal

    async def _exchange(
        self, trip: "_Trip", leg: Leg, proxy: Proxy | None
    ) -> Leg | Response | FetchFailed:
        headers = sent_headers(self._user_agent, trip.request, trusted=leg.trusted)
        to_proxy = proxy_authorization(proxy)
        if leg.target.scheme == "http":
            # Without a tunnel the proxy reads the request itself.
            headers.update(to_proxy)
        async with self._session.request(
            leg.method,
            URL(leg.target.url, encoded=True),
            headers=headers,
            data=leg.body,
            allow_redirects=False,
            proxy=URL(proxy.target.url, encoded=True) if proxy else None,
            proxy_headers=to_proxy,
        ) as answer:
            received = received_headers(answer.headers.items())
            trip.answered = True
            trip.steps.add("answer", status=answer.status, headers=received)
            if answer.status in REDIRECT_STATUSES and trip.request.follows_redirects:
                return trip.redirected(leg, answer.status, received.get("location"))
            body = await self._read(trip, answer, received)
            if isinstance(body, FetchFailed):
                return body
            return trip.arrived(leg, answer.status, received, body)

    async def _read(
        self, trip: "_Trip", answer: ClientResponse, headers: Mapping[str, str]
    ) -> Body | FetchFailed:
        """Read the body of a final answer."""
        if answer.status < 200:
            return trip.failed("bad_answer", "it wants to change the protocol")
        if answer.status >= 400:
            return await _explanation(answer, headers)
        wanted = trip.request.media_types
        found = media_type(headers)
        if wanted is not None and found and found not in wanted:
            return trip.failed("wrong_type", found[:100])
        limit = trip.request.body_limit or self._limits.body
        sink = trip.request.sink
        if trip.request.begun is not None:
            trip.request.begun(answer.status, headers)
        body = await _whole_body(answer, headers, limit, sink or self._room)
        if isinstance(body, BodyRefused):
            return trip.failed(body.code, body.detail)
        return body


@dataclass(slots=True)
class _Trip:
    """One request on its way through its legs."""

    request: Request
    steps: Steps
    url: str = field(init=False)
    answered: bool = False  # whether the present leg has got its headers
    hops: list[Hop] = field(default_factory=list)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.url = self.request.url

    def begin(self, leg: Leg) -> None:
        self.url = leg.target.url
        self.answered = False
        self.seen.add((leg.method, self.url))
        self.steps.add("request", method=leg.method, url=self.url)

    def failed(
        self, code: FailureCode | Literal["wrong_type"], detail: str = ""
    ) -> FetchFailed:
        return FetchFailed(code, detail, self.url, tuple(self.hops))

    def redirected(
        self, leg: Leg, status: int, location: str | None
    ) -> Leg | FetchFailed:
        following = next_leg(leg, status, location)
        if isinstance(following, BadUrl):
            return self.failed("bad_redirect", following.reason)
        if len(self.hops) == MAX_REDIRECTS:
            return self.failed("too_many_redirects")
        self.hops.append(Hop(status, following.target.url))
        if (following.method, following.target.url) in self.seen:
            return self.failed("too_many_redirects", "they go in a circle")
        return following

    def arrived(
        self, leg: Leg, status: int, headers: Mapping[str, str], body: Body
    ) -> Response:
        self.steps.add("body", received=body.received, decoded=len(body.data))
        return Response(
            status,
            self.url,
            headers,
            body.data,
            body.received,
            tuple(self.hops),
            leg.left_https,
        )


async def _whole_body(
    answer: ClientResponse,
    headers: Mapping[str, str],
    limit: int,
    into: BodyRoom | BodySink,
) -> Body | BodyRefused:
    if answer.method == "HEAD" or answer.status in _WITHOUT_BODY:
        return Body(b"", 0)
    if (answer.content_length or 0) > limit:
        return BodyRefused("too_large", f"more than {limit:,} bytes")
    encoding = headers.get("content-encoding", "")
    chunks = answer.content.iter_any()
    if isinstance(into, BodyRoom):
        return await read_body(chunks, encoding, limit, into)
    return await pour_body(chunks, encoding, limit, into)


async def _explanation(answer: ClientResponse, headers: Mapping[str, str]) -> Body:
    """Read the beginning of an error's body; the status counts even without it."""
    encoding = headers.get("content-encoding", "")
    try:
        async with asyncio.timeout(_ERROR_BODY_PATIENCE):
            chunks = answer.content.iter_any()
            return await read_beginning(chunks, encoding, _ERROR_BODY_LIMIT)
    except EXPECTED_ERRORS:
        return Body(b"", 0)
