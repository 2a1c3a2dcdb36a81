"""AI work as values: what is asked for, under which name its result is kept, and for whom.

Two tasks have one name exactly when a model would be asked the same, so equal content
costs once for all users and feeds.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard

from tidings.core.ai.prompts import PROMPTS, with_data_rule
from tidings.core.settings.groups import AiProvider, AiSettings

TaskKind = Literal["summary", "deframe", "digest"]

BACKGROUND = 0
SOMEBODY_WAITS = 10
USUAL_LANGUAGE = "pt-BR"
# Entries of a feed, the newest first, that are queued when it is followed or when AI is
# switched on.
USUAL_BACKLOG = 20
LARGEST_BACKLOG = 100

# Preferences that may name a reader's language, the one that counts most first. The last
# is what the web app speaks while nothing is chosen.
_NAMES_OF_LANGUAGE = ("summary_language", "language", "browserLanguage")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")
# What costs nothing is done without being asked, and in the language of the text.
_BUILT_IN: frozenset[AiProvider] = frozenset({"extractive", "mock"})


def can_deframe(provider: AiProvider) -> bool:
    """Whether a provider finds neutral words; without one, nothing is published."""
    return provider not in ("none", "extractive")


@dataclass(frozen=True, slots=True)
class AiInstance:
    """What this installation does by AI."""

    provider: AiProvider
    model: str
    language: str  # of readers who have said none
    on_by_default: bool  # for readers who have not chosen
    prompts: Mapping[str, str] = field(default_factory=dict)  # own ones, by kind

    def prompt(self, kind: TaskKind) -> str:
        """Return the instructions for a model; what strangers write stays data."""
        own = self.prompts.get(kind)
        return PROMPTS[kind] if own is None else with_data_rule(own)

    @property
    def deframes(self) -> bool:
        return can_deframe(self.provider)

    @property
    def costs(self) -> bool:
        """Whether a call has a price; `mock` stands in for what has one."""
        return self.provider != "extractive"

    @property
    def speaks_languages(self) -> bool:
        """Whether a summary may be in another language than its text."""
        return self.provider not in _BUILT_IN


@dataclass(frozen=True, slots=True)
class AiPreferences:
    """What a reader's preferences say; None: nothing."""

    ai: bool | None = None
    deframing: bool | None = None
    language: str | None = None
    backlog: int | None = None  # entries of a feed
    full_text: bool | None = None  # whole articles of short entries


@dataclass(frozen=True, slots=True)
class AiRequest:
    """A result that is wanted for an entry; version 0 is the present one."""

    kind: TaskKind
    entry_id: int
    feed_id: int
    content_hash: bytes
    language: str = ""
    own_prompt: str | None = None  # of the feed; None: the usual one
    version: int = 0
    user_id: int | None = None  # None: nobody in particular
    priority: int = BACKGROUND


def instance_of(settings: AiSettings) -> AiInstance | None:
    """Return what the settings switch on; None: there is no AI."""
    provider = settings.provider
    if provider == "none":
        return None
    language = settings.summary_language
    return AiInstance(
        provider=provider,
        model=settings.model or provider,
        language=USUAL_LANGUAGE if language == "auto" else language,
        on_by_default=provider == "extractive",
        prompts=dict(settings.prompts.texts),
    )


def embedding_model_of(settings: AiSettings) -> str | None:
    """Return the model that embeds texts; None: nothing is embedded."""
    if settings.provider in _BUILT_IN or settings.provider == "none":
        return None
    return settings.embedding_model


def ai_preferences(preferences: Mapping[str, Any]) -> AiPreferences:
    """Return what preferences say about AI; what makes no sense says nothing."""
    named = (preferences.get(name) for name in _NAMES_OF_LANGUAGE)
    return AiPreferences(
        ai=_truth(preferences.get("ai")),
        deframing=_truth(preferences.get("ai_deframing")),
        language=next(filter(_is_language, named), None),
        backlog=_backlog(preferences.get("ai_backlog")),
        full_text=_truth(preferences.get("full_text")),
    )


def asks_for_more(before: AiPreferences, after: AiPreferences) -> bool:
    """Return whether a reader has just switched something on that entries stored before
    do not have yet."""
    if after.ai is False:
        return False
    return (
        (after.ai is True and before.ai is not True)
        or (after.deframing is not False and before.deframing is False)
        or _usual(after.backlog) > _usual(before.backlog)
    )


def _usual(backlog: int | None) -> int:
    return USUAL_BACKLOG if backlog is None else backlog


def _is_language(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _LANGUAGE.fullmatch(value) is not None


def summary_language(instance: AiInstance, wanted: str | None) -> str:
    """Return the language under which a reader's summaries are kept."""
    return (wanted or instance.language) if instance.speaks_languages else ""


def prompt_key(base: str, own_prompt: str | None) -> str:
    """Return a short name of a prompt's text, and of what a feed adds to it: another
    text, another result."""
    text = base if own_prompt is None else f"{base}\0{own_prompt}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def task_key(
    kind: TaskKind, prompt: str, model: str, language: str, content_hash: bytes
) -> bytes:
    """Return the name that a task and its result share."""
    words = "\0".join((kind, prompt, model, language)).encode()
    return hashlib.sha256(words + b"\0" + content_hash).digest()


def key_of_request(instance: AiInstance, request: AiRequest) -> bytes:
    """Return the name of the requested result."""
    prompt = prompt_key(instance.prompt(request.kind), request.own_prompt)
    return task_key(
        request.kind, prompt, instance.model, request.language, request.content_hash
    )


def _backlog(value: object) -> int | None:
    if type(value) is not int or not 0 <= value <= LARGEST_BACKLOG:
        return None
    return value


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None
