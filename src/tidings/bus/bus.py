"""Wake-ups inside and across processes. The events themselves are rows: a wake-up that
gets lost makes them a moment late."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Protocol


class Bus(Protocol):
    """Carries the one message "there are new events"."""

    @property
    def look_every(self) -> timedelta:
        """How long to rely on it alone, as things are now."""

    def notify(self) -> None:
        """Wake all listeners after a commit: from any thread, without waiting."""

    def listening(self, wake: Callable[[], None]) -> AbstractAsyncContextManager[None]:
        """Call `wake` in this event loop for every commit, until left."""

    def close(self) -> None:
        """Send what is still to be sent, and let go."""
