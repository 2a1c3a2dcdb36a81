"""What goes into a request to a stranger, and what comes back: plain values.

A stranger's silence, refusal or nonsense is a `FetchFailed`, never an exception.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from tidings.core.feeds.outcome import Failed, FailureCode
from tidings.core.feeds.redirects import Hop
from tidings.fetch.target import Credentials, Target

Method = Literal["GET", "HEAD", "POST"]
# Takes the decoded body of a success piece by piece; False: no more of it is wanted.
BodySink = Callable[[bytes], Awaitable[bool]]
# Called with the status and headers of a success before its body is read.
Begun = Callable[[int, Mapping[str, str]], None]

# Returns why a place must not be asked, before each hop; None: it may be.
Judge = Callable[[Target], str | None]


@dataclass(frozen=True, slots=True)
class Request:
    """One request; what is private goes only to the origin it was meant for."""

    url: str
    method: Method = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    private_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    credentials: Credentials | None = None  # None: no basic authentication
    body: bytes | None = field(default=None, repr=False)  # None: no body
    proxy: str | None = field(default=None, repr=False)  # None: straight to the host
    body_limit: int | None = None  # None: the client's own limit
    deadline: timedelta | None = None  # None: the client's own deadline
    media_types: frozenset[str] | None = None  # None: any type will do
    sink: BodySink | None = None  # None: the body is collected
    begun: Begun | None = None  # None: nobody wants to know before the end
    compressed: bool = True  # False: the body is wanted as it is, as for a part of it
    judge: Judge | None = None  # None: the guard alone decides which hops are made
    follows_redirects: bool = True  # False: a redirect is the answer


@dataclass(frozen=True, slots=True)
class Response:
    """A complete answer, its body decoded and within the limit."""

    status: int
    url: str  # of the last hop
    headers: Mapping[str, str]  # names in lower case; repeated lists joined by ", "
    body: bytes = field(repr=False)  # for a status from 400 on, at most its beginning
    received: int  # bytes of body on the wire, before decoding
    hops: tuple[Hop, ...] = ()
    left_https: bool = False  # whether a hop led from https to http


@dataclass(frozen=True, slots=True)
class FetchFailed:
    """No usable answer."""

    code: FailureCode | Literal["wrong_type"]
    detail: str  # plain text, safe to show; empty when the code says it all
    url: str  # of the hop that failed
    hops: tuple[Hop, ...] = ()

    @property
    def failure(self) -> Failed:
        """The same in the words of the core."""
        if self.code == "wrong_type":
            return Failed("bad_answer", f"it is of another kind, {self.detail}")
        return Failed(self.code, self.detail)

    @property
    def message(self) -> str:
        return self.failure.message


@dataclass(frozen=True, slots=True)
class TripStep:
    """One thing that happened on the way, for people who ask why."""

    name: str
    after: timedelta  # since the request began
    facts: Mapping[str, object]
