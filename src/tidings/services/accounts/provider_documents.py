"""What providers publish about themselves, fetched through the guard and kept an hour."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tidings.auth.oidc import (
    Configuration,
    ProviderUnavailable,
    read_configuration,
    read_object,
)
from tidings.auth.providers import OpenId
from tidings.core.clock import micros
from tidings.core.urls import host_of
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request, Response
from tidings.fetch.target import BadUrl, parse_target

_KEEP = timedelta(hours=1)
_DEADLINE = timedelta(seconds=10)  # somebody is waiting in front of a browser
_BODY_LIMIT = 512 * 1024
_WELL_KNOWN = "/.well-known/openid-configuration"


class ProviderDocuments:
    """Keeps configurations and keys; asks again when they are old, or on request."""

    def __init__(self, client: FetchClient, clock: Callable[[], int]) -> None:
        self._client = client
        self._clock = clock
        self._kept: dict[str, tuple[int, dict[str, Any]]] = {}

    async def configuration(self, provider: OpenId) -> Configuration:
        """Return a provider's endpoints, or raise ProviderUnavailable."""
        address = provider.issuer.rstrip("/") + _WELL_KNOWN
        return read_configuration(await self._document(address), provider.issuer)

    async def keys(self, address: str, *, refresh: bool = False) -> list[object]:
        """Return the keys that a provider signs with; `refresh` asks although some are kept."""
        if refresh:
            self._kept.pop(address, None)
        keys = (await self._document(address)).get("keys")
        return keys if isinstance(keys, list) else []

    async def _document(self, address: str) -> dict[str, Any]:
        now = self._clock()
        fetched_at, document = self._kept.get(address, (0, {}))
        if now - fetched_at < micros(_KEEP):
            return document
        document = await ask_provider(self._client, Request(address))
        self._kept[address] = (now, document)
        return document


async def ask_provider(client: FetchClient, request: Request) -> dict[str, Any]:
    """Send a request to a provider and return its JSON object, or say what is wrong."""
    answer = await send_to_provider(client, request)
    document = read_object(answer.body) if answer.status == 200 else None
    if document is None:
        raise ProviderUnavailable(
            f"{host_of(request.url)} does not answer as an OpenID provider does:"
            f" status {answer.status} where a JSON document was expected."
        )
    return document


async def send_to_provider(client: FetchClient, request: Request) -> Response:
    """Send a request and return the answer, whatever its status says."""
    headers: Mapping[str, str] = {"Accept": "application/json", **request.headers}
    answer = await client.request(
        replace(request, headers=headers, deadline=_DEADLINE, body_limit=_BODY_LIMIT)
    )
    if isinstance(answer, FetchFailed):
        raise ProviderUnavailable(_why(request, answer))
    if answer.left_https:
        raise ProviderUnavailable(f"{host_of(request.url)} leads away from https.")
    return answer


def _why(request: Request, failed: FetchFailed) -> str:
    message = f"The sign-in provider cannot be reached: {failed.message}."
    target = parse_target(failed.url)
    if failed.code != "blocked_address" or isinstance(target, BadUrl):
        return message
    return (
        f"{message} If {target.host} is your own, let it through with"
        f" TIDINGS_ALLOW_ORIGINS={target.host_and_port}"
    )
