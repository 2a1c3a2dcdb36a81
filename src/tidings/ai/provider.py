"""What every provider is: asked something, it answers, asks for patience, or fails.

Providers know nothing of queues, prices and databases.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol

from tidings.core.ai.budget import Usage
from tidings.core.ai.retries import TaskTrouble
from tidings.core.ai.tasks import TaskKind


@dataclass(frozen=True, slots=True)
class Ask:
    """One question. Built-in providers read title and text; models read the messages."""

    id: str  # of the call
    kind: TaskKind
    model: str
    title: str
    text: str
    system: str
    material: str  # title and text, fenced
    schema: Mapping[str, Any]
    most_tokens: int  # of the answer
    api_key: str | None = field(default=None, repr=False)  # None: without one

    @property
    def sent(self) -> str:
        """Everything that the provider counts as input."""
        return f"{self.system}\n{self.material}\n{json.dumps(self.schema)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said, and what it used; None: it did not say."""

    text: str
    usage: Usage | None


@dataclass(frozen=True, slots=True)
class Throttled:
    """The provider wants fewer calls; None: it does not say for how long."""

    retry_after: timedelta | None


@dataclass(frozen=True, slots=True)
class CallFailed:
    """There is no answer; `usage` is what was paid for none."""

    trouble: TaskTrouble
    reason: str  # safe to show
    usage: Usage | None = None


Reply = Answer | Throttled | CallFailed


class Provider(Protocol):
    """Whoever answers."""

    costs: bool
    """Whether calls are throttled, counted against the caps, and can fail as a service."""

    async def ask(self, question: Ask) -> Reply:
        """Answer a question."""
