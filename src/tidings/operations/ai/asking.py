"""Whom to ask, and by which rules: the settings of AI made ready for work."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from tidings.ai.extractive import Extractive
from tidings.ai.mock import Mock
from tidings.ai.openai_chat import ChatRequest, ChatResponse, OpenAiChat, Post
from tidings.ai.openai_embeddings import OpenAiEmbeddings
from tidings.ai.provider import CallFailed, Provider
from tidings.auth.secret_box import SecretBox, SecretUnreadable
from tidings.context import Context, Fetching
from tidings.core.ai.breaker import BreakerRules
from tidings.core.ai.budget import Caps, Prices
from tidings.core.ai.retries import TaskTrouble
from tidings.core.ai.tasks import AiInstance, embedding_model_of, instance_of
from tidings.core.errors import SettingInvalid
from tidings.core.feeds.http_hints import read_hints
from tidings.core.settings.groups import AiSettings
from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request
from tidings.samples.content import written_deframings
from tidings.store.ai.calls import LaneRules

KEY_PURPOSE = "ai key"
_SLOW = frozenset({"timeout", "too_slow"})
_HUGE = frozenset({"too_large", "bomb"})


@dataclass(frozen=True, slots=True)
class Asking:
    """A provider and what every call of it keeps to."""

    instance: AiInstance
    provider: Provider
    max_rpm: int
    caps: Caps
    prices: Prices
    lease: timedelta
    breaker: BreakerRules
    box: SecretBox = field(repr=False)
    api_key: str | None = field(repr=False)  # the installation's
    embeddings: OpenAiEmbeddings | None = None  # None: nothing is embedded

    def lane_of(self, own_key_of: int | None) -> LaneRules:
        """Return the rules of a lane; who brings a key has a lane, and a bill, of their
        own."""
        name = str(self.instance.provider)
        if own_key_of is None:
            return LaneRules(name, self.max_rpm, self.caps, self.lease, self.breaker)
        own = f"{name}/{own_key_of}"
        return LaneRules(own, self.max_rpm, Caps(), self.lease, self.breaker)

    def opened_key(self, sealed: bytes) -> str | None:
        """Return a reader's own key; None if it cannot be read any more."""
        try:
            return self.box.open(sealed, KEY_PURPOSE).decode()
        except SecretUnreadable:
            return None


def breaker_of(settings: AiSettings) -> BreakerRules:
    """Return when a provider is left alone, as the settings say."""
    return BreakerRules(
        settings.breaker_failures,
        settings.breaker_recovery,
        settings.breaker_successes,
    )


def asking_with(context: Context, fetching: Fetching) -> Asking | None:
    """Return whom to ask; None: AI is off."""
    settings = context.ai
    instance = instance_of(settings)
    if instance is None:
        return None
    return Asking(
        instance=instance,
        provider=_provider(settings, fetching.ai_client, context.clock),
        max_rpm=settings.max_rpm,
        caps=Caps(settings.daily_tokens, settings.monthly_tokens),
        prices=Prices(settings.price_in, settings.price_out),
        lease=max(settings.lock_timeout, 3 * settings.timeout),
        breaker=breaker_of(settings),
        box=fetching.box,
        api_key=settings.api_key.reveal() if settings.api_key else None,
        embeddings=_embeddings(settings, fetching.ai_client, context.clock),
    )


def _provider(
    settings: AiSettings, client: FetchClient | None, clock: Callable[[], int]
) -> Provider:
    if settings.provider == "extractive":
        return Extractive()
    if settings.provider == "mock":
        return Mock(written=written_deframings())
    if client is None or settings.base_url is None:
        raise SettingInvalid("TIDINGS_AI_BASE_URL is missing.")
    return OpenAiChat(settings.base_url, _post_with(client, settings.timeout, clock))


def _embeddings(
    settings: AiSettings, client: FetchClient | None, clock: Callable[[], int]
) -> OpenAiEmbeddings | None:
    model = embedding_model_of(settings)
    if model is None or client is None or settings.base_url is None:
        return None
    post = _post_with(client, settings.timeout, clock)
    return OpenAiEmbeddings(settings.base_url, model, post)


def _post_with(
    client: FetchClient, timeout: timedelta, clock: Callable[[], int]
) -> Post:
    async def post(asked: ChatRequest) -> ChatResponse | CallFailed:
        request = Request(
            asked.url,
            method="POST",
            headers={"Content-Type": "application/json"},
            private_headers=asked.headers,
            body=asked.body,
            deadline=timeout,
            follows_redirects=False,
        )
        came = await client.request(request)
        if isinstance(came, FetchFailed):
            return CallFailed(_trouble(came.code), came.message)
        retry_after = read_hints(came.headers, clock()).retry_after
        return ChatResponse(came.status, came.body, retry_after)

    return post


def _trouble(code: str) -> TaskTrouble:
    if code in _SLOW:
        return "timeout"
    return "unreadable_answer" if code in _HUGE else "connection"
