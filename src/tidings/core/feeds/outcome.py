"""Everything a fetch can end in, as values: a closed set, to be matched exhaustively.

Each outcome has a stable `code` for machines and a plain `message` that is safe to show:
no bodies, no credentials.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType
from typing import Literal

from tidings.core.feeds.http_hints import HttpHints
from tidings.core.feeds.parsed import NotAFeedKind
from tidings.core.feeds.redirects import Hop

FailureCode = Literal[
    "bad_answer",
    "bad_encoding",
    "bad_redirect",
    "bad_url",
    "blocked_address",
    "connection_lost",
    "dns",
    "host_busy",
    "host_held",
    "interrupted",
    "proxy",
    "refused",
    "secret_unreadable",
    "timeout",
    "tls",
    "too_large",
    "too_many_redirects",
    "too_slow",
    "unasked_not_modified",
    "unreachable",
]

_FAILURE_MESSAGES: Mapping[FailureCode, str] = MappingProxyType(
    {
        "bad_answer": "the server's answer is not valid HTTP",
        "bad_encoding": "the compression of the answer cannot be read",
        "bad_redirect": "the server redirects to an address that cannot be used",
        "bad_url": "the address is not a valid http or https address",
        "blocked_address": "the address is not public, so it is not fetched",
        "connection_lost": "the connection broke off before the answer was complete",
        "dns": "the server's name could not be found",
        "host_busy": "other requests to this server took too long",
        "host_held": "the server refused a request, so it is left alone for a moment",
        "interrupted": "the program was stopped during the fetch",
        "proxy": "the proxy did not let the request through",
        "refused": "the server refused the connection",
        "secret_unreadable": "the stored login for this feed cannot be read",
        "timeout": "the server did not answer in time",
        "tls": "no secure connection: the certificate or the encryption is not right",
        "too_large": "the answer is larger than allowed",
        "too_many_redirects": "the server redirects too often, perhaps in a circle",
        "too_slow": "the answer came too slowly",
        "unasked_not_modified": "the server says that nothing changed, but was not asked",
        "unreachable": "the server could not be reached",
    }
)
_NO_FEED_MESSAGES: Mapping[NotAFeedKind, str] = MappingProxyType(
    {
        "empty": "the answer is empty",
        "html": "the address leads to a web page, not to a feed",
        "json": "the answer is JSON, but not a feed",
        "xml": "the answer is XML, but not a feed",
        "text": "the answer is plain text, not a feed",
        "binary": "the answer is some other file, not a feed",
        "truncated": "the feed breaks off before its first entry",
        "too-large": "the feed is too large to be read",
    }
)
_STATUS_NAMES: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        401: ("unauthorized", "the server asks for a login"),
        403: ("forbidden", "the server does not allow access"),
        404: ("not_found", "the server does not know the address"),
    }
)


@dataclass(frozen=True, slots=True)
class Fetched:
    """The server sent a body. Whether that is a feed, only its reader can say."""

    body: bytes = field(repr=False)
    final_url: str
    status: int = 200
    content_type: str = ""
    hints: HttpHints = field(default_factory=HttpHints)
    hops: tuple[Hop, ...] = ()

    @property
    def code(self) -> str:
        return "fetched"

    @property
    def message(self) -> str:
        return "fetched"


@dataclass(frozen=True, slots=True)
class NotModified:
    """The server says our copy is current; only possible if we sent validators."""

    final_url: str
    hints: HttpHints = field(default_factory=HttpHints)
    hops: tuple[Hop, ...] = ()
    status: int = 304  # or 204

    @property
    def code(self) -> str:
        return "not_modified"

    @property
    def message(self) -> str:
        return "nothing changed since the last check"


@dataclass(frozen=True, slots=True)
class SlowDown:
    """The server wants fewer requests: 429, or 503 with Retry-After. Not a failure."""

    status: int = 429
    retry_after: timedelta | None = None  # None: the server did not say how long

    @property
    def code(self) -> str:
        return "slow_down"

    @property
    def message(self) -> str:
        return f"the server asks for fewer requests (HTTP {self.status})"


@dataclass(frozen=True, slots=True)
class Gone:
    """410: the server says that the feed was removed on purpose."""

    retry_after: timedelta | None = None  # None: not said

    @property
    def code(self) -> str:
        return "gone"

    @property
    def message(self) -> str:
        return "the server says the feed is gone for good (HTTP 410)"


@dataclass(frozen=True, slots=True)
class HttpFailed:
    """Any other answer that carries no feed."""

    status: int
    retry_after: timedelta | None = None  # None: not said

    @property
    def code(self) -> str:
        return _status_name(self.status)[0]

    @property
    def message(self) -> str:
        return f"{_status_name(self.status)[1]} (HTTP {self.status})"


@dataclass(frozen=True, slots=True)
class NoFeedFound:
    """A body came, and its reader found no feed in it."""

    kind: NotAFeedKind
    reason: str = ""  # what the reader said, a sentence that is safe to show
    status: int = 200

    @property
    def code(self) -> str:
        return f"not_a_feed_{self.kind}".replace("-", "_")

    @property
    def message(self) -> str:
        return _NO_FEED_MESSAGES[self.kind]


@dataclass(frozen=True, slots=True)
class Failed:
    """No usable answer came at all."""

    code: FailureCode
    detail: str = ""  # plain text, safe to show

    @property
    def message(self) -> str:
        return _with_detail(_FAILURE_MESSAGES[self.code], self.detail)


@dataclass(frozen=True, slots=True)
class PageFetched:
    """A web page to extract an article from."""

    body: bytes = field(repr=False)
    final_url: str
    content_type: str = ""

    @property
    def code(self) -> str:
        return "fetched"

    @property
    def message(self) -> str:
        return "fetched"


@dataclass(frozen=True, slots=True)
class NotAPage:
    """The address leads to something that is no web page: a film, an archive."""

    content_type: str

    @property
    def code(self) -> str:
        return "not_a_page"

    @property
    def message(self) -> str:
        return _with_detail("the address leads to no web page", self.content_type)


HttpRefusal = SlowDown | Gone | HttpFailed
FetchFailure = Gone | HttpFailed | NoFeedFound | Failed
FetchOutcome = Fetched | NotModified | SlowDown | FetchFailure
PageOutcome = PageFetched | NotAPage | HttpRefusal | Failed


def refusal(status: int, retry_after: timedelta | None) -> HttpRefusal:
    """Name an answer whose status is neither a success nor "not modified"."""
    if status == 429 or (status == 503 and retry_after is not None):
        return SlowDown(status, retry_after)
    if status == 410:
        return Gone(retry_after)
    return HttpFailed(status, retry_after)


def _status_name(status: int) -> tuple[str, str]:
    if status in _STATUS_NAMES:
        return _STATUS_NAMES[status]
    if 400 <= status <= 499:
        return "http_error", "the server does not accept the request"
    if 500 <= status <= 599:
        return "server_error", "the server has a problem"
    return "odd_status", "the server gave an answer that makes no sense here"


def _with_detail(message: str, detail: str) -> str:
    return f"{message}: {detail}" if detail else message
