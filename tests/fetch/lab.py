"""Names that resolve as a test wants, and clients that may talk to a test's origin."""

import socket
from collections.abc import Mapping, Sequence
from datetime import timedelta

from tests.fetch.origin import Origin
from tidings.fetch.client import FetchClient
from tidings.fetch.session import ClientLimits

PUBLIC = "93.184.215.14"
HOST = "feeds.example"
OTHER_HOST = "other.example"

SHORT = ClientLimits(
    deadline=timedelta(seconds=5),
    connect_timeout=timedelta(seconds=1),
    body=1024 * 1024,
)

_ANSWERS: Mapping[str, list[str]] = {
    "localhost.localdomain": ["127.0.0.1"],
    "localhost6": ["::1"],
    "ip6-localhost": ["::1"],
    "ip6-loopback": ["::1"],
    "broadcasthost": ["255.255.255.255"],
    "loopback.example": ["127.0.0.1", "::1"],
    "inside.example": ["10.0.0.1"],
    "metadata.example": ["169.254.169.254"],
    "mixed.example": ["127.0.0.1", PUBLIC],
    "mixed-last.example": [PUBLIC, "2606:4700::1111", "127.0.0.1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "nat64.example": ["64:ff9b::7f00:1"],
    "six-to-four.example": ["2002:7f00:1::"],
    "link-local.example": ["fe80::1"],
    "scoped.example": ["fe80::1%lo"],
    "nonsense.example": ["not an address"],
    "127.0.0.1.nip.example": ["127.0.0.1"],
    "_gateway": ["192.168.1.1"],
    "kubernetes.default.svc": ["10.96.0.1"],
    HOST: ["127.0.0.1"],
    OTHER_HOST: ["127.0.0.1"],
}


class LabLookup:
    """Answers from a table; what looks like a number is read as liberally as libc does."""

    def __init__(self, answers: Mapping[str, Sequence[str]] = _ANSWERS) -> None:
        self._answers = answers
        self.asked: list[str] = []

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        if host in self._answers:
            return self._answers[host]
        if host.startswith("local") or host.endswith("localhost"):
            return ["127.0.0.1"]
        found = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
        return [str(address[0]) for *_, address in found]


class RebindingLookup:
    """Gives the next answer at each question, the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked += 1
        return self._answers[min(self.asked, len(self._answers)) - 1]


def client_for(
    *origins: Origin, limits: ClientLimits = SHORT, lookup: LabLookup | None = None
) -> FetchClient:
    """Return a client that may reach the origins under both of their names."""
    allowed = {
        (name, origin.port)
        for origin in origins
        for name in (HOST, OTHER_HOST, "127.0.0.1")
    }
    return FetchClient(
        "Tidings/test",
        allow_origins=frozenset(allowed),
        limits=limits,
        lookup=lookup or LabLookup(),
    )
